//! Tests of rulers, marks and the line of text: their distance from the game, their length, and
//! their darkness.

use hexpress::read::{Document, Item, ItemKind, Page, Rgb};
use kurbo::{ParamCurve, Rect};

use crate::support::measure::{TOLERANCE_MM, covers, id, paths, same_length, texts};
use crate::support::run::Run;

/// The least distance between furniture and the game, in mm.
const CLEAR: f64 = 3.0;
/// The least distance in mm between text and the game, if no edge of the sheet has space for [`CLEAR`].
const MIN_TIGHT_DISTANCE_MM: f64 = 0.95;
/// The width of a line in mm. A measured distance may include this width.
const LINE: f64 = 0.15;
const GREYS: [Rgb; 2] = [Rgb([153; 3]), Rgb([89; 3])];
const BLACK: Rgb = Rgb([0; 3]);

const CARDS: &str = "[[cards]]\nsize = \"63 x 88mm\"\ncopies = 9\nface = [{ fill = \"tan\" }]\n";
const BOARD: &str = "[[board]]\ncells = \"flat-top\"\nfit = \"largest\"\nshape = \"hexhex 4\"\nrim = \"3mm navy\"\nshow-names = \"outside\"\nnames = \"hex\"\n";
const TILES: &str =
    "[[tiles]]\nacross = \"45mm\"\ncells = \"flat-top\"\ncopies = 18\nface = [{ fill = \"#1E1E22\" }]\n";
const DISCS: &str = "[[counters]]\nacross = \"25mm\"\ncopies = 30\nface = [{ fill = \"gold\" }]\n";
const SHARED: &str = "[[counters]]\nacross = \"25mm\"\ncopies = 12\nface = [{ fill = \"gold\" }]\n[[cards]]\nsize = \"mini\"\ncopies = 4\nface = [{ fill = \"tan\" }]\n";

/// Builds a layout with these lines before its components.
fn built(before: &str, layout: &str, options: &[&str]) -> Document {
    let text = format!("[game]\ntitle = \"Roads\"\nauthor = \"Ann Onym\"\n{before}\n{layout}");
    let args = ["build", "x.toml", "--no-check", "--one-file"].iter().chain(options);
    let ran = Run::new().file("x.toml", text).args(args.copied()).any_stderr().run();
    let name = ran.folder.files().into_iter().find(|name| name.ends_with(".pdf")).unwrap();
    ran.pdf(&name)
}

fn is_ruler(item: &Item) -> bool {
    id(item).starts_with("ruler-")
}

fn is_words(item: &Item) -> bool {
    id(item).ends_with("/furniture") && matches!(item.kind, ItemKind::Text(_))
}

/// Returns the lengths of the rulers on a page.
fn lengths(page: &Page) -> Vec<f64> {
    let lines = paths(page).filter(|(item, _)| is_ruler(item));
    lines.map(|(_, path)| kurbo::Shape::bounding_box(path)).map(|b| b.width().max(b.height())).collect()
}

/// Returns the distance of a drawing from a box, in mm. Samples the outline of the drawing, and
/// ignores the width of its line.
fn distance(item: &Item, rect: Rect) -> f64 {
    const SAMPLES: u32 = 50;
    let ItemKind::Path { path, stroke, .. } = &item.kind else {
        let own_rect = covers(item);
        let [x, y] = [
            (own_rect.x0 - rect.x1).max(rect.x0 - own_rect.x1),
            (own_rect.y0 - rect.y1).max(rect.y0 - own_rect.y1),
        ];
        return x.max(0.0).hypot(y.max(0.0));
    };
    let half = stroke.as_ref().map_or(0.0, |stroke| stroke.width / 2.0);
    let points = path.segments().flat_map(|segment| {
        (0..=SAMPLES).map(move |step| segment.eval(f64::from(step) / f64::from(SAMPLES)))
    });
    let from_rect = points.map(|point| {
        let [x, y] = [
            (rect.x0 - point.x).max(point.x - rect.x1).max(0.0),
            (rect.y0 - point.y).max(point.y - rect.y1).max(0.0),
        ];
        x.hypot(y)
    });
    from_rect.fold(f64::INFINITY, f64::min) - half
}

#[test]
fn furniture_keeps_3_mm_off_the_game_and_its_marks() {
    let mut rulers = 0;
    for (name, layout) in
        [("cards", CARDS), ("board", BOARD), ("tiles", TILES), ("discs", DISCS), ("shared", SHARED)]
    {
        for paper in ["iso", "us", "both"] {
            for page in &built("", layout, &["--paper", paper]).pages {
                let (own_items, game): (Vec<&Item>, Vec<&Item>) =
                    page.items.iter().partition(|item| is_ruler(item) || is_words(item));
                assert!(own_items.iter().any(|item| is_words(item)), "{name}, {paper}: no text");
                rulers += own_items.iter().filter(|item| is_ruler(item)).count();
                for item in &own_items {
                    let rect = covers(item);
                    for other in &game {
                        let by = distance(other, rect);
                        // On Letter, which is shorter than A4, nine cards leave only 1 to 7 mm at each edge.
                        let is_full = name == "cards" && paper != "iso" && is_words(item);
                        let least = if is_full { MIN_TIGHT_DISTANCE_MM } else { CLEAR - LINE };
                        assert!(by >= least, "{name}, {paper}: {} is {by} mm from {}", id(item), id(other));
                    }
                }
            }
        }
    }
    assert!(rulers > 20, "{rulers}");
}

