//! Values that say how something is drawn: how much it covers, its shadow, the forms of its letters.

use std::str::FromStr;

use super::bad;
use super::value::Pair;
use crate::base::units::{Mm, Trimmed};
use crate::diag::{Diagnostic, Result, near};
use crate::text::FORMS;

/// Checks that a family of fonts may be called that: `font = "body bold 9pt"` must find it.
///
/// # Errors
/// What it may be called.
pub fn family_name(name: &str) -> Result<()> {
    let is_one_word = name.starts_with(char::is_alphabetic) && !name.contains(char::is_whitespace);
    if is_one_word && !["bold", "italic", "regular"].contains(&name) {
        return Ok(());
    }
    let joined = name.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase();
    let proposed =
        if joined.contains('-') && joined.starts_with(char::is_alphabetic) { &joined } else { "title" };
    let hint = format!("one word that begins with a letter, and not bold, italic or regular: \"{proposed}\"");
    Err(bad(format!("`{name}` cannot be a font's name")).hint(hint))
}

/// How much covers what is below: `"40%"`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cover(pub f64);

impl FromStr for Cover {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let share = text.trim().strip_suffix('%').and_then(|number| number.trim().parse::<f64>().ok());
        match share {
            Some(share) if share > 0.0 && share <= 100.0 => Ok(Self(share / 100.0)),
            Some(_) => Err(bad("it lies above 0% and is at most 100%")),
            None => {
                let share = text.trim().parse::<f64>().ok().filter(|share| *share > 0.0 && *share <= 100.0);
                let percent = share.map(|share| if share > 1.0 { share } else { share * 100.0 });
                let hint = percent.map(|percent| format!("write \"{}%\"", Trimmed(percent)));
                Err(bad(format!("`{text}` is not a share such as \"40%\"")).maybe_hint(hint))
            }
        }
    }
}

/// How long something becomes, as shares of its true length, across and down: `"99.6 x 99.8%"`, `"99%"`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Scale {
    /// 1 is the true length.
    pub across: f64,
    /// The same.
    pub down: f64,
}

impl FromStr for Scale {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let (across, down) = text.split_once(['x', '×']).unwrap_or((text, text));
        let number = |part: &str| {
            let number = part.trim().trim_end_matches('%').trim_end().parse::<f64>();
            number.ok().filter(|number| number.is_finite())
        };
        let wanted = "for example \"99.6 x 99.8%\": what 100 mm become across and down";
        let (Some(across), Some(second)) = (number(across), number(down)) else {
            return Err(bad("it is a share of the true length, not a length").hint(wanted));
        };
        if !down.contains('%') {
            // 0.99 of a length is 99 % of it.
            let share = |part: f64| Trimmed(if part < 2.0 { part * 100.0 } else { part });
            let right = match text.contains(['x', '×']) {
                true => format!("{} x {}%", share(across), share(second)),
                false => format!("{}%", share(across)),
            };
            return Err(bad(format!("it is a share of the true length: write \"{right}\"")));
        }
        Ok(Self { across: across / 100.0, down: second / 100.0 })
    }
}

/// A flat shadow: how far right and down it lies, and its colour: `"0.6 0.8mm silver"`.
#[derive(Debug, Clone, PartialEq)]
pub struct Shadow {
    /// Right and down, in mm.
    pub by: Pair,
    /// Its colour.
    pub colour: String,
}

impl FromStr for Shadow {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let wanted =
            || bad("a shadow is how far right and down it lies, and a colour, such as \"0.6 0.8mm silver\"");
        let mut words: Vec<&str> = text.split_whitespace().collect();
        // The first length with a unit ends the distance.
        let end = words.iter().position(|word| word.parse::<Mm>().is_ok()).ok_or_else(wanted)?;
        let colour = words.split_off(end + 1).join(" ");
        let by: Pair = words.join(" ").parse().map_err(|_| wanted())?;
        if by.x.abs().max(by.y.abs()) > 20.0 {
            return Err(bad("a shadow lies no farther than 20mm"));
        }
        Ok(Self { by, colour: if colour.is_empty() { "silver".to_owned() } else { colour } })
    }
}

/// Forms of letters, as a set: one bit for each of [`FORMS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Letters(pub u16);

impl FromStr for Letters {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self> {
        let mut letters = Self::default();
        for word in text.split_whitespace() {
            let Some(found) = FORMS.iter().position(|(form, _)| *form == word) else {
                let known: Vec<&str> = FORMS.iter().map(|(form, _)| *form).collect();
                let hint = near::among(word, &known, "there are:");
                return Err(bad(format!("`{word}` is no form of letters")).hint(hint));
            };
            letters.0 |= 1 << found;
        }
        Ok(letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shadows_covers_and_letters() {
        let shadow: Shadow = "0.6 0.8mm navy 30% lighter".parse().unwrap();
        assert_eq!((shadow.by, &*shadow.colour), (Pair { x: 0.6, y: 0.8 }, "navy 30% lighter"));
        assert_eq!(
            "1mm".parse::<Shadow>().unwrap(),
            Shadow { by: Pair { x: 1.0, y: 1.0 }, colour: "silver".into() }
        );
        assert!("grey".parse::<Shadow>().is_err());
        assert_eq!("40%".parse::<Cover>().unwrap(), Cover(0.4));
        assert!("0%".parse::<Cover>().is_err() && "0.4".parse::<Cover>().is_err());
        assert_eq!("old-style tabular".parse::<Letters>().unwrap(), Letters(0b10100));
        assert!("small-caps".parse::<Letters>().unwrap_err().hint.unwrap().contains("small-capitals"));
    }
}
