//! Tests of `hexpress diff --pdf`: the pages are read back and measured.

use kurbo::{Rect, Shape as _, Size};

use crate::support::measure::{
    TOLERANCE_MM, covers, id, inside, overlap, paths, same_length, texts, within_margins,
};
use crate::support::run::{Ran, Run, program};
use hexpress::read::{Document, ItemKind, Page, Rgb};

/// The colour of rings.
const RING: Rgb = Rgb([0xE0, 0x00, 0x4D]);
/// The gap between a ring and what it surrounds, in mm.
const GAP: f64 = 0.8;
/// The margin of pages of A4, in mm.
const MARGIN: f64 = 15.0;
/// How far the white paper below a piece extends beyond the piece, in mm. The clip of the piece hides
/// this strip.
const PAPER: f64 = 1.001;

/// Returns the layout of a deck that reads a table.
pub fn deck(keys: &str) -> String {
    format!(
        "[game]\ntitle = \"Harbour\"\nversion = \"0.1\"\nshare = false\n\n[[cards]]\nname = \"deck\"\nkey = \"name\"\ndata = \"cards.csv\"\n{keys}\n\
         face = [{{ text = \"{{{{ name }}}}\", at = \"top\", inset = \"4mm\", font = \"7pt\", size = \"34 x 8mm\" }}, \
         {{ text = \"{{{{ cost }}}}\", font = \"14pt\" }}]\n"
    )
}

/// Returns a table of cards with their costs.
pub fn csv<'a>(cards: impl IntoIterator<Item = (&'a str, usize)>) -> String {
    let rows = cards.into_iter().map(|(name, cost)| format!("\"{name}\",{cost}\n"));
    format!("name,cost\n{}", rows.collect::<String>())
}

/// Compares two layouts with their tables, and writes the PDF and the page.
pub fn compared(layouts: [&str; 2], tables: [&str; 2], args: &[&str]) -> Ran {
    let mut run = Run::new();
    for ((folder, layout), table) in ["old", "new"].into_iter().zip(layouts).zip(tables) {
        run = run.file(&format!("{folder}/game.toml"), layout).file(&format!("{folder}/cards.csv"), table);
    }
    let all = ["diff", "old", "new", "--pdf", "changes.pdf"];
    run.args(all.into_iter().chain(args.iter().copied())).status(1).run()
}

fn document(ran: &Ran) -> Document {
    ran.pdf("changes.pdf")
}

/// Returns the boxes of the pictures of one version. The version has the name `before` or `after`. A grey
/// line marks the box of each picture.
fn pictures(page: &Page, name: &str) -> Vec<Rect> {
    let edges =
        paths(page).filter(|(item, _)| id(item) == name && stroke(&item.kind) == Some(Rgb([0xA8; 3])));
    edges.map(|(_, path)| path.bounding_box()).collect()
}

fn stroke(kind: &ItemKind) -> Option<Rgb> {
    match kind {
        ItemKind::Path { stroke: Some(stroke), .. } => Some(stroke.colour),
        _ => None,
    }
}

/// Returns the boxes of rings, measured along the middle of their lines.
fn rings(page: &Page) -> Vec<Rect> {
    let rings = paths(page).filter(|(item, _)| id(item) == "rings" && stroke(&item.kind) == Some(RING));
    rings.map(|(_, path)| path.bounding_box()).collect()
}

fn all_words(page: &Page) -> String {
    texts(page).map(|(_, text)| text.string.as_str()).collect::<Vec<_>>().join(" ")
}

/// Returns the texts of a page that are not on pictures, with their boxes.
fn captions(page: &Page) -> Vec<(String, Rect)> {
    let on_pictures =
        |item: &hexpress::read::Item| ["before", "after", "picture"].contains(&id(item).as_str());
    let found = texts(page).filter(|(item, _)| !on_pictures(item));
    found.map(|(item, text)| (text.string.clone(), covers(item))).collect()
}

const OLD: [(&str, usize); 4] = [("Ann", 3), ("Bob", 4), ("Cleo", 5), ("Dan", 6)];

