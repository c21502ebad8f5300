//! Random pieces: cards, notes, tiles and counters.

use super::Dice;
use super::board::FILLS;
use super::layout::Parts;
use crate::support::workbook::workbook;

/// A type of component, and the width and height that are free on its faces, in mm.
struct ComponentKind {
    table: &'static str,
    size: String,
    room: (f64, f64),
    edges: usize,
    rectangle: bool,
}

fn kind(dice: &mut Dice, with_board: bool) -> ComponentKind {
    let side = 34 + dice.below(26);
    let room = side as f64;
    match dice.below(10) {
        0 | 1 => {
            let cells = dice.of(&["flat-top", "pointy-top"]);
            ComponentKind {
                table: "tiles",
                size: format!("cells = \"{cells}\"\nacross = \"{side}mm\"\n"),
                room: (room * 0.7, room * 0.8),
                edges: 6,
                rectangle: false,
            }
        }
        2 => ComponentKind {
            table: "tiles",
            size: format!("shape = \"square\"\nacross = \"{side}mm\"\n"),
            room: (room, room),
            edges: 4,
            rectangle: false,
        },
        3 => ComponentKind {
            table: "counters",
            size: format!("across = \"{}mm\"\n", 14 + dice.below(14)),
            room: (9.0, 9.0),
            edges: 0,
            rectangle: false,
        },
        4 if with_board => ComponentKind {
            table: "counters",
            size: "across = \"60% of island\"\n".to_owned(),
            room: (5.0, 5.0),
            edges: 0,
            rectangle: false,
        },
        4 => ComponentKind {
            table: "counters",
            size: "shape = \"square\"\nacross = \"15mm\"\n".to_owned(),
            room: (9.0, 9.0),
            edges: 0,
            rectangle: false,
        },
        5 => ComponentKind {
            table: "notes",
            size: "size = \"85 x 50mm\"\n".to_owned(),
            room: (85.0, 50.0),
            edges: 0,
            rectangle: true,
        },
        6 => {
            let (name, w, h) = [
                ("poker", 63.5, 88.9),
                ("tarot", 69.85, 120.65),
                ("mini-euro", 44.0, 68.0),
                ("business-eu", 85.0, 55.0),
                ("a7", 74.0, 105.0),
            ][dice.below(5)];
            ComponentKind {
                table: "cards",
                size: format!("size = \"{name}\"\n"),
                room: (w, h),
                edges: 4,
                rectangle: true,
            }
        }
        7 if dice.once_in(3) => ComponentKind {
            table: "cards",
            size: "size = \"230 x 310mm\"\n".to_owned(),
            room: (230.0, 310.0),
            edges: 4,
            rectangle: true,
        },
        _ => {
            let (w, h) = (44 + dice.below(30), 60 + dice.below(40));
            ComponentKind {
                table: "cards",
                size: format!("size = \"{w} x {h}mm\"\n"),
                room: (w as f64, h as f64),
                edges: 4,
                rectangle: true,
            }
        }
    }
}

/// Returns an element for the middle of a face, at most `room` mm in size.
///
/// It contains text only if nothing else is drawn there.
fn figure(dice: &mut Dice, room: f64) -> String {
    let s = room.min(18.0);
    match dice.below(17) {
        15 if s >= 16.0 => format!("{{ compass = \"directions\", AT, size = \"{s:.1}mm\", font = \"6pt\" }}"),
        0 => format!("{{ star = \"{s:.1}mm\", AT, fill = \"gold\", line = \"0.3mm black\" }}"),
        1 => format!("{{ disc = \"{s:.1}mm\", AT, fill = \"sea\", line = \"0.4mm black\" }}"),
        2 => format!(
            "{{ box = \"{s:.1} x {:.1}mm\", AT, fill = \"#7FB0A8\", turn = {} }}",
            s / 2.0,
            dice.below(4) * 15
        ),
        3 => format!("{{ ellipse = \"{s:.1} x {:.1}mm\", AT, line = \"0.5mm ink\" }}", s / 2.0),
        4 => format!(
            "{{ hexagon = \"{:.1}mm\", AT, fill = \"pale\", line = \"0.3mm black\", turn = 30 }}",
            s * 0.8
        ),
        5 => format!(
            "{{ icon = \"{}\", AT, size = \"{:.1}mm\", colour = \"ink\" }}",
            dice.of(&["heart", "crown", "bolt", "drop", "house"]),
            s * 0.8
        ),
        6 => format!(
            "{{ arrow = \"{}\", AT, size = \"{:.1}mm\", colour = \"sea\" }}",
            dice.of(&["North", "East", "down", "left"]),
            s * 0.8
        ),
        7 => format!(
            "{{ polygon = \"0 -{h:.1}, {h:.1} {h:.1}, -{h:.1} {h:.1}\", AT, fill = \"teal\" }}",
            h = s / 3.0
        ),
        8 => format!(
            "{{ curve = \"M -{h:.1} 0 C -{q:.1} -{q:.1} {q:.1} {q:.1} {h:.1} 0\", AT, line = \"0.6mm navy\" }}",
            h = s / 2.0,
            q = s / 4.0
        ),
        9 => format!(
            "{{ from = \"-{h:.1} 0mm\", to = \"{h:.1} 0mm\", AT, line = \"0.5mm black dashed\" }}",
            h = s / 2.0
        ),
        10 => format!(
            "{{ guilloche = \"rosette\", AT, size = \"{s:.1}mm\", petals = 12, strands = 4, line = \"0.15mm teal\" }}"
        ),
        11 => format!("{{ text = \"{{{{ number }}}}\", AT, font = \"bold {}pt\" }}", (s * 1.2) as usize + 4),
        12 => format!(
            "{{ image = \"art/photo.png\", AT, size = \"{:.1} x {:.1}mm\"{} }}",
            s,
            s * 0.75,
            if dice.once_in(2) { ", crop = true" } else { "" }
        ),
        13 => format!(
            "{{ box = \"{h:.1} x {h:.1}mm\", AT, fill = \"ink\", when = \"number > 1\" }}",
            h = s / 2.0
        ),
        _ => format!(
            "{{ icon = \"{{{{ owner | icon }}}}\", AT, size = \"{:.1}mm\", colour = \"ink\" }}",
            s * 0.8
        ),
    }
}

