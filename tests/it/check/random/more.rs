//! Random layouts from ready-made components, which cover the rest of docs/reference.
//!
//! - `more.txt` has components of all kinds.
//! - `shapes.txt` has boards of all tilings.
//! - `faces.txt` has pieces with all kinds of faces.
//! - `signs.txt` has signs with all kinds of drawings.
//!
//! Each entry of these files begins with `=== name …`, which lists the names of its components. From
//! `«a¦b¦c»`, one of the choices is taken at random.

use super::Dice;
use super::layout::Parts;
use crate::check::outside::base::read;

/// Adds one or two of the components to the layout.
pub fn write(dice: &mut Dice, parts: &mut Parts) {
    let text =
        ["more", "shapes", "faces", "signs"].map(|name| read(&format!("../random/{name}.txt"))).concat();
    // A file that does not carry its layout cannot say what the layout allows, so components with
    // `allow` are left out.
    let is_silent = parts.text.contains("embed = false");
    let all = text.split("=== ").filter_map(|part| part.split_once('\n'));
    let all: Vec<(&str, &str)> = all.filter(|(_, text)| !(is_silent && text.contains("allow"))).collect();
    let first = dice.below(all.len());
    let second = (first + 1 + dice.below(all.len() - 1)) % all.len();
    let count = 1 + dice.below(2);
    for (names, text) in [first, second].into_iter().take(count).map(|at| all[at]) {
        parts.pieces.extend(names.split(' ').map(str::to_owned));
        parts.text.push_str(&chosen(dice, text));
    }
    let named = FILES.iter().filter(|(name, _)| parts.text.contains(name.rsplit('/').next().unwrap()));
    parts.files.extend(named.map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec())));
}

/// Makes each choice in a text, the innermost first.
fn chosen(dice: &mut Dice, text: &str) -> String {
    let mut text = text.to_owned();
    while let Some((before, rest)) = text.rsplit_once('«') {
        let (choices, rest) = rest.split_once('»').unwrap();
        text = format!("{before}{}{rest}", dice.of(&choices.split('¦').collect::<Vec<_>>()));
    }
    text
}

/// The files that the components use, with their names.
const FILES: [(&str, &[u8]); 9] = [
    ("cells.csv", b"cell,kind,mark,income\n1,wood,post,2\n2,lake,post,3\n3,wood,post,0\n5,wood,,\n"),
    ("doubled.csv", b"doubled-column,doubled-row,kind\n4,4,field\n5,5,field\n5,3,\n4.5,4.5,river\n"),
    (
        "halves.csv",
        b"doubled-column,doubled-row,kind\n5,5,field\n4,4,\n3,5,field\n4.5,4.5,river\n3.5,4.5,river\n",
    ),
    ("art/shield.svg", SHIELD),
    ("drawn.csv", DRAWN),
    (
        "fonts/Body.ttf",
        include_bytes!("../../../../crates/scene/fonts/source-sans-3/SourceSans3-Regular.ttf"),
    ),
    (
        "fonts/Body-Bold.ttf",
        include_bytes!("../../../../crates/scene/fonts/source-sans-3/SourceSans3-Bold.ttf"),
    ),
    (
        "fonts/Body-Italic.ttf",
        include_bytes!("../../../../crates/scene/fonts/source-sans-3/SourceSans3-Italic.woff"),
    ),
    (
        "fonts/Body-BoldItalic.ttf",
        include_bytes!("../../../../crates/scene/fonts/source-sans-3/SourceSans3-BoldItalic.woff"),
    ),
];

pub const SHIELD: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'><path d='M5 5h30v15a15 15 0 0 1-30 0z' fill='#0072b2' stroke='black'/><circle cx='20' cy='18' r='6' fill='white'/></svg>";

/// A table as `hexpress deck --format csv` writes it.
const DRAWN: &[u8] = b"number,edge1,edge2,edge3,edge4,edge5,edge6,cost\n1,rock,sun,rock,sea,sea,rock,10\n\
2,rock,sun,rock,rock,rock,sea,5\n3,rock,sea,sun,sea,sea,sea,7\n";