#[test]
fn rings_are_around_what_differs_at_true_size() {
    let new = [("Ann", 38), ("Bob", 4), ("Cleo", 5), ("Eve", 6)];
    let layout = deck("size = \"40 x 60mm\"");
    let changed = layout.replace("0.1", "0.2");
    let ran = compared([&layout, &changed], [&csv(OLD), &csv(new)], &[]);
    let document = document(&ran);
    let page = &document.pages[1];
    let (before, after) = (pictures(page, "before"), pictures(page, "after"));
    let (old, new) = (before[0], after[0]);
    for picture in [old, new] {
        same_length(picture.width(), 40.0, "the width of a picture");
        same_length(picture.height(), 60.0, "the height of a picture");
    }
    same_length(old.y0, new.y0, "the places of the pictures");
    assert!(overlap(old, new) < -5.0);
    let cost = |words: &str, picture: Rect| {
        let found =
            texts(page).find(|(item, text)| text.string == words && inside(covers(item), picture) > 0.0);
        covers(found.unwrap().0) - picture.origin().to_vec2()
    };
    let expected = cost("3", old).union(cost("38", new)).inflate(GAP, GAP);
    let found = rings(page);
    assert_eq!(found.len(), 2);
    for (ring, picture) in found.into_iter().zip([old, new]) {
        let ring = ring - picture.origin().to_vec2();
        let sides =
            [ring.x0 - expected.x0, ring.y0 - expected.y0, ring.x1 - expected.x1, ring.y1 - expected.y1];
        assert!(sides.iter().all(|side| side.abs() < 0.02), "{ring:?} instead of {expected:?}");
    }
    let words = document.pages.iter().map(all_words).collect::<Vec<_>>().join(" ");
    for text in ["Changed: deck", "cost 3 → 38", "Added: deck", "Removed: deck", "at true size", "No. 1"] {
        assert!(words.contains(text), "{text} is missing in {words}");
    }
    document.pages.iter().for_each(|page| within_margins(page, MARGIN - PAPER));
}

#[test]
fn the_first_page_is_complete_in_itself() {
    let new = [("Ann", 38), ("Bob", 4), ("Cleo", 5), ("Eve", 6)];
    let layout = deck("size = \"40 x 60mm\"");
    let ran = compared([&layout, &layout.replace("0.1", "0.2")], [&csv(OLD), &csv(new)], &[]);
    let page = &document(&ran).pages[0];
    let words = captions(page).into_iter().map(|(text, _)| text).collect::<Vec<_>>().join(" ");
    let expected = "What is new in Harbour version 0.1 → 0.2 1 added 1 removed 1 changed Added Eve deck 4 Changed Ann cost 3 → 38 deck 1 \
                    Removed Dan deck 4 1 / 3 old → new";
    assert_eq!(words, expected);
    assert_eq!((pictures(page, "").len(), rings(page).len()), (0, 0));
}

#[test]
fn what_does_not_fit_the_first_page_is_counted() {
    let names: Vec<String> = (1..=300).map(|number| format!("Card {number}")).collect();
    let rows = |more: usize| csv(names.iter().map(|name| (name.as_str(), more)));
    let layout = deck("size = \"25 x 25mm\"").replace("34 x 8", "20 x 5");
    let ran = compared([&layout, &layout], [&rows(1), &rows(2)], &[]);
    let document = document(&ran);
    let captions = captions(&document.pages[0]);
    let with_pictures = captions.iter().take_while(|(text, _)| !text.starts_with("Also "));
    let listed = with_pictures.filter(|(text, _)| text.starts_with("Card ")).count();
    let others: Vec<&str> = captions
        .iter()
        .map(|(text, _)| text.as_str())
        .skip_while(|text| !text.starts_with("Also changed:"))
        .collect();
    let others = others.join(" ");
    let (names, more) = others.split_once("; and ").unwrap();
    let more: usize = more.split(' ').next().unwrap().parse().unwrap();
    let named = names.matches("Card ").count();
    assert!(listed >= 10 && named >= 10, "{listed} with pictures, {named} by name");
    assert_eq!(listed + named + more, 300);
    // Each changed card is on one of the other pages.
    let pairs: usize = document.pages[1..].iter().map(|page| pictures(page, "after").len()).sum();
    assert_eq!(pairs, 300);
    let last = document.pages.last().unwrap();
    assert!(all_words(last).contains("Card 300"));
    document.pages.iter().for_each(|page| within_margins(page, MARGIN - PAPER));
}

