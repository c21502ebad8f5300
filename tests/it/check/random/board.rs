//! Random boards.

use super::Dice;
use super::layout::Parts;

/// Fills on which dark text is readable. All readers can tell these fills apart, even in grey.
pub const FILLS: [&str; 3] = ["#FAF3E2", "#DAC495", "#B8965C"];

/// Returns a random value for the key `map`: one character for each cell, and sometimes a gap.
fn map(dice: &mut Dice, flat: bool) -> String {
    let (columns, rows) = (3 + dice.below(4), 3 + dice.below(3));
    let sign = |dice: &mut Dice, first: bool| match dice.below(9) {
        0 if !first => "  ",
        1 => "a*",
        2..=4 => "b ",
        5 => "c ",
        _ => "a ",
    };
    let mut text = String::new();
    if flat {
        for row in 0..2 * rows {
            for column in 0..columns {
                let here = column % 2 == row % 2;
                text.push_str(if here { sign(dice, column == 0 || row < 2) } else { "  " });
                text.push_str("  ");
            }
            text.push('\n');
        }
    } else {
        for row in 0..rows {
            text.push_str(if row % 2 == 1 { "  " } else { "" });
            for column in 0..columns {
                text.push_str(sign(dice, column == 0 || row == 0));
                text.push_str("  ");
            }
            text.push('\n');
        }
    }
    text
}

