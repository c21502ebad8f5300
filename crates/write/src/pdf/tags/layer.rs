//! Lists the layers of a page with their names, and assigns drawings to the layers.

use hexpress_base::identity::Identity;
use hexpress_base::word_enum::word_enum;
use hexpress_scene::print::cuts::CutKind;
use hexpress_scene::{Group, Role};

word_enum! {
    /// A layer of a page. The layers are drawn in this order. Viewers show the text of a variant as the name
    /// of the layer.
    Layer:
    /// Boards and pieces.
    Art = "Art",
    /// Cut lines and crop marks.
    Cut = "Cut",
    /// Lines along which only the upper layer of the material is cut, and their marks.
    KissCut = "Kiss cut",
    /// Lines to perforate, and their marks.
    Perforation = "Perforation",
    /// Fold lines.
    Fold = "Fold",
    /// Areas for glue.
    Glue = "Glue",
    /// Rulers, and lines of text for the printer.
    Marks = "Marks",
}

impl Layer {
    pub fn from_group(group: &Group) -> Self {
        match group.role {
            Role::Art | Role::Decoration => Self::Art,
            Role::Cut(CutKind::Kiss) => Self::KissCut,
            Role::Cut(CutKind::Perforation) => Self::Perforation,
            Role::Cut(CutKind::Through | CutKind::Fold) => Self::Cut,
            Role::PrinterMark if matches!(group.id, Some(Identity::Fold | Identity::Crease)) => Self::Fold,
            Role::PrinterMark if matches!(group.id, Some(Identity::Glue)) => Self::Glue,
            Role::PrinterMark | Role::Heading => Self::Marks,
        }
    }
}
