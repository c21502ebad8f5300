//! Faults of sheets that are written as SVG.

use hexpress::check::Verdict;

use super::Wrong;
use super::board::{THING, wrongs};

/// Judges the sheets of [`THING`] with one sheet changed. If `updates_digest` is true, the record in
/// this sheet gets the new digest, so only the drawing shows the change.
fn sheet(index: usize, updates_digest: bool, edit: impl Fn(&str) -> String) -> Verdict {
    let files: Vec<(String, Vec<u8>)> = THING
        .svg
        .iter()
        .enumerate()
        .map(|(i, (name, bytes))| {
            let text = std::str::from_utf8(bytes).unwrap();
            if i != index {
                return (name.clone(), bytes.clone());
            }
            let (head, body) = text.split_once("</metadata>").unwrap();
            let changed = edit(body);
            assert!(changed != body, "nothing was changed");
            let sha = |text: &str| hexpress::record::page_digest(text.as_bytes());
            let head =
                if updates_digest { head.replace(&sha(body), &sha(&changed)) } else { head.to_owned() };
            (name.clone(), format!("{head}</metadata>{changed}").into_bytes())
        })
        .collect();
    let files: Vec<_> = files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    THING.judge_files(&files)
}

/// Changes the translation in the opening tag of every drawing of a piece.
fn frames(body: &str, id: &str, edit: impl Fn(f64, f64) -> String) -> String {
    let mark = format!("data-piece=\"{id}\"");
    body.split_inclusive('\n')
        .map(|line| {
            let Some((before, after)) = line.split_once("translate(").filter(|_| line.contains(&mark)) else {
                return line.to_owned();
            };
            let (place, after) = after.split_once(')').unwrap();
            let (x, y) = place.split_once(' ').unwrap();
            format!("{before}{}{after}", edit(x.parse().unwrap(), y.parse().unwrap()))
        })
        .collect()
}

/// Returns the body without the drawings of a piece.
fn without(body: &str, id: &str) -> String {
    let mark = format!("data-piece=\"{id}\"");
    let mut out = String::new();
    let mut depth = 0;
    for line in body.split_inclusive('\n') {
        if depth == 0 && line.contains(&mark) {
            depth = 1;
            continue;
        }
        if depth > 0 {
            depth += i32::from(line.starts_with("<g")) - i32::from(line.starts_with("</g>"));
            continue;
        }
        out.push_str(line);
    }
    out
}

const CELL: &str = "board/cell:0,3";

pub const WRONGS: super::Wrongs = wrongs![
    "SVG: a cell moved right by 0.2 mm", "HX404", 1, "board/cell:0,3", &[],
        sheet(0, true, |s| frames(s, CELL, |x, y| format!("translate({} {y})", x + 0.2)));
    "SVG: a cell moved up by 0.1 mm", "HX404", 1, "board/cell:0,0", &[],
        sheet(0, true, |s| frames(s, "board/cell:0,0", |x, y| format!("translate({x} {})", y - 0.1)));
    "SVG: a cell 1 % too large", "HX402", 1, "board/cell:0,3", &["HX427"],
        sheet(0, true, |s| frames(s, CELL, |x, y| format!("translate({x} {y})scale(1.01)")));
    "SVG: a cell 1 % too wide", "HX401", 1, "board/cell:0,3", &["HX427"],
        sheet(0, true, |s| frames(s, CELL, |x, y| format!("translate({x} {y})scale(1.01 1)")));
    "SVG: a cell removed", "HX407", 1, "cell 0,3", &[], sheet(0, true, |s| without(s, CELL));
    "SVG: a card removed", "HX451", 1, "piece 7", &[], sheet(1, true, |s| without(s, "movement/7"));
    "SVG: a card moved by 5 mm", "HX450", 1, "movement/7", &[],
        sheet(1, true, |s| frames(s, "movement/7", |x, y| format!("translate({} {y})", x + 6.0)));
    "SVG: a sheet changed after it was made", "HX464", 1, "changed", &[], sheet(2, false, |s| s.replacen("</svg>", " </svg>", 1));
    "SVG: a cell of another colour", "HX427", 1, "its colour is", &["HX425"], sheet(0, true, |s| {
        let mut n = 0;
        s.split_inclusive('\n').map(|line| {
            if line.contains("data-piece=\"board/cell:0,3\"") { n += 1; }
            line.to_owned()
        }).collect::<String>().replacen("<use xlink:href=\"#_d1\"/>", "<use xlink:href=\"#_d2\"/>", 1 + n - n)
    });
    "SVG: words in light grey", "HX425", 1, "contrast", &["HX427"], sheet(0, true, |s| s.replacen("fill=\"#262626\" font-size", "fill=\"#bbb\" font-size", 1));
    "SVG: a sheet of another size", "HX443", 1, "was requested", &["HX464", "HX450", "HX449", "HX445"], {
        let (name, bytes) = &THING.svg[1];
        let text = std::str::from_utf8(bytes).unwrap();
        let wrong = text.replacen("width=\"297mm\"", "width=\"300mm\"", 1);
        assert!(wrong != text);
        THING.judge_files(&[(name, wrong.as_bytes())])
    };
    "SVG: a ruler 3 % too short", "HX445", 1, "48.50", &[], sheet(0, true, |s| frames(s, "ruler-across", |x, y| format!("translate({x} {y})scale(.97 1)")));
    "SVG: a picture that the layout does not name", "HX462", 1, "picture", &["HX427"], sheet(0, true, |s| s.replacen("</svg>", "<image x=\"100\" y=\"200\" width=\"20\" height=\"20\" xlink:href=\"data:,\"/></svg>", 1));
];