pub fn write(dice: &mut Dice, n: usize, parts: &mut Parts) {
    let name = if n == 0 { "island".to_owned() } else { "second".to_owned() };
    let flat = dice.once_in(2);
    let cells = if flat { "flat-top" } else { "pointy-top" };
    let mut text = format!("[[board]]\nname = \"{name}\"\ncells = \"{cells}\"\n");
    parts.pieces.push(name);
    let small = dice.once_in(2);
    if small {
        text.push_str("sheet = \"small\"\n");
    }
    // The smallest size of a cell, in mm.
    let least = if dice.once_in(2) {
        let size = 18 + dice.below(10);
        let (key, size) = match dice.below(3) {
            0 => ("across", size as f64),
            1 => ("side", size as f64 / 1.6),
            _ => ("corner-to-corner", size as f64 * 1.2),
        };
        text.push_str(&format!("{key} = \"{size:.1}mm\"\n"));
        16
    } else {
        text.push_str("fit = \"largest\"\n");
        if small { 14 } else { 18 }
    };
    let (a, b) = (2 + dice.below(5), 2 + dice.below(5));
    let by_map = dice.once_in(4);
    let shape = match dice.below(6) {
        _ if by_map => "map".to_owned(),
        0 => format!("hexhex {}", 2 + dice.below(3)),
        1 => format!("rhombus {a} x {a}"),
        2 => format!("parallelogram {a} x {b}"),
        3 => format!("rectangle {a} x {b}"),
        4 => format!("triangle {}", 1 + a),
        _ => "star 2".to_owned(),
    };
    if by_map {
        text.push_str(&format!("map = '''\n{}'''\n", map(dice, flat)));
    } else {
        text.push_str(&format!("shape = \"{shape}\"\n"));
        if dice.once_in(3) && (shape.starts_with("rh") || shape.starts_with("par")) {
            text.push_str(&format!("lean = \"{}\"\n", dice.of(&["left", "right"])));
        }
        if dice.once_in(2) && shape.starts_with("rec") {
            text.push_str(&format!("offset = \"{}\"\n", dice.of(&["first", "second"])));
        }
    }
    let names = names(dice, &shape, flat, &mut text);
    if dice.once_in(3) {
        text.push_str(&format!(
            "line = \"{}\"\n",
            dice.of(&["0.2mm #333333", "0.5mm ink", "1mm rock", "0.3mm black dashed", "none"])
        ));
    }
    if dice.once_in(4) {
        text.push_str("stock = \"white card\"\nprint = 2\n");
    }
    if dice.once_in(4) {
        text.push_str("bottom-line = \"{{ title }}\"\n");
    }
    // The length of the text decides whether these keys are written. Another use of `dice` would
    // change the layouts of all seeds.
    if text.len().is_multiple_of(3) {
        text.push_str("alt = \"the field of {{ title }}\"\n");
    }
    if text.len().is_multiple_of(5) {
        text.push_str("bleed = \"3mm\"\nsafe = \"1mm\"\n");
        if text.contains("fit = ") {
            text.push_str("trim = \"190 x 180mm\"\n");
        }
    }
    if shape == "hexhex 3" && names.like == "axial" && dice.once_in(2) {
        text.push_str(
            "three-colours = { \"0,0\" = \"#FAF3E2\", \"1,0\" = \"#DAC495\", \"0,1\" = \"#B8965C\" }\n",
        );
    }
    if !by_map && names.like == "axial" && shape.starts_with("hexhex") && dice.once_in(3) {
        text.push_str("without = \"0,1\"\n");
    }
    // A label in the cells, and a figure that leaves space for the label.
    let label = least >= 16 && dice.once_in(2) && !names.inside;
    if !by_map {
        let fill = FILLS[dice.below(3)];
        let figure = match dice.below(7) {
            0 => ", icon = \"flag\", size = \"5mm\"",
            1 => ", star = \"6mm\", colour = \"ink\"",
            2 => ", draw = [{ disc = \"5mm\", fill = \"sea\", line = \"0.3mm black\" }]",
            3 if !names.inside => ", draw = [{ path = \"1-4, 2-5\", width = \"1.5mm\", colour = \"ink\" }]",
            4 => ", draw = [{ hexagon = \"6mm\", line = \"0.4mm ink\", turn = 30 }]",
            _ => "",
        };
        let figure = if label || names.inside { "" } else { figure };
        let words = if label { ", label = \"Mill\"" } else { "" };
        text.push_str(&format!("cell = {{ fill = \"{fill}\"{figure}{words} }}\n"));
    }
    if label {
        text.push_str(&format!(
            "[board.labels]\nfont = \"{}\"\n",
            dice.of(&["bold 8pt", "7pt", "italic 8pt"])
        ));
        if dice.once_in(2) {
            text.push_str("shrink = \"5pt\"\ncolour = \"ink\"\n");
        }
        if dice.once_in(4) && parts.seats == 2 {
            text.push_str("at = \"top\"\ninset = \"3mm\"\nfor = \"each seat\"\n");
        }
    }
    text.push_str("[board.key]\n\"!\" = { mark = \"bridge\", box = \"3 x 3mm\", fill = \"sienna\" }\n");
    if by_map {
        text.push_str(&format!("a = {{ kind = \"field\", fill = \"{}\" }}\nb = {{ kind = \"hill\", fill = \"{}\", icon = \"mountain\", size = \"5mm\" }}\nc = {{ kind = \"lake\", fill = \"{}\", line = \"0.6mm sea\" }}\n\"*\" = {{ mark = \"start\", disc = \"5mm\", fill = \"white\", line = \"0.4mm black\" }}\n", FILLS[0], FILLS[1], FILLS[2]));
    } else if !names.inside && !label && dice.once_in(2) {
        places(dice, &shape, flat, &names, &mut text);
    }
    if names.sides && dice.once_in(3) {
        let sides = match shape.split(' ').next().unwrap() {
            "hexhex" => 6,
            "triangle" => 3,
            _ => 4,
        };
        let colours: Vec<_> = (0..sides)
            .map(|i| ["\"#FFFFFF\"", "\"#0072B2\"", "\"#E69F00\""][i % if sides == 3 { 3 } else { 2 }])
            .collect();
        text.push_str(&format!(
            "[board.sides]\ncolours = [{}]\nwidth = \"{}mm\"\n",
            colours.join(", "),
            3 + dice.below(3)
        ));
        if dice.once_in(2) {
            text.push_str("outline = \"0.4mm black\"\n");
        }
    }
    if dice.once_in(4) && !names.outside {
        text.push_str("[[board.draw]]\ntext = \"Right\"\nat = \"bottom-left\"\ninset = \"14 12mm\"\nfont = \"bold 9pt\"\n");
        text = text.replacen("fit = \"largest\"\n", "across = \"16mm\"\n", 1);
    }
    if small && !by_map && !names.outside && dice.once_in(6) {
        text.push_str("[[board.under]]\nbox = \"60 x 40mm\"\nfill = \"#E4DDF2\"\n");
    }
    if !by_map && dice.once_in(4) {
        let holes = if text.contains("without = ") { "" } else { ", \"without holes\"" };
        text.push_str(&format!("[board.must]\nbe = [\"connected\"{holes}]\nhave = {{ cells = \">= 3\" }}\n"));
    }
    parts.text.push_str(&text);
}

struct Names {
    like: &'static str,
    inside: bool,
    outside: bool,
    /// True if there is space for bands along the sides.
    sides: bool,
}

