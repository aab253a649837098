//! A finished figure: SVG, and PNG and PDF made from it.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use krilla_svg::SurfaceExt;
use resvg::{tiny_skia, usvg};

use super::error::ChartError;
use super::font;
use super::ink::{TEXT_SIZE, TextBox, escape};
use super::style::Look;

/// CSS pixels to the inch.
const CSS_DPI: f64 = 96.0;
/// The most pixels a PNG may have.
const PIXELS: u64 = 120_000_000;

/// A drawn figure. The same data and style give the same bytes on every run and machine.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    width: u32,
    height: u32,
    title: String,
    desc: String,
    svg: String,
    // Text boxes and bars, px; the tests of the layout read them.
    texts: Vec<TextBox>,
    #[cfg_attr(not(test), allow(dead_code))]
    bars: Vec<[f64; 4]>,
}

impl Figure {
    #[allow(clippy::too_many_arguments)] // one caller
    pub(super) fn new(
        width: u32,
        height: u32,
        look: Look,
        title: &str,
        desc: String,
        body: String,
        texts: Vec<TextBox>,
        bars: Vec<[f64; 4]>,
    ) -> Figure {
        let mut svg = String::with_capacity(body.len() + desc.len() + 800);
        // Writing to a String cannot fail.
        let _ = write!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" data-theme=\"{}\" font-family=\"{}\" font-size=\"{}\" fill=\"{}\">\n<title>",
            look.theme,
            font::STACK,
            TEXT_SIZE / 10,
            look.text.css(),
        );
        escape(&mut svg, title);
        svg.push_str("</title>\n<desc>");
        escape(&mut svg, &desc);
        svg.push_str("</desc>\n");
        svg.push_str(&body);
        svg.push_str("</svg>\n");
        Figure { width, height, title: title.to_owned(), desc, svg, texts, bars }
    }

    /// Width in CSS pixels.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Height in CSS pixels.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// The text equivalent of the figure, as in the SVG's `desc`: what is shown, the values of small
    /// figures, and what had to be left out or shortened.
    pub fn description(&self) -> &str {
        &self.desc
    }

    /// The figure as an SVG document (UTF-8, no XML declaration, so that it can also stand inside HTML).
    ///
    /// Text is text. The fonts named are the embedded one and common fallbacks; nothing is loaded.
    pub fn svg(&self) -> String {
        self.svg.clone()
    }

    /// The figure as a PNG of the same drawing at `dpi` dots per inch (96 gives one pixel to the CSS
    /// pixel, 192 two), with the resolution recorded in its pHYs chunk.
    ///
    /// # Errors
    /// [`ChartError::Dpi`] outside 10 to 2400, [`ChartError::TooManyPixels`] beyond 120 million pixels.
    pub fn png(&self, dpi: f64) -> Result<Vec<u8>, ChartError> {
        check_dpi(dpi)?;
        let draw = |e: &dyn std::fmt::Display| ChartError::Draw(e.to_string());
        let scale = dpi / CSS_DPI;
        let side = |px: u32| (f64::from(px) * scale).round().max(1.0);
        let (w, h) = (side(self.width), side(self.height));
        if w * h > PIXELS as f64 {
            return Err(ChartError::TooManyPixels { width: w as u64, height: h as u64, limit: PIXELS });
        }
        let tree = self.tree()?;
        let mut picture = tiny_skia::Pixmap::new(w as u32, h as u32).ok_or(ChartError::TooManyPixels {
            width: w as u64,
            height: h as u64,
            limit: PIXELS,
        })?;
        let fit = tiny_skia::Transform::from_scale(
            (w / f64::from(self.width)) as f32,
            (h / f64::from(self.height)) as f32,
        );
        resvg::render(&tree, fit, &mut picture.as_mut());
        // The paper covers everything, so alpha is 255 all over and can go.
        let rgb: Vec<u8> = picture.data().chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect();

        let mut out = Vec::with_capacity(rgb.len() / 20);
        let mut encoder = png::Encoder::new(&mut out, w as u32, h as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Fast);
        let per_metre = (dpi / 0.0254).round() as u32;
        encoder.set_pixel_dims(Some(png::PixelDimensions {
            xppu: per_metre,
            yppu: per_metre,
            unit: png::Unit::Meter,
        }));
        let mut writer = encoder.write_header().map_err(|e| draw(&e))?;
        writer.write_image_data(&rgb).map_err(|e| draw(&e))?;
        writer.finish().map_err(|e| draw(&e))?;
        Ok(out)
    }

    /// The figure as a PDF (1.7) of one page of the figure's own size, 0.75 points to the CSS pixel.
    ///
    /// Text stays text, to be searched and copied, in the embedded font cut down to the glyphs in use;
    /// lines and areas stay shapes. No date and no random number goes into the file. Where the font lacks
    /// a character, an empty square stands, as in the PNG.
    ///
    /// # Errors
    /// [`ChartError::Draw`] with the words of the writer.
    pub fn pdf(&self) -> Result<Vec<u8>, ChartError> {
        let tree = self.tree()?;
        let points = |px: u32| px as f32 * 0.75;
        let (w, h) = (points(self.width), points(self.height));
        let size = krilla::geom::Size::from_wh(w, h);
        let (Some(page_settings), Some(size)) = (krilla::page::PageSettings::from_wh(w, h), size) else {
            return Err(ChartError::Draw("the page has no size".to_owned()));
        };
        let mut document = krilla::Document::new();
        document.set_metadata(
            krilla::metadata::Metadata::new()
                .title(self.title.clone())
                .description(self.desc.clone())
                .creator("likewise".to_owned())
                .language("en".to_owned()),
        );
        let mut page = document.start_page_with(page_settings);
        let mut surface = page.surface();
        let drawn = surface.draw_svg(&tree, size, krilla_svg::SvgSettings::default());
        surface.finish();
        page.finish();
        if drawn.is_none() {
            return Err(ChartError::Draw("the drawing could not be put on a page".to_owned()));
        }
        document.finish().map_err(|e| ChartError::Draw(format!("{e:?}")))
    }

    /// The drawing as the rasteriser and the PDF writer take it.
    fn tree(&self) -> Result<usvg::Tree, ChartError> {
        let options =
            usvg::Options { fontdb: fonts(), font_family: font::FAMILY.to_owned(), ..Default::default() };
        let missing = self.missing_glyphs();
        let shown: Cow<str> = if missing.is_empty() {
            Cow::Borrowed(&self.svg)
        } else {
            Cow::Owned(
                self.svg.chars().map(|c| if missing.contains(&c) { font::STAND_IN } else { c }).collect(),
            )
        };
        usvg::Tree::from_str(&shown, &options).map_err(|e| ChartError::Draw(e.to_string()))
    }

    /// Characters drawn in the figure that the embedded font lacks, sorted, each once.
    ///
    /// In the PNG and the PDF an empty square (`□`) stands for each; a viewer of the SVG takes them from another font if it has
    /// one. Callers must tell the user.
    pub fn missing_glyphs(&self) -> Vec<char> {
        let missing: BTreeSet<char> =
            self.texts.iter().flat_map(|t| t.text.chars()).filter(|&c| !font::covers(c)).collect();
        missing.into_iter().collect()
    }

    #[cfg(test)]
    pub(super) fn text_boxes(&self) -> &[TextBox] {
        &self.texts
    }

    #[cfg(test)]
    pub(super) fn bar_boxes(&self) -> &[[f64; 4]] {
        &self.bars
    }
}