fn face(dice: &mut Dice, kind: &ComponentKind, bleed: bool) -> Vec<String> {
    let (w, h) = kind.room;
    let mut all = Vec::new();
    let fill = dice.of(&FILLS);
    match dice.below(4) {
        0 => all.push(format!("{{ fill = \"{fill}\" }}")),
        1 if !bleed && kind.rectangle => all.push(format!("{{ fill = \"{fill}\", line = \"1mm sienna\" }}")),
        2 if kind.rectangle && h > 60.0 => {
            all.push("{ box = \"100% x 14mm\", at = \"bottom\", fill = \"wheat\" }".to_owned())
        }
        _ => {}
    }
    if kind.edges == 6 && dice.once_in(2) {
        all.push(format!(
            "{{ edge-band = \"{{{{ edge }}}}\", at = \"each edge\", depth = \"{}mm\" }}, {{ icon = \"{{{{ edge | icon }}}}\", at = \"each edge\", inset = \"0 1.2mm\", size = \"2.6mm\", colour = \"{{{{ edge | contrast }}}}\" }}",
            4 + dice.below(2)
        ));
    } else if kind.edges == 6 && dice.once_in(2) {
        all.push(format!(
            "{{ path = \"{{{{ ways }}}}\", width = \"3mm\", colour = \"ink\"{} }}",
            if dice.once_in(2) { ", line = \"0.4mm white\"" } else { "" }
        ));
        return all;
    }
    if w < 12.0 {
        if dice.once_in(2) {
            all.push(figure(dice, w.min(6.0)).replace("AT, ", ""));
        }
        return all;
    }
    let tall = h >= 58.0 && kind.rectangle;
    if kind.rectangle && kind.table == "notes" && dice.once_in(2) {
        all.push("{ guilloche = \"border\", size = \"100% x 100%\", inset = \"2mm\", depth = \"5mm\", waves = 40, strands = 5, line = \"0.13mm teal\" }".to_owned());
        all.push("{ text = \"{{ name }}\", font = \"display bold 14pt\" }".to_owned());
        return all;
    }
    if tall && dice.once_in(6) {
        all.push("{ text = \"{{ name }}\", at = \"bottom\", inset = \"6mm\", for = \"each seat\", font = \"9pt\" }".to_owned());
        all.push(figure(dice, (h - 44.0).min(w * 0.4)).replace("AT, ", ""));
    } else if tall {
        match dice.below(3) {
            0 => all.push("{ text = \"{{ name }}\", in = \"title\", font = \"bold 12pt\", shrink = \"7pt\" }".to_owned()),
            1 => all.push("{ text = \"{{ name | upper }}\", at = \"top\", inset = \"6mm\", font = \"display bold 10pt\", colour = \"navy\", shrink = \"7pt\" }".to_owned()),
            _ => {}
        }
        all.push(figure(dice, (h - 44.0).min(w * 0.4)).replace("AT", "at = \"0 -4mm\""));
        match dice.below(4) {
            0 => all.push("{ text = \"{{ number }} of {{ of }}\", at = \"bottom\", inset = \"6mm\", font = \"7pt\" }".to_owned()),
            1 => all.push("{ text = \"When it *lands*, take **two** :coin:.\", at = \"bottom\", inset = \"6mm\", size = \"70% x 12mm\", font = \"8pt\", shrink = \"5pt\", align = \"left top\" }".to_owned()),
            2 => all.push("{ disc = \"3mm\", at = \"each corner\", inset = \"5mm\", fill = \"black\" }".to_owned()),
            _ => {}
        }
    } else {
        all.push(
            figure(dice, w.min(h) * 0.35)
                .replace("AT, ", if dice.once_in(3) { "shift = \"0 1mm\", " } else { "" }),
        );
    }
    all
}

