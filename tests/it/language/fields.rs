//! Tests that fields mean the same in all tables, on pieces and on boards. The tests read the
//! finished file.

use hexpress::read::Page;

use crate::support::measure::id;
use crate::support::run::Run;
use crate::support::workbook::workbook;

/// Returns the texts on the pieces of a layout, or in the cells of its board, in the order of the
/// file.
fn texts(run: Run, part: &str) -> Vec<String> {
    let ran = run.args(["build", "x.toml", "--no-check"]).any_stderr().run();
    let page: Page = ran.pdf("output/x-iso.pdf").pages.remove(0);
    let own_texts = crate::support::measure::texts(&page).filter(|(item, _)| id(item).starts_with(part));
    // The texts of the sheet come last: its heading, which is the title of the game, and the
    // printing instructions.
    own_texts
        .map(|(_, text)| text.string.clone())
        .take_while(|text| text != "x" && !text.starts_with("Print "))
        .collect()
}

const CARDS: &str = "[[cards]]\nsize = \"mini\"\nROWS\nwhere = \"not draft\"\nface = [\
    { text = \"{{ name }}\", at = \"top\", inset = \"5mm\", font = \"9pt\", when = \"cost > 1\" },\
    { text = \"{{ cost }}\", font = \"9pt\" },\
    { text = \"{{ cost * 2 }}\", at = \"bottom\", inset = \"5mm\", font = \"9pt\", when = \"cost\" }]\n";

/// Rows with a name and a price. The last field says whether the row is a draft. The prices include `1,000`,
/// an empty price, and a price below 1.
const NAMED: [[&str; 3]; 5] = [
    ["Ash", "1.50", "no"],
    ["Birch", "1,000", ""],
    ["Cedar", "", "FALSE"],
    ["Date", "£0.50", "No"],
    ["Elm", "7", "yes"],
];
const SEEN: [&str; 8] = ["Ash", "1.50", "3", "Birch", "1,000", "2000", "£0.50", "1"];

#[test]
fn fields_mean_the_same_in_all_tables() {
    let heads = ["name", "cost", "draft"];
    let csv = NAMED.map(|row| row.map(|cell| format!("\"{cell}\"")).join(",")).join("\n");
    let csv = format!("name,cost,draft\n{csv}\n");
    let json: Vec<_> = NAMED
        .iter()
        .map(|row| heads.iter().zip(row).map(|(head, cell)| (head.to_string(), (*cell).into())).collect())
        .map(serde_json::Value::Object)
        .collect();
    let json = serde_json::Value::Array(json).to_string();
    let pairs = |row: [&str; 3]| {
        heads.iter().zip(row).map(|(h, c)| format!("{h} = \"{c}\"")).collect::<Vec<_>>().join(", ")
    };
    let toml = format!("rows = [{}]", NAMED.map(|row| format!("{{ {} }}", pairs(row))).join(", "));
    let rows: Vec<&[&str]> = std::iter::once(&heads[..]).chain(NAMED.iter().map(|row| &row[..])).collect();
    let run = |rows: &str| Run::new().file("x.toml", CARDS.replace("ROWS", rows));
    for (made, name) in [
        (run(&toml), "rows"),
        (run("data = \"a.csv\"").file("a.csv", csv), "CSV"),
        (run("data = \"a.json\"").file("a.json", json), "JSON"),
        (run("data = \"a.xlsx\"").file("a.xlsx", workbook(&[("Cards", &rows)])), "XLSX"),
    ] {
        // A workbook stores numbers without their format.
        let seen = SEEN.map(|text| if (name, text) == ("XLSX", "1.50") { "1.5" } else { text });
        assert_eq!(texts(made, "cards/"), seen, "{name}");
    }
}

