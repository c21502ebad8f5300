//! Looks up the colours and directions of a game by name.
//!
//! - In: the text of a colour, a fill, a line or a direction.
//! - Out: an ink, a stroke, or degrees.
//! - Not here: hints for unknown colours (`unknown_colour.rs`), and gradients (`gradient.rs`).

mod css;
mod gradient;
mod unknown_colour;

use std::ops::RangeInclusive;
use std::sync::Arc;

use palette::Srgb;

use crate::cell_lines::CellLine;
use hexpress_base::diag::near;
use hexpress_base::diag::{Diagnostic, Result, codes};
use hexpress_base::units::Mm;
use hexpress_language::values::shares::{OfWhole, PercentWords};
use hexpress_language::values::value::{ColourName, Extent, HEADINGS, Line};
use hexpress_scene::print::ink::near_black_as_grey;
use hexpress_scene::{Ink, Motif, Pattern, Stroke};
use hexpress_template::Colours;

#[derive(Debug, Clone, PartialEq)]
pub struct Direction {
    pub name: Arc<str>,
    /// The direction in degrees, clockwise from straight up.
    pub degrees: f64,
}

/// The colours and directions of a game, which are looked up by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Names {
    /// The colours, in the order of the layout.
    pub colours: Vec<Ink>,
    /// The icon of each colour, in the order of `colours`.
    pub icons: Vec<Option<Arc<str>>>,
    /// The directions, in the order of the layout.
    pub directions: Vec<Direction>,
    /// Whether the cells of the boards are pointy-top. The angle of a slanted direction, such as
    /// `upper-right`, is different for pointy-top and flat-top cells.
    pub pointy_top: bool,
}

impl Colours for Names {
    fn icon(&self, colour: &str) -> Option<&str> {
        // If several colours have the same name, the icon of the last one that has an icon is used.
        let mut pairs = self.colours.iter().zip(&self.icons).rev();
        pairs.find_map(|(ink, icon)| icon.as_deref().filter(|_| *ink.name == *colour))
    }

    fn is_light(&self, colour: &str) -> Result<bool> {
        self.colour(colour).map(|ink| ink.is_light())
    }
}

/// A value that can be read from a text. The text may contain names of the game, such as names of
/// colours.
pub trait Resolve: Sized {
    /// Which words of the text may be percentages of the element's frame, such as `2%` in the line
    /// `2% navy`. By default, no word may be a percentage.
    const SHARES: PercentWords = PercentWords::None;

    /// Reads the value.
    ///
    /// # Errors
    /// The text does not describe a value of this type.
    fn resolve(text: &str, names: &Names) -> Result<Self>;
}

impl Names {
    /// Returns the ink of a fill. A fill may be a gradient or a pattern.
    ///
    /// Returns `None` for `none`, unless the game defines a colour `none`.
    ///
    /// # Errors
    /// See [`Names::colour`].
    pub fn fill(&self, name: &str) -> Result<Option<Ink>> {
        if name == "none" && self.own(name).is_none() {
            return Ok(None);
        }
        if let Some(ink) = gradient::gradient(name, self)? {
            return Ok(Some(ink));
        }
        self.area(name).map(Some)
    }

    /// Returns the ink for an area: a colour that may have a pattern.
    ///
    /// If the game defines a colour with this name, the ink is that colour with its pattern. Otherwise,
    /// the name may be a colour followed by a pattern, such as `sea waves`.
    ///
    /// # Errors
    /// See [`Names::colour`]. Also, a length of a pattern may be outside its range.
    pub fn area(&self, name: &str) -> Result<Ink> {
        if let Some(ink) = self.own(name) {
            return Ok(ink.clone());
        }
        self.patterned(name).unwrap_or_else(|| self.colour(name))
    }

    /// Returns the colour that the game defines under this name. Returns `None` if it defines no such
    /// colour.
    fn own(&self, name: &str) -> Option<&Ink> {
        self.colours.iter().find(|ink| ink.name.as_ref() == name)
    }

