//! Tests which drawings an SVG file defines only once, and how clips and lines are written.

use kurbo::{Rect, Size};

use super::*;
use hexpress_scene::text::Fonts;

fn square(fill: &str) -> Drawing {
    let path = BezPath::from_svg("M0 0H2V2H0Z").unwrap();
    Drawing::Path { path, fill: Some(Ink::new(fill, [0xff, 0, 0x10])), stroke: None }
}

fn shared(drawings: Vec<Drawing>) -> Arc<Shared> {
    Arc::new(Shared { drawings, large: false, bounds: Rect::ZERO })
}

fn used(shared: &Arc<Shared>, x: f64) -> Drawing {
    Drawing::Use { shared: Arc::clone(shared), transform: Affine::translate((x, 0.0)) }
}

fn drawn(drawings: Vec<Drawing>) -> String {
    let size = Size::new(10.0, 10.0);
    let sheet = Sheet {
        component: "a".into(),
        title: "a".into(),
        size,
        drawings,
        warnings: Vec::new(),
        correction: None,
    };
    body(&sheet, "", Lettering::Glyphs, &Faces::new(&Fonts::bundled())).unwrap()
}

#[test]
fn drawings_that_are_used_twice_are_defined_and_others_are_not() {
    let (once, inner) = (shared(vec![square("a")]), shared(vec![square("b")]));
    let twice = shared(vec![used(&inner, 1.0), square("c")]);
    let text = drawn(vec![used(&once, 3.0), used(&twice, 0.0), used(&twice, 5.0)]);
    assert_eq!(
        text,
        r##"<defs>
<g id="_d1">
<g transform="translate(1 0)">
<path d="M0 0h2v2h-2z" fill="#ff0010"/>
</g>
<path d="M0 0h2v2h-2z" fill="#ff0010"/>
</g>
</defs>
<g transform="translate(3 0)">
<path d="M0 0h2v2h-2z" fill="#ff0010"/>
</g>
<use xlink:href="#_d1"/>
<use transform="translate(5 0)" xlink:href="#_d1"/>"##
    );
}

#[test]
fn a_clip_is_in_the_frame_of_its_group() {
    let mut group = Group::piece("a/1".parse().unwrap(), Affine::translate((4.0, 4.0)), vec![square("a")]);
    group.clip = BezPath::from_svg("M0 0H1V1Z").ok();
    assert_eq!(
        drawn(vec![Drawing::Group(group)]),
        r##"<defs>
<clipPath id="_c1">
<path d="M0 0h1v1z"/>
</clipPath>
</defs>
<g class="piece" clip-path="url(#_c1)" data-piece="a/1" id="a.1" transform="translate(4 4)">
<path d="M0 0h2v2h-2z" fill="#ff0010"/>
</g>"##
    );
}

#[test]
fn lines_have_their_dashes_and_round_ends() {
    let path = BezPath::from_svg("M0 0L2 0").unwrap();
    let stroke = Stroke {
        dash: vec![1.0, 0.5],
        phase: 0.25,
        round: true,
        ..Stroke::solid(0.25, Ink::new("g", [0x11; 3]))
    };
    assert_eq!(
        drawn(vec![Drawing::Path { path, fill: None, stroke: Some(stroke) }]),
        "<path d=\"M0 0h2\" fill=\"none\" stroke=\"#111\" stroke-dasharray=\"1 .5\" stroke-dashoffset=\".25\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\" stroke-width=\".25\"/>"
    );
}
