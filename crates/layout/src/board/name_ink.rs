//! The colours of names on paper and on cells.

use hexpress_scene::{Ink, luminance};

/// Returns the ink of names on paper.
pub fn ink() -> Ink {
    Ink::new("#444444", [0x44; 3])
}

/// Returns the ink of names on cells with this fill: the usual grey if its contrast is sufficient,
/// else black or white.
pub fn ink_on(fill: Option<&Ink>) -> Ink {
    // The contrast of WCAG 2, with 0.0578 as the luminance of the grey: (l + 0.05) / (0.0578 +
    // 0.05) is at least 4.5.
    const LIGHT: f64 = 0.4352;
    match fill {
        Some(fill) if luminance(fill.rgb) >= LIGHT => ink(),
        Some(fill) if fill.is_light() => Ink::black(),
        Some(_) => Ink::white(),
        None => ink(),
    }
}
