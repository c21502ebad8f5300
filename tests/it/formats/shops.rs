//! Tests of pictures and PDFs for print shops (`--for`). The tests read the finished files.

use super::png::decoded;
use crate::support::measure::{count, covers, same_length};
use crate::support::run::{Ran, Run, program};
use hexpress::read::{Item, ItemKind, Rgb};
use hexpress::shops::{BundledShop, SHOPS};

const PAGE: &str = include_str!("../../../docs/shops.md");

/// A product of a preset. The tests read it from the TOML of the preset, without the code of hexpress.
struct Product {
    name: String,
    shape: String,
    /// The width and height after the cut, as the preset writes them.
    trim: [String; 2],
    /// The width and height of the picture. `None` for a shop that takes PDFs.
    pixels: Option<(i64, i64)>,
}

fn products(preset: &str) -> Vec<Product> {
    let table: toml::Table = preset.parse().unwrap();
    let list = table.get("product").and_then(|list| list.as_array());
    list.into_iter()
        .flatten()
        .map(|product| {
            let text = |key: &str| product.get(key).and_then(|value| value.as_str()).unwrap_or_default();
            let (across, down) = text("trim").split_once(' ').unwrap();
            Product {
                name: text("name").to_owned(),
                shape: if text("shape").is_empty() {
                    "rectangle".to_owned()
                } else {
                    text("shape").to_owned()
                },
                trim: [across.to_owned(), down.to_owned()],
                pixels: product
                    .get("width")
                    .map(|width| (width.as_integer().unwrap(), product["height"].as_integer().unwrap())),
            }
        })
        .collect()
}

fn mm(typed: &str) -> f64 {
    typed.strip_suffix("mm").unwrap().parse().unwrap()
}

fn build(layout: &str, shop: &str) -> Ran {
    Run::new().file("x.toml", layout).args(["build", "x.toml", "--for", shop]).any_stderr().run()
}

/// A board counts as large if its picture has at least this number of pixels.
const MIN_PIXELS: i64 = 3_000_000;

/// The bleed of a product is between 0.1 and 0.27 inches wide on every side. The sides of a large board are
/// multiples of a quarter of an inch.
#[test]
fn the_numbers_of_large_products_agree() {
    for BundledShop { id, text, .. } in SHOPS {
        for Product { name, trim, pixels, .. } in products(text) {
            let Some((width, height)) = pixels else { continue };
            let inches = |typed: &str| match typed.strip_suffix("in") {
                Some(number) => number.parse::<f64>().unwrap(),
                None => mm(typed) / 25.4,
            };
            let bleed = [(width, &trim[0]), (height, &trim[1])]
                .map(|(pixels, trim)| (pixels as f64 / 300.0 - inches(trim)) / 2.0);
            assert!(bleed.iter().all(|bleed| (0.1..0.27).contains(bleed)), "{id}: {name}: {bleed:?}");
            if width * height >= MIN_PIXELS {
                assert!(trim.iter().all(|side| (inches(side) * 4.0).fract() == 0.0), "{id}: {name}");
            }
        }
    }
}

/// A board with a red background, and a name in each cell.
fn board(keys: &str) -> String {
    format!(
        "[[board]]\nsheet = \"small\"\ncells = \"square\"\nfit = \"largest\"\nshape = \"rectangle 6 x 6\"\nnames = \"chess\"\n\
         show-names = \"inside\"\ncell = {{ fill = \"#F4EBD9\" }}\nunder = [{{ fill = \"#FF0000\" }}]\n{keys}\n"
    )
}

/// If the layout sets no `trim`, the board is cut to the size of its sheet. The background
/// continues to the edge of the page.
#[test]
fn a_board_has_the_bleed_of_the_printer() {
    for (id, keys, trim, bleed) in [
        ("european-printer", "", [210.0, 297.0], 3.0),
        ("mb-print", "", [210.0, 297.0], 3.0),
        ("american-printer", "", [210.0, 297.0], 3.175),
        ("printninja", "trim = \"200 x 180mm\"\nsafe = \"5mm\"", [200.0, 180.0], 3.175),
        // The paper of this board is folded around its edges, and therefore has a wide bleed.
        (
            "european-printer",
            "trim = \"200 x 180mm\"\nbleed = \"18mm\"\nsafe = \"5mm\"",
            [200.0, 180.0],
            18.0,
        ),
    ] {
        let ran = build(&board(keys), id);
        let file = format!("output/x-{id}/board.pdf");
        check_pages(&ran, &file, &["a1"], trim, bleed);
        let ticket = format!("1 piece: 1 page, cut to {} x {} mm", trim[0], trim[1]);
        assert!(ran.stdout.contains(&ticket), "{}", ran.stdout);
        let output = program(&["check", &file, "--deny", "warnings"], ran.folder.path());
        assert_eq!(output.status, 0, "{}", output.stderr);
    }
}

