//! Compiles the style of an element: its opacity, shadow, halo, rounded corners and `knock-out`.
//!
//! - Not here: its fill, line and colour (`mod.rs`).

use crate::context::Resolver;
use hexpress_base::diag::{Result, codes};
use hexpress_game::PerRow;
use hexpress_game::names::{Names, stroke};
use hexpress_game::numbers::distance;
use hexpress_game::style::{Shadow, Style};
use hexpress_language::tables::element::Element as ElementTable;
use hexpress_language::values::shares::OfWhole;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::Line;
use hexpress_scene::Stroke;

/// The largest width of a halo, in mm.
const MAX_HALO_WIDTH_MM: f64 = 10.0;

fn halo_of(line: &Line, names: &Names) -> Result<Stroke> {
    if line.width > MAX_HALO_WIDTH_MM {
        return Err(codes::BAD_SIZE.error(format!("a `halo` must be at most {MAX_HALO_WIDTH_MM} mm wide")));
    }
    stroke(line, names)
}

impl Resolver<'_> {
    /// Returns the halo of texts on a board. Returns `None` after an error.
    pub fn halo(&mut self, value: &Spanned<OfWhole<Line>>) -> Option<Stroke> {
        let halo = halo_of(value, &self.names);
        self.ok_or_report(halo, value)
    }

    /// Returns the opacity, shadow, halo and corner radius of an element.
    pub(super) fn style(&mut self, e: &ElementTable) -> Style {
        Style {
            opacity: e.opacity.as_ref().map(|opacity| opacity.value.0).filter(|opacity| *opacity < 1.0),
            shadow: e.shadow.as_ref().and_then(|shadow| self.value(shadow, Shadow::new)),
            halo: e.halo.as_ref().and_then(|halo| self.value(halo, halo_of)),
            round: self.length(e.round.as_ref(), 0.0, "`round`"),
            knock_out: self.knock_out(e),
        }
    }

    /// Returns the width of the gap around an element, which the key `knock-out` sets. In this gap, the
    /// drawings behind the element are removed. Returns `None` if the key is missing, or after an error.
    /// Reports the key on an element that is not part of another element.
    fn knock_out(&mut self, e: &ElementTable) -> Option<PerRow<f64>> {
        let value = e.knock_out.as_deref()?;
        if self.depth == 0 {
            let message = "`knock-out` has no effect here: use it inside `parts`, or inside a look that an \
                element draws";
            let hint =
                "put this element into `parts`, after the elements that it covers: parts = [{ … }, { … }]";
            return self.error_with_hint(codes::IDLE_KEY, value, message, hint).none();
        }
        self.value(value, |mm, _| distance(*mm, "`knock-out`"))
    }
}
