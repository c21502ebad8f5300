//! Writes the operators that precede and follow the drawings of a group. Computes the transform of
//! a picture.
//!
//! - In: a group or a picture.
//! - Out: operators, or a transform.
//! - Not here: the drawings.

use std::fmt::{self, Write as _};

use kurbo::Affine;

use super::super::operators::{outline, push_hex, transform};
use hexpress_scene::{FillRule, Group, Image, ImageContent, Role};

/// Returns the transform that maps a picture's PDF object to the unit square that the picture fills.
///
/// A picture with pixels already fills this square. A page of a PDF becomes a form of the same size, so that
/// patterns and lines keep their scale. This form must be scaled to the square.
pub(super) fn to_square(image: &Image) -> Affine {
    match &image.content {
        ImageContent::Pixels(_) => Affine::IDENTITY,
        ImageContent::Page(form) => {
            let scale = Affine::scale_non_uniform(form.size.width.recip(), form.size.height.recip());
            // The operator for a picture turns the unit square upside down: y becomes 1 - y. The lower
            // left corner of the page is then at (0, 1), so the page is scaled about this point.
            Affine::translate((0.0, 1.0)) * scale * Affine::translate((0.0, -1.0))
        }
    }
}

/// Begins a group: writes its identity, its transform and its clip. If the group is a copy of a repeated
/// element, also writes the name of the copy. If the group replaces a text, also writes this text.
pub(super) fn open(group: &Group, out: &mut String) {
    if let Some(id) = &group.id {
        out.push_str(match group.role {
            Role::Art => "/Piece <</Id (",
            Role::Decoration | Role::Cut(_) | Role::PrinterMark => "/Artifact <</Id (",
            Role::Heading => "/H1 <</MCID 0/Id (",
        });
        // The result is ignored, because writing to a `String` cannot fail.
        let _ = write!(Literal(out), "{id}");
        out.push_str(")>> BDC\n");
    }
    if let Some(copy) = &group.copy {
        out.push_str("/Copy <</Name (");
        let _ = write!(Literal(out), "{copy}");
        out.push_str(")>> BDC\n");
    }
    if is_moved(group) {
        out.push_str("q ");
        transform(group.transform, out);
    }
    if let Some(clip) = &group.clip {
        outline(clip, out);
        out.push_str(if group.clip_rule == FillRule::EvenOdd { "W* n\n" } else { "W n\n" });
    }
    if let Some(text) = &group.actual_text {
        out.push_str("/Span <</ActualText <FEFF");
        for unit in text.encode_utf16() {
            push_hex(out, unit);
        }
        out.push_str(">>> BDC\n");
    }
}

pub(super) fn close(group: &Group, out: &mut String) {
    if group.actual_text.is_some() {
        out.push_str("EMC\n");
    }
    if is_moved(group) {
        out.push_str("Q\n");
    }
    if group.copy.is_some() {
        out.push_str("EMC\n");
    }
    if group.id.is_some() {
        out.push_str("EMC\n");
    }
}

/// Returns whether a group has a transform or a clip.
fn is_moved(group: &Group) -> bool {
    group.transform != Affine::IDENTITY || group.clip.is_some()
}

/// Writes text inside a PDF string, with escapes for parentheses and backslashes.
pub(in super::super) struct Literal<'o>(pub(in super::super) &'o mut String);

impl fmt::Write for Literal<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            if matches!(c, '(' | ')' | '\\') {
                self.0.push('\\');
            }
            self.0.push(c);
        }
        Ok(())
    }
}