#[test]
fn rows_beyond_the_limit_are_counted() {
    let names: Vec<String> = (0..1001).map(|number| format!("C{number}")).collect();
    let rows = |cost: usize| csv(names.iter().map(|name| (name.as_str(), cost)));
    let layout = deck("size = \"12 x 12mm\"").split("face =").next().unwrap().to_owned();
    let layout = layout + "face = [{ text = \"{{ cost }}\", font = \"9pt\" }]\n";
    let ran = Run::new()
        .file("old/game.toml", &layout)
        .file("old/cards.csv", rows(1))
        .file("new/game.toml", &layout)
        .file("new/cards.csv", rows(2))
        .args(["diff", "old", "new", "--pdf", "changes.pdf"])
        .status(1)
        .any_stderr()
        .run();
    let warning = "warning[HX019]: 1 difference is left out: at most 1000 rows are shown";
    assert!(ran.stderr.contains(warning), "{}", ran.stderr);
    let document = document(&ran);
    assert_eq!(document.pages[1..].iter().map(|page| pictures(page, "after").len()).sum::<usize>(), 1000);
}

#[test]
fn large_pieces_are_scaled_and_the_scale_is_said() {
    for (size, is_landscape, smallest) in
        [("105 x 148mm", true, 0.86), ("148 x 210mm", true, 0.6), ("210 x 297mm", true, 0.4)]
    {
        let layout = deck(&format!("size = \"{size}\""));
        let new = [("Ann", 38), ("Bob", 4), ("Cleo", 5), ("Dan", 6)];
        let ran = compared([&layout, &layout], [&csv(OLD), &csv(new)], &[]);
        let document = document(&ran);
        let page = &document.pages[1];
        assert_eq!(page.media.width() > page.media.height(), is_landscape, "{size}");
        let (old, new) = (pictures(page, "before")[0], pictures(page, "after")[0]);
        let width: f64 = size.split(' ').next().unwrap().parse().unwrap();
        let scale = old.width() / width;
        assert!(scale >= smallest - 1e-6, "{size}: {scale}");
        same_length(old.width(), new.width(), size);
        let output = if scale > 0.999 {
            "at true size".to_owned()
        } else {
            format!("before, at {:.0} %", 100.0 * scale)
        };
        assert!(all_words(page).contains(&output), "{output} is missing in {}", all_words(page));
        within_margins(page, MARGIN - PAPER);
    }
}

#[test]
fn words_of_any_length_keep_their_column() {
    let long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
    let names = [
        long,
        "A name that goes on and on, until nobody remembers how it began",
        "\u{4E00}\u{4E8C} <script>",
    ];
    // The cards do not show their names, because these would not fit.
    let layout = deck("size = \"40 x 60mm\"").replace("{{ name }}", "x");
    let rows = |cost: usize| csv(names.map(|name| (name, cost)));
    let ran = compared([&layout, &layout], [&rows(1), &rows(2)], &[]);
    let document = document(&ran);
    let page = &document.pages[1];
    let pictures = [pictures(page, "before"), pictures(page, "after")].concat();
    assert_eq!(pictures.len(), 6);
    let captions = captions(page);
    for (text, rect) in &captions {
        let nearest =
            pictures.iter().map(|picture| overlap(*rect, *picture)).fold(f64::NEG_INFINITY, f64::max);
        assert!(nearest < -0.5, "{text} comes too near a picture");
        let others = captions.iter().filter(|(_, other)| other != rect);
        let touched = others.map(|(_, other)| overlap(*rect, *other)).fold(f64::NEG_INFINITY, f64::max);
        assert!(touched < 0.2, "{text} covers another text");
    }
    assert!(all_words(page).contains("??  <script>"));
    document.pages.iter().for_each(|page| within_margins(page, MARGIN - PAPER));
}

