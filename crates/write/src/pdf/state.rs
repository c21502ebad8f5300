//! Writes graphics states, which describe how groups are mixed with the drawings behind them (ISO
//! 32000-1, 8.4.5).
//!
//! - In: an opacity, a blend mode and a mask.
//! - Out: the name and the dictionary of a state.
//! - Not here: the drawings of groups and masks.

use lopdf::{Dictionary, ObjectId, dictionary};
use printpdf::{ExtendedGraphicsState, extgstate_to_dict};
use sha2::{Digest, Sha256};

use hexpress_scene::{Blend, MaskKind};

/// A mask whose drawings are in a form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct MaskForm {
    /// Whether the lightness or the opacity of the drawings determines what the mask hides.
    pub kind: MaskKind,
    /// The name of the form that contains the drawings of the mask.
    pub form: String,
}

/// How a group is mixed with the drawings behind it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    /// The opacity in thousandths.
    pub opacity: u16,
    /// The blend mode of the group. `None` if the group is not isolated.
    pub blend: Option<Blend>,
    pub mask: Option<MaskForm>,
}

impl State {
    /// Returns the name of the state. It does not depend on the order of pages.
    pub fn name(&self) -> String {
        let Self { opacity, blend, mask } = self;
        let blend = blend.filter(|blend| *blend != Blend::Normal).map_or("", Blend::pdf_name);
        let mask = mask.as_ref().map_or_else(String::new, |mask| {
            let hash = Sha256::digest(format!("{:?}{}", mask.kind, mask.form));
            hash.iter().take(6).map(|byte| format!("{byte:02x}")).collect()
        });
        format!("V{opacity}{blend}{mask}")
    }

    /// Returns the dictionary of the state. `form` returns the object number of a form by its name.
    pub fn dictionary(&self, form: impl Fn(&str) -> Option<ObjectId>) -> Dictionary {
        let share = f32::from(self.opacity) / 1000.0;
        let state = ExtendedGraphicsState::default();
        let mut state =
            extgstate_to_dict(&state.with_current_fill_alpha(share).with_current_stroke_alpha(share));
        if let Some(blend) = self.blend.filter(|blend| *blend != Blend::Normal) {
            state.set("BM", blend.pdf_name());
        }
        if let Some(mask) = &self.mask
            && let Some(form) = form(&mask.form)
        {
            let kind = match mask.kind {
                MaskKind::Luminance => "Luminosity",
                MaskKind::Alpha => "Alpha",
            };
            state.set("SMask", dictionary! { "Type" => "Mask", "S" => kind, "G" => form });
        }
        state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_that_differ_have_different_names() {
        let plain = State { opacity: 500, blend: None, mask: None };
        let normal = State { blend: Some(Blend::Normal), ..plain.clone() };
        let mask = |kind| Some(MaskForm { kind, form: "M1".into() });
        let all = [
            State { blend: Some(Blend::Multiply), ..plain.clone() },
            State { mask: mask(MaskKind::Alpha), ..plain.clone() },
            State { mask: mask(MaskKind::Luminance), ..plain.clone() },
        ];
        assert_eq!((plain.name(), normal.name()), ("V500".to_owned(), "V500".to_owned()));
        let names: std::collections::BTreeSet<_> = all.iter().map(State::name).collect();
        assert_eq!(names.len(), 3);
    }
}
