//! The values of a layout that set the format of a text.
//!
//! - In: the font and the other keys of a text. Each value is fixed, computed for each row, or relative
//!   to the size of the frame.
//! - Out: the [`TextFormat`] for a row and a frame.
//! - Not here: shaping letters.

use crate::element::{Bend, TextFormat};
use crate::path::MAX_LENGTH_MM;
use crate::per_row::{PerRow, needs_of};
use crate::text_flow::{TextColumns, TextFlow};
use hexpress_base::diag::synonyms::Typed;
use hexpress_base::diag::{Result, codes, near};
use hexpress_base::units::{Mm, PT_PER_MM, ShortNumber};
use hexpress_language::values::style::{Letters, Tracking};
use hexpress_language::values::value::{Align, Font};
use hexpress_scene::text::{DEFAULT_FAMILY, FORMS, FontId, Fonts, LetterStyle, Style};

/// The values that set the format of a text. They may differ from row to row or from frame to frame.
/// `None` stands for a value that the layout does not set.
#[derive(Debug, Clone, PartialEq)]
pub struct Typesetting {
    pub font: PerRow<Font>,
    /// The smallest size to which the font may be shrunk, in mm. `None` if the text is not shrunk.
    pub shrink: Option<PerRow<Mm>>,
    /// The distance between baselines, in mm.
    pub spacing: Option<PerRow<Mm>>,
    /// The additional space between letters.
    pub tracking: Option<PerRow<Tracking>>,
    /// The radius of the circle that the baseline follows, in mm.
    pub bend: Option<PerRow<Mm>>,
    /// The distance between columns, in mm.
    pub gutter: Option<PerRow<Mm>>,
    pub align: PerRow<Align>,
    pub letters: PerRow<Letters>,
}

/// The values that set the format of a text, after they have been computed for a row and a frame.
#[derive(Debug, Clone, PartialEq)]
pub struct FixedTypesetting {
    pub font: Font,
    pub shrink: Option<Mm>,
    pub spacing: Option<Mm>,
    pub tracking: Option<Tracking>,
    pub bend: Option<Mm>,
    pub gutter: Option<Mm>,
    pub align: Align,
    pub letters: Letters,
}

impl Typesetting {
    /// Returns whether at least one value differs from row to row or from frame to frame.
    pub fn varies(&self) -> bool {
        let lengths = [&self.shrink, &self.spacing, &self.bend, &self.gutter];
        self.tracking.as_ref().is_some_and(|tracking| tracking.template().is_some())
            || self.font.template().is_some()
            || self.align.template().is_some()
            || self.letters.template().is_some()
            || lengths.into_iter().flatten().any(|length| length.template().is_some())
    }

    /// Returns the names of the fields that these values use.
    pub fn needs(&self) -> impl Iterator<Item = &str> {
        let lengths = [&self.shrink, &self.spacing, &self.bend, &self.gutter];
        let words = needs_of(&self.font).chain(needs_of(&self.align)).chain(needs_of(&self.letters));
        let tracking = self.tracking.iter().flat_map(needs_of);
        words.chain(tracking).chain(lengths.into_iter().flatten().flat_map(needs_of))
    }
}

impl FixedTypesetting {
    /// Converts these values to a text format, and looks up the font.
    ///
    /// `usual` contains the properties that are the same for all rows. They say whether the text runs
    /// along the sides of its box, and how it flows in the box.
    ///
    /// # Errors
    /// The font is unknown or lacks a form of letters, or a length is outside its range.
    pub fn text_format(&self, fonts: &Fonts, usual: &TextFormat) -> Result<TextFormat> {
        let font = find_font(&self.font, fonts)?;
        let size = self.font.size;
        Ok(TextFormat {
            font,
            size,
            min_size: least_size(self.shrink, size)?,
            align: self.align,
            spacing: self.spacing.map(|spacing| spacing_in_ems(spacing, size)).transpose()?,
            letter_style: LetterStyle::default()
                .with_forms(forms(self.letters, font, fonts)?)
                .tracked(self.tracking.map_or(Ok(0.0), |tracking| tracking_in_ems(tracking, size))?),
            bend: self.bend.map(bend).transpose()?,
            along: usual.along,
            flow: self.flow(usual)?,
        })
    }
}

impl FixedTypesetting {
    /// Returns the flow of the text in its box.
    fn flow(&self, usual: &TextFormat) -> Result<TextFlow> {
        let gutter = self.gutter.map(gutter).transpose()?;
        let columns = usual.flow.columns.map(|columns| match gutter {
            Some(gutter) => TextColumns { gutter, ..columns },
            None => columns,
        });
        Ok(TextFlow { columns, ..usual.flow })
    }
}

/// Finds the font that has the family, weight and style of `font`.
///
/// # Errors
/// The family is unknown, or lacks this weight or style.
pub fn find_font(font: &Font, fonts: &Fonts) -> Result<FontId> {
    let family = font.family.as_deref().unwrap_or(DEFAULT_FAMILY);
    let style = Style { bold: font.bold, italic: font.italic };
    if let Some(found) = fonts.find(family, style) {
        return Ok(found);
    }
    let styles = fonts.styles(family);
    let (message, hint) = if styles.is_empty() {
        let families = fonts.families();
        // A misspelt weight or style, such as `bould`, is read as a family. So the hint may also
        // suggest a weight or a style.
        let styles = ["bold", "italic", "regular"];
        let hint = near::hint_or_synonym(family, Typed::Font, styles, || {
            near::among(family, &families, "choose one of:")
        });
        (format!("unknown font family `{family}`"), hint)
    } else {
        let message = format!("the font family `{family}` has no {}", style.name());
        (message, format!("choose one of: {}", styles.join(", ")).into())
    };
    Err(codes::UNKNOWN_FONT.error(message).hint(hint))
}

