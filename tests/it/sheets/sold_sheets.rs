//! Tests of sheets that are sold already cut. The tests read the table in `docs/reference/game.md`,
//! and measure the printed pieces.

use kurbo::Shape as _;

use crate::support::measure::{id, paths};
use crate::support::run::Run;

const PAGE: &str = include_str!("../../../docs/reference/game.md");

/// A row of the table in the documentation.
struct Row {
    paper: String,
    name: String,
    grid: [usize; 2],
    size: [f64; 2],
}

fn pair<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> [T; 2] {
    let (a, b) = text.split_once(" x ").unwrap();
    [a, b].map(|number| number.trim().parse().unwrap())
}

fn rows() -> Vec<Row> {
    let lines = PAGE.lines().filter(|line| line.starts_with("| Letter |") || line.starts_with("| A4 |"));
    let cells = lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
    let rows = cells.flat_map(|cells| {
        let names: Vec<String> = cells[1].split(", ").map(|name| name.trim_matches('`').to_owned()).collect();
        names.into_iter().map(move |name| Row {
            paper: cells[0].to_lowercase(),
            name,
            grid: pair(cells[2]),
            size: pair(cells[3]),
        })
    });
    rows.collect()
}

#[test]
fn pieces_are_at_the_places_of_every_product() {
    let rows = rows();
    assert_eq!(rows.len(), 20);
    for Row { paper, name, grid: [columns, lines], size: [width, height] } in rows {
        let layout = format!(
            "[[cards]]\nname = \"c\"\nsheet = \"{name}\"\ncopies = \"fill\"\nface = [{{ fill = \"tan\" }}]\n"
        );
        let args = ["build", "x.toml", "--paper", &paper, "--margin", "0mm"];
        let ran = Run::new().file("x.toml", layout).args(args).checked().any_stderr().run();
        let page = ran.pdf(&format!("output/x-{paper}.pdf")).pages.remove(0);
        let cards = paths(&page).filter(|(item, _)| id(item).starts_with("c/"));
        let boxes: Vec<kurbo::Rect> = cards.map(|(_, path)| path.bounding_box()).collect();
        assert_eq!(boxes.len(), columns * lines, "{name}");
        for card in &boxes {
            assert!(
                (card.width() - width).abs() < 0.005 && (card.height() - height).abs() < 0.005,
                "{name} {card:?}"
            );
        }
        let all = boxes.iter().copied().reduce(|a, b| a.union(b)).unwrap();
        let off = all.center() - page.media.center();
        assert!(off.x.abs() < 0.8 && off.y.abs() < 0.8, "{name}: the places are off the middle by {off:?}");
    }
}

#[test]
fn a_sheet_of_the_layout_replaces_the_product() {
    let layout = "[[sheet]]\nname = \"avery-l7160\"\npaper = \"a4\"\nfirst = \"7.2 15.1mm\"\npitch = \"66 38.1mm\"\n\
                  grid = \"3 x 7\"\nsize = \"63.5 x 38.1mm\"\n[[cards]]\nname = \"c\"\nsheet = \"avery-l7160\"\n\
                  face = [{ fill = \"tan\" }]\n";
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml", "--paper", "a4"]).checked().run();
    let page = ran.pdf("output/x-a4.pdf").pages.remove(0);
    let card = paths(&page).find(|(item, _)| id(item) == "c/1").unwrap().1.bounding_box();
    assert!((card.x0 - 7.2).abs() < 0.005 && (card.width() - 63.5).abs() < 0.005, "{card:?}");
}
