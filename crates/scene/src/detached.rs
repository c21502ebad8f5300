//! Copies drawings of a sheet, to show them on a page of another file.
//!
//! - In: drawings with identities (names such as `board/cell:3,-1`), which use the fonts of their game.
//! - Out: drawings without identities, which use the fonts of the other file.
//! - Not here: deciding where the drawings are placed on the page.

use std::sync::Arc;

use crate::text::FontMap;
use crate::{Drawing, Group, Mask, Shared, Text};

/// Returns copies of drawings for another file, without identities. `fonts` maps the fonts of the
/// drawings to their numbers in that file.
pub fn detached(drawings: &[Drawing], fonts: &FontMap) -> Vec<Drawing> {
    let mut detached = Vec::with_capacity(drawings.len());
    for drawing in drawings {
        match drawing {
            Drawing::Text(text) => {
                detached.push(Drawing::Text(Text { font: fonts.of(text.font), ..text.clone() }));
            }
            Drawing::Group(group) => detached.push(Drawing::Group(without_identity(group, fonts))),
            Drawing::Cells(cells) => {
                let groups = cells.groups().map(|group| without_identity(&group, fonts));
                detached.extend(groups.map(Drawing::Group));
            }
            // A shared drawing contains no identities. It is copied only if its fonts have other numbers in
            // the new file.
            Drawing::Use { shared, transform } if !fonts.is_identity() => {
                let draws = detached_shared(shared, fonts);
                detached.push(Drawing::Use { shared: draws, transform: *transform });
            }
            Drawing::Use { .. } | Drawing::Path { .. } | Drawing::EvenOdd { .. } | Drawing::Image { .. } => {
                detached.push(drawing.clone());
            }
        }
    }
    detached
}

fn detached_shared(shared: &Shared, fonts: &FontMap) -> Arc<Shared> {
    Arc::new(Shared {
        drawings: detached(&shared.drawings, fonts),
        large: shared.large,
        bounds: shared.bounds,
    })
}

fn without_identity(group: &Group, fonts: &FontMap) -> Group {
    let mask = group
        .mask
        .as_ref()
        .map(|mask| Arc::new(Mask { drawings: detached(&mask.drawings, fonts), ..(**mask).clone() }));
    Group { id: None, copy: None, mask, drawings: detached(&group.drawings, fonts), ..group.clone() }
}
