//! The page behind a sheet with one side, in a file with sheets that have two.

use kurbo::Affine;

use super::printer_marks;
use crate::base::identity::{Feature, Single};
use crate::layout::draw::painter::Painter;
use crate::layout::draw::space::Space;
use crate::layout::plan::FileLine;
use crate::scene::{Draw, Group, Role};

/// The back of a sheet with one side says that it is empty, and why.
pub fn draw(file: &FileLine, painter: &mut Painter<'_, '_>, space: &mut Space, draws: &mut Vec<Draw>) {
    let mut content = Vec::new();
    let page = file.page.saturating_sub(1);
    let why = format!(
        "left empty on purpose: the back of page {page}, so that the next sheets keep their two sides"
    );
    let which = format!("{} · page {} of {}", file.name, file.page, file.pages);
    printer_marks::text_lines(&[why, which], false, painter, space, &mut content);
    let id = painter.identity(Feature::Single(Single::Empty));
    let group = Group { role: Role::PrinterMark, ..Group::piece(id, Affine::IDENTITY, content) };
    draws.push(Draw::Group(group));
}