    /// Reads a colour with a pattern, such as `sea waves` or `sea waves navy 6mm 0.3mm`. Returns `None`
    /// if no word is the name of a pattern.
    fn patterned(&self, text: &str) -> Option<Result<Ink>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        // A colour of the game may have the same name as a pattern. In `waves hills`, for example,
        // either word may be the pattern. So each word that names a pattern is tried, and the first
        // reading without an error is used.
        let readings = words.iter().enumerate().filter_map(|(index, word)| {
            let motif = Motif::from_name(word)?;
            Some(self.with_pattern(motif, &words[..index].join(" "), &words[index + 1..]))
        });
        readings.reduce(|first, next| if first.is_ok() { first } else { next })
    }

    /// Returns a background colour with a pattern.
    ///
    /// `base` is the name of the background colour. `style` contains the words after the name of the
    /// pattern: its colour, its spacing and the width of its lines.
    fn with_pattern(&self, motif: &'static Motif, base: &str, style: &[&str]) -> Result<Ink> {
        let ground = if base.is_empty() { Ink::white() } else { self.colour(base)? };
        let last_words = style.iter().rev().take(2);
        let length_count =
            last_words.take_while(|word| word.starts_with(|c: char| c.is_ascii_digit())).count();
        let (colour, lengths) = style.split_at(style.len() - length_count);
        let colour = colour.join(" ");
        let ink = if colour.is_empty() { ground.pattern_ink() } else { self.colour(&colour)? };
        let length = |index: usize, what: &str, range: RangeInclusive<f64>| {
            let read = lengths.get(index).map(|text| pattern_length(text, what, range)).transpose();
            read.map_err(|diagnostic| {
                let words = [base, motif.name, colour.as_str(), "5mm 0.2mm"].into_iter();
                let example = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
                diagnostic.hint(format!("write a distance and a line width, such as \"{example}\""))
            })
        };
        let spacing = length(0, "the distance from one repeat of a pattern to the next", 0.5..=1000.0)?;
        // Wider lines would leave too little of the background visible.
        let widest = spacing.unwrap_or(f64::from(motif.width) / 1e3) / 2.0;
        let width = length(1, "the width of a pattern's lines", 0.05..=widest)?;
        let pattern = Pattern::new(motif, ink, spacing, width);
        Ok(Ink { pattern: Some(Arc::new(pattern)), ..ground })
    }

    /// Returns a colour. The text is the name of a colour of the game or of CSS, or hex digits. It can
    /// also be a tint of such a colour, such as `navy 30% lighter`.
    ///
    /// A colour that is nearly black becomes a grey, so that it is printed only with black ink.
    ///
    /// # Errors
    /// The name is unknown. The error suggests the most similar name.
    pub fn colour(&self, name: &str) -> Result<Ink> {
        if let Some(ink) = self.own(name) {
            return Ok(ink.clone().plain());
        }
        if let Some(rgb) = literal_colour(name) {
            return Ok(Ink::new(name, near_black_as_grey(rgb)));
        }
        if let Some(tint) = Tint::parse(name) {
            let tint = tint.map_err(|message| codes::UNKNOWN_COLOUR.error(message))?;
            let base = self.colour(tint.base).map_err(|diagnostic| diagnostic.within(name, tint.base))?;
            return Ok(Ink::new(name, tint.apply(base.rgb)));
        }
        Err(self.unknown_colour(name))
    }

    /// Returns a direction of the game or of the sheet, in degrees clockwise from straight up.
    ///
    /// # Errors
    /// The name is unknown. The error suggests the most similar name.
    pub fn direction(&self, name: &str) -> Result<f64> {
        if let Some(direction) = self.directions.iter().find(|d| d.name.as_ref() == name) {
            return Ok(direction.degrees);
        }
        if let Some((_, heading)) = HEADINGS.iter().find(|(heading, _)| *heading == name) {
            return Ok(if self.pointy_top { heading.pointy_top } else { heading.flat_top });
        }
        let own = self.directions.iter().map(|d| d.name.as_ref());
        let hint = near::hint(name, own.chain(HEADINGS.iter().map(|(heading, _)| *heading)), || {
            "define it in [directions], as in North = \"up\"".to_owned()
        });
        Err(codes::UNKNOWN_DIRECTION.error(format!("unknown direction `{name}`")).hint(hint))
    }
}