#[test]
fn all_rulers_are_of_one_length_and_meet_in_a_corner() {
    for layout in [BOARD, DISCS] {
        for page in &built("", layout, &[]).pages {
            let lengths = lengths(page);
            assert_eq!(lengths.len(), 2);
            lengths.iter().for_each(|length| same_length(*length, 50.0, "a ruler"));
            let boxes: Vec<Rect> =
                paths(page).filter(|(item, _)| is_ruler(item)).map(|(item, _)| covers(item)).collect();
            let shared = boxes[0].intersect(boxes[1]);
            // The rulers share only the zero, which is in the lower left corner.
            assert!(shared.width() < 0.2 && shared.height() < 0.2, "{boxes:?}");
            assert!(boxes[0].x0 < 10.0 && boxes[0].y1 > page.media.y1 - 10.0, "{boxes:?}");
        }
    }
}

#[test]
fn the_text_is_one_line_of_6_points() {
    for layout in [CARDS, DISCS, SHARED] {
        for page in &built("", layout, &[]).pages {
            let lines: Vec<_> = texts(page).filter(|(item, _)| is_words(item)).collect();
            let [(_, line)] = lines[..] else { panic!("{} lines", lines.len()) };
            same_length(line.size, 6.0 / 72.0 * 25.4, "6 points");
            for part in ["at 100 % (actual size)", "page 1 of", "Roads · Ann Onym"] {
                assert!(line.string.contains(part), "{}", line.string);
            }
        }
    }
}

/// Rulers and cut lines are grey if the sheet is printed in colour. In black ink, they are solid black, and
/// thinner, so that they take the same amount of ink.
#[test]
fn lines_have_the_same_ink_on_every_printer() {
    for (options, inks, [ruler, cut]) in
        [(&[][..], GREYS, [0.15, 0.1]), (&["--ink", "black"][..], [BLACK; 2], [0.06, 0.05])]
    {
        let document = built("", DISCS, options);
        let mut seen = [0, 0];
        for item in document.pages.iter().flat_map(|page| &page.items) {
            match &item.kind {
                ItemKind::Path { stroke: Some(stroke), .. } if is_ruler(item) || id(item) == "cut" => {
                    let width = if is_ruler(item) { ruler } else { cut };
                    assert_eq!(stroke.colour, inks[0], "{}", id(item));
                    assert!(
                        (stroke.width - width).abs() < TOLERANCE_MM,
                        "{} is {} mm wide",
                        id(item),
                        stroke.width
                    );
                    seen[0] += 1;
                }
                ItemKind::Text(text) if is_words(item) || is_ruler(item) => {
                    assert_eq!(text.colour, inks[1]);
                    seen[1] += 1;
                }
                _ => {}
            }
        }
        assert!(seen[0] > 2 && seen[1] > 2, "{seen:?}");
    }
}

#[test]
fn a_layout_and_a_profile_set_furniture() {
    let long = "[furniture]\nlength = \"100mm\"\nrulers = \"top-right\"\nwords = \"top\"";
    let card = "[[cards]]\nsize = \"mini\"\nface = [{ fill = \"tan\" }]\n";
    let page = &built(long, card, &[]).pages[0];
    assert!(
        lengths(page).iter().all(|length| (length - 100.0).abs() < TOLERANCE_MM) && lengths(page).len() == 2
    );
    let top = texts(page).find(|(item, _)| is_words(item)).map(|(item, _)| covers(item)).unwrap();
    assert!(top.y1 < 20.0, "{top:?}");
    let none = "[furniture]\nrulers = \"none\"\nwords = \"none\"";
    let page = &built(none, DISCS, &[]).pages[0];
    assert!(lengths(page).is_empty() && !page.items.iter().any(is_words));
    // A key in the layout takes precedence over the same key in the profile.
    let profile = "[furniture]\nlength = \"30mm\"\nweight = \"0.3mm\"\n";
    let layout = format!("[furniture]\nlength = \"20mm\"\n{DISCS}");
    let ran = Run::new()
        .file("x.toml", layout)
        .file("home.toml", profile)
        .args(["build", "x.toml", "--printer", "home.toml"])
        .any_stderr()
        .run();
    let page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    assert!(lengths(&page).iter().all(|length| (length - 20.0).abs() < TOLERANCE_MM), "{:?}", lengths(&page));
    let widths = page.items.iter().filter(|item| is_ruler(item)).filter_map(|item| match &item.kind {
        ItemKind::Path { stroke: Some(stroke), .. } => Some(stroke.width),
        _ => None,
    });
    assert!(widths.into_iter().all(|width| (width - 0.3).abs() < TOLERANCE_MM));
}
