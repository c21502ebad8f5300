//! Faults of drawings without a layout, and of drawings that are compared with a layout.

use hexpress::check::{self, JudgeOptions, Opened, ReferenceLayout, TOLERANCE, Verdict};
use lopdf::{Document, Object, Stream, dictionary};

use super::super::bench::{each, make, moved};
use super::super::odd::without_layout;
use super::Wrong;
use super::board::wrongs;
use crate::foreign::svg::{cells, corners, file, hexhex, plain, polygon};

/// Judges a hexpress file without its layout, with the drawings of one piece moved to the right by `right`
/// mm.
fn silent(id: &str, right: f64) -> Verdict {
    let text =
        "[[cards]]\nsize = \"60 x 80mm\"\ncopies = 4\nface = [{ box = \"58 x 20mm\", fill = \"navy\" }]\n";
    let made = make("mine", text, "a4");
    without_layout(&made.edit(1, |page| each(page, id, |drawing| moved(drawing, right, 0.0))))
}

/// Judges a hexpress board without its layout. Two colours of the board have the same icon.
fn two_kinds() -> Verdict {
    let text = r##"[game]
title = "Two"
embed = false
[[board]]
cells = "flat-top"
across = "20mm"
map = """
    a
b       b
    a
"""
[board.key]
a = { icon = "star", fill = "#D55E5E", size = "6mm" }
b = { icon = "star", fill = "#8C8C3C", size = "6mm" }
"##;
    without_layout(&make("mine", text, "a4").pdf)
}

type Cell = (i32, i32);
type Corners = [(f64, f64); 6];

fn svg(text: &str) -> Verdict {
    let opened = Opened::new("theirs.svg", text.as_bytes()).unwrap();
    check::judge(vec![opened], None, TOLERANCE).unwrap()
}

/// Judges a hexhex 3 with the corners of one cell changed.
fn one(cell: Cell, edit: impl Fn(&mut Corners)) -> Verdict {
    svg(&hexhex(|own, at| {
        let mut corners = corners(at, 12.0);
        if own == cell {
            edit(&mut corners);
        }
        Some(polygon(&corners, ""))
    }))
}

/// Judges a hexhex 3 with the SVG elements `more` drawn on top.
fn and(more: &str) -> Verdict {
    svg(&hexhex(|_, at| Some(plain(at))).replace("</g></svg>", &format!("{more}</g></svg>")))
}

/// Judges a hexhex 3 of single lines, with each edge drawn once. The start of the first line is
/// moved by `short` mm.
fn lines(short: f64) -> Verdict {
    let near = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1) < 1e-6;
    let mut known: Vec<((f64, f64), (f64, f64))> = Vec::new();
    let mut body = String::new();
    for (_, at) in cells() {
        let own = corners(at, 12.0);
        for k in 0..6 {
            let (a, b) = (own[k], own[(k + 1) % 6]);
            if !known.iter().any(|(c, d)| near(*c, b) && near(*d, a)) {
                let x = if known.is_empty() { a.0 + short } else { a.0 };
                body.push_str(&format!("<path d=\"M{x} {}L{} {}\"/>", a.1, b.0, b.1));
                known.push((a, b));
            }
        }
    }
    svg(&file(&body))
}

