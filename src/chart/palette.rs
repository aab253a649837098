//! Colours, hatchings and markers that tell methods and blocks apart.
//!
//! Where they reach the contrast of 3 with the paper that WCAG 2.2 asks of graphics (criterion 1.4.11), the
//! colours are those of Okabe and Ito, *Color Universal Design* (2008); on white, their orange, sky blue and
//! yellow do not. The others were chosen to reach it and to lie far from them, and from each other, as seen
//! with normal vision and with simulated protanopia, deuteranopia and tritanopia (Machado, Oliveira and
//! Fernandes 2009, severity 1). The tests below measure both. Bars have a hatching besides the colour, each of the
//! twelve colours another one, so that they are told apart without it too.

use super::style::Theme;

/// A colour in sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
pub struct Rgb {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Rgb {
    pub(crate) const fn hex(code: u32) -> Rgb {
        Rgb { r: (code >> 16) as u8, g: (code >> 8) as u8, b: code as u8 }
    }

    /// The colour as CSS writes it, for example `#0072b2`.
    pub fn css(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }

    /// Relative luminance (WCAG 2.2), 0 for black to 1 for white.
    pub(crate) fn luminance(self) -> f64 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Contrast ratio (WCAG 2.2), 1 to 21.
    pub(crate) fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn linear(self) -> [f64; 3] {
        [self.r, self.g, self.b].map(|c| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// A lighter shade of the colour, of a light colour a darker one, that is just seen on it.
    fn tint(self) -> Rgb {
        const CONTRAST: f64 = 1.75;
        let away = if self.luminance() > 0.35 { Rgb::hex(0) } else { Rgb::hex(0xFFFFFF) };
        let shades = (1..=20).map(|share| self.towards(away, f64::from(share) / 20.0));
        shades.into_iter().find(|shade| shade.contrast(self) >= CONTRAST).unwrap_or(away)
    }

    /// Moves the colour towards another; 0 stays, 1 arrives.
    pub(crate) fn towards(self, other: Rgb, share: f64) -> Rgb {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8;
        Rgb { r: mix(self.r, other.r), g: mix(self.g, other.g), b: mix(self.b, other.b) }
    }
}

/// Lines drawn over a fill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Hatch {
    /// No lines.
    None,
    /// Lines rising to the right.
    Rising,
    /// Lines falling to the right.
    Falling,
    /// Both.
    Cross,
    /// Level lines.
    Level,
    /// Upright lines.
    Upright,
    /// Level and upright lines.
    Grid,
    /// Dots, every second row moved by half their distance.
    Dots,
    /// Broad lines rising to the right.
    BroadRising,
    /// Broad lines falling to the right.
    BroadFalling,
    /// Broad level lines.
    BroadLevel,
    /// Broad upright lines.
    BroadUpright,
}

/// How the bars of one method are filled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct Fill {
    /// Colour of the area, also that of the method's markers and lines.
    pub colour: Rgb,
    /// Colour of the border, where the fill alone does not stand out from the paper.
    pub border: Option<Rgb>,
    /// Lines over the area.
    pub hatch: Hatch,
    /// Colour of those lines.
    pub hatch_colour: Rgb,
}

/// How many colours there are before they come round again with another hatching.
pub const COLOURS: usize = 12;

const LIGHT: [u32; COLOURS] = [
    0x0072B2, 0xBA8B41, 0x009E73, 0xCD76A4, 0xD55E00, 0x7295C9, 0x025B67, 0x444444, 0x698549, 0x692D00,
    0x9383F7, 0x4B0F5A,
];

// On dark paper: the same hues where they are bright enough; black, brown and the dark blues are not.
const DARK: [u32; COLOURS] = [
    0x3B8FD9, 0xE69F00, 0x00A878, 0xCC79A7, 0xD55E00, 0x8CCBF2, 0xF0E442, 0xD9D9D9, 0x4BFFA5, 0x72643A,
    0x4E5BC8, 0xB22498,
];

// Grey and hatching, neighbours as unlike as can be.
const PRINT: [(u32, Hatch); COLOURS] = [
    (0x2B2B2B, Hatch::None),
    (0xFFFFFF, Hatch::Rising),
    (0x9A9A9A, Hatch::None),
    (0xFFFFFF, Hatch::Cross),
    (0xD9D9D9, Hatch::Falling),
    (0x5C5C5C, Hatch::Rising),
    (0xFFFFFF, Hatch::Level),
    (0xE6E6E6, Hatch::None),
    (0x5C5C5C, Hatch::Cross),
    (0xFFFFFF, Hatch::Upright),
    (0xB5B5B5, Hatch::Grid),
    (0xFFFFFF, Hatch::None),
];

// The hatching that goes with each colour in the themes light and dark, neighbours as unlike as can be.
const HATCHES: [Hatch; COLOURS] = [
    Hatch::None,
    Hatch::Rising,
    Hatch::Dots,
    Hatch::Level,
    Hatch::Falling,
    Hatch::Upright,
    Hatch::Cross,
    Hatch::BroadLevel,
    Hatch::BroadRising,
    Hatch::Grid,
    Hatch::BroadFalling,
    Hatch::BroadUpright,
];

const ROUNDS: [Hatch; 6] =
    [Hatch::Rising, Hatch::Falling, Hatch::Cross, Hatch::Level, Hatch::Upright, Hatch::Grid];

/// The colour of a method, by its place in the sorted list of all methods of a run.
///
/// The same place has the same colour in every figure of a theme. From the 13th place on the colours come
/// round again, told apart by hatching; figures with that many methods name every bar as well.
///
/// ```
/// use likewise::chart::{colour_of, Theme};
/// assert_eq!(colour_of(0, Theme::Light).css(), "#0072b2");
/// ```
pub fn colour_of(index: usize, theme: Theme) -> Rgb {
    fill_of(index, theme).colour
}

/// The fill of a method's bars, by its place in the sorted list of all methods of a run.
pub fn fill_of(index: usize, theme: Theme) -> Fill {
    let (place, round) = (index % COLOURS, index / COLOURS);
    match theme {
        Theme::Light | Theme::Dark => {
            let list = if theme == Theme::Light { &LIGHT } else { &DARK };
            let colour = Rgb::hex(list[place]);
            // in each round every colour has a hatching that it had in no other round
            let hatch = HATCHES[(place + 5 * round) % COLOURS];
            Fill { colour, border: None, hatch, hatch_colour: colour.tint() }
        }
        Theme::Print => {
            let (grey, hatch) = PRINT[place];
            let hatch = if round == 0 { hatch } else { ROUNDS[(round - 1 + place) % ROUNDS.len()] };
            let colour = Rgb::hex(grey);
            let line = if colour.luminance() < 0.2 { Rgb::hex(0xFFFFFF) } else { Rgb::hex(0) };
            Fill { colour, border: Some(Rgb::hex(0)), hatch, hatch_colour: line }
        }
    }
}

/// The shape of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
pub enum Marker {
    /// Filled circle.
    Circle,
    /// Filled square.
    Square,
    /// Filled triangle on its base.
    Up,
    /// Filled diamond.
    Diamond,
    /// Filled triangle on its tip.
    Down,
    /// Two crossing diagonals.
    Cross,
    /// Circle without filling.
    Ring,
    /// Square without filling.
    Box,
    /// Upright cross.
    Plus,
    /// Triangle on its base without filling.
    OpenUp,
    /// Diamond without filling.
    OpenDiamond,
    /// Triangle on its tip without filling.
    OpenDown,
}

/// Every marker, in the order blocks take them.
pub const MARKERS: [Marker; 12] = [
    Marker::Circle,
    Marker::Square,
    Marker::Up,
    Marker::Diamond,
    Marker::Down,
    Marker::Cross,
    Marker::Ring,
    Marker::Box,
    Marker::Plus,
    Marker::OpenUp,
    Marker::OpenDiamond,
    Marker::OpenDown,
];

#[cfg(test)]
mod tests {
    use super::*;