/// If the layout sets no `trim`, the cells are in the same places as in a build without `--for`.
#[test]
fn a_board_for_a_printer_looks_as_at_home() {
    let layout = board("");
    let home =
        Run::new().file("x.toml", &layout).args(["build", "x.toml", "--paper", "iso"]).any_stderr().run();
    let home = home.pdf("output/x-iso.pdf");
    let shop = build(&layout, "european-printer");
    let shop = shop.pdf("output/x-european-printer/board.pdf");
    let cells = |pdf: &hexpress::read::Document| -> Vec<kurbo::Rect> {
        let is_cell = |item: &&Item| matches!(&item.kind, ItemKind::Path { fill: Some(fill), .. } if fill.0 == [0xF4, 0xEB, 0xD9]);
        pdf.pages[0].items.iter().filter(is_cell).map(covers).collect()
    };
    let (home, shop) = (cells(&home), cells(&shop));
    assert_eq!((home.len(), shop.len()), (36, 36));
    for (home, shop) in home.iter().zip(&shop) {
        same_length(shop.x0 - home.x0, 3.0, "across");
        same_length(shop.y0 - home.y0, 3.0, "down");
        same_length(shop.width(), home.width(), "width");
    }
}

#[test]
fn a_board_is_a_product_of_a_shop() {
    let ran = build(&board("trim = \"5 x 5in\"\nsafe = \"5mm\""), "the-game-crafter");
    let picture = decoded(&ran.bytes("output/x-the-game-crafter/board.png"));
    assert_eq!((picture.wide, picture.high, picture.dpi), (1575, 1575, 300));
    for place in [(0, 0), (787, 0), (1574, 1574), (50, 787)] {
        assert_eq!(picture.at(place.0, place.1), [255, 0, 0, 255]);
    }
    assert!(ran.stdout.contains("QuarterBoard or QuarterMat, 1575 x 1575 pixels"), "{}", ran.stdout);
}

/// The bleed of a product can differ from that of its shop, for example because paper is folded around the
/// edges of a board.
#[test]
fn a_product_may_be_wrapped() {
    let shop = "name = \"Corner\"\nformat = \"pdf\"\nbleed = \"3mm\"\n[[product]]\nname = \"Wrapped\"\n\
                trim = \"200mm 180mm\"\nbleed = \"18mm\"\n";
    let ran =
        Run::new().file("x.toml", board("trim = \"200 x 180mm\"\nsafe = \"5mm\"")).file("corner.toml", shop);
    let ran = ran.args(["build", "x.toml", "--for", "corner.toml"]).run();
    check_pages(&ran, "output/x-corner/board.pdf", &["a1"], [200.0, 180.0], 18.0);
}

/// The ZIP file contains all files with unchanged bytes. If the build is repeated, its ZIP file is the same.
#[test]
fn a_zip_file_has_all_files() {
    let shop = "name = \"Corner\"\ndpi = 100\nzip = true\nbleed = \"3mm\"\n";
    let run = || {
        let run = Run::new().file("x.toml", PIECES).file("corner.toml", shop);
        run.args(["build", "x.toml", "--for", "corner.toml", "--only", "deck"]).run()
    };
    let ran = run();
    let archive = ran.bytes("output/x-corner.zip");
    assert!(archive == run().bytes("output/x-corner.zip"));
    assert!(ran.stdout.contains("x-corner.zip contains all these files"), "{}", ran.stdout);
    let files: Vec<String> = ran.folder.files().into_iter().filter(|file| file.ends_with(".png")).collect();
    assert_eq!(files.len(), 3, "{files:?}");
    for file in files {
        let bytes = ran.bytes(&file);
        let name = file.strip_prefix("output/x-corner/").unwrap().as_bytes();
        // The files are stored without compression.
        assert!(archive.windows(name.len()).any(|part| part == name));
        assert!(archive.windows(bytes.len()).any(|part| part == bytes), "{file}");
    }
    // A second build in the same folder does not change the ZIP file.
    let again = program(&["build", "x.toml", "--for", "corner.toml", "--only", "deck"], ran.folder.path());
    assert_eq!(again.status, 0, "{}", again.stderr);
    assert!(ran.bytes("output/x-corner.zip") == archive);
}

