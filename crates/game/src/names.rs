//! The game's own names: colours and directions, looked up from text.

use std::sync::Arc;

use palette::Srgb;

use crate::base::units::Mm;
use crate::diag::near;
use crate::diag::synonyms::{Typed, synonym};
use crate::diag::{Diagnostic, Result, codes};
use crate::print::ink::near_black_as_grey;
use crate::scene::{Ink, MOTIFS, Motif, Pattern, Stroke};
use crate::spec::values::value::{ColourName, Extent, HEADINGS, Line};

/// One of the game's ways across the board.
#[derive(Debug, Clone, PartialEq)]
pub struct Direction {
    /// The game's word for it.
    pub name: Arc<str>,
    /// Degrees clockwise from straight up.
    pub degrees: f64,
}

/// Colours and directions by name.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Names {
    /// In the order of the layout.
    pub colours: Vec<Ink>,
    /// The icon of each colour, in the same order.
    pub icons: Vec<Option<Arc<str>>>,
    /// In the order of the layout.
    pub directions: Vec<Direction>,
    /// Whether the game's boards have pointy-top cells, whose ways from cell to cell are others.
    pub pointy_top: bool,
}

/// A value that can be read from text once the game's names are known.
pub trait Resolve: Sized {
    /// Reads it.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn resolve(text: &str, names: &Names) -> Result<Self>;
}

/// Names of colours that every theme of the program has, and that are no colours by themselves.
const THEME_COLOURS: [&str; 5] = ["paper", "shade", "rule", "words", "accent"];

impl Names {
    /// The colour of a fill, or the colours that it runs through; `none` is no colour, unless the game has one of this
    /// name.
    ///
    /// # Errors
    /// As for [`Names::colour`].
    pub fn fill(&self, name: &str) -> Result<Option<Ink>> {
        if name == "none" && self.own(name).is_none() {
            return Ok(None);
        }
        if let Some(ink) = super::shades::shade(name, self)? {
            return Ok(Some(ink));
        }
        self.area(name).map(Some)
    }

    /// A colour, with the pattern that it has or that is named behind it.
    ///
    /// # Errors
    /// As for [`Names::colour`]; a length that a pattern cannot have.
    pub fn area(&self, name: &str) -> Result<Ink> {
        if let Some(ink) = self.own(name) {
            return Ok(ink.clone());
        }
        self.patterned(name).unwrap_or_else(|| self.colour(name))
    }

    /// The game's own colour of this name.
    fn own(&self, name: &str) -> Option<&Ink> {
        self.colours.iter().find(|ink| ink.name.as_ref() == name)
    }