/// Reads a length of a pattern, such as the width of its lines, and returns it in mm. `what` is the name
/// of the length in the message.
///
/// # Errors
/// The text is not a length, or the length is outside `range`.
fn pattern_length(text: &str, what: &str, range: RangeInclusive<f64>) -> Result<f64> {
    let mm = text.parse::<Mm>().ok().map(|mm| mm.0).filter(|mm| range.contains(mm));
    mm.ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        codes::BAD_VALUE.error(format!("{what} must be {least} to {most} mm, not `{text}`"))
    })
}

/// A colour that is mixed with white or black, such as `navy 30% lighter`.
struct Tint<'t> {
    base: &'t str,
    /// The fraction of white or black in the mixture, from 0 to 1.
    share: f64,
    /// The value of all channels of the colour that is mixed in: 255 for white, 0 for black.
    target: f64,
}

impl<'t> Tint<'t> {
    /// Reads a tint. Returns `None` if the text is not a tint.
    fn parse(text: &'t str) -> Option<Result<Self, String>> {
        let (rest, word) = text.rsplit_once(' ')?;
        let target = match word {
            "lighter" => 255.0,
            "darker" => 0.0,
            _ => return None,
        };
        let tint = rest.rsplit_once(' ').and_then(|(base, share)| {
            let percent = share.strip_suffix('%')?.parse::<f64>().ok()?;
            (0.0..=100.0).contains(&percent).then(|| Self {
                base: base.trim(),
                share: percent / 100.0,
                target,
            })
        });
        Some(tint.ok_or_else(|| {
            format!("expected a shade of 0% to 100%, such as \"navy 30% lighter\", found `{text}`")
        }))
    }

    /// Mixes a colour with white or black. As in most drawing programs, the encoded sRGB values are
    /// mixed. Mixing linear values would need a power function.
    fn apply(&self, rgb: [u8; 3]) -> [u8; 3] {
        rgb.map(|channel| {
            let from = f64::from(channel);
            (from + (self.target - from) * self.share).round() as u8
        })
    }
}

/// Returns the sRGB channels of a colour in hex digits, such as `#cfe8cf` or `#abc`, or of a CSS
/// colour. Returns `None` for any other text.
pub fn literal_colour(name: &str) -> Option<[u8; 3]> {
    let colour: Srgb<u8> = match name.strip_prefix('#') {
        // The library splits the text at byte positions, and must not split inside a character. So only
        // ASCII characters are allowed.
        Some(digits) if digits.is_ascii() && matches!(digits.len(), 3 | 6) => digits.parse().ok()?,
        Some(_) => return None,
        None => palette::named::from_str(name)?,
    };
    Some([colour.red, colour.green, colour.blue])
}

impl Resolve for Ink {
    fn resolve(text: &str, names: &Names) -> Result<Self> {
        let name: ColourName = text.parse()?;
        names.colour(&name.0)
    }
}

/// Reads a fill. For `none`, the ink is `None`.
impl Resolve for Option<Ink> {
    fn resolve(text: &str, names: &Names) -> Result<Self> {
        let name: ColourName = text.parse()?;
        names.fill(&name.0)
    }
}

impl Resolve for CellLine {
    fn resolve(text: &str, names: &Names) -> Result<Self> {
        let line: OfWhole<Line> = text.parse()?;
        let stroke = stroke(&line, names).map_err(|diagnostic| in_colour(diagnostic, text, &line.colour))?;
        Ok(Self::new(stroke, line.percents[0]))
    }
}

impl Resolve for Stroke {
    const SHARES: PercentWords = PercentWords::Leading;

    fn resolve(text: &str, names: &Names) -> Result<Self> {
        let line: Line = text.parse()?;
        stroke(&line, names).map_err(|diagnostic| in_colour(diagnostic, text, &line.colour))
    }
}

