//! Tests of `build --since OLD --patches`.

use std::path::Path;

use crate::support::measure::{TOLERANCE_MM, texts};
use crate::support::run::{Ran, Run, program};
use hexpress::base::identity::Identity;
use hexpress::read::{Document, ItemKind};
use kurbo::{Rect, Shape};

/// A board with names. The cells in `marked` are blue and show a number.
fn board(cells: &str, more: &str, marked: &[(usize, usize)]) -> String {
    let is_square = cells == "square";
    let row = |row: usize| {
        let cell =
            |column| if marked.contains(&(column, row)) || (column, row) == (0, 0) { "b" } else { "a" };
        let gap = if is_square { " " } else { "   " };
        let line = (0..5).map(cell).collect::<Vec<_>>().join(gap);
        if is_square || row.is_multiple_of(2) { line } else { format!("  {line}") }
    };
    let map: Vec<String> = (0..4).map(row).collect();
    format!(
        "[game]\ntitle = \"Map\"\n\n[[board]]\nname = \"board\"\nsheet = \"small\"\ncells = \"{cells}\"\nacross = \"24mm\"\n{more}\
         names = \"chess\"\nmap = '''\n{}\n'''\n[board.key]\na = {{ fill = \"gold\" }}\nb = {{ fill = \"skyblue\", text = \"7\", font = \"16pt\" }}\n",
        map.join("\n")
    )
}

fn printed(layout: &str) -> Ran {
    Run::new().file("map.toml", layout).args(["build", "map.toml", "--paper", "a4", "--output", "v1"]).run()
}

fn save(folder: &Path, layout: &str) {
    std::fs::write(folder.join("map.toml"), layout).unwrap();
}

const PATCH: [&str; 9] =
    ["build", "map.toml", "--paper", "a4", "--since", "v1/map-a4.pdf", "--patches", "--output", "v2"];

fn stickers(folder: &Path) -> Document {
    hexpress::read::pdf(&std::fs::read(folder.join("v2/map-a4.pieces.pdf")).unwrap()).unwrap()
}

/// Returns the boxes of the filled areas of the sticker with this number.
fn grounds(document: &Document, number: usize) -> Vec<Rect> {
    let items = document.pages.iter().flat_map(|page| &page.items);
    let own_items = items.filter(|item| item.id.as_deref().and_then(Identity::piece) == Some(number));
    let filled = own_items.filter_map(|item| match &item.kind {
        ItemKind::Path { path, fill: Some(_), .. } => {
            let bounds = path.bounding_box();
            Some(item.clip.map_or(bounds, |clip| bounds.intersect(clip)))
        }
        _ => None,
    });
    filled.collect()
}

#[test]
fn stickers_have_the_size_and_the_contents_of_their_cells() {
    for (cells, more, width, height) in [
        ("square", "", 24.0, 24.0),
        ("square", "play-on = \"points\"\n", 24.0, 24.0),
        ("pointy-top", "", 24.0, 24.0 * 2.0 / 3.0_f64.sqrt()),
        ("flat-top", "", 24.0 * 2.0 / 3.0_f64.sqrt(), 24.0),
    ] {
        let layout = |marked: &[(usize, usize)]| match cells {
            "flat-top" => board("square", more, marked)
                .replace("\"square\"", "\"flat-top\"")
                .replace(&board_map(marked), &flat_map(marked)),
            _ => board(cells, more, marked),
        };
        let ran = printed(&layout(&[]));
        let folder = ran.folder.path();
        save(folder, &layout(&[(2, 1), (3, 2)]));
        let output = program(&PATCH, folder);
        let name = |text: &str| output.stdout.contains(text);
        assert!(
            name("    board: stick 1 on ") && output.status == 0,
            "{cells}: {}{}",
            output.stdout,
            output.stderr
        );
        let document = stickers(folder);
        let sevens: usize =
            document.pages.iter().map(|page| texts(page).filter(|(_, t)| t.string == "7").count()).sum();
        assert_eq!(sevens, 2, "{cells}{more}");
        // The name of each cell is outside of its sticker.
        let names = output.stdout.split_once("stick 1 on ").unwrap().1;
        let names = names.split_once('.').unwrap().0.split_once(", 2 on ").unwrap();
        let stickers: Vec<Rect> = [1, 2].into_iter().flat_map(|number| grounds(&document, number)).collect();
        for name in [names.0, names.1] {
            let mut shown = document.pages.iter().flat_map(texts);
            let is_outside = |at| stickers.iter().all(|sticker| !sticker.contains(at));
            let found = shown.any(|(_, text)| text.string == name && is_outside(text.outline.center()));
            assert!(found, "{cells}{more}: {name}");
        }
        for number in [1, 2] {
            let ground = grounds(&document, number).into_iter().reduce(|a, b| a.union(b)).unwrap();
            let wrong = (ground.width() - width).abs().max((ground.height() - height).abs());
            assert!(wrong < 5.0 * TOLERANCE_MM, "{cells}{more}: sticker {number} has {ground:?}");
        }
        let checked = program(&["check", "v2/map-a4.pieces.pdf"], folder);
        assert_eq!((checked.status, checked.stderr.as_str()), (0, ""), "{cells}{more}{}", checked.stdout);
        // With its stickers, the printed board must equal the board of the layout.
        let same = program(&["diff", "v2/map-a4.pieces.pdf", "map.toml"], folder);
        assert_eq!(same.status, 0, "{}", same.stdout);
    }
}

