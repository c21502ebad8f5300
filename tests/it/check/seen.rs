//! Tests of drawings that hide other drawings. The checker must accept drawings that are hidden on purpose,
//! and report those that are hidden by mistake.

use super::bench::{codes, make, only};
use super::wrongs::seen::{card, edged, own, squares, under_a_box};

#[test]
fn what_lies_on_each_other_on_purpose_is_clean() {
    for face in [
        // The text is drawn last.
        r#"{ box = "40 x 30mm", fill = "wheat" }, { text = "Take two coins.", font = "10pt" }"#,
        // The text shows through the box.
        r#"{ text = "Take two coins.", font = "10pt" }, { box = "40 x 30mm", fill = "wheat", opacity = "20%" }"#,
        // A frame around the text has no fill.
        r#"{ text = "Take two coins.", font = "10pt" }, { box = "50 x 30mm", line = "1mm navy" }"#,
        r#"{ fill = "navy" }, { text = "Take two coins.", font = "bold 12pt", halo = "1mm white" }"#,
        r#"{ text = "Take two coins.", font = "bold 12pt", shadow = "0.5 0.5mm silver" }"#,
        // A box with a shadow, and a small disc on a large one.
        r#"{ box = "40 x 30mm", fill = "wheat", shadow = "1 1mm silver" }, { disc = "20mm", fill = "navy" }, { disc = "8mm", fill = "white" }"#,
        // A white area separates the text from the lines of a banknote.
        r#"{ guilloche = "ground", size = "50 x 30mm", line = "0.1mm silver" }, { box = "30 x 12mm", fill = "white" }, { text = "100", font = "bold 18pt" }"#,
        // A white area on white paper, as a background for text.
        r#"{ box = "30 x 12mm", fill = "white" }, { text = "100", font = "bold 18pt" }"#,
        r#"{ disc = "9mm", fill = "white", line = "0.5mm black" }"#,
        r#"{ fill = "wheat" }, { star = "20mm", fill = "brown" }"#,
        // The white disc is partly on the dark half.
        r#"{ box = "63 x 44mm", at = "top", fill = "navy" }, { disc = "20mm", fill = "white" }"#,
    ] {
        let verdict = card(face);
        assert!(verdict.faults.is_empty(), "{face}: {:?}", verdict.faults);
    }
    let bands = own(
        "[[tiles]]\nname = \"tiles\"\ncells = \"flat-top\"\nacross = \"40mm\"\nrows = [{ edges = \"white black white black white black\" }]\n\
         face = [{ edge-band = \"{{ edge }}\", at = \"each edge\", depth = \"5mm\" }]\n",
    );
    assert!(!codes(&bands).keys().any(|code| code.to_string() == "HX432"), "{:?}", bands.faults);
    let ringed = squares(
        "at = { \"a1\" = { kind = \"start\", draw = [{ disc = \"9mm\", fill = \"white\", line = \"0.5mm black\" }] } }\nmust = { have = { start = 1 } }",
    );
    assert!(ringed.faults.is_empty(), "{:?}", ringed.faults);
    let made = under_a_box("line = \"1mm navy\"");
    let verdict = made.judge(&made.pdf);
    assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
}

#[test]
fn the_element_that_covers_is_named() {
    let text = "[[cards]]\nname = \"deck\"\nsize = \"mini\"\nface = [\n  { fill = \"ivory\" },\n  { text = \"Take two coins.\", font = \"10pt\" },\n  { box = \"40 x 30mm\", fill = \"wheat\" },\n]\n";
    let made = make("mine", text, "iso");
    let verdict = made.judge(&made.pdf);
    assert_eq!(made.line(only(&verdict, "HX607", "covered")), Some(7));
}

#[test]
fn what_covers_cells_is_reported() {
    let text = "[[board]]\nsheet = \"large\"\ncells = \"flat-top\"\nfit = \"largest\"\nshape = \"hexhex 3\"\ncell = { fill = \"wheat\", label = \"Sea\" }\n[board.labels]\nfont = \"12pt\"\n[[board.draw]]\nbox = \"60 x 60mm\"\nfill = \"tan\"\n";
    let made = make("mine", text, "a3");
    let verdict = made.judge(&made.pdf);
    let covers: Vec<_> = verdict.faults.iter().filter(|f| f.code.to_string() == "HX607").collect();
    assert_eq!(covers.len(), 1, "{:?}", verdict.faults);
    assert!(covers[0].message.contains("\"Sea\""), "{}", covers[0].message);
}

