//! Tests of digests.

use super::*;

fn digest(drawings: &[Drawing]) -> DrawingDigest {
    let outline = Rect::new(-10.0, -10.0, 10.0, 10.0).to_path(0.1);
    DrawingHasher::within(&outline).digest(drawings, Affine::IDENTITY, &Fonts::none())
}

fn filled(x: f64, rgb: [u8; 3]) -> Drawing {
    Drawing::filled(Rect::new(x, 0.0, x + 5.0, 4.0).to_path(0.1), Ink::from_rgb(rgb))
}

#[test]
fn drawings_that_show_the_same_have_the_same_digest() {
    let red = filled(1.0, [0xFF, 0, 0]);
    let expected = digest(std::slice::from_ref(&red));
    let moved = Drawing::moved(Affine::translate((-3.0, 0.0)), vec![filled(4.0, [0xFF, 0, 0])]);
    let shared = Shared { drawings: vec![red.clone()], large: false, bounds: Rect::ZERO };
    let used = Drawing::Use { shared: Arc::new(shared), transform: Affine::IDENTITY };
    let named = match red.clone() {
        Drawing::Path { path, .. } => Drawing::filled(path, Ink::new("crimson", [0xFF, 0, 0])),
        other => other,
    };
    let white = filled(-10.0, [0xFF; 3]);
    let all = |rgb| Drawing::filled(Rect::new(-11.0, -11.0, 11.0, 11.0).to_path(0.1), Ink::from_rgb(rgb));
    let on_gold = [all([9; 3]), all([8; 3]), filled(1.0, [0; 3])];
    let with_hidden = [filled(3.0, [7; 3]), all([8; 3]), filled(1.0, [0; 3]), filled(-9.0, [8; 3])];
    assert_eq!(digest(&on_gold), digest(&with_hidden));
    assert_ne!(digest(&on_gold), digest(&[all([8; 3]), filled(1.0, [0; 3]), filled(2.0, [8; 3])]));
    let hidden = Drawing::clipped(Rect::new(0.0, 0.0, 1.0, 1.0).to_path(0.1), vec![white.clone()]);
    for same in [vec![moved], vec![used], vec![named], vec![white, red.clone()], vec![hidden, red]] {
        assert_eq!(digest(&same), expected, "{same:?}");
    }
}

#[test]
fn what_is_outside_the_window_changes_nothing() {
    let wide = |end: f64| Drawing::filled(Rect::new(0.0, 0.0, end, 4.0).to_path(0.1), Ink::black());
    assert_eq!(digest(&[wide(10.0)]), digest(&[wide(13.0)]));
    assert_ne!(digest(&[wide(10.0)]), digest(&[wide(9.9)]));
    assert_eq!(digest(&[filled(11.0, [0; 3])]), digest(&[]));
}

#[test]
fn each_visible_difference_has_another_digest() {
    let line =
        |width: f64| Drawing::line(Point::ZERO, Point::new(3.0, 0.0), Stroke::solid(width, Ink::black()));
    let all = [
        digest(&[]),
        digest(&[filled(0.0, [0; 3])]),
        digest(&[filled(0.001, [0; 3])]),
        digest(&[filled(0.0, [1, 0, 0])]),
        digest(&[filled(0.0, [0; 3]), filled(1.0, [0xFF; 3])]),
        digest(&[Drawing::with_opacity(0.5, vec![filled(0.0, [0; 3])])]),
        digest(&[line(0.2)]),
        digest(&[line(0.3)]),
    ];
    let different: std::collections::BTreeSet<_> = all.iter().collect();
    assert_eq!(different.len(), all.len());
    assert!(all.iter().all(|digest| DrawingDigest::is_short(&digest.short())));
    assert!(DrawingDigest::is_short("3f7k") && !DrawingDigest::is_short("3F7O"));
}