/// The resolutions that a PNG can have.
pub(crate) fn check_dpi(dpi: f64) -> Result<(), ChartError> {
    if (10.0..=2400.0).contains(&dpi) { Ok(()) } else { Err(ChartError::Dpi { dpi }) }
}

/// The embedded fonts, read once; no font of the system is looked at.
fn fonts() -> Arc<usvg::fontdb::Database> {
    static FONTS: OnceLock<Arc<usvg::fontdb::Database>> = OnceLock::new();
    Arc::clone(FONTS.get_or_init(|| {
        let mut db = usvg::fontdb::Database::new();
        for bytes in [font::REGULAR, font::BOLD] {
            db.load_font_source(usvg::fontdb::Source::Binary(Arc::new(bytes)));
        }
        db.set_sans_serif_family(font::FAMILY);
        Arc::new(db)
    }))
}

#[cfg(test)]
mod tests {
    use super::super::canvas::{Anchor, Canvas, Face};
    use super::super::style::Theme;
    use super::*;

    #[test]
    fn the_rasteriser_sets_text_where_it_was_measured() {
        let mut canvas = Canvas::new(Theme::Light, 900.0, 400.0);
        let face = Face { size: 12.0, bold: false, colour: canvas.look.text };
        let list =
            ["88.03 ± 0.25", "ResNet50", "ViT-B/16 AV To", "λ-net β", "−1.5×10⁻³", "Überlänge", "a < b & c"];
        for (i, text) in list.into_iter().enumerate() {
            let y = 40.0 + 40.0 * i as f64;
            canvas.text(20.0, y, text, face, Anchor::Start);
            canvas.text(450.0, y, text, Face { bold: true, ..face }, Anchor::Middle);
            canvas.text(880.0, y, text, Face { size: 17.0, ..face }, Anchor::End);
        }
        let figure = canvas.finish("t", "d").unwrap();
        let options =
            usvg::Options { fontdb: fonts(), font_family: font::FAMILY.to_owned(), ..Default::default() };
        let tree = usvg::Tree::from_str(&figure.svg(), &options).unwrap();
        let mut boxes = Vec::new();
        collect(tree.root(), &mut boxes);
        assert_eq!(boxes.len(), figure.texts.len());
        for (want, got) in figure.texts.iter().zip(boxes) {
            // Kerning may narrow a text a little; it must not come out wider than it was measured.
            assert!(got.0 >= want.x0 - 1.0 && got.1 <= want.x1 + 1.0, "{want:?} {got:?}");
            assert!(got.1 - got.0 >= 0.95 * (want.x1 - want.x0) - 2.0, "{want:?} {got:?}");
        }
    }

    fn collect(group: &usvg::Group, out: &mut Vec<(f64, f64)>) {
        for node in group.children() {
            match node {
                usvg::Node::Text(t) => {
                    let b = t.abs_bounding_box();
                    out.push((f64::from(b.left()), f64::from(b.right())));
                }
                usvg::Node::Group(g) => collect(g, out),
                _ => {}
            }
        }
    }
}