fn board_map(marked: &[(usize, usize)]) -> String {
    let text = board("square", "", marked);
    text.split("'''").nth(1).unwrap().to_owned()
}

/// Returns the map of flat-top cells, whose odd columns are one line lower.
fn flat_map(marked: &[(usize, usize)]) -> String {
    let mut lines = vec![vec![' '; 20]; 9];
    for (row, line) in board_map(marked).trim().lines().enumerate() {
        for (column, cell) in line.split(' ').enumerate() {
            lines[2 * row + column % 2][4 * column] = cell.chars().next().unwrap();
        }
    }
    let lines: Vec<String> = lines.into_iter().map(|line| line.into_iter().collect::<String>()).collect();
    format!("\n{}\n", lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n").trim_end())
}

#[test]
fn what_stickers_cannot_mend_is_said() {
    let head = |title: &str| {
        format!("head = {{ height = \"12mm\", draw = [{{ text = \"{title}\", font = \"9pt\" }}] }}\n")
    };
    let ran = printed(&board("square", &head("Map"), &[]));
    let folder = ran.folder.path();
    let words = "Stickers cannot mend what changed outside of its cells, such as its title or lines.";
    save(folder, &board("square", &head("The map"), &[(1, 1)]));
    let output = program(&PATCH, folder);
    assert!(
        output.stdout.contains(&format!("    board: stick 1 on b3. {words}\n")),
        "{}{}",
        output.stdout,
        output.stderr
    );
    // The printed board still has its old title.
    std::fs::copy(folder.join("v2/map-a4.pieces.pdf"), folder.join("v1/map-a4.pieces.pdf")).unwrap();
    let output = program(&["diff", "v1", "map.toml"], folder);
    std::fs::remove_file(folder.join("v1/map-a4.pieces.pdf")).unwrap();
    assert!(
        output.stdout.ends_with("board: the rest changed\n  ~ what is drawn outside of its cells\n"),
        "{}",
        output.stdout
    );
    save(folder, &board("square", &head("The map"), &[]));
    let output = program(&PATCH, folder);
    assert!(output.stdout.contains(&format!("    board: {words}\n")), "{}{}", output.stdout, output.stderr);
}

#[test]
fn a_board_whose_cells_moved_is_refused() {
    let layout = board("square", "", &[]);
    let ran = printed(&layout);
    let folder = ran.folder.path();
    let mixed =
        layout.replace("across = \"24mm\"", "across = \"20mm\"").replace("\"square\"", "\"triangles\"");
    for (changed, why) in [
        (layout.replace("24mm", "23mm"), "its size changed from 24 mm to 23 mm"),
        (layout.replace("a a a a a\n'''", "a a a a\n'''"), "the layout removes the cell e1"),
        (layout.replace("a a a a a\n'''", "a a a a a a\n'''"), "the layout adds the cell f1"),
        (mixed, "its size changed from 24 mm to 20 mm"),
    ] {
        save(folder, &changed);
        let output = program(&PATCH, folder);
        let message = format!("error[HX013]: --patches cannot mend `board`: {why}");
        assert!(output.stderr.contains(&message), "{}{}", output.stdout, output.stderr);
        assert_eq!(output.status, 2);
        assert!(!folder.join("v2").exists());
    }
    let output = program(&["build", "map.toml", "--patches"], folder);
    assert!(
        output.stderr.starts_with("error[HX013]: --patches without --since has no effect"),
        "{}",
        output.stderr
    );
}
