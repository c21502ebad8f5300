//! Reads the background colour of a drawing from the style of the root element. The drawing program Sketch
//! writes it there.
//!
//! - In: the root element of a file.
//! - Out: the colour that a browser paints under the drawing.
//! - Not here: backgrounds in style sheets, and pictures as backgrounds. Browsers show them, but
//!   drawing programs do not write them.

use std::str::FromStr as _;

use kurbo::{Rect, Shape as _};
use svgtypes::Color;
use usvg::roxmltree::Document;

use crate::{Drawing, Ink};

/// Returns a drawing that fills `page`, the frame of the SVG file, with the background of the file.
/// Returns `None` if the file has no background, or if the background is transparent.
pub fn background(xml: &Document<'_>, page: Rect) -> Option<Drawing> {
    let colour = colour_in(xml.root_element().attribute("style")?)?;
    let area = Drawing::filled(page.to_path(0.1), Ink::from_rgb([colour.red, colour.green, colour.blue]));
    match colour.alpha {
        0 => None,
        u8::MAX => Some(area),
        alpha => Some(Drawing::with_opacity(f64::from(alpha) / f64::from(u8::MAX), vec![area])),
    }
}

/// Returns the colour of the last background that a style declares. Returns `None` if it declares no
/// background.
fn colour_in(style: &str) -> Option<Color> {
    let declarations = style.split(';').filter_map(|declaration| declaration.split_once(':'));
    let mut backgrounds = declarations.filter_map(|(name, value)| match name.trim() {
        "background" | "background-color" => {
            let value = value.trim().trim_end_matches("!important").trim_end();
            Color::from_str(value).ok().or_else(|| is_none(value).then(|| Color::new_rgba(0, 0, 0, 0)))
        }
        _ => None,
    });
    backgrounds.next_back()
}

fn is_none(value: &str) -> bool {
    matches!(value, "none" | "transparent" | "initial")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_background_of_a_style_counts() {
        let found =
            |style| colour_in(style).map(|colour| [colour.red, colour.green, colour.blue, colour.alpha]);
        assert_eq!(found("background: #1A2B34;"), Some([0x1A, 0x2B, 0x34, 255]));
        assert_eq!(found("fill:red; background-color : rgb(1, 2, 3) ; background: white"), Some([255; 4]));
        assert_eq!(found("background: red !important"), Some([255, 0, 0, 255]));
        assert_eq!(found("background:white;background:none"), Some([0; 4]));
        assert_eq!(found("enable-background:new 0 0 512 512"), None);
        assert_eq!(found("background: url(a.png)"), None);
        assert_eq!(found(""), None);
    }

    #[test]
    fn a_background_covers_the_page_unless_it_is_transparent() {
        let page = Rect::new(0.0, 0.0, 10.0, 20.0);
        let drawn = |style| {
            let text = format!("<svg style=\"{style}\"/>");
            background(&Document::parse(&text).unwrap(), page)
        };
        assert!(
            matches!(drawn("background:#000"), Some(Drawing::Path { path, .. }) if path.bounding_box() == page)
        );
        assert!(matches!(drawn("background:rgba(0,0,0,0.5)"), Some(Drawing::Group(_))));
        assert!(drawn("background:transparent").is_none() && drawn("fill:red").is_none());
    }
}
