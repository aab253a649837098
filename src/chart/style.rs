//! Themes and the size of a figure.

use std::fmt;
use std::str::FromStr;

use super::palette::Rgb;

/// The colours a figure is drawn in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// Dark text on white, colours; the default.
    #[default]
    Light,
    /// Light text on near-black, colours.
    Dark,
    /// Black, white and greys with hatching, for print without colour.
    Print,
}

impl Theme {
    /// Every theme, in the order of their names in the help text.
    pub const ALL: [Theme; 3] = [Theme::Light, Theme::Dark, Theme::Print];
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Theme::Light => "light",
            Theme::Dark => "dark",
            Theme::Print => "print",
        })
    }
}

/// The text is not the name of a theme.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a theme; choose light, dark or print")]
pub struct ThemeError(pub String);

impl FromStr for Theme {
    type Err = ThemeError;

    /// Reads a theme's name, in any case.
    ///
    /// ```
    /// use likewise::chart::Theme;
    /// assert_eq!("Dark".parse::<Theme>().unwrap(), Theme::Dark);
    /// assert!("sepia".parse::<Theme>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let name = text.trim().to_ascii_lowercase();
        Theme::ALL.into_iter().find(|t| t.to_string() == name).ok_or_else(|| ThemeError(text.to_owned()))
    }
}

/// How a figure is to look.
///
/// ```
/// use likewise::chart::{Style, Theme};
/// let style = Style { theme: Theme::Print, width: Some(900), ..Style::default() };
/// assert_eq!(style.height, None); // chosen by the content
/// ```
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Style {
    /// Colours.
    pub theme: Theme,
    /// Width in CSS pixels (96 to the inch); chosen by the content where `None`.
    pub width: Option<u32>,
    /// Height in CSS pixels; chosen by the content where `None`.
    pub height: Option<u32>,
    /// Resolution the caller wants a PNG in, to be handed to [`Figure::png`](super::Figure::png); the
    /// drawing itself does not depend on it.
    pub dpi: f64,
}

impl Default for Style {
    /// Light, size by content, 192 dots per inch (two device pixels to a CSS pixel).
    fn default() -> Self {
        Style { theme: Theme::Light, width: None, height: None, dpi: 192.0 }
    }
}

/// The colours of everything that is not data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub(crate) theme: Theme,
    pub(crate) paper: Rgb,
    /// Titles, values, names.
    pub(crate) text: Rgb,
    /// Tick labels, captions, notes.
    pub(crate) soft: Rgb,
    pub(crate) grid: Rgb,
    /// Zero line, whiskers of ranges.
    pub(crate) axis: Rgb,
    pub(crate) notice_fill: Rgb,
    pub(crate) notice_text: Rgb,
}

impl Look {
    pub(crate) const fn of(theme: Theme) -> Look {
        match theme {
            Theme::Light => Look {
                theme,
                paper: Rgb::hex(0xFFFFFF),
                text: Rgb::hex(0x1B1F24),
                soft: Rgb::hex(0x57606A),
                grid: Rgb::hex(0xE6E9ED),
                axis: Rgb::hex(0x6E7781),
                notice_fill: Rgb::hex(0x9B1C1C),
                notice_text: Rgb::hex(0xFFFFFF),
            },
            Theme::Dark => Look {
                theme,
                paper: Rgb::hex(0x14181D),
                text: Rgb::hex(0xE8ECF1),
                soft: Rgb::hex(0xA4AEBA),
                grid: Rgb::hex(0x2B323A),
                axis: Rgb::hex(0x8A94A0),
                notice_fill: Rgb::hex(0xFFC53D),
                notice_text: Rgb::hex(0x1A1300),
            },
            Theme::Print => Look {
                theme,
                paper: Rgb::hex(0xFFFFFF),
                text: Rgb::hex(0x000000),
                soft: Rgb::hex(0x404040),
                grid: Rgb::hex(0xDDDDDD),
                axis: Rgb::hex(0x000000),
                notice_fill: Rgb::hex(0x000000),
                notice_text: Rgb::hex(0xFFFFFF),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_has_the_contrast_that_wcag_asks_for() {
        for theme in Theme::ALL {
            let look = Look::of(theme);
            assert!(look.text.contrast(look.paper) >= 12.0, "{theme}");
            assert!(look.soft.contrast(look.paper) >= 4.5, "{theme}");
            assert!(look.notice_text.contrast(look.notice_fill) >= 7.0, "{theme}");
            assert!(look.notice_fill.contrast(look.paper) >= 7.0, "{theme}");
        }
    }

    #[test]
    fn names_of_themes_round_trip() {
        for theme in Theme::ALL {
            assert_eq!(theme.to_string().parse::<Theme>(), Ok(theme));
        }
        assert!(" PRINT ".parse::<Theme>().is_ok());
        assert!("".parse::<Theme>().is_err());
    }
}
