//! Tests of every kind of element. The tests draw each element once, and measure its position in
//! the finished file.

mod edges;
mod figures;
mod placing;
mod whole_pieces;

use std::fmt::Write as _;

use crate::support::measure::{TOLERANCE_MM, id, texts};
use crate::support::run::Run;
use hexpress::find::discs;
use hexpress::read::{Item, ItemKind, Page, Rgb, Stroke, Text};
use kurbo::{Affine, BezPath, ParamCurve, Point, Shape, Vec2};

const CARD: &str = "[[cards]]\nsize = \"60 x 50mm\"";
const FLAT: &str = "[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"";
const POINTY: &str = "[[tiles]]\ncells = \"pointy-top\"\nacross = \"40mm\"";
const SQUARE: &str = "[[counters]]\nshape = \"square\"\nacross = \"40mm\"";
const DISC: &str = "[[counters]]\nacross = \"40mm\"";

/// The page of one piece, which is centred on its sheet.
struct Piece {
    page: Page,
}

/// A path, relative to the centre of its piece.
struct Path {
    path: BezPath,
    fill: Option<Rgb>,
    stroke: Option<Stroke>,
}

impl Path {
    fn corners(&self) -> Vec<Point> {
        self.path.segments().map(|s| s.start()).collect()
    }

    fn ends(&self) -> (Point, Point) {
        let segments: Vec<_> = self.path.segments().collect();
        (segments[0].start(), segments.last().unwrap().end())
    }
}

impl Piece {
    fn centre(&self) -> Vec2 {
        self.page.media.center().to_vec2()
    }

    fn paths(&self) -> Vec<Path> {
        let back = Affine::translate(-self.centre());
        let items = self.page.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Path { path, fill, stroke } => {
                Some(Path { path: back * path.to_path(0.0), fill: *fill, stroke: stroke.as_deref().cloned() })
            }
            _ => None,
        });
        items.collect()
    }

    #[track_caller]
    fn path(&self) -> Path {
        let mut paths = self.paths();
        assert_eq!(paths.len(), 1, "one path");
        paths.remove(0)
    }

    fn texts(&self) -> Vec<&Text> {
        texts(&self.page).map(|(_, text)| text).collect()
    }

    /// Returns the centres of the discs, relative to the centre of the piece.
    fn discs(&self) -> Vec<Point> {
        discs(&self.page).iter().map(|disc| disc.centre - self.centre()).collect()
    }
}

/// Builds each piece on a page of its own. Each pair is the type of the piece and its face.
///
/// The tables in `head` come before the pieces.
fn pieces(head: &str, pieces: &[(&str, &str)]) -> Vec<Piece> {
    let mut layout = format!("{head}\n");
    for (number, (kind, face)) in pieces.iter().enumerate() {
        writeln!(layout, "{kind}\nname = \"p{number}\"\ngrid = \"1 x 1\"\nface = [{face}]\n").unwrap();
    }
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().run();
    let mut pages = ran.pdf("output/x-iso.pdf").pages;
    pages.truncate(pieces.len());
    let own = pages.into_iter().enumerate().map(|(number, mut page)| {
        let name = format!("p{number}/1");
        page.items.retain(|item| id(item) == name && !is_white_point(item));
        Piece { page }
    });
    let own_pieces: Vec<_> = own.collect();
    assert_eq!(own_pieces.len(), pieces.len());
    own_pieces
}

/// A piece that shows nothing has an invisible white point. Returns true for this point.
fn is_white_point(item: &Item) -> bool {
    let ItemKind::Path { path, fill, .. } = &item.kind else { return false };
    *fill == Some(Rgb([255; 3])) && path.bounding_box().width() < 0.11
}

/// Builds a card for each of these faces.
fn cards(head: &str, faces: &[&str]) -> Vec<Piece> {
    let all: Vec<_> = faces.iter().map(|face| (CARD, *face)).collect();
    pieces(head, &all)
}

fn rgb(hex: u32) -> Option<Rgb> {
    Some(Rgb([(hex >> 16) as u8, (hex >> 8) as u8, hex as u8]))
}

const RED: u32 = 0xFF_0000;
const BLUE: u32 = 0x00_00FF;
const GOLD: u32 = 0xFF_D700;

/// Returns a step of 1 mm, at an angle in degrees clockwise from up.
fn heading(degrees: f64) -> Vec2 {
    let radians = degrees.to_radians();
    Vec2::new(libm::sin(radians), -libm::cos(radians))
}

#[track_caller]
fn same_point(got: Point, expected: impl Into<Point>, what: &str) {
    let expected = expected.into();
    assert!(got.distance(expected) <= TOLERANCE_MM, "{what}: {got:?} instead of {expected:?}");
}

/// Checks that both lists have the same points, in any order.
#[track_caller]
fn same_points(got: &[Point], expected: &[Point], what: &str) {
    assert_eq!(got.len(), expected.len(), "{what}: {got:?}");
    for point in expected {
        let near = got.iter().any(|p| p.distance(*point) <= TOLERANCE_MM);
        assert!(near, "{what}: nothing at {point:?}, but at {got:?}");
    }
}