#[test]
fn a_change_of_all_pieces_is_shown_once() {
    let layout = deck("size = \"40 x 60mm\"\nback = [{ fill = \"navy\" }]");
    let new = [("Ann", 38), ("Bob", 4), ("Cleo", 5), ("Dan", 6)];
    for (change, with, output, sides) in [
        ("navy", "gold", "its back changed", 2),
        ("40 x 60", "42 x 60", "its size changed from 40 x 60 mm to 42 x", 2),
        ("14pt", "15pt", "the look of its front changed", 2),
    ] {
        let ran = compared([&layout, &layout.replace(change, with)], [&csv(OLD), &csv(new)], &[]);
        let page = &document(&ran).pages[1];
        let words = all_words(page);
        assert_eq!(words.matches(output).count(), 1, "{words}");
        assert!(words.contains("All 4 pieces") && words.contains("cost 3 → 38"), "{words}");
        assert_eq!(pictures(page, "before").len(), sides, "{output}");
    }
}

#[test]
fn both_sides_of_a_piece_are_shown_if_both_differ() {
    let layout = |rows: &str| {
        format!(
            "[game]\ntitle = \"Tokens\"\nshare = false\n\n[[tiles]]\nname = \"tokens\"\nshape = \"disc\"\nsize = \"30mm\"\nkey = \"id\"\nrows = [{rows}]\n\
             face = [{{ text = \"{{{{ front }}}}\", font = \"14pt\" }}]\nback = [{{ fill = \"{{{{ back }}}}\" }}]\n"
        )
    };
    let row = |id: usize, front: &str, back: &str| {
        format!("{{ id = {id}, front = \"{front}\", back = \"{back}\" }}, ")
    };
    let same = row(2, "B", "gold");
    let old = layout(&(row(1, "A", "navy") + &same));
    let new = layout(&(row(1, "C", "green") + &same + &row(3, "D", "black")));
    let ran = compared([&old, &new], ["", ""], &[]);
    let page = &document(&ran).pages[1];
    assert_eq!((pictures(page, "before").len(), pictures(page, "after").len()), (2, 4));
    assert_eq!(all_words(page).matches("the back").count(), 2);
    let [front, back] = [pictures(page, "before")[0], pictures(page, "before")[1]];
    let found = rings(page);
    assert_eq!(found.len(), 4);
    assert!(found[0].width() < 10.0 && inside(found[0], front) > 0.0, "around the letter");
    // The whole back differs, so the ring follows its outline.
    assert!((found[2].width() - back.width()).abs() < TOLERANCE_MM && overlap(found[2], back) > 29.0);
}

fn board(map: &str, title: &str) -> String {
    format!(
        "[game]\ntitle = \"Map\"\nshare = false\n\n[[board]]\nname = \"board\"\nsheet = \"small\"\ncells = \"pointy-top\"\nacross = \"18mm\"\nnames = \"chess\"\n\
         title = \"{title}\"\nmap = '''\n{map}'''\n[board.key]\na = {{ fill = \"gold\" }}\nb = {{ fill = \"skyblue\" }}\n"
    )
}

