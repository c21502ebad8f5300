//! Tests of pictures for print shops (`--for`). The tests read the finished pictures.

use super::png::decoded;
use crate::support::run::{Ran, Run};

/// The bundled presets: the name on the command line, and the text.
const PRESETS: [(&str, &str); 2] = [
    ("makeplayingcards", include_str!("../../../src/shops/makeplayingcards.toml")),
    ("the-game-crafter", include_str!("../../../src/shops/the-game-crafter.toml")),
];

const PAGE: &str = include_str!("../../../docs/shops.md");

/// A product of a preset, read without hexpress.
struct Product {
    name: String,
    shape: String,
    /// The width and height after the cut, as typed.
    trim: [String; 2],
    width: i64,
    height: i64,
}

fn products(preset: &str) -> Vec<Product> {
    let table: toml::Table = preset.parse().unwrap();
    let list = table["product"].as_array().unwrap().iter();
    list.map(|product| {
        let text = |key: &str| product.get(key).and_then(|value| value.as_str()).unwrap_or_default();
        let (across, down) = text("trim").split_once(' ').unwrap();
        Product {
            name: text("name").to_owned(),
            shape: if text("shape").is_empty() { "rectangle".to_owned() } else { text("shape").to_owned() },
            trim: [across.to_owned(), down.to_owned()],
            width: product["width"].as_integer().unwrap(),
            height: product["height"].as_integer().unwrap(),
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

#[test]
fn every_product_has_a_picture_with_its_pixels() {
    for (id, preset) in PRESETS {
        let products = products(preset);
        let mut layout = String::new();
        for (index, Product { shape, trim: [across, down], .. }) in products.iter().enumerate() {
            let size = match shape.as_str() {
                // The hexagons of a shop are not quite regular.
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
        for (index, Product { name, shape, width, height, .. }) in products.iter().enumerate() {
            let picture = decoded(&ran.bytes(&format!("output/x-{id}/p{index}/001.png")));
            assert_eq!((picture.wide.into(), picture.high.into()), (*width, *height), "{id}: {name}");
            assert_eq!((picture.dpi, picture.alpha), (300, false), "{id}: {name}");
            let corner = if shape == "rectangle" { [255, 0, 0, 255] } else { [255; 4] };
            assert_eq!(picture.at(1, 1), corner, "{id}: {name}");
            assert_eq!(picture.at(picture.wide / 2, 1), [255, 0, 0, 255], "{id}: {name}");
            // Two products may have the same size, so the ticket may name the other one.
            let ticket = format!("; {width} x {height} pixels\n                   p{index}/001.png\n");
            assert!(ran.stdout.contains(&ticket), "{}", ran.stdout);
        }
        assert!(ran.stdout.contains("check the shop's template"), "{}", ran.stdout);
    }
}

/// The bleed of a canvas differs across and down. A strip ends 10 mm inside the cut.
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
    // The canvas is 69.85 mm wide, so the cut is 3.425 mm from its edge: 158.6 pixels to the end.
    let card = decoded(&ran.bytes("output/x-the-game-crafter/deck/001-x3.png"));
    assert_eq!((card.at(0, 0), card.at(157, 500), card.at(160, 500)), (blue, blue, red));
    let back = decoded(&ran.bytes("output/x-the-game-crafter/deck/back.png"));
    assert_eq!((back.wide, back.high, back.at(0, 0)), (825, 1125, [0, 255, 0, 255]));
    // The canvas is 95.25 mm high, so the cut is 3.625 mm from its edge: 160.9 pixels to the end.
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
    let told = &ran.json()["results"][0]["shop"];
    assert_eq!((&told["products"][0]["product"], &told["second-hand"]), (&"Small".into(), &false.into()));
    // One piece more than an order can have.
    let ran = run(3).status(2).run();
    assert!(!ran.folder.files().iter().any(|file| file.starts_with("output")));
}

/// `docs/shops.md` ends with the products of each preset.
#[test]
fn the_page_lists_the_products() {
    let mut page = String::new();
    for (id, preset) in PRESETS {
        let table: toml::Table = preset.parse().unwrap();
        page.push_str(&format!(
            "\n## {}\n\n`--for {id}`. Safe zone: {}. Source: <{}>\n\n| product | shape | trim | pixels |\n|---|---|---|---|\n",
            table["name"].as_str().unwrap(),
            table["safe"].as_str().unwrap(),
            table["source"].as_str().unwrap(),
        ));
        for Product { name, shape, trim: [across, down], width, height } in products(preset) {
            page.push_str(&format!("| {name} | {shape} | {across} x {down} | {width} x {height} |\n"));
        }
    }
    let start = PAGE.find("\n## MakePlayingCards").unwrap_or(PAGE.len());
    let (head, tables) = PAGE.split_at(start);
    if tables != page && std::env::var_os("UPDATE").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/shops.md");
        std::fs::write(path, format!("{head}{page}")).unwrap();
        return;
    }
    assert!(tables == page, "docs/shops.md should end with\n{page}");
}