#[test]
fn every_product_has_a_picture_with_its_pixels() {
    for BundledShop { id, text, .. } in SHOPS {
        let mut products = products(text);
        // Drawing large boards is slow. Another test, `the_numbers_of_large_products_agree`, checks
        // their numbers.
        products.retain(|product| product.pixels.is_some_and(|(width, height)| width * height < MIN_PIXELS));
        if products.is_empty() {
            continue;
        }
        let mut layout = String::new();
        for (index, Product { shape, trim: [across, down], .. }) in products.iter().enumerate() {
            let size = match shape.as_str() {
                // The hexagons of a shop are not quite regular, so their width and height give two distances
                // across flats. The layout uses the mean of both.
                "hexagon" => {
                    let flat = (mm(across) * 3_f64.sqrt() / 2.0 + mm(down)) / 2.0;
                    format!("[[tiles]]\ncells = \"flat-top\"\nsize = \"{flat:.2}mm\"")
                }
                "disc" => format!("[[counters]]\nacross = \"{across}\""),
                _ => format!("[[cards]]\nsize = \"{across} x {down}\""),
            };
            layout.push_str(&format!("{size}\nname = \"p{index}\"\nface = [{{ fill = \"#FF0000\" }}]\n\n"));
        }
        let ran = build(&layout, id);
        for (index, Product { name, pixels, .. }) in products.iter().enumerate() {
            let (width, height) = pixels.unwrap();
            let picture = decoded(&ran.bytes(&format!("output/x-{id}/p{index}/001.png")));
            assert_eq!((picture.wide.into(), picture.high.into()), (width, height), "{id}: {name}");
            assert_eq!((picture.dpi, picture.alpha), (300, false), "{id}: {name}");
            // The bleed is a rectangle, even around hexagons and discs.
            for place in [(0, 0), (picture.wide / 2, 0), (picture.wide - 1, picture.high - 1)] {
                assert_eq!(picture.at(place.0, place.1), [255, 0, 0, 255], "{id}: {name}");
            }
            // Two products may have the same size, and the printed ticket may name either of them. So the
            // test does not compare the name.
            let ticket = format!("; {width} x {height} pixels\n                   p{index}/001.png\n");
            assert!(ran.stdout.contains(&ticket), "{}", ran.stdout);
        }
        assert!(ran.stdout.contains("check the shop's template"), "{}", ran.stdout);
    }
}

/// The canvas is the whole picture that the shop wants: a piece with its bleed. Here, the bleed across
/// differs from the bleed down. A strip on the card ends 10 mm inside the cut.
#[test]
fn a_piece_is_in_the_middle_of_an_uneven_canvas() {
    let layout = |strip: &str, at: &str| {
        format!(
            "[[cards]]\nname = \"deck\"\nsize = \"63 x 88mm\"\nrows = [{{ n = 1, copies = 2 }}, {{ n = 2 }}]\n\
             face = [{{ fill = \"#FF0000\" }}, {{ box = \"{strip}\", at = \"{at}\", fill = \"#0000FF\" }}]\n\
             back = [{{ fill = \"#00FF00\" }}]\n"
        )
    };
    let (red, blue) = ([255, 0, 0, 255], [0, 0, 255, 255]);
    let ran = build(&layout("10mm x 100%", "left"), "the-game-crafter");
    // The canvas is 69.85 mm wide, so the cut is 3.425 mm from its edge. The strip ends after 158.6 pixels.
    let card = decoded(&ran.bytes("output/x-the-game-crafter/deck/001-x3.png"));
    assert_eq!((card.at(0, 0), card.at(157, 500), card.at(160, 500)), (blue, blue, red));
    let back = decoded(&ran.bytes("output/x-the-game-crafter/deck/back.png"));
    assert_eq!((back.wide, back.high, back.at(0, 0)), (825, 1125, [0, 255, 0, 255]));
    // The canvas is 95.25 mm high, so the cut is 3.625 mm from its edge. The strip ends after 160.9 pixels.
    let ran = build(&layout("100% x 10mm", "top"), "the-game-crafter");
    let card = decoded(&ran.bytes("output/x-the-game-crafter/deck/001-x3.png"));
    assert_eq!((card.at(0, 0), card.at(400, 159), card.at(400, 162)), (blue, blue, red));
}

