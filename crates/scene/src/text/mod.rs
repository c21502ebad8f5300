//! Fonts and shaping: converts strings to glyphs with their advances, and to lines.
//!
//! - In: strings, the bundled fonts, and the fonts that a layout names.
//! - Out: glyphs, measures and outlines, in ems.
//! - Not here: the positions of texts on a sheet, or fonts of the operating system, which are
//!   never used.

mod described;
mod direction;
mod embeddable;
mod faces;
mod font_data;
mod fonts;
pub mod hyphens;
pub mod inline;
mod letter_style;
mod letters;
mod link_target;
mod pen;
mod shape;
mod woff;
pub mod wrap;

pub(crate) use described::{FaceDescription, Slant, has_character};
pub use direction::{Direction, runs_leftwards};
pub use embeddable::examine;
pub use faces::{Faces, FontStyle};
pub use font_data::{Fetch, FontData};
pub use fonts::{DEFAULT_FAMILY, FontFace, FontId, FontMap, Fonts, Style};
pub use letter_style::{FORMS, LetterStyle};
pub use letters::Letters;
pub use link_target::LinkTarget;
pub use shape::{Glyph, NoGlyph, Shaped, Shaper, VerticalExtent};