pub fn write(dice: &mut Dice, n: usize, paper: &str, with_board: bool, parts: &mut Parts) {
    if paper == "a4" && dice.once_in(6) && !with_board && !parts.bought {
        return labels(dice, n, parts);
    }
    if dice.once_in(6) {
        return deck(dice, n, parts);
    }
    let kind = kind(dice, with_board);
    let name = format!("part-{n}");
    let mut text = format!("[[{}]]\nname = \"{name}\"\n{}", kind.table, kind.size);
    let large = kind.room.0 > 200.0;
    let bleed = !large && dice.once_in(4);
    if bleed {
        text.push_str(&format!("bleed = \"{}mm\"\n", 1 + dice.below(3)));
    }
    if kind.rectangle && dice.once_in(3) {
        text.push_str("round = \"3mm\"\n");
    }
    if kind.rectangle && kind.room.1 > 60.0 && dice.once_in(4) {
        text.push_str("safe = \"3mm\"\n");
    }
    if !large {
        match dice.below(8) {
            0 if kind.table != "counters" => {
                text.push_str(&format!("pack = \"{}\"\n", dice.of(&["close", "apart", "straight"])))
            }
            1 if kind.edges == 6 => text.push_str("pack = \"strips\"\n"),
            2 if kind.rectangle => text.push_str("grid = \"2 x 2\"\n"),
            _ => {}
        }
        match dice.below(8) {
            0 if kind.rectangle => text.push_str(&format!(
                "marks = \"{}\"\n",
                dice.of(&["edge", "corner", "outline", "line", "none"])
            )),
            1 if kind.table != "counters" => {
                text.push_str(&format!("marks = \"{}\"\n", dice.of(&["outline", "none"])))
            }
            _ => {}
        }
    }
    if dice.once_in(5) {
        text.push_str("stock = \"white card\"\n");
    }
    if dice.once_in(6) {
        text.push_str("print = 2\n");
    }
    let copies = if large { 1 } else { 1 + dice.below(8) };
    let more = match kind.edges {
        6 => ", edges = \"sea sun rock sea sun rock\", ways = \"1-4, 2-3\"",
        _ => "",
    };
    match dice.below(5) {
        0 if kind.edges != 6 => text.push_str("each = { name = [\"Ann\", \"Bob\"], owner = [\"sea\", \"sun\"] }\n"),
        1 if kind.edges != 6 => {
            let file = data(dice, n, parts);
            text.push_str(&format!("data = \"{file}\"\nwhere = \"kind == 'harbour'\"\n"));
        }
        _ => text.push_str(&format!(
            "rows = [{{ name = \"Ann\", owner = \"sea\", copies = {copies}{more} }}, {{ name = \"Bob\", owner = \"sun\"{more} }}]\n"
        )),
    }
    if text.len().is_multiple_of(7) && !large {
        text.push_str("copies = \"fill\"\n");
    }
    if text.len().is_multiple_of(3) {
        text.push_str("alt = \"{{ name }} to {{ owner | default('nobody') }}, {{ number }} of {{ of }}\"\n");
    }
    let look = kind.rectangle && !bleed && dice.once_in(8);
    match look {
        true => text.push_str("face = \"plain\"\n"),
        false => {
            let mut elements =
                face(dice, &kind, bleed).iter().map(|element| format!("  {element},\n")).collect::<String>();
            if parts.own_icon {
                elements = elements.replace("\"crown\"", "\"tower\"").replace("\"heart\"", "\"tower\"");
            }
            if parts.own_font {
                elements = elements
                    .replace("{{ name | upper }}", "海へ行こう")
                    .replace("display bold 10pt", "kana 10pt");
            }
            text.push_str(&format!("face = [\n{elements}]\n"));
        }
    }
    match dice.below(5) {
        0 => text.push_str(
            "back = [{ fill = \"navy\" }, { star = \"40%\", fill = \"gold\" }]\n"
                .replace("\"40%\"", &format!("\"{:.0}mm\"", kind.room.0.min(kind.room.1) * 0.4))
                .as_str(),
        ),
        1 => {
            text.push_str("back = [{ text = \"{{ owner | first }}\", font = \"bold 10pt\" }]\n");
        }
        2 if !large && !bleed && kind.rectangle => {
            text.push_str("back-bleed = \"2mm\"\nback = [{ fill = \"teal\" }]\n")
        }
        _ => {}
    }
    if dice.once_in(6) {
        text.push_str(&format!("[{}.must]\nhave = {{ pieces = \">= 2\" }}\n", kind.table));
    }
    parts.pieces.push(name);
    parts.text.push_str(&text);
}