    /// A colour with a pattern over it: `sea waves`, `sea waves navy 6mm 0.3mm`; none where no word is a pattern's.
    fn patterned(&self, text: &str) -> Option<Result<Ink>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        // A game's own colour may be called as a pattern is.
        let read = words.iter().enumerate().filter_map(|(at, word)| {
            let motif = Motif::from_name(word)?;
            Some(self.with_pattern(motif, &words[..at].join(" "), &words[at + 1..]))
        });
        read.reduce(|one, other| if one.is_ok() { one } else { other })
    }

    fn with_pattern(&self, motif: &'static Motif, ground: &str, style: &[&str]) -> Result<Ink> {
        let ground = if ground.is_empty() { Ink::white() } else { self.colour(ground)? };
        let lengths =
            style.iter().rev().take(2).take_while(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let (colour, lengths) = style.split_at(style.len() - lengths.count());
        let ink = if colour.is_empty() { ground.pattern_ink() } else { self.colour(&colour.join(" "))? };
        let length = |nth: usize, least: f64, most: f64| {
            let Some(word) = lengths.get(nth) else { return Ok(None) };
            let mm = word.parse::<Mm>().ok().map(|mm| mm.0).filter(|mm| (least..=most).contains(mm));
            let wrong = || {
                let message = format!("`{word}` is no length between {least}mm and {most}mm");
                let hint =
                    format!("\"sea {} 5mm 0.2mm\": from one to the next, and the width of lines", motif.name);
                codes::BAD_VALUE.error(message).hint(hint)
            };
            mm.map(Some).ok_or_else(wrong)
        };
        let across = length(0, 0.5, 100.0)?;
        // Lines as wide as that leave no gap between them.
        let widest = across.unwrap_or(f64::from(motif.width) / 1e3) / 2.0;
        let pattern = Pattern::new(motif, ink, across, length(1, 0.05, widest)?);
        Ok(Ink { pattern: Some(Arc::new(pattern)), ..ground })
    }

    /// The colour called `name`: the game's own, then hex digits, then CSS names. What is nearly black is grey.
    ///
    /// # Errors
    /// The nearest name there is.
    pub fn colour(&self, name: &str) -> Result<Ink> {
        if let Some(ink) = self.own(name) {
            return Ok(ink.clone().plain());
        }
        if let Some(rgb) = literal_colour(name) {
            return Ok(Ink::new(name, near_black_as_grey(rgb)));
        }
        if let Some(shade) = Shade::parse(name) {
            let (base, share) = shade.map_err(|what| codes::UNKNOWN_COLOUR.error(what))?;
            let base = self.colour(base).map_err(|wrong| wrong.within(name, base))?;
            let rgb = share.apply(base.rgb);
            return Ok(Ink::new(name, rgb));
        }
        if name.starts_with('#') {
            let message = format!("`{name}` is not a colour");
            let hint = super::css::half_seen(name)
                .unwrap_or_else(|| "hex digits are three or six: #FA3, #FFAA33".to_owned());
            return Err(codes::UNKNOWN_COLOUR.error(message).hint(hint));
        }
        let mut known: Vec<&str> = self.colours.iter().map(|ink| ink.name.as_ref()).collect();
        // A name that only begins as typed says nothing if several do, or if the game has a name that is near.
        let own_is_near = near::nearest(name, known.iter().copied()).is_some();
        let others = || COMMON_COLOURS.into_iter().chain(palette::named::names());
        let begins = |other: &str| other.starts_with(name);
        let first = others().find(|other| begins(other));
        let is_vague = own_is_near || others().any(|other| begins(other) && Some(other) != first);
        for other in others().filter(|other| !(is_vague && begins(other))) {
            known.push(other);
        }
        let digits = format!("#{name}");
        if name.contains(' ') && name.split(' ').any(|word| Motif::from_name(word).is_some()) {
            let message = format!("`{name}` has a pattern, and this is no area");
            return Err(codes::UNKNOWN_COLOUR.error(message).hint("a pattern is for a `fill`"));
        }
        if THEME_COLOURS.contains(&name) {
            let hint = format!(
                "themes have a colour of this name: write theme = \"parchment\" in [game], or name `{name}` in [colours]"
            );
            let wrong = codes::UNKNOWN_COLOUR.error(format!("no colour is called `{name}`")).hint(hint);
            return Err(wrong.cause("theme", name));
        }
        if let Some(hint) = super::css::colour(name) {
            return Err(codes::UNKNOWN_COLOUR.error(format!("no colour is called `{name}`")).hint(hint));
        }
        let elsewhere = name.split([' ', '(']).find_map(|word| synonym(Typed::Colour, word));
        let hint = match literal_colour(&digits).filter(|_| name.contains(|c: char| c.is_ascii_digit())) {
            Some(_) => format!("did you mean `{digits}`?"),
            None if elsewhere.is_some() => elsewhere.unwrap_or_default().to_owned(),
            None => near::hint(name, known, || {
                let motifs = || MOTIFS.iter().map(|motif| motif.name);
                let meant = name
                    .rsplit_once(' ')
                    .and_then(|(ground, word)| Some((ground, near::nearest(word, motifs())?)));
                match meant {
                    Some((ground, motif)) => format!("did you mean `{ground} {motif}`?"),
                    None => "name it in [colours], or write hex digits such as #CFE8CF".to_owned(),
                }
            }),
        };
        Err(codes::UNKNOWN_COLOUR.error(format!("no colour is called `{name}`")).hint(hint))
    }

    /// The direction called `name`: the game's own word, or a way on the sheet.
    ///
    /// # Errors
    /// The nearest name there is.
    pub fn direction(&self, name: &str) -> Result<f64> {
        if let Some(direction) = self.directions.iter().find(|d| d.name.as_ref() == name) {
            return Ok(direction.degrees);
        }
        if let Some((_, heading)) = HEADINGS.iter().find(|(heading, _)| *heading == name) {
            return Ok(if self.pointy_top { heading.pointy_top } else { heading.flat_top });
        }
        let own = self.directions.iter().map(|d| d.name.as_ref());
        let hint = near::hint(name, own.chain(HEADINGS.iter().map(|(heading, _)| *heading)), || {
            "name it in [directions]".to_owned()
        });
        Err(codes::UNKNOWN_DIRECTION.error(format!("no direction is called `{name}`")).hint(hint))
    }
}