#[test]
fn changed_cells_of_a_board_are_ringed() {
    let old = board("a   a   b   b\n  a   b   a\n", "One");
    let new = board("a   b   b   b\n  a   b   b\n", "One").replace("title = \"One\"\n", "");
    let old = old.replace("title = \"One\"\n", "");
    let ran = compared([&old, &new], ["", ""], &[]);
    let document = document(&ran);
    assert_eq!(document.pages.len(), 2);
    let page = &document.pages[1];
    let words = all_words(page);
    assert!(words.contains("2 cells changed") && words.contains("Changed: b2, c1"), "{words}");
    let found = rings(page);
    assert_eq!(found.len(), 4);
    let (before, after) = (pictures(page, "before")[0], pictures(page, "after")[0]);
    let fills = |picture: Rect, rgb: [u8; 3]| -> Vec<Rect> {
        let cells = paths(page).filter(
            |(item, _)| matches!(&item.kind, ItemKind::Path { fill: Some(fill), .. } if *fill == Rgb(rgb)),
        );
        cells.map(|(_, path)| path.bounding_box()).filter(|cell| inside(*cell, picture) > -0.1).collect()
    };
    for (index, ring) in found.iter().enumerate() {
        let (picture, rgb) = if index < 2 { (before, [0xFF, 0xD7, 0]) } else { (after, [0x87, 0xCE, 0xEB]) };
        let cells = fills(picture, rgb);
        let is_cell =
            |cell: &Rect| (*cell - ring.origin().to_vec2()).origin().distance((0.0, 0.0).into()) < 0.1;
        assert!(cells.iter().any(is_cell), "{ring:?} is around no cell of {cells:?}");
        same_length(ring.width(), 18.0, "the width of a ring");
    }
}

#[test]
fn a_large_board_is_scaled_and_an_emptied_deck_is_removed() {
    let row = |cell: &str| format!("{}\n", [cell; 30].join(" "));
    let square = |map: &str| {
        board(map, "").replace("title = \"\"\n", "").replace("pointy-top", "square").replace("small", "large")
    };
    let old = square(&row("a").repeat(12)).replace("across = \"18mm\"", "across = \"12mm\"");
    let new = old.replacen("a a a a", "b a a a", 1);
    let cards = deck("size = \"40 x 60mm\"");
    let (_, cards) = cards.split_once("[[cards]]").unwrap();
    let old = format!("{old}\n[[cards]]{cards}");
    let ran = compared([&old, &new], [&csv(OLD), ""], &["--paper", "letter"]);
    let document = document(&ran);
    let words: Vec<String> = document.pages.iter().map(all_words).collect();
    assert!(words[0].contains("deck 4 pieces"), "{}", words[0]);
    assert!(words[1].contains("before, at "), "{}", words[1]);
    let (old, new) = (pictures(&document.pages[1], "before")[0], pictures(&document.pages[1], "after")[0]);
    assert!((old.size() - new.size()).width.abs() < TOLERANCE_MM && old.x1 < new.x0);
    assert!(words.iter().any(|words| words.contains("The whole component is removed: 4 pieces")));
    for page in &document.pages {
        let size = page.media.size();
        assert!((size.width * size.height - 215.9 * 279.4).abs() < 1.0, "letter: {size:?}");
        within_margins(page, MARGIN - PAPER);
    }
}

#[test]
fn games_of_different_titles_and_fonts_are_compared() {
    let layout = deck("size = \"40 x 60mm\"");
    let font = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/scene/fonts/source-sans-3/SourceSans3-Bold.ttf");
    let own = format!("{layout}\n[fonts]\nown = \"own.ttf\"\n").replace("14pt", "own 14pt");
    let ran = Run::new()
        .file("old/game.toml", own.replace("Harbour", "Port"))
        .file("old/own.ttf", std::fs::read(font).unwrap())
        .file("old/cards.csv", csv(OLD))
        .file("new/game.toml", layout)
        .file("new/cards.csv", csv([("Ann", 38), ("Bob", 4), ("Cleo", 5), ("Dan", 6)]))
        .args(["diff", "old", "new", "--pdf", "changes.pdf"])
        .status(1)
        .run();
    let document = document(&ran);
    assert!(all_words(&document.pages[0]).contains("Port → Harbour version 0.1"));
    let fonts = |name: &str| -> Vec<String> {
        let cost = texts(&document.pages[1]).filter(|(item, text)| id(item) == name && text.size > 4.5);
        cost.map(|(_, text)| text.font.to_string()).collect()
    };
    assert!(fonts("before").iter().all(|font| font.contains("Bold")), "{:?}", fonts("before"));
    assert!(fonts("after").iter().all(|font| font.contains("Regular")), "{:?}", fonts("after"));
}