/// Judges a PDF of one page with a hexhex 3.
///
/// `size` is the size of the page. `centre` is the distance of the board's centre from the left and the
/// bottom of the page. `width` is the width of the lines. All lengths are in mm.
fn pdf(size: (f64, f64), centre: (f64, f64), width: f64) -> Verdict {
    let pt = |mm: f64| mm * 72.0 / 25.4;
    let mut text = format!("{:.3} w\n", pt(width));
    for (_, (x, y)) in cells() {
        for (k, (x, y)) in corners((x - 105.0, y - 148.0), 12.0).into_iter().enumerate() {
            let (x, y) = (pt(x + centre.0), pt(y + centre.1));
            text.push_str(&format!("{x:.4} {y:.4} {}\n", if k == 0 { "m" } else { "l" }));
        }
        text.push_str("h S\n");
    }
    let mut file = Document::with_version("1.7");
    let pages = file.new_object_id();
    let contents = file.add_object(Stream::new(dictionary! {}, text.into_bytes()));
    let real = |mm: f64| Object::Real(pt(mm) as f32);
    let page = file.add_object(dictionary! {
        "Type" => "Page", "Parent" => pages, "Contents" => contents,
        "MediaBox" => vec![0.into(), 0.into(), real(size.0), real(size.1)],
    });
    let kids = dictionary! { "Type" => "Pages", "Count" => 1, "Kids" => vec![page.into()] };
    file.objects.insert(pages, kids.into());
    let root = file.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
    file.trailer.set("Root", root);
    let mut bytes = Vec::new();
    file.save_to(&mut bytes).unwrap();
    check::judge(vec![Opened::new("theirs.pdf", &bytes).unwrap()], None, TOLERANCE).unwrap()
}

/// Judges a drawing against a layout whose board has these keys.
fn against(text: &str, board: &str) -> Verdict {
    let made = make("game", &format!("[[board]]\ncells = \"flat-top\"\n{board}"), "iso");
    let opened = Opened::new("theirs.svg", text.as_bytes()).unwrap();
    let against = Some(ReferenceLayout { game: &made.ready.game, shown: "game.toml" });
    check::judge_with(vec![opened], None, TOLERANCE, JudgeOptions { against, ..JudgeOptions::default() })
        .unwrap()
}

/// Text in the middle of a hexhex 3.
const WOOD: &str = "<text x=\"100\" y=\"148\" font-size=\"4\" stroke=\"none\" fill=\"black\">Wood</text>";

/// Returns a white box, given its left and upper edges and its size in mm.
fn white(x: f64, y: f64, width: f64, height: f64) -> String {
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"white\" stroke=\"none\"/>"
    )
}

fn right() -> String {
    hexhex(|_, at| Some(plain(at)))
}

/// Returns a hexhex 3 with two kinds of cells. The cells in the left half are darker. The cell
/// `wrong` has the colour of the other half.
fn halves(wrong: Cell) -> String {
    hexhex(|(q, r), at| {
        let dark = (q < 0) != ((q, r) == wrong);
        Some(polygon(&corners(at, 12.0), if dark { "fill=\"#3366AA\"" } else { "" }))
    })
}

const HALVES: &str = "across = \"20.7846mm\"\nmap = '''\n        b\n    a       b\na       b       b\n    a       b\n\
                      a       b       b\n    a       b\na       b       b\n    a       b\n        b\n'''\n\
                      [board.key]\na = { kind = \"sea\" }\nb = { kind = \"land\" }\n";
const SAME_SIZE: &str = "across = \"20.7846mm\"\nshape = \"hexhex 3\"\n";
const SLANTED: &str = "across = \"20.7846mm\"\nshape = \"parallelogram 5 x 3\"\n";

const NET: &str = "play-on = \"points\"\nacross = \"20.7846mm\"\nshape = \"hexhex 3\"\n";

/// Returns a line between the centres of two cells.
fn line(from: Cell, to: Cell) -> String {
    let at = |cell: Cell| cells().into_iter().find(|(own, _)| *own == cell).unwrap().1;
    let ((x1, y1), (x2, y2)) = (at(from), at(to));
    format!("<line x1=\"{x1:.5}\" y1=\"{y1:.5}\" x2=\"{x2:.5}\" y2=\"{y2:.5}\"/>")
}

/// Returns a drawing of lines between the centres of neighbouring cells. `has` selects the pairs of cells.
fn net(has: impl Fn([Cell; 2]) -> bool) -> String {
    let all: Vec<Cell> = cells().into_iter().map(|(cell, _)| cell).collect();
    let steps = [(1, 0), (0, 1), (1, -1)];
    let pairs = all.iter().flat_map(|from| steps.map(|by| [*from, (from.0 + by.0, from.1 + by.1)]));
    let drawn = pairs.filter(|pair| all.contains(&pair[1]) && has(*pair));
    file(&drawn.map(|[from, to]| line(from, to)).collect::<String>())
}

