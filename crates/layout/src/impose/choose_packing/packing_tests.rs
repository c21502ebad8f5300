//! Tests the number of pieces that fit on a sheet. The expected numbers were found by a brute-force
//! search.

use kurbo::Rect;

use crate::impose::choose_packing::*;
use crate::impose::rectangles::PieceGrid;
use crate::impose::straight_cuts::CutLine;
use crate::setup::TOLERANCE;
use hexpress_base::tiling::hex::Orientation;

const ACROSS: f64 = 40.0;

fn room(width: f64, height: f64) -> Size {
    Size::new(width + TOLERANCE, height + TOLERANCE)
}

/// Returns the middles of the hexagons in a packing.
fn points(pattern: PackingPattern, orientation: Orientation, gap: f64, room: Size) -> Vec<Point> {
    let outline = Outline::Hexagon(orientation);
    let piece = outline.across(ACROSS);
    Steps::for_pattern(pattern, &outline, piece, gap).unwrap().points(piece, room, None)
}

/// Returns the middles of the hexagons of a packing. The packing is in the middle of a sheet.
fn on_sheet(pattern: PackingPattern, orientation: Orientation, sheet: Size) -> Vec<Point> {
    let points = points(pattern, orientation, 0.0, room(200.0, 287.0));
    let piece = Outline::Hexagon(orientation).across(ACROSS);
    let boxes = points.iter().map(|point| Rect::from_center_size(*point, piece));
    let shift = sheet.to_rect().center() - boxes.reduce(|a, b| a.union(b)).unwrap().center();
    points.into_iter().map(|point| point + shift).collect()
}

fn cuts(pattern: PackingPattern, orientation: Orientation, sheet: Size, middles: &[Point]) -> Vec<CutLine> {
    Hexagons { orientation, middles, across: ACROSS }.cuts(pattern, sheet.to_rect())
}

/// Returns how many hexagons of a honeycomb fit on A4 with margins of 5 mm, first for flat-top and
/// then for pointy-top hexagons.
fn honeycombs(gap: f64) -> [usize; 2] {
    let a4 = room(200.0, 287.0);
    [Orientation::FlatTop, Orientation::PointyTop]
        .map(|orientation| points(PackingPattern::Honeycomb, orientation, gap, a4).len())
}

/// Returns how many hexagons fit on each of four paper sizes.
fn on_papers(orientation: Orientation, pattern: PackingPattern) -> [usize; 4] {
    [(200.0, 287.0), (205.9, 269.4), (287.0, 410.0), (269.4, 421.8)]
        .map(|(width, height)| points(pattern, orientation, 0.0, room(width, height)).len())
}

#[test]
fn honeycombs_hold_what_brute_force_found() {
    assert_eq!(honeycombs(0.0), [33, 32]);
    assert_eq!(honeycombs(2.0), [30, 28]);
    assert_eq!(honeycombs(6.0), [22, 25]);
}

#[test]
fn straight_cuts_and_strips_hold_what_was_worked_out_by_hand() {
    assert_eq!(on_papers(Orientation::PointyTop, PackingPattern::CornerToCorner), [28, 25, 56, 51]);
    assert_eq!(on_papers(Orientation::FlatTop, PackingPattern::CornerToCorner), [25, 21, 55, 50]);
    assert_eq!(on_papers(Orientation::PointyTop, PackingPattern::Strips), [30, 25, 56, 54]);
    assert_eq!(on_papers(Orientation::FlatTop, PackingPattern::Strips), [28, 24, 60, 50]);
}

#[test]
fn straight_cuts_run_along_sides_and_through_no_hexagon() {
    for orientation in [Orientation::FlatTop, Orientation::PointyTop] {
        let sheet = Size::new(210.0, 297.0);
        let points = on_sheet(PackingPattern::CornerToCorner, orientation, sheet);
        let cuts = cuts(PackingPattern::CornerToCorner, orientation, sheet, &points);
        assert_eq!(cuts.len(), 24, "{orientation:?}");
        for cut in cuts {
            let distances = points.iter().map(|point| (*point - cut.from).cross(cut.direction()).abs());
            let least = distances.fold(f64::INFINITY, f64::min);
            assert!((least - ACROSS / 2.0).abs() < 1e-9, "{cut:?}");
        }
    }
}

#[test]
fn strips_are_cut_off_first() {
    let (orientation, sheet) = (Orientation::PointyTop, Size::new(210.0, 297.0));
    let points = on_sheet(PackingPattern::Strips, orientation, sheet);
    let cuts = cuts(PackingPattern::Strips, orientation, sheet, &points);
    let cuts_by_stage = [0, 1, 2].map(|stage| cuts.iter().filter(|cut| cut.stage == stage).count());
    assert_eq!(cuts_by_stage, [6, 35, 35]);
}

#[test]
fn no_row_is_lost_to_floating_point() {
    let five = Size::new(40.0, 88.9);
    let steps = Steps::for_pattern(PackingPattern::Grid, &Outline::Rectangle(0.0), five, 0.0).unwrap();
    assert_eq!(steps.points(five, room(200.0, 266.7), None).len(), 15);
}

#[test]
fn two_blocks_hold_more_than_one() {
    let poker = Size::new(63.5, 88.9);
    let a3 = room(287.0, 410.0);
    let two_blocks = TwoBlocks::best(poker, 0.0, a3).unwrap();
    assert_eq!(two_blocks.upright, PieceGrid { columns: 4, rows: 1 });
    assert_eq!(two_blocks.turned, PieceGrid { columns: 3, rows: 5 });
    let slots = two_blocks.slots(poker, 0.0);
    assert_eq!(slots.len(), 19);
    let all = slots.iter().map(|slot| slot.covers(poker)).reduce(|a, b| a.union(b)).unwrap();
    assert!(all.width() <= a3.width && all.height() <= a3.height);
    let area: f64 = slots.iter().map(|slot| slot.covers(poker).area()).sum();
    assert!((area - 19.0 * poker.area()).abs() < 1e-6);
}

#[test]
fn two_blocks_are_not_packed_if_one_would_be_empty() {
    assert_eq!(TwoBlocks::best(Size::new(63.5, 88.9), 0.0, room(63.5, 88.9)), None);
}
