//! Faults of posters: a board on three pages, and a mat on two.

use std::sync::LazyLock;

use hexpress::check::Verdict;

use super::super::bench::{Made, bundled, each, make, moved, pt};
use super::board::{label, second, shifted as shifted_label, wrongs};
use super::{Wrong, changed};

/// A mat and nothing else.
pub static MAT: LazyLock<Made> = LazyLock::new(|| {
    let text = r#"[[cards]]
name  = "mat"
sheet = "large"
size  = "300 x 190mm"
face  = [{ fill = "ivory" }, { text = "Storehouse", font = "20pt", at = "top-left", inset = "20mm" }]
"#;
    make("mats", text, "a4")
});

/// Cards on several sheets, one of which shows nothing.
static SPARSE: LazyLock<Made> = LazyLock::new(|| {
    let text = "[[cards]]\nsize = \"250 x 320mm\"\ncopies = 3\n\
                face = [{ text = \"{{ number }}\", at = \"top\", inset = \"12mm\", font = \"bold 20pt\" }]\n";
    make("cards", text, "a4")
});

pub static THING: LazyLock<Made> = LazyLock::new(|| bundled("hexagonal-thing", "a4"));

/// Returns the ids of a page's drawings that begin with `start`. The ids of seams are left out, unless
/// `start` contains `/seam:`.
fn ids(text: &str, start: &str) -> Vec<String> {
    let mark = format!("/Id ({start}");
    let found = text.match_indices(&mark).map(|(at, _)| {
        let id = &text[at + 5..];
        id[..id.find(')').unwrap()].to_owned()
    });
    let mut ids: Vec<String> = found
        .filter(|id| !id.ends_with("/furniture") && id.contains("/seam:") == start.contains("/seam:"))
        .collect();
    ids.sort();
    ids.dedup();
    ids
}

/// Judges a page on which all drawings whose ids begin with `start` are moved to the right and
/// down, in mm.
fn shifted(page: usize, start: &str, right: f64, down: f64) -> Verdict {
    changed(&THING, page, |text| {
        ids(text, start).iter().fold(text.to_owned(), |text, id| each(&text, id, |d| moved(d, right, down)))
    })
}

fn without(page: u32) -> Verdict {
    THING.judge(&THING.with(|file| file.delete_pages(&[page])))
}

/// Judges a page on which every corner of the first clip is moved down by `down` mm.
fn clipped(page: usize, down: f64) -> Verdict {
    changed(&THING, page, |text| {
        let (head, rest) = text.split_once("W n\n").unwrap();
        let start = head.rfind("q ").unwrap();
        let moved: Vec<String> = head[start..]
            .lines()
            .map(|line| match line.split_whitespace().collect::<Vec<_>>().as_slice() {
                [x, y, op @ ("m" | "l")] => {
                    format!("{x} {:.4} {op}", y.parse::<f64>().unwrap() - pt(down))
                }
                _ => line.to_owned(),
            })
            .collect();
        format!("{}{}\nW n\n{rest}", &head[..start], moved.join("\n"))
    })
}

pub const WRONGS: super::Wrongs = wrongs![
    "all drawings of a sheet, but not its seams, moved by 0.2 mm", "HX483", 2, "away from where it is", &["HX404", "HX405", "HX409", "HX442"],
        shifted(2, "board/", 0.2, 0.0);
    "a seam, but not the drawings of its sheet, moved by 0.2 mm", "HX483", 2, "away from where it is", &["HX404", "HX405", "HX406", "HX409", "HX442"],
        shifted(2, "board/seam:A", 0.2, 0.0);
    "a cell beyond a seam 0.3 mm lower than on the other sheet", "HX483", 2, "away from where it is", &[],
        shifted(2, "board/cell:0,1/beyond", 0.0, 0.3);
    "a sheet of a poster that is missing", "HX484", 1, "missing", &["HX465"], without(2);
    "a label moved onto a seam", "HX485", 1, "crosses the seam", &["HX421", "HX422", "HX423", "HX426", "HX427"], changed(&THING, 1, on_seam);
    "a part of a mat 0.3 mm away from its seam", "HX483", 2, "away from where it is", &[],
        changed(&MAT, 2, |text| each(text, "mat/1", |drawing| moved(drawing, 0.3, 0.0)));
    "a half of a mat that is missing", "HX484", 1, "missing", &["HX460", "HX465"],
        MAT.judge(&MAT.with(|file| file.delete_pages(&[2])));
    "an empty sheet of a poster that is missing", "HX484", 3, "a part of cards/2 is missing", &["HX451", "HX460", "HX465"],
        SPARSE.judge(&SPARSE.with(|file| file.delete_pages(&[4])));
    "an empty sheet of a poster that is in the file twice", "HX484", 3, "one page is there twice", &["HX451", "HX452", "HX460", "HX464", "HX465"],
        changed(&SPARSE, 6, |text| text.replace("cards/3/", "cards/2/"));
    "a sheet that ends 60 mm before its seam", "HX486", 1, "not on any sheet", &["HX485"], clipped(1, -60.0);
];

/// Takes a cell above the first seam, and moves its upper label down onto the seam.
fn on_seam(text: &str) -> String {
    second(text, "board/cell:-1,2", |drawing| label(drawing, |words| shifted_label(words, 0.0, 38.0)))
}