/// Returns a board on which only the right half of the middle cell is visible.
fn half_clipped() -> String {
    let half = "<clipPath id=\"half\"><rect x=\"105\" y=\"130\" width=\"20\" height=\"40\"/></clipPath>";
    let clipped = |at| format!("{half}<g clip-path=\"url(#half)\">{}</g>", plain(at));
    hexhex(|cell, at| Some(if cell == (0, 0) { clipped(at) } else { plain(at) }))
}

/// Returns nine cards, one of which is 0.8 mm too far to the right.
fn nine_cards() -> String {
    let card = |n: i32| {
        let (x, y) = (f64::from(n % 3) * 63.0 + if n == 4 { 0.8 } else { 0.0 }, f64::from(n / 3) * 88.0);
        format!("<rect x=\"{}\" y=\"{}\" width=\"63\" height=\"88\"/>", 10.5 + x, 16.5 + y)
    };
    file(&(0..9).map(card).collect::<String>())
}

/// Returns a parallelogram that leans to the right.
fn slanted() -> String {
    let h = 12.0 * 3.0_f64.sqrt();
    let all = (0..5).flat_map(|q| (0..3).map(move |r| (q, r)));
    let place =
        |(q, r): (i32, i32)| (60.0 + 18.0 * f64::from(q), 120.0 + h * (f64::from(r) - f64::from(q) / 2.0));
    file(&all.map(|cell| plain(place(cell))).collect::<String>())
}

