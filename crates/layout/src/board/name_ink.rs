//! The colours of the names of cells, on paper and on cells.

use hexpress_scene::{Ink, luminance};

/// Returns the ink of names on paper.
pub fn ink() -> Ink {
    Ink::new("#444444", [0x44; 3])
}

/// Returns the ink of names on cells with the fill `fill`. The ink is the usual grey if its
/// contrast with the fill is high enough. Otherwise it is black or white.
pub fn ink_on(fill: Option<&Ink>) -> Ink {
    // WCAG 2 requires a contrast of 4.5. The luminance of the grey is 0.0578. For a fill with the
    // luminance l, (l + 0.05) / (0.0578 + 0.05) must therefore be at least 4.5.
    const LIGHT: f64 = 0.4352;
    match fill {
        Some(fill) if luminance(fill.rgb) >= LIGHT => ink(),
        Some(fill) if fill.is_light() => Ink::black(),
        Some(_) => Ink::white(),
        None => ink(),
    }
}