#[test]
fn fields_of_cells_are_typed_too() {
    let layout = "[[board]]\nsheet = \"small\"\ncells = \"square\"\nacross = \"30mm\"\nshape = \"rectangle 3 x 1\"\n\
        names = \"chess\"\ndata = \"map.csv\"\ncell = { draw = [{ text = \"{{ income }}\", font = \"9pt\", when = \"income > 0 and not closed\" }] }\n";
    let map = "cell,income,closed\na1,1.50,no\nb1,,\nc1,£2,x\n";
    let run = Run::new().file("x.toml", layout).file("map.csv", map);
    assert_eq!(texts(run, "board/"), ["1.50"]);
}

#[test]
fn edges_are_worked_out_from_other_columns() {
    let layout = "[[cards]]\nshape = \"square\"\nacross = \"40mm\"\ndata = \"a.csv\"\nset = { edges = \"{{ n }} {{ e }} {{ s }} {{ w }}\" }\n\
        face = [{ text = \"{{ edge }}\", at = \"each edge\", inset = \"0 4mm\", font = \"9pt\" }]\n";
    let run = Run::new().file("x.toml", layout).file("a.csv", "n,e,s,w\n1,2,3,4\na,-,c,d\n");
    assert_eq!(texts(run, "cards/"), ["1", "2", "3", "4", "a", "c", "d"]);
    let layout = "[[tiles]]\ncells = \"flat-top\"\nacross = \"38mm\"\nset = { edges = \"1 2 3 4 5 6\" }\n\
        face = [{ text = \"{{ edge }}\", at = \"each edge\", inset = \"0 4mm\", font = \"9pt\" }]\n";
    assert_eq!(texts(Run::new().file("x.toml", layout), "tiles/"), ["1", "2", "3", "4", "5", "6"]);
}

#[test]
fn points_of_a_table_have_their_names_printed() {
    let layout = "[[board]]\nsheet = \"small\"\nplay-on = \"points\"\nacross = \"20mm\"\nlinks = [\"a b\"]\n\
        points = { a = \"0 0\", b = \"1 0\" }\nshow-names = \"inside\"\n";
    assert_eq!(texts(Run::new().file("x.toml", layout), "board/"), ["a", "b"]);
}

#[test]
fn parts_of_words_are_printed_and_asked_for() {
    let layout = "[[cards]]\nsize = \"mini\"\nrows = [{ name = \"abcdef\" }, { name = \"xyz\" }]\nwhere = \"name[0:1] != 'x'\"\n\
        face = [{ text = \"{{ name[0:3] }}\", font = \"9pt\", when = \"name[3:] == 'def'\" }]\n";
    assert_eq!(texts(Run::new().file("x.toml", layout), "cards/"), ["abc"]);
}

#[test]
fn computed_words_and_copies_are_numbers_in_a_game_with_a_decimal_comma() {
    let layout = "[game]\ntitle = \"x\"\ndecimal = \"comma\"\n[[cards]]\nsize = \"mini\"\nrows = [{ n = \"2,25\" }]\n\
        set = { half = \"{{ n / 2 }}\" }\nface = [{ text = \"{{ half * 2 }}\", font = \"9pt\", when = \"half < 5\" }]\n";
    assert_eq!(texts(Run::new().file("x.toml", layout), "cards/"), ["2.25"]);
    let layout = layout.replace("set =", "copies = \"{{ n / 2 }}\"\nset =");
    let ran = Run::new().file("x.toml", layout).args(["build", "x.toml"]).any_stderr().any_status().run();
    assert!(ran.stderr.contains("`copies` must be a whole number"), "{}", ran.stderr);
}

#[test]
fn a_column_that_another_component_prints_is_no_slip_on_a_board() {
    let layout = "[[board]]\nsheet = \"small\"\ncells = \"square\"\nacross = \"30mm\"\nshape = \"rectangle 1 x 1\"\n\
        names = \"chess\"\ndata = \"map.csv\"\nkey = { w = { kind = \"wood\", fill = \"green\" } }\n\
        [[cards]]\nsize = \"mini\"\ndata = \"map.csv\"\nface = [{ text = \"{{ name }}\", font = \"9pt\" }]\n";
    let run = Run::new().file("x.toml", layout).file("map.csv", "cell,name,kind\na1,Ash,wood\n");
    run.args(["build", "x.toml", "--no-check"]).run();
}