pub const WRONGS: super::Wrongs = wrongs![
    "another program's drawing: a corner 0.3 mm too far right", "HX401", 1, "cell 3 of column 4", &[], one((1, 0), |c| c[2].0 += 0.3);
    "another program's drawing: a corner 3 mm too far up", "HX401", 1, "cell 3 of column 3", &[], one((0, 0), |c| c[3].1 -= 3.0);
    "another program's drawing: a cell 1 % too large", "HX402", 1, "cell 3 of column 3", &[], one((0, 0), |c| {
        let middle = (105.0, 148.0);
        c.iter_mut().for_each(|p| *p = (middle.0 + (p.0 - middle.0) * 1.01, middle.1 + (p.1 - middle.1) * 1.01));
    });
    "another program's drawing: a cell moved right by 0.2 mm", "HX404", 1, "cell 3 of column 3", &[], one((0, 0), |c| c.iter_mut().for_each(|p| p.0 += 0.2));
    "another program's drawing: cells that overlap by 0.5 mm", "HX405", 1, "overlap", &[], svg(&hexhex(|_, at| Some(polygon(&corners(at, 12.3), ""))));
    "another program's drawing: a board 1 % too wide", "HX406", 1, "stretched", &[], svg(&right().replace("<g ", "<g transform=\"translate(-1 0)scale(1.01 1)\" "));
    "another program's drawing: a cell drawn twice, 0.5 mm apart", "HX408", 1, "drawn twice", &["HX404"], and(&plain((105.5, 148.0)));
    "another program's drawing: words of 4 points", "HX424", 1, "4.0 pt", &[], and("<text x=\"100\" y=\"148\" font-size=\"1.411\" stroke=\"none\" fill=\"black\">Wood</text>");
    "another program's drawing: two colours that are almost the same", "HX491", 1, "only in colour", &[], svg(&right().replacen("\" />", "\" fill=\"#fffffa\"/>", 4));
    "another program's drawing: a cell missing at the border", "HX601", 1, "a cell of a hexhex 3 is missing here", &[], svg(&hexhex(|cell, at| (cell != (2, -1)).then(|| plain(at))));
    "another program's drawing: a cell with five corners", "HX601", 1, "a cell of a hexhex 3 is missing here", &[], svg(&hexhex(|cell, at| {
        let own = corners(at, 12.0);
        Some(polygon(if cell == (1, 0) { &own[1..] } else { &own }, ""))
    }));
    "another program's drawing: a cell too many", "HX602", 1, "is not part of a hexhex 3", &[], and(&plain((105.0, 148.0 + 3.0 * 12.0 * 3.0_f64.sqrt())));
    "another program's drawing: a line that ends 0.4 mm too soon", "HX603", 1, "0.40 mm", &[], lines(0.4);
    "another program's drawing: a page whose size is not the size of any paper", "HX604", 1, "290 x 400 mm", &[], pdf((290.0, 400.0), (145.0, 200.0), 0.3);
    "another program's drawing: a board at the edge of the page", "HX605", 1, "the edge of the paper", &[], pdf((210.0, 297.0), (52.0, 148.0), 0.3);
    "another program's drawing: lines of width 0", "HX606", 1, "0.000 mm", &[], pdf((210.0, 297.0), (105.0, 148.0), 0.0);
    "another program's drawing: a white box over a cell", "HX607", 1, "covers 1 cell", &["HX601"], and(&white(92.0, 137.0, 26.0, 22.0));
    "another program's drawing: a white box over a word", "HX607", 1, "covers \"Wood\"", &[], and(&format!("{WOOD}{}", white(98.0, 143.0, 14.0, 7.0)));
    "another program's drawing: a white box over half a word", "HX607", 1, "a part of \"Wood\"", &[], and(&format!("{WOOD}{}", white(103.0, 143.0, 9.0, 7.0)));
    "another program's drawing: a cell that a clip hides by half", "HX607", 1, "removes a part of 1 cell", &[], svg(&half_clipped());
    "another program's drawing: a card 0.8 mm out of its column", "HX608", 1, "0.8 mm out of line", &[], svg(&nine_cards());
    "a file without its layout: a drawing on the next card", "HX450", 1, "cards/1", &[], silent("cards/1", 15.0);
    "a file without its layout: a drawing far beyond its cut", "HX450", 1, "cards/4", &[], silent("cards/4", 29.0);
    "a file without its layout: one icon on two colours that are alike", "HX491", 1, "only in colour", &[], two_kinds();
    "compared with a layout: a cell missing", "HX611", 1, "2,-1", &["HX601"], against(&hexhex(|cell, at| (cell != (2, -1)).then(|| plain(at))), SAME_SIZE);
    "compared with a layout: a cell too many", "HX612", 1, "not in the layout", &["HX602"], against(&right().replace("</g></svg>", &(plain((105.0, 148.0 + 36.0 * 3.0_f64.sqrt())) + "</g></svg>")), SAME_SIZE);
    "compared with a layout: a cell of the other kind", "HX613", 1, "in the layout, its kind is", &[], against(&halves((1, 0)), HALVES);
    "compared with a layout: cells too small", "HX614", 1, "the layout says 21.5 mm", &[], against(&right(), "across = \"21.5mm\"\nshape = \"hexhex 3\"\n");
    "compared with a layout: mirrored", "HX615", 1, "mirror", &[], against(&slanted(), SLANTED);
    "lines compared with a layout: one missing", "HX611", 1, "0,0 to 1,0", &[], against(&net(|pair| pair != [(0, 0), (1, 0)]), NET);
    "lines compared with a layout: one too many", "HX612", 1, "0,0 to 2,-1", &[], against(&net(|_| true).replace("</g></svg>", &(line((0, 0), (2, -1)) + "</g></svg>")), NET);
    "lines compared with a layout: too close together", "HX614", 1, "the layout says 21.5 mm", &[], against(&net(|_| true), &NET.replace("20.7846", "21.5"));
    "lines compared with a layout: another board", "HX616", 0, "which has 42 lines", &[], against(&right(), NET);
    "compared with a layout: another board", "HX616", 0, "no drawing matches the board", &[], against(&right(), SLANTED);
];