/// Towards white or black: `navy 30% lighter`.
struct Shade {
    share: f64,
    target: f64,
}

impl Shade {
    /// The base colour's name and the shade; none where the text is no shade at all.
    fn parse(text: &str) -> Option<Result<(&str, Self), String>> {
        let (rest, word) = text.rsplit_once(' ')?;
        let target = match word {
            "lighter" => 255.0,
            "darker" => 0.0,
            _ => return None,
        };
        let wrong = || format!("`{text}` is not a shade: write it as in \"navy 30% lighter\"");
        let Some((base, share)) = rest.rsplit_once(' ') else { return Some(Err(wrong())) };
        let share = share.strip_suffix('%').and_then(|n| n.parse::<f64>().ok());
        let share = share.filter(|n| (0.0..=100.0).contains(n)).ok_or_else(wrong);
        Some(share.map(|share| (base.trim(), Self { share: share / 100.0, target })))
    }

    /// Mixes the encoded channels, which is what most drawing programs do and needs no power function.
    fn apply(&self, rgb: [u8; 3]) -> [u8; 3] {
        rgb.map(|channel| {
            let channel = f64::from(channel);
            (channel + (self.target - channel) * self.share).round() as u8
        })
    }
}

/// Of all names that are as near to a misspelt one, these are offered first.
const COMMON_COLOURS: [&str; 18] = [
    "black", "white", "grey", "gray", "silver", "red", "maroon", "orange", "gold", "yellow", "green",
    "olive", "teal", "blue", "navy", "purple", "brown", "pink",
];

/// `#cfe8cf`, `#abc` or a CSS name.
pub fn literal_colour(name: &str) -> Option<[u8; 3]> {
    let colour: Srgb<u8> = match name.strip_prefix('#') {
        // The library takes other letters apart in their middle.
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

/// A fill: `none` leaves the inside as it is.
impl Resolve for Option<Ink> {
    fn resolve(text: &str, names: &Names) -> Result<Self> {
        let name: ColourName = text.parse()?;
        names.fill(&name.0)
    }
}

impl Resolve for Stroke {
    fn resolve(text: &str, names: &Names) -> Result<Self> {
        let line: Line = text.parse()?;
        stroke(&line, names).map_err(|wrong| in_colour(wrong, text, &line.colour))
    }
}

/// A mistake in the colour that a longer text names, with its part of that.
pub(super) fn in_colour(wrong: Diagnostic, text: &str, colour: &str) -> Diagnostic {
    let inner = wrong.part().unwrap_or(0..colour.len());
    let start = text.find(colour);
    wrong.in_part(start.map(|start| start + inner.start..start + inner.end))
}

impl Resolve for Extent {
    fn resolve(text: &str, _: &Names) -> Result<Self> {
        text.parse()
    }
}

/// A line with its colour looked up; dashes are four times as long as the line is wide.
///
/// # Errors
/// The colour is not known.
pub fn stroke(line: &Line, names: &Names) -> Result<Stroke> {
    let ink = names.colour(&line.colour)?;
    let dash = if line.dashed { vec![line.width * 4.0, line.width * 3.0] } else { Vec::new() };
    Ok(Stroke { width: line.width, ink, dash, phase: 0.0, round: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slanted_ways_follow_the_board() {
        let flat = Names::default();
        let pointy = Names { pointy_top: true, ..Names::default() };
        assert_eq!(flat.direction("upper-right").unwrap(), 60.0);
        assert_eq!(pointy.direction("upper-right").unwrap(), 30.0);
        assert_eq!(pointy.direction("left").unwrap(), 270.0);
    }

    #[test]
    fn own_names_come_first() {
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