/// Returns the smallest font size to which a text may be shrunk, in mm. `size` is the usual font size,
/// in mm.
///
/// # Errors
/// `shrink` is 0, negative, or larger than `size`.
pub fn least_size(shrink: Option<Mm>, size: f64) -> Result<f64> {
    let least = shrink.map_or(size, |Mm(least)| least);
    if least > 0.0 && least <= size {
        return Ok(least);
    }
    let [size, least] = [size, least].map(|mm| ShortNumber(mm * PT_PER_MM));
    let message = format!(
        "`shrink` must be greater than 0 and at most the size in `font` ({size} pt), but is {least} pt"
    );
    Err(codes::BAD_SIZE.error(message))
}

/// Converts a distance between baselines from mm to ems. `size` is the font size, in mm.
///
/// # Errors
/// The distance is 0, negative, or too large.
pub fn spacing_in_ems(Mm(spacing): Mm, size: f64) -> Result<f64> {
    if spacing > 0.0 && spacing <= MAX_LENGTH_MM {
        return Ok(spacing / size);
    }
    let message = format!("`spacing` must be greater than 0 and at most {} mm", ShortNumber(MAX_LENGTH_MM));
    Err(codes::BAD_SIZE.error(message))
}

/// Converts the additional space between letters to ems. `size` is the font size, in mm.
///
/// # Errors
/// The space is less than -0.1 em or more than 1 em.
pub fn tracking_in_ems(tracking: Tracking, size: f64) -> Result<f64> {
    let ems = tracking.in_ems(size);
    if (-0.1..=1.0).contains(&ems) {
        return Ok(ems);
    }
    let message = match tracking {
        Tracking::Mm(_) => format!(
            "`tracking` must be {} to {} pt with this font size",
            ShortNumber(size * PT_PER_MM * -0.1),
            ShortNumber(size * PT_PER_MM)
        ),
        Tracking::Thousandths(_) => {
            "`tracking` must be a number from -100 to 1000, in thousandths of the font size".to_owned()
        }
    };
    Err(codes::BAD_SIZE.error(message))
}

/// Checks the distance between columns of text.
///
/// # Errors
/// The distance is negative or too large.
pub fn gutter(Mm(gutter): Mm) -> Result<f64> {
    if (0.0..=MAX_LENGTH_MM).contains(&gutter) {
        return Ok(gutter);
    }
    Err(codes::BAD_SIZE.error(format!("`gutter` must be 0 to {} mm", ShortNumber(MAX_LENGTH_MM))))
}

/// Checks the radius of the circle that a baseline follows.
///
/// # Errors
/// The radius is too small or too large.
pub fn bend(Mm(radius): Mm) -> Result<Bend> {
    if radius.abs() >= 1.0 && radius.abs() <= MAX_LENGTH_MM {
        return Ok(Bend(radius));
    }
    let message = format!(
        "`bend` must be a radius of 1 to {} mm, with or without a minus sign",
        ShortNumber(MAX_LENGTH_MM)
    );
    Err(codes::BAD_SIZE.error(message))
}

/// Returns the bits of a [`LetterStyle`] for the chosen forms of letters, such as small capitals.
///
/// # Errors
/// The font lacks one of the forms.
pub fn forms(letters: Letters, font: FontId, fonts: &Fonts) -> Result<u16> {
    let wanted = FORMS.iter().enumerate().filter(|(index, _)| letters.0 & 1 << index != 0);
    for (_, (form, features)) in wanted {
        if fonts.has_features(font, features) {
            continue;
        }
        let Some(face) = fonts.get(font) else { continue };
        let no_form = format!("the font `{}` has no {}", face.family, form.replace('-', " "));
        let hint = match families_with(features, fonts).as_slice() {
            [] => format!("delete `{form}` from `letters`, or use a font of your own that has it"),
            families => format!(
                "delete `{form}` from `letters`, or choose a font that has it: {}",
                families.join(", ")
            ),
        };
        return Err(codes::UNKNOWN_FONT.error(no_form).hint(hint));
    }
    Ok(letters.0)
}

/// Returns the font families whose regular font has all these OpenType features.
fn families_with<'f>(features: &[&[u8; 4]], fonts: &'f Fonts) -> Vec<&'f str> {
    let mut families = fonts.families();
    families.retain(|family| {
        let regular = fonts.find(family, Style::REGULAR);
        regular.is_some_and(|font| fonts.has_features(font, features))
    });
    families
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_may_be_shrunk_to_any_size_up_to_its_own() {
        assert_eq!(least_size(None, 4.0).unwrap(), 4.0);
        for (least, is_allowed) in [(-1.0, false), (0.0, false), (0.001, true), (4.0, true), (4.001, false)] {
            assert_eq!(least_size(Some(Mm(least)), 4.0).is_ok(), is_allowed, "{least}");
        }
    }
}