    type M3 = [[f64; 3]; 3];

    // Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB.
    const PROTAN: M3 =
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
    const DEUTAN: M3 =
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
    const TRITAN: M3 =
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]];
    const NORMAL: M3 = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    // sRGB primaries, D65 white.
    const XYZ: M3 = [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ];

    fn times(m: &M3, v: [f64; 3]) -> [f64; 3] {
        m.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
    }

    fn lab(linear: [f64; 3]) -> [f64; 3] {
        let xyz = times(&XYZ, linear.map(|c| c.clamp(0.0, 1.0)));
        let f = |t: f64| {
            if t > 216.0 / 24389.0 { t.cbrt() } else { (24389.0 / 27.0 * t + 16.0) / 116.0 }
        };
        let (x, y, z) = (f(xyz[0] / 0.95047), f(xyz[1]), f(xyz[2] / 1.08883));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn distance(a: Rgb, b: Rgb, sight: &M3) -> f64 {
        let (p, q) = (lab(times(sight, a.linear())), lab(times(sight, b.linear())));
        ((p[0] - q[0]).powi(2) + (p[1] - q[1]).powi(2) + (p[2] - q[2]).powi(2)).sqrt()
    }

    #[test]
    fn lab_agrees_with_published_coordinates() {
        // Lindbloom's values of pure red, D65.
        let red = lab(Rgb::hex(0xFF0000).linear());
        for (got, want) in red.into_iter().zip([53.2408, 80.0925, 67.2032]) {
            assert!((got - want).abs() < 0.01, "{red:?}");
        }
    }

    #[test]
    fn colours_stay_apart_for_the_colour_blind() {
        for theme in [Theme::Light, Theme::Dark] {
            let list: Vec<Rgb> = (0..COLOURS).map(|i| colour_of(i, theme)).collect();
            for (name, sight) in
                [("normal", NORMAL), ("protan", PROTAN), ("deutan", DEUTAN), ("tritan", TRITAN)]
            {
                for i in 0..COLOURS {
                    for j in 0..i {
                        let d = distance(list[i], list[j], &sight);
                        // A just noticeable difference is about 2.3.
                        assert!(d > 13.0, "{theme} {name}: {i} and {j} are {d:.1} apart");
                    }
                }
            }
        }
    }

    #[test]
    fn every_fill_stands_out_from_its_paper() {
        for (theme, paper) in [(Theme::Light, 0xFFFFFF), (Theme::Dark, 0x14181D), (Theme::Print, 0xFFFFFF)] {
            for i in 0..40 {
                let fill = fill_of(i, theme);
                let edge = fill.border.unwrap_or(fill.colour);
                assert!(edge.contrast(Rgb::hex(paper)) >= 3.0, "{theme} {i}");
            }
        }
    }

    #[test]
    fn fills_are_all_different_for_144_methods() {
        for theme in Theme::ALL {
            let n = if theme == Theme::Print { COLOURS } else { COLOURS * 12 };
            for i in 0..n {
                for j in 0..i {
                    let (a, b) = (fill_of(i, theme), fill_of(j, theme));
                    assert!((a.colour, a.hatch) != (b.colour, b.hatch), "{theme}: {i} and {j}");
                }
            }
        }
    }

    #[test]
    fn hatchings_are_seen_and_all_different_for_twelve() {
        for theme in [Theme::Light, Theme::Dark] {
            let fills: Vec<Fill> = (0..COLOURS).map(|i| fill_of(i, theme)).collect();
            for (i, fill) in fills.iter().enumerate() {
                let contrast = fill.colour.contrast(fill.hatch_colour);
                assert!((1.6..2.4).contains(&contrast), "{theme} {i}: {contrast:.2}");
                assert!(fills[..i].iter().all(|other| other.hatch != fill.hatch), "{theme} {i}");
            }
        }
    }

    #[test]
    fn greys_of_the_print_theme_differ_in_grey_or_hatching() {
        let fills: Vec<Fill> = (0..COLOURS).map(|i| fill_of(i, Theme::Print)).collect();
        for i in 0..COLOURS {
            for j in 0..i {
                let d = distance(fills[i].colour, fills[j].colour, &NORMAL);
                assert!(fills[i].hatch != fills[j].hatch || d > 8.0, "{i} and {j}: {d:.1}");
            }
        }
    }
}