fn names(dice: &mut Dice, shape: &str, flat: bool, text: &mut String) -> Names {
    let hexhex = shape.starts_with("hexhex");
    let like = match dice.below(8) {
        0 => "hex",
        1 if hexhex => "lines",
        2 if hexhex && flat => "glinski",
        3 => "18xx",
        4 => "doubled",
        5 => "axial",
        6 if hexhex => "ring",
        7 => "numbers",
        _ => "offset",
    };
    let show = dice.of(&["inside", "edge", "outside", "none", "none"]);
    // A name can be outside the board only if it belongs to a whole line of cells, as with `hex` and `lines`.
    // The name of a ring or of a single cell cannot be there.
    let show = if show == "outside" && !matches!(like, "hex" | "lines") { "none" } else { show };
    // On a ragged board, lines can end between other cells. So there is no space for their names outside.
    let show = if show == "outside" && (shape == "map" || shape.starts_with("star")) { "none" } else { show };
    let detail = dice.once_in(4) && matches!(like, "offset" | "hex");
    match detail {
        true => text.push_str(&format!(
            "names = {{ like = \"{like}\", from = \"{}\", digits = {}, skip = \"io\" }}\n",
            dice.of(&["top-left", "top-right", "bottom-left", "bottom-right"]),
            1 + dice.below(2)
        )),
        false => text.push_str(&format!("names = \"{like}\"\n")),
    }
    text.push_str(&format!("show-names = \"{show}\"\n"));
    if show != "none" {
        if dice.once_in(2) {
            text.push_str(&format!("names-font = \"{}\"\n", dice.of(&["6pt", "bold 7pt", "italic 7pt"])));
            text.push_str("names-colour = \"black\"\n");
        }
        if show != "outside" && shape != "map" && dice.once_in(3) {
            text.push_str(&format!("names-at = \"{}\"\n", dice.of(&["top", "bottom", "centre"])));
        }
        if dice.once_in(5) && !text.contains("names-at = \"centre\"") {
            text.push_str("names-for = \"each seat\"\n");
        }
    }
    let sided = !shape.starts_with("star") && shape != "map";
    Names {
        like,
        inside: matches!(show, "inside" | "edge"),
        outside: show == "outside",
        sides: sided && !detail,
    }
}

/// Writes a table `[board.at]`. The table sets colours and lines for the border or for all cells, and for
/// single cells if their names are known.
fn places(dice: &mut Dice, shape: &str, flat: bool, names: &Names, text: &mut String) {
    let known = names.like == "offset" && shape.starts_with("rectangle") && !text.contains("from = ");
    text.push_str("[board.at]\n");
    match dice.below(3) {
        0 => text.push_str(&format!(
            "\"border\" = {{ kind = \"sea\", fill = \"{}\" }}\n",
            // These colours differ from those of the cells, even in grey and with only black ink.
            dice.of(&["#4F6FA0", "#6A4C93"])
        )),
        1 => text.push_str("\"all\" = { line = \"0.5mm ink\" }\n"),
        _ => text.push_str("\"border\" = { fill = \"#4F6FA0\", line = \"0.6mm sea\" }\n"),
    }
    if names.like == "axial" && shape.starts_with("hexhex") && !text.contains("without = ") {
        text.push_str(match dice.below(3) {
            0 => "\"0,0|1,0|0,1\" = { disc = \"4mm\", fill = \"white\", line = \"0.4mm black\" }\n",
            1 => "\"0,0|1,0|0,1\" = { mark = \"bridge\" }\n",
            _ => "\"0,0|1,0\" = { line = \"1mm sienna\" }\n",
        });
    }
    // If names are inside the cells, no road is added: a name on top of a road may be hard to read.
    let centred = names.like == "axial" && shape.starts_with("hexhex");
    if !names.inside && !text.contains("without = ") && (known || centred) {
        let ends = if known { "a1 a2" } else { "0,0 1,0" };
        let key = if text.len().is_multiple_of(2) { "road" } else { "leap" };
        text.push_str(&format!("\"{ends}\" = {{ {key} = \"0.8mm sienna\" }}\n"));
    }
    if known && !flat {
        // Every rectangle has at least two rows and two columns, so this edge exists.
        text.push_str("\"a1|b1\" = { line = \"1.5mm sienna\" }\n");
        if dice.once_in(2) {
            text.push_str("\"a1\" = { draw = [{ disc = \"4mm\", fill = \"white\", line = \"0.3mm black\" }] }\n\"b1\" = { mark = \"bridge\" }\n");
        }
    }
}