const CELLS: [[&str; 4]; 4] = [
    ["Name", "Owner", "Copies", "Kind"],
    ["Ålesund", "sea", "2", "harbour"],
    ["Saint-Malo", "sun", "1", "harbour"],
    ["Gale", "rock", "1", "storm"],
];

/// Adds a file with rows next to the layout. Returns the value of the key `data` for this file, such as
/// `rows-1.xlsx#Towns`.
fn data(dice: &mut Dice, n: usize, parts: &mut Parts) -> String {
    let end = dice.of(&["csv", "tsv", "xlsx", "json"]);
    let between = if end == "csv" { "," } else { "\t" };
    let bytes = match end {
        "xlsx" => {
            let rows: Vec<&[&str]> = CELLS.iter().map(|row| row.as_slice()).collect();
            workbook(&[("Towns", &rows)])
        }
        "json" => serde_json::to_vec(&CELLS[1..].iter().map(|row| {
            serde_json::json!({ "name": row[0], "owner": row[1], "copies": row[2].parse::<u32>().unwrap(), "kind": row[3] })
        }).collect::<Vec<_>>()).unwrap(),
        _ => CELLS.map(|row| row.join(between) + "\n").concat().into_bytes(),
    };
    let file = format!("rows-{n}.{end}");
    parts.files.push((file.clone(), bytes));
    if end == "xlsx" && dice.once_in(2) { format!("{file}#Towns") } else { file }
}

fn labels(dice: &mut Dice, n: usize, parts: &mut Parts) {
    parts.bought = true;
    let name = format!("labels-{n}");
    let places = dice.of(&[
        "first = \"7.2 15.1mm\"\npitch = \"66 38.1mm\"\ngrid = \"3 x 7\"\nsize = \"63.5 x 38.1mm\"",
        "first = \"20 20mm\"\ngrid = \"2 x 5\"\nsize = \"80 x 50mm\"",
    ]);
    let size = dice.of(&["", "size = \"60 x 35mm\"\n"]);
    parts.text.push_str(&format!(
        "[[sheet]]\nname = \"stickers\"\npaper = \"a4\"\n{places}\n\
         [[cards]]\nname = \"{name}\"\nsheet = \"stickers\"\n{size}round = \"2mm\"\ncopies = {}\nface = [{{ box = \"50 x 28mm\", line = \"0.4mm navy\" }}, {{ text = \"{{{{ number }}}}\", font = \"bold 14pt\" }}]\n",
        3 + dice.below(30)
    ));
    parts.pieces.push(name);
}

fn deck(dice: &mut Dice, n: usize, parts: &mut Parts) {
    let name = format!("deck-{n}");
    let cells = dice.of(&["flat-top", "pointy-top"]);
    let mut text = format!(
        "[[tiles]]\nname = \"{name}\"\ncells = \"{cells}\"\nacross = \"{}mm\"\n",
        36 + dice.below(10)
    );
    if dice.once_in(2) {
        text.push_str("face = [{ edge-band = \"{{ edge }}\", at = \"each edge\", depth = \"6mm\" }, { icon = \"{{ edge | icon }}\", at = \"each edge\", inset = \"0 1.2mm\", size = \"3.2mm\", colour = \"{{ edge | contrast }}\" }, { text = \"{{ cost }}\", font = \"bold 16pt\" }]\n");
        text.push_str(&format!(
            "[tiles.deck]\ncount = {}\nedges = [\"sea\", \"sun\", \"rock\"]\nat-least = \"2 colours\"\nno-two-alike = \"{}\"\nbalance = {}\n[tiles.deck.numbers]\ncost = {{ from = 2, to = 12 }}\n",
            4 + dice.below(12),
            dice.of(&["when turned", "when turned or flipped"]),
            dice.once_in(2),
        ));
    } else {
        text.push_str("face = [{ path = \"{{ paths }}\", width = \"4mm\", line = \"0.4mm white\" }]\n");
        text.push_str(&format!("[tiles.deck]\ncount = {}\njoin = \"all edges in pairs\"\ncolours = [\"sea\", \"teal\"]\nwithout = \"three straight\"\n", 4 + dice.below(6)));
    }
    parts.deck.get_or_insert_with(|| name.clone());
    parts.pieces.push(name);
    parts.text.push_str(&text);
}
