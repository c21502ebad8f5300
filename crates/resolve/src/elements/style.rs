//! Compiles the look of an element except its colours: opacity, shadow, halo, forms of letters, and
//! the curve of a text.

use crate::context::Compiler;
use hexpress_base::diag::{Place, Result, codes};
use hexpress_base::units::{PT_PER_MM, Trimmed};
use hexpress_game::element::Bend;
use hexpress_game::names::{Names, stroke};
use hexpress_game::path::LARGEST;
use hexpress_game::style::{Shadow, Style};
use hexpress_language::tables::element::Element as ElementTable;
use hexpress_language::values::place::At;
use hexpress_language::values::style::Tracking;
use hexpress_language::values::value::Line;
use hexpress_scene::Stroke;
use hexpress_scene::text::{FORMS, FontId, LetterStyle};

/// The widest halo, in mm.
const WIDEST_HALO: f64 = 10.0;

/// Returns the stroke of a halo.
fn halo_of(line: &Line, names: &Names) -> Result<Stroke> {
    if line.width > WIDEST_HALO {
        return Err(codes::BAD_SIZE.error(format!("a `halo` must be at most {WIDEST_HALO} mm wide")));
    }
    stroke(line, names)
}

impl Compiler<'_> {
    /// Returns the halo of texts of a board.
    pub fn halo(&mut self, given: &At<Line>) -> Option<Stroke> {
        let halo = halo_of(given, &self.names);
        self.ok_or_report(halo, given)
    }

    /// Returns the opacity, shadow, halo and corner radius of an element.
    pub(super) fn style(&mut self, e: &ElementTable) -> Style {
        Style {
            opacity: e.opacity.as_ref().map(|opacity| opacity.value.0).filter(|opacity| *opacity < 1.0),
            shadow: e.shadow.as_ref().and_then(|shadow| self.value(shadow, Shadow::new)),
            halo: e.halo.as_ref().and_then(|halo| self.value(halo, halo_of)),
            round: self.length(e.round.as_ref(), 0.0, "`round`"),
        }
    }

    /// Returns the forms and the spacing of letters in a font of a size in mm.
    pub(super) fn letter_style(&mut self, e: &ElementTable, font: Option<FontId>, size: f64) -> LetterStyle {
        let mut letter_style = LetterStyle::default();
        if let Some(tracking) = &e.tracking {
            let ems = tracking.value.in_ems(size);
            if !(-0.1..=1.0).contains(&ems) {
                let message = match tracking.value {
                    Tracking::Mm(_) => format!(
                        "`tracking` must be at least minus a tenth of the size of the font, and at most {} pt",
                        Trimmed(size * PT_PER_MM)
                    ),
                    Tracking::Thousandths(_) => {
                        "`tracking` must be -100 to 1000 thousandths of the size of the font".to_owned()
                    }
                };
                self.error(codes::BAD_SIZE, tracking, message);
            }
            letter_style = letter_style.tracked(ems);
        }
        let Some(letters) = &e.letters else { return letter_style };
        for (index, (form, features)) in FORMS.iter().enumerate() {
            if letters.value.0 & 1 << index == 0 {
                continue;
            }
            letter_style.forms |= 1 << index;
            let lacking = font.filter(|font| !self.fonts.has_features(*font, features));
            if let Some(face) = lacking.and_then(|font| self.fonts.get(font)) {
                let no_form = format!("the font `{}` has no {}", face.family, form.replace('-', " "));
                let hint = match self.families_with(features).as_slice() {
                    [] => "delete it, or use a font of your own that has them".to_owned(),
                    families => format!("delete it, or choose a font that has them: {}", families.join(", ")),
                };
                self.error_with_hint(codes::UNKNOWN_FONT, letters, no_form, hint);
            }
        }
        letter_style
    }

    /// Returns the families whose regular font has OpenType features.
    fn families_with(&self, features: &[&[u8; 4]]) -> Vec<&str> {
        let mut families = self.fonts.families();
        families.retain(|family| {
            let regular = self.fonts.find(family, hexpress_scene::text::Style::REGULAR);
            regular.is_some_and(|font| self.fonts.has_features(font, features))
        });
        families
    }

    /// Returns the circle that a text follows.
    pub(super) fn bend(&mut self, e: &ElementTable, place: Place) -> Option<Bend> {
        let bend = e.bend.as_ref()?;
        let radius = bend.value.0;
        if !(radius.abs() >= 1.0 && radius.abs() <= LARGEST) {
            let message =
                format!("`bend` is a radius, and must be 1 to {} mm, or negative", Trimmed(LARGEST));
            self.error(codes::BAD_SIZE, bend, message);
        }
        if e.size.is_some() {
            let hint = "delete `size`: text on a curve has only one line";
            self.error_with_hint(codes::BAD_ELEMENT, place, "text in a box cannot follow a curve", hint);
        }
        Some(Bend(radius))
    }
}
