//! Compiles the typesetting of texts: their font, size, spacing and alignment.
//!
//! - In: the font and the other keys of a text.
//! - Out: a [`TextFormat`], and a [`Typesetting`] if a value differs between rows or frames.

use super::is_font_size;
use crate::context::Resolver;
use hexpress_base::diag::{Reported, Result, SourceSpan, codes};
use hexpress_base::units::{Mm, PT_PER_MM};
use hexpress_game::element::{PerRow as Value, TextFormat};
use hexpress_game::typesetting::{Typesetting, bend, forms, least_size, spacing_in_ems, tracking_in_ems};
use hexpress_language::tables::element::Element as ElementTable;
use hexpress_language::values::per_row::PerRow;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::Font;
use hexpress_scene::text::{FontId, Fonts, LetterStyle, Style};

/// The font size, in mm, that is assumed if the real size is computed for each row.
const UNKNOWN_SIZE: f64 = 9.0 / PT_PER_MM;

/// A length of a typesetting, as the user typed it.
type TypedLength = Option<Spanned<PerRow<Mm>>>;

impl Resolver<'_> {
    /// Reports a text without a font. `typed_element` is the element without the keys of its named place.
    fn missing_font(&mut self, typed_element: &ElementTable, place: SourceSpan) -> Reported {
        let size =
            typed_element.size.as_ref().map(|size| (self.place(size), self.text.get(size.span.clone())));
        if let Some((size_place, Some(raw))) = size {
            let typed = raw.trim_matches(['"', '\'']);
            if is_font_size(typed) {
                let message = "text needs a `font`: `size` sets only the box of the text";
                let hint = format!("write font = \"{typed}\" instead of size = \"{typed}\"");
                return self.error_with_hint(codes::MISSING_KEY, size_place, message, hint);
            }
        }
        let message = match typed_element.compass.is_some() {
            true => "a compass needs a `font` for its letters",
            false => "text needs a `font`",
        };
        self.error_with_hint(codes::MISSING_KEY, place, message, "add font = \"bold 9pt\"")
    }

    /// Returns how a text is set: its font, size, spacing and so on. If a value differs between rows or
    /// frames, returns a provisional value. [`Self::typesetting`] compiles the real one. Returns `None`
    /// after an error.
    pub(super) fn text_format(
        &mut self,
        element: &ElementTable,
        typed_element: &ElementTable,
        place: SourceSpan,
    ) -> Option<TextFormat> {
        let Some(value) = &element.font else { return self.missing_font(typed_element, place).none() };
        let (font, size) = self.assumed_font(value);
        let is_fixed = value.value.fixed().is_some();
        let min_size =
            self.fixed_length(&element.shrink, is_fixed, |mm| least_size(Some(mm), size)).unwrap_or(size);
        let align = element.align.as_deref().and_then(PerRow::fixed).copied().unwrap_or_default();
        let spacing = self.fixed_length(&element.spacing, is_fixed, |mm| spacing_in_ems(mm, size));
        let letter_style = self.letter_style(element, font, size);
        let bend = self.fixed_length(&element.bend, true, bend);
        if element.bend.is_some() && element.size.is_some() {
            let hint = "delete `size`: text on a curve has only one line";
            self.error_with_hint(codes::BAD_ELEMENT, place, "text in a box cannot follow a curve", hint);
        }
        if let Some(at) = element
            .align
            .as_ref()
            .filter(|_| align.baseline && (element.size.is_some() || element.bend.is_some()))
        {
            let hint = "delete `baseline`, or delete the `size` or `bend` of the text";
            let message = "`baseline` cannot align text that has a box (`size`) or a curve (`bend`)";
            self.error_with_hint(codes::BAD_ELEMENT, at, message, hint);
        }
        let along = element.along.is_some();
        if along && element.size.is_none() {
            let hint = "add size = \"70 x 40mm\"";
            self.error_with_hint(codes::MISSING_KEY, place, "text along sides needs a `size`", hint);
        }
        let flow = self.text_flow(element);
        Some(TextFormat { font: font?, size, min_size, align, spacing, letter_style, bend, along, flow })
    }

    /// Returns the font, size, spacing and so on of a text, if any of these values differs between rows
    /// or frames. Otherwise returns `None`.
    pub(super) fn typesetting(&mut self, element: &ElementTable) -> Option<Box<Typesetting>> {
        let font = element.font.as_ref()?;
        if let PerRow::Template(_) = font.value {
            let families = self.layout.fonts.names().map(str::to_owned);
            self.uses.fonts.extend(families);
        }
        let typesetting = Typesetting {
            font: self.value(font, |font, _| Ok(font.clone()))?,
            shrink: self.given_length(&element.shrink),
            spacing: self.given_length(&element.spacing),
            tracking: element.tracking.as_ref().and_then(|t| self.value(t, |t, _| Ok(*t))),
            bend: self.given_length(&element.bend),
            gutter: self.given_length(&element.gutter),
            align: element.align.as_ref().and_then(|a| self.value(a, |a, _| Ok(*a))).unwrap_or_default(),
            letters: element.letters.as_ref().and_then(|l| self.value(l, |l, _| Ok(*l))).unwrap_or_default(),
        };
        typesetting.varies().then(|| Box::new(typesetting))
    }

    fn given_length(&mut self, value: &TypedLength) -> Option<Value<Mm>> {
        value.as_ref().and_then(|length| self.value(length, |mm, _| Ok(*mm)))
    }

    /// Returns the face and the size of a font. If they are computed from rows, returns an assumed face
    /// and size. The face is `None` after an error.
    fn assumed_font(&mut self, value: &Spanned<PerRow<Font>>) -> (Option<FontId>, f64) {
        match &value.value {
            PerRow::Fixed(font) => (self.font(font, self.place(value)), font.size),
            PerRow::Percentages(percentages) => {
                (self.font(&percentages.nominal, self.place(value)), percentages.nominal.size)
            }
            PerRow::Template(_) => (assumed_face(self.fonts), UNKNOWN_SIZE),
        }
    }

    /// Checks a fixed length with `check`, and returns the result. Returns `None` for a length that is
    /// computed from rows. If the font is not fixed, ignores errors: the length is checked again when a
    /// piece is drawn.
    pub(super) fn fixed_length<T>(
        &mut self,
        value: &TypedLength,
        is_font_fixed: bool,
        check: impl FnOnce(Mm) -> Result<T>,
    ) -> Option<T> {
        let length = value.as_ref()?;
        let PerRow::Fixed(mm) = length.value else { return None };
        if is_font_fixed { self.ok_or_report(check(mm), length) } else { check(mm).ok() }
    }

    /// Returns which forms of letters are used (such as small capitals), and the spacing of letters.
    /// `size` is the font size in mm.
    fn letter_style(&mut self, e: &ElementTable, font: Option<FontId>, size: f64) -> LetterStyle {
        let is_fixed = e.font.as_ref().is_some_and(|font| font.value.fixed().is_some());
        let tracking = e.tracking.as_ref().and_then(|value| {
            let ems = tracking_in_ems(*value.value.fixed()?, size);
            if is_fixed { self.ok_or_report(ems, value) } else { ems.ok() }
        });
        let letter_style = LetterStyle::default().tracked(tracking.unwrap_or_default());
        let Some((letters, font)) = e.letters.as_ref().zip(font) else { return letter_style };
        let Some(wanted) = letters.value.fixed() else { return letter_style };
        let forms = self.ok_or_report(forms(*wanted, font, self.fonts), letters).unwrap_or(wanted.0);
        letter_style.with_forms(forms)
    }
}

/// Returns the default face. It stands for the face of a font that is computed for each row.
fn assumed_face(fonts: &Fonts) -> Option<FontId> {
    fonts.find(hexpress_scene::text::DEFAULT_FAMILY, Style::REGULAR)
}