/// A box covers cells of a poster. The fault is reported on the sheet that shows these cells.
#[test]
fn what_covers_cells_of_a_poster_is_reported() {
    let text = |more: &str| {
        format!(
            "[[board]]\ncells = \"flat-top\"\nacross = \"44mm\"\nshape = \"hexhex 4\"\ncell = {{ fill = \"wheat\", label = \"Sea\" }}\n{more}"
        )
    };
    let verdict = |more: &str| {
        let made = make("mine", &text(more), "a4");
        assert!(hexpress::read::pdf(&made.pdf).unwrap().pages.len() > 1);
        made.judge(&made.pdf)
    };
    // A sheet of a poster also shows cells beyond its seam. The names for two readers are printed on these
    // cells too.
    for more in
        ["", "names = \"lines\"\nshow-names = \"inside\"\nnames-at = \"0 12mm\"\nnames-for = \"each seat\"\n"]
    {
        let clean = verdict(more);
        assert!(clean.faults.is_empty(), "{more}: {:?}", clean.faults);
    }
    let covered = verdict("[[board.draw]]\nbox = \"60 x 60mm\"\nfill = \"tan\"\n");
    let covers: Vec<_> = covered.faults.iter().filter(|f| f.code.to_string() == "HX607").collect();
    assert_eq!(covers.len(), 1, "{:?}", covered.faults);
    assert!(covers[0].message.contains("\"Sea\""), "{}", covers[0].message);
}

#[test]
fn what_stands_well_at_edges_and_in_cells_is_clean() {
    for text in [
        edged("6mm", ""),
        edged("6mm", "").replace("40mm", "60mm").replace("rows", "copies = 5\nrows"),
        edged("3mm", "").replace("shape = \"triangle\"", "shape = \"octagon\"").replace("red blue gold", "1 2 3 4 5 6 7 8"),
        edged("3mm", "").replace("shape = \"triangle\"", "cells = \"pointy-top\"").replace("red blue gold", "1 2 3 4 5 6"),
        // Colours that look alike in grey, each with an icon.
        "[colours]\none = { fill = \"#4477AA\", icon = \"star\" }\ntwo = { fill = \"#228833\", icon = \"circle\" }\n\
         [[tiles]]\nshape = \"triangle\"\nacross = \"40mm\"\nrows = [{ edges = \"one two one\" }]\n\
         face = [{ edge-band = \"{{ edge }}\", at = \"each edge\", depth = \"4mm\" }, { icon = \"{{ edge | icon }}\", at = \"each edge\", inset = \"5mm\", size = \"3mm\", colour = \"black\" }]\n"
            .to_owned(),
        "[[board]]\ncells = \"flat-top\"\nacross = \"24mm\"\nshape = \"hexhex 2\"\ncell = { icon = \"mountain\", at = \"bottom\", size = \"8mm\", inset = \"2mm\", colour = \"brown\" }\n".to_owned(),
        "[[cards]]\nsize = \"poker\"\nface = [{ text = \"Take\", at = \"top\", inset = \"0 0.8mm\", font = \"12pt\" }]\n".to_owned(),
        // The dots of a pattern touch the trim, and the pattern continues into the bleed.
        "[[cards]]\nsize = \"poker\"\nbleed = \"2mm\"\nface = [{ fill = \"ivory stipple\" }]\n".to_owned(),
    ] {
        let verdict = own(&text);
        assert!(verdict.faults.is_empty(), "{text}: {:?}", verdict.faults);
    }
}

#[test]
fn a_band_that_hardly_leaves_the_middle_is_a_warning() {
    let output_of = |depth: &str| {
        let text = format!(
            "[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\nrows = [{{ edges = \"red red red red red red\" }}]\nface = [{{ edge-band = \"{{{{ edge }}}}\", at = \"each edge\", depth = \"{depth}\" }}]\n"
        );
        let ran = crate::support::run::Run::new()
            .file("x.toml", &text)
            .args(["build", "x.toml", "--no-check"])
            .any_stderr()
            .run();
        ran.stderr.matches("warning[HX106]").count()
    };
    assert_eq!(
        (output_of("17.9mm"), output_of("18mm"), output_of("19.9mm"), output_of("20mm")),
        (0, 1, 1, 0)
    );
}

/// A grey cutting line would not be visible on a grey tile, so it is drawn on a wider white line. If the
/// tiles are dark or pale, or if there is paper between them, no white line is needed.
#[test]
fn cuts_are_seen_on_pieces_of_any_lightness() {
    let light = |keys: &str, fill: &str| {
        let text =
            format!("[[tiles]]\n{keys}\nacross = \"38mm\"\ncopies = 2\nface = [{{ fill = \"{fill}\" }}]\n");
        let made = make("mine", &text, "iso");
        let verdict = made.judge(&made.pdf);
        assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
        let page = hexpress::read::pdf(&made.pdf).unwrap().pages.remove(0);
        let is_light = |item: &&hexpress::read::Item| match &item.kind {
            hexpress::read::ItemKind::Path { stroke: Some(stroke), path, .. } => {
                stroke.colour.0 == [0xFF; 3] && stroke.width > 0.15 && path.closes()
            }
            _ => false,
        };
        page.items.iter().filter(is_light).count()
    };
    let hexagons = "cells = \"flat-top\"";
    let shades = ["#1E1E22", "navy", "#808080", "#999999", "wheat"];
    assert_eq!(shades.map(|shade| light(hexagons, shade)), [0, 0, 2, 2, 0]);
    assert_eq!([light("shape = \"triangle\"", "grey"), light("shape = \"octagon\"", "grey")], [2, 0]);
    assert_eq!(light("shape = \"octagon\"\nbleed = \"2mm\"", "grey"), 2);
}