#[test]
fn a_preset_of_your_own_is_a_file() {
    let shop = "name = \"The Corner Shop\"\ndpi = 100\nmost = 2\n[[product]]\nname = \"Small\"\ntrim = \"1in 2in\"\nwidth = 120\n\
                height = 230\n";
    let layout = |copies: u32| {
        format!(
            "[[cards]]\nname = \"deck\"\nsize = \"1 x 2in\"\nrows = [{{ n = 1, copies = {copies} }}]\nface = [{{ fill = \"#FF0000\" }}]\n"
        )
    };
    let run = |copies| {
        let run = Run::new().file("x.toml", layout(copies)).file("corner.toml", shop);
        run.args(["build", "x.toml", "--for", "corner.toml", "--json"])
    };
    let ran = run(2).run();
    let picture = decoded(&ran.bytes("output/x-the-corner-shop/deck/001-x2.png"));
    assert_eq!((picture.wide, picture.high, picture.dpi), (120, 230, 100));
    let reported = &ran.json()["results"][0]["shop"];
    assert_eq!(
        (&reported["products"][0]["product"], &reported["second-hand"]),
        (&"Small".into(), &false.into())
    );
    // Orders one piece more than the shop accepts.
    let ran = run(3).status(2).run();
    assert!(!ran.folder.files().iter().any(|file| file.starts_with("output")));
}

/// A deck of three cards that share a back, a deck with two backs, and a disc.
const PIECES: &str = r##"
[[cards]]
name = "deck"
size = "63 x 88mm"
round = "3mm"
rows = [{ n = 1, copies = 2 }, { n = 2 }]
face = [{ fill = "#FF0000" }, { text = "front {{ n }}", font = "12pt" }]
back = [{ fill = "#00FF00" }, { text = "back", font = "12pt" }]

[[cards]]
name = "pairs"
size = "88 x 63mm"
print = 2
rows = [{ n = 1 }, { n = 2 }]
face = [{ fill = "#FF0000" }, { text = "front {{ n }}", font = "12pt" }]
back = [{ fill = "#00FF00" }, { text = "back {{ n }}", font = "12pt" }]

[[counters]]
name = "coin"
across = "25mm"
face = [{ fill = "#FF0000" }, { text = "coin", font = "12pt" }]
"##;

/// Checks the pages of a PDF: the text, the boxes and the bleed.
fn check_pages(ran: &Ran, file: &str, texts: &[&str], trim: [f64; 2], bleed: f64) {
    let pages = ran.pdf(file).pages;
    assert_eq!(pages.len(), texts.len(), "{file}");
    for (page, text) in pages.iter().zip(texts) {
        assert_eq!(count(page, text), 1, "{file}: page {}: {text}", page.number);
        let cut = page.trim.unwrap();
        assert_eq!(page.bleed, Some(page.media), "{file}");
        for (got, expected) in [
            (page.media.width(), trim[0] + 2.0 * bleed),
            (page.media.height(), trim[1] + 2.0 * bleed),
            (cut.width(), trim[0]),
            (cut.height(), trim[1]),
            (cut.x0, bleed),
            (cut.y0, bleed),
        ] {
            same_length(got, expected, file);
        }
        // The background is red or green, in RGB or as inks, and fills the whole page.
        let is_ground = |item: &&Item| matches!(&item.kind, ItemKind::Path { fill: Some(Rgb([red, green, _])), .. } if red.abs_diff(*green) > 100);
        let ground = page.items.iter().find(is_ground).map(covers).unwrap();
        for (got, expected) in
            [(ground.x0, 0.0), (ground.y0, 0.0), (ground.x1, page.media.x1), (ground.y1, page.media.y1)]
        {
            same_length(got, expected, file);
        }
    }
}

/// Returns whether a shop takes PDFs of any size in RGB.
fn prints_any_size(shop: &BundledShop) -> bool {
    let says = |words: &str| shop.text.contains(words);
    says("format = \"pdf\"") && !says("[[product]]") && !says("standard = ")
}

#[test]
fn a_printer_of_any_size_gets_a_page_for_each_side() {
    for BundledShop { id, text, .. } in SHOPS.iter().filter(|shop| prints_any_size(shop)) {
        let table: toml::Table = text.parse().unwrap();
        let bleed = match table["bleed"].as_str().unwrap() {
            "3mm" => 3.0,
            "0.125in" => 3.175,
            other => panic!("{id}: {other}"),
        };
        let ran = build(PIECES, id);
        let deck: &[&str] = match table.get("shared-back").is_some() {
            true => &["front 1", "front 1", "front 2", "back"],
            false => &["front 1", "back", "front 1", "back", "front 2", "back"],
        };
        let file = |name: &str| format!("output/x-{id}/{name}.pdf");
        check_pages(&ran, &file("deck"), deck, [63.0, 88.0], bleed);
        // If the pieces have different backs, each back follows its front. The layout prints everything
        // twice.
        let pairs = ["front 1", "back 1", "front 2", "back 2"].repeat(2);
        check_pages(&ran, &file("pairs"), &pairs, [88.0, 63.0], bleed);
        check_pages(&ran, &file("coin"), &["coin"], [25.0, 25.0], bleed);
        assert!(ran.stdout.contains("do not show the outline of coin: agree"), "{}", ran.stdout);
        // The checker must not warn that a page with bleed has no usual paper size.
        let output = program(&["check", &file("deck"), "--deny", "warnings"], ran.folder.path());
        assert_eq!(output.status, 0, "{}", output.stderr);
    }
}