#[test]
fn prints_in_a_folder_are_shown_as_they_were_printed() {
    let layout = deck("size = \"40 x 60mm\"");
    let ran = Run::new()
        .file("game.toml", layout)
        .file("cards.csv", csv(OLD))
        .args(["build", "--output", "prints"])
        .run();
    let folder = ran.folder.path();
    let print = |cost: usize, args: &[&str]| {
        let new = [("Ann", 3), ("Bob", cost), ("Cleo", 5), ("Dan", 6)];
        std::fs::write(folder.join("cards.csv"), csv(new)).unwrap();
        program(args, folder)
    };
    print(77, &["build", "--pieces", "deck:2", "--output", "prints"]);
    std::fs::rename(folder.join("prints/game-iso.pdf"), folder.join("prints/1.pdf")).unwrap();
    std::fs::rename(folder.join("prints/game-iso.pieces.pdf"), folder.join("prints/2.pdf")).unwrap();
    let output = print(88, &["diff", "prints", "game.toml", "--pdf", "changes.pdf"]);
    assert_eq!(output.status, 1, "{}", output.stderr);
    let document = document(&ran);
    let costs = |name: &str| -> Vec<String> {
        let on = texts(&document.pages[1]).filter(|(item, _)| id(item) == name);
        on.map(|(_, text)| text.string.clone()).collect()
    };
    assert_eq!(
        (costs("before"), costs("after")),
        (vec!["Bob".into(), "77".into()], vec!["Bob".into(), "88".into()])
    );
}

#[test]
fn without_a_difference_one_page_says_so() {
    let layout = deck("size = \"40 x 60mm\"");
    let ran = Run::new()
        .file("game.toml", layout)
        .file("cards.csv", csv(OLD))
        .args(["diff", "game.toml", "game.toml", "--pdf", "changes.pdf"])
        .run();
    let document = document(&ran);
    assert_eq!(document.pages.len(), 1);
    assert!(all_words(&document.pages[0]).contains("Nothing looks different."));
}

#[test]
fn the_same_versions_give_the_same_bytes_and_inks_change_colours_only() {
    let layout = deck("size = \"40 x 60mm\"")
        .replace("face = [", "face = [{ fill = \"navy\" }, ")
        .replace("14pt", "14pt\", colour = \"white");
    let new = csv([("Ann", 38), ("Bob", 4), ("Cleo", 5), ("Dan", 6)]);
    let ran = compared([&layout, &layout], [&csv(OLD), &new], &[]);
    let folder = ran.folder.path();
    assert_eq!(program(&["diff", "old", "new", "--pdf", "again.pdf"], folder).status, 1);
    assert_eq!(ran.bytes("changes.pdf"), ran.bytes("again.pdf"));
    assert_eq!(program(&["diff", "old", "new", "--pdf", "black.pdf", "--ink", "black"], folder).status, 1);
    let [full, black] = ["changes.pdf", "black.pdf"].map(|name| ran.pdf(name));
    let shapes = |document: &Document| -> Vec<Rect> {
        document.pages.iter().flat_map(|page| page.items.iter().map(covers)).collect()
    };
    assert_eq!(shapes(&full), shapes(&black));
    assert!(rings(&full.pages[1]).len() == 2 && rings(&black.pages[1]).is_empty());
    let is_grey = |rgb: Rgb| rgb.0[0] == rgb.0[1] && rgb.0[1] == rgb.0[2];
    for item in black.pages.iter().flat_map(|page| &page.items) {
        let fill = match &item.kind {
            ItemKind::Path { fill, .. } => *fill,
            ItemKind::Text(text) => Some(text.colour),
            ItemKind::Image { .. } => None,
        };
        assert!(fill.into_iter().chain(stroke(&item.kind)).all(is_grey), "{item:?}");
    }
    // Small paper has smaller margins.
    assert_eq!(program(&["diff", "old", "new", "--pdf", "small.pdf", "--paper", "a6"], folder).status, 1);
    let small = ran.pdf("small.pdf");
    let page = small.pages[0].media.size();
    assert!((page - Size::new(105.0, 148.0)).width.abs() < 0.1);
    small.pages.iter().for_each(|page| within_margins(page, 7.5 - PAPER));
}
