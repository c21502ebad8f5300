//! Tests of photos of printed sheets.

use hexpress_simulate::camera::{Camera, Photographed, photograph};
use hexpress_simulate::print::Planted;
use hexpress_simulate::random::Random;
use kurbo::Point;
use serde_json::Value;

use super::{faults, game, png, printer, second_card};
use crate::support::run::{Ran, Run};

/// A camera that looks at a sheet from one side, through a bad lens.
fn camera() -> Camera {
    Camera {
        width: 1500,
        height: 2000,
        tilt: [-9.0, 8.0],
        turn: 2.0,
        fill: 0.8,
        lens: [0.05, -0.01],
        ..Camera::default()
    }
}

/// Prints a page with faults, takes a photo of it, and checks the photo.
fn check(faults: &[Planted], camera: &Camera) -> Ran {
    taken(faults, camera).0
}

/// Does the same as [`check`], and also returns the photo.
fn taken(faults: &[Planted], camera: &Camera) -> (Ran, Photographed) {
    let game = game();
    let random = &mut Random::new(3);
    let printer = printer(random);
    let ink = game.pages[1].ink(&printer, faults).for_scan(6.5);
    let photo = photograph(&ink, &printer, camera, random);
    let values: Vec<u8> = photo.plane.values.iter().map(|value| *value as u8).collect();
    let run = Run::new().file("small.pdf", game.pdf.clone());
    let run = run.file("photo.png", png(photo.plane.width, photo.plane.height, &values, Some(72.0)));
    let run = run.args(["check", "photo.png", "--photo", "--against", "small.pdf", "--picture", "over.svg"]);
    (run.args(["--json"]).any_stderr().any_status().run(), photo)
}

fn result(ran: &Ran) -> Value {
    ran.json()["results"][0].clone()
}

#[test]
fn a_photo_shows_the_size_against_the_sheet() {
    let ran = check(&[], &camera());
    let value = result(&ran);
    assert_eq!((&value["page"], &value["photo"]), (&2.into(), &true.into()), "{value:#}");
    for (name, truth, side) in [("scale-across", 0.985, 148.0), ("scale-down", 0.990, 210.0)] {
        let measured = value[name]["value"].as_f64().unwrap();
        assert!((measured - truth).abs() < 0.0012, "{name}: {measured}");
        // ISO 216 allows a side of up to 150 mm to be 1.5 mm too short, and a longer side to be 2 mm too
        // short.
        let tolerance = if side < 150.0 { 1.5 } else { 2.0 } / side;
        let uncertainty = value[name]["uncertainty"].as_f64().unwrap();
        assert!((uncertainty - tolerance).abs() < 0.0005, "{name}: ± {uncertainty}");
    }
    for (name, truth) in [("right-mm", 0.8), ("down-mm", -0.5)] {
        let measured = value["on-paper"][name]["value"].as_f64().unwrap();
        assert!((measured - truth).abs() < 0.15, "{name}: {measured}");
    }
    // Even the shortest sheet that ISO 216 allows would not explain the scale.
    assert_eq!(faults(&value), ["HX631 -"], "{value:#}");
}

#[test]
fn a_photo_shows_a_missing_piece_at_its_place() {
    let (ran, photo) = taken(&[Planted::Erased(second_card().inflate(-1.0, -1.0))], &camera());
    let value = result(&ran);
    assert_eq!(faults(&value), ["HX631 -", "HX632 deck/2"], "{value:#}");
    let at = |axis: &str| value["faults"][1]["at-mm"][axis].as_f64().unwrap();
    assert!(second_card().contains(Point::new(at("x"), at("y"))), "{value:#}");
    // In the picture of the faults, a ring must surround the fault at a distance of 2 mm, where the photo
    // shows the fault.
    let svg = String::from_utf8(ran.bytes("over.svg")).unwrap();
    let rings = svg.split("stroke=\"#e0004d\"").nth(1).unwrap();
    let ring = rings.split("d=\"M").nth(1).unwrap().split('L').next().unwrap();
    let ring: Vec<f64> = ring.split(' ').filter_map(|number| number.trim().parse().ok()).collect();
    let corner = Point::new(at("x") - 2.0, at("y") - 2.0);
    let truth = photo.truth(corner);
    assert!((ring[0] - truth.x).hypot(ring[1] - truth.y) < 2.0, "{ring:?}, not {truth:?}");
}

#[test]
fn a_photo_that_cuts_the_sheet_is_refused() {
    let ran = check(&[], &Camera { fill: 1.1, ..camera() });
    assert!(ran.stdout.contains("photo.png does not show the four edges of a sheet"), "{}", ran.stdout);
    // If the table is as light as the paper, the edges of the paper are not visible.
    let ran = check(&[], &Camera { table: 0.95, ..camera() });
    assert!(ran.stdout.contains("HX630"), "{}", ran.stdout);
}