/// If a shop has a `bleed`, its products need no `pixels`. This shop has the widest bleed that is
/// allowed.
#[test]
fn products_use_the_bleed_of_their_shop() {
    let shop = "name = \"Corner\"\nformat = \"pdf\"\nbleed = \"25mm\"\n[[product]]\nname = \"Poker\"\ntrim = \"63mm 88mm\"\n";
    let ran = Run::new().file("x.toml", PIECES).file("corner.toml", shop);
    let ran = ran.args(["build", "x.toml", "--for", "corner.toml", "--only", "deck", "--json"]).run();
    let texts = ["front 1", "back", "front 1", "back", "front 2", "back"];
    check_pages(&ran, "output/x-corner/deck.pdf", &texts, [63.0, 88.0], 25.0);
    let reported = &ran.json()["results"][0];
    assert_eq!(
        (&reported["files"][0]["pages"], &reported["files"][0]["backs"]),
        (&6.into(), &"each-time".into())
    );
    assert_eq!(
        (&reported["shop"]["products"][0]["product"], &reported["files"][0]["trim-mm"][1]),
        (&"Poker".into(), &88.0.into())
    );
}

#[test]
fn the_help_lists_all_shops() {
    let help = Run::new().args(["build", "--help"]).run().stdout;
    let words: String = help.split_whitespace().collect::<Vec<_>>().join(" ");
    for BundledShop { id, .. } in SHOPS {
        assert!(words.contains(id), "{id} is missing in the help of --for");
    }
    let sorted = SHOPS.is_sorted_by_key(|shop| shop.id);
    assert!(sorted, "the bundled presets should be sorted");
}

/// `docs/shops.md` ends with the numbers of each preset.
#[test]
fn the_page_lists_the_products() {
    let mut page = String::new();
    for BundledShop { id, text, .. } in SHOPS {
        let table: toml::Table = text.parse().unwrap();
        let text_of = |key: &str| table.get(key).and_then(|value| value.as_str());
        let [name, source] = ["name", "source"].map(|key| text_of(key).unwrap());
        let safe = text_of("safe").unwrap_or("unknown");
        page.push_str(&format!("\n## {name}\n\n`--for {id}`. "));
        if text_of("format") == Some("pdf") {
            page.push_str("A PDF for each component. ");
        }
        if let Some(bleed) = text_of("bleed") {
            let sizes = if table.contains_key("product") { "" } else { "Any size. " };
            page.push_str(&format!("{sizes}Bleed: {bleed}. "));
        }
        if let Some(standard) = text_of("standard") {
            page.push_str(&format!("Standard: `{standard}`. "));
        }
        if let Some(ink) = table.get("ink").and_then(|ink| ink.as_integer()) {
            page.push_str(&format!("Ink: at most {ink} %. "));
        }
        let second_hand = if table.contains_key("second-hand") { " (second-hand)" } else { "" };
        let zip = if table.contains_key("zip") { "With a ZIP file. " } else { "" };
        page.push_str(&format!("{zip}Safe zone: {safe}. Source: <{source}>{second_hand}\n"));
        let products = products(text);
        if !products.is_empty() {
            page.push_str("\n| product | shape | trim | pixels |\n|---|---|---|---|\n");
        }
        for Product { name, shape, trim: [across, down], pixels } in products {
            let pixels = pixels.map_or("PDF".to_owned(), |(width, height)| format!("{width} x {height}"));
            page.push_str(&format!("| {name} | {shape} | {across} x {down} | {pixels} |\n"));
        }
    }
    let start = PAGE.find("\n## American printer").unwrap_or(PAGE.len());
    let (head, tables) = PAGE.split_at(start);
    if tables != page && std::env::var_os("UPDATE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shops.md");
        std::fs::write(path, format!("{head}{page}")).unwrap();
        return;
    }
    assert!(tables == page, "docs/shops.md should end with\n{page}");
}
