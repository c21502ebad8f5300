//! The numbers that packings come to, held against those that brute force found.

use crate::base::hex::Orientation;
use crate::layout::impose::choose_packing::*;

const ACROSS: f64 = 40.0;

fn room(width: f64, height: f64) -> Size {
    Size::new(width + TOLERANCE, height + TOLERANCE)
}

/// The middles of hexagons that lie so.
fn points(packing: Packing, orientation: Orientation, gap: f64, room: Size) -> Vec<Point> {
    let outline = Outline::Hexagon(orientation);
    let piece = outline.across(ACROSS);
    Steps::of(packing, outline, piece, gap).unwrap().points(piece, room, None)
}

/// The same about the middle of a sheet.
fn on_sheet(packing: Packing, orientation: Orientation, sheet: Size) -> Vec<Point> {
    let points = points(packing, orientation, 0.0, room(200.0, 287.0));
    let piece = Outline::Hexagon(orientation).across(ACROSS);
    let boxes = points.iter().map(|point| Rect::from_center_size(*point, piece));
    let by = sheet.to_rect().center() - boxes.reduce(|a, b| a.union(b)).unwrap().center();
    points.into_iter().map(|point| point + by).collect()
}

#[test]
fn honeycombs_hold_what_brute_force_found() {
    // 40 mm hexagons on A4 with margins of 5 mm.
    let a4 = room(200.0, 287.0);
    let holds = |gap| {
        let count = |orientation| points(Packing::Honeycomb, orientation, gap, a4).len();
        [count(Orientation::FlatTop), count(Orientation::PointyTop)]
    };
    assert_eq!(holds(0.0), [33, 32]);
    assert_eq!(holds(2.0), [30, 28]);
    assert_eq!(holds(6.0), [22, 25]);
}

#[test]
fn straight_cuts_and_strips_hold_what_was_worked_out_by_hand() {
    let papers = [(200.0, 287.0), (205.9, 269.4), (287.0, 410.0), (269.4, 421.8)];
    let holds = |orientation: Orientation, packing| {
        papers.map(|(w, h)| points(packing, orientation, 0.0, room(w, h)).len())
    };
    assert_eq!(holds(Orientation::PointyTop, Packing::Straight), [28, 25, 56, 51]);
    assert_eq!(holds(Orientation::FlatTop, Packing::Straight), [25, 21, 55, 50]);
    assert_eq!(holds(Orientation::PointyTop, Packing::Strips), [30, 25, 56, 54]);
    assert_eq!(holds(Orientation::FlatTop, Packing::Strips), [28, 24, 60, 50]);
}

#[test]
fn straight_cuts_run_along_sides_and_through_no_hexagon() {
    for orientation in [Orientation::FlatTop, Orientation::PointyTop] {
        let sheet = Size::new(210.0, 297.0);
        let points = on_sheet(Packing::Straight, orientation, sheet);
        let cuts = hexagon_cuts(orientation, false, &points, ACROSS, sheet.to_rect());
        assert_eq!(cuts.len(), 24, "{orientation:?}");
        for cut in cuts {
            let away = points.iter().map(|p| (*p - cut.from).cross(cut.way()).abs());
            assert!(away.clone().all(|away| away > ACROSS / 2.0 - 1e-9), "{cut:?}");
            assert!(away.into_iter().any(|away| (away - ACROSS / 2.0).abs() < 1e-9), "{cut:?}");
        }
    }
}

#[test]
fn strips_are_cut_off_first() {
    let (orientation, sheet) = (Orientation::PointyTop, Size::new(210.0, 297.0));
    let points = on_sheet(Packing::Strips, orientation, sheet);
    let cuts = hexagon_cuts(orientation, true, &points, ACROSS, sheet.to_rect());
    let of = |stage| cuts.iter().filter(|cut| cut.stage == stage).count();
    assert_eq!([of(0), of(1), of(2)], [6, 35, 35]);
}

#[test]
fn no_row_is_lost_to_floating_point() {
    let five = Size::new(40.0, 88.9);
    let steps = Steps::of(Packing::Grid, Outline::Rectangle(0.0), five, 0.0).unwrap();
    assert_eq!(steps.points(five, room(200.0, 266.7), None).len(), 15);
}

#[test]
fn two_blocks_hold_what_one_does_not() {
    let poker = Size::new(63.5, 88.9);
    let a3 = room(287.0, 410.0);
    let mixed = Mixed::best(poker, 0.0, a3).unwrap();
    assert_eq!((mixed.upright, mixed.turned, mixed.columns), (1, 5, (4, 3)));
    let slots = mixed.slots(poker, 0.0);
    assert_eq!(slots.len(), 19);
    let all = slots.iter().map(|slot| slot.covers(poker)).reduce(|a, b| a.union(b)).unwrap();
    assert!(all.width() <= a3.width && all.height() <= a3.height);
    let area: f64 = slots.iter().map(|slot| slot.covers(poker).area()).sum();
    assert!((area - 19.0 * poker.area()).abs() < 1e-6);
}