/// Converts an error about a colour to an error about the longer text in which the colour occurs.
pub(super) fn in_colour(diagnostic: Diagnostic, text: &str, colour: &str) -> Diagnostic {
    let inner = diagnostic.part().unwrap_or(0..colour.len());
    let start = text.find(colour);
    diagnostic.in_part(start.map(|start| start + inner.start..start + inner.end))
}

impl Resolve for Extent {
    fn resolve(text: &str, _: &Names) -> Result<Self> {
        text.parse()
    }
}

/// Returns the stroke of a line. If the line is dashed, each dash is four times as long as the line is
/// wide, and each gap is three times as long.
///
/// # Errors
/// The colour is unknown.
pub fn stroke(line: &Line, names: &Names) -> Result<Stroke> {
    let ink = names.colour(&line.colour)?;
    let dash = if line.dashed { vec![line.width * 4.0, line.width * 3.0] } else { Vec::new() };
    Ok(Stroke { width: line.width, ink, dash, phase: 0.0, round: false })
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexpress_language::values::parse_field::Spelling;
    use hexpress_language::values::scalar::Scalar;
    use hexpress_template::{Engine, Row};

    /// A row whose only field is `edge`.
    struct Edge(Scalar);

    impl Row for Edge {
        fn value(&self, name: &str) -> Option<&Scalar> {
            Some(&self.0).filter(|_| name == "edge")
        }

        fn names(&self) -> Vec<&str> {
            vec!["edge"]
        }
    }

    #[test]
    fn contrast_is_black_on_light_colours_and_white_on_dark_ones() {
        let ink = |name: &str, rgb| Ink::new(name, rgb);
        let names = Names {
            colours: vec![ink("lemon", [0xF0, 0xE4, 0x42]), ink("indigo", [0x33, 0x22, 0x88])],
            ..Names::default()
        };
        let engine = Engine::new(Arc::new(names), "en", Spelling::default());
        let on = |colour: &str| {
            let row = Edge(Scalar::Text(colour.into()));
            engine.render(&engine.compile("{{ edge | contrast }}").unwrap(), &row)
        };
        assert_eq!(on("lemon").unwrap(), "black");
        assert_eq!(on("indigo").unwrap(), "white");
        assert_eq!(on("#4477AA").unwrap(), "white");
        assert_eq!(on("").unwrap(), "black");
        assert!(on("lemmon").unwrap_err().message.contains("unknown colour `lemmon`"));
    }

    #[test]
    fn slanted_directions_follow_the_board() {
        let flat = Names::default();
        let pointy = Names { pointy_top: true, ..Names::default() };
        assert_eq!(flat.direction("upper-right").unwrap(), 60.0);
        assert_eq!(pointy.direction("upper-right").unwrap(), 30.0);
        assert_eq!(pointy.direction("left").unwrap(), 270.0);
    }

    #[test]
    fn tints_have_at_most_a_hundred_percent() {
        let names = Names::default();
        assert_eq!(names.colour("navy 0% lighter").unwrap().rgb, [0, 0, 128]);
        assert_eq!(names.colour("navy 100% lighter").unwrap().rgb, [255; 3]);
        assert!(names.colour("navy 100.1% lighter").is_err());
    }

    #[test]
    fn colours_of_the_game_come_first() {
        let names = Names { colours: vec![Ink::new("red", [1, 2, 3])], ..Names::default() };
        assert_eq!(names.colour("blue 50% lighter").unwrap().rgb, [128, 128, 255]);
        assert_eq!(names.colour("white 100% darker").unwrap().rgb, [0, 0, 0]);
        assert!(names.colour("blue 150% lighter").is_err());
        assert!(names.colour("bleu 50% lighter").is_err());
        assert_eq!(names.colour("red").unwrap().rgb, [1, 2, 3]);
        assert_eq!(names.colour("blue").unwrap().rgb, [0, 0, 255]);
        assert_eq!(names.colour("#ffA500").unwrap().rgb, [255, 165, 0]);
        assert_eq!(names.colour("#fa0").unwrap().rgb, [255, 170, 0]);
        assert!(names.colour("#ffff").is_err());
        assert!(names.colour("rde").unwrap_err().hint.unwrap().contains("red"));
    }
}
