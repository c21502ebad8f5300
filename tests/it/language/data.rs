//! Tests of rows from files: the texts of the cards, and their number. The tests measure the
//! finished PDF.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use hexpress::read::Document;

use crate::support::measure::{count, id, texts};
use crate::support::run::{Ran, Run};
use crate::support::workbook::{Workbook, of_1904, sharing, workbook};

const LAYOUT: &str = r#"[[cards]]
name = "deck"
size = "63 x 88mm"
data = "cards.csv"
face = [
  { text = "{{ name }}", at = "top", inset = "6mm", font = "bold 12pt" },
  { text = "{{ cost }}", at = "bottom", inset = "6mm", font = "9pt" },
]
"#;

/// Returns the texts on each piece. The keys are the ids of the pieces.
fn texts_of_pieces(document: &Document) -> BTreeMap<String, Vec<String>> {
    let mut output: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for page in &document.pages {
        for (item, text) in texts(page) {
            if let Some((name, number)) = id(item).split_once('/')
                && number.starts_with(|c: char| c.is_ascii_digit())
            {
                output.entry(format!("{name}/{number:0>3}")).or_default().push(text.string.clone());
            }
        }
    }
    output
}

/// Returns the texts on each card, in order. The texts of one card are joined by `/`.
#[track_caller]
fn cards(ran: &Ran, file: &str) -> Vec<String> {
    texts_of_pieces(&ran.pdf(file)).into_values().map(|words| words.join("/")).collect()
}

#[track_caller]
fn build(layout: &str, name: &str, contents: impl AsRef<[u8]>) -> Ran {
    Run::new().file("x.toml", layout).file(name, contents).args(["build", "x.toml"]).run()
}

#[test]
fn a_table_with_commas_quotes_and_copies() {
    let data = "name,cost,copies\nÅlesund,3,2\n\"Say \"\"no\"\"\",007,\n\nCleo,\"1,000\",0\nDee,1.50,1\n";
    let ran = build(LAYOUT, "cards.csv", data);
    let expected = ["Ålesund/3", "Ålesund/3", "Say \"no\"/007", "Dee/1.50"];
    assert_eq!(cards(&ran, "output/x-iso.pdf"), expected);
}

#[test]
fn semicolons_a_mark_at_the_start_and_the_line_ends_of_windows() {
    let data = "\u{FEFF}Name;Cost\r\nZoë;1,5\r\n;\r\nJosé; 2 \r\n";
    assert_eq!(cards(&build(LAYOUT, "cards.csv", data), "output/x-iso.pdf"), ["Zoë/1,5", "José/2"]);
}

#[test]
fn tabs() {
    let layout = LAYOUT.replace(".csv", ".tsv");
    let ran = build(&layout, "cards.tsv", "name\tcost\nAnn, Bob\t1\n\"Cleo \"\t2\n");
    assert_eq!(cards(&ran, "output/x-iso.pdf"), ["Ann, Bob/1", "Cleo /2"]);
}

#[test]
fn lines_in_a_cell_are_one_row() {
    let layout = LAYOUT.replace("{{ name }}", "{{ name | replace('\\n', ' + ') }}").replace("\\n", "\\\\n");
    let ran = build(&layout, "cards.csv", "name,cost\r\n\"one\r\ntwo\",1\r\nthree,2\r\n");
    assert_eq!(cards(&ran, "output/x-iso.pdf"), ["one + two/1", "three/2"]);
}

#[test]
fn headers_become_names() {
    let layout = LAYOUT.replace("{{ name }}", "{{ card_name }}").replace("{{ cost }}", "{{ größe }}");
    let ran = build(&layout, "cards.csv", "Card name,Größe,,\nAnn,3,,\n");
    assert_eq!(cards(&ran, "output/x-iso.pdf"), ["Ann/3"]);
}

#[test]
fn a_list_of_objects() {
    let layout = LAYOUT.replace(".csv", ".json");
    let data = r#"[{ "name": "Ann", "cost": 3, "copies": 2 }, { "cost": null, "name": "\u00c5se" }, { "name": "Bob" }]"#;
    let ran = build(&layout, "cards.json", data);
    assert_eq!(cards(&ran, "output/x-iso.pdf"), ["Ann/3", "Ann/3", "Åse", "Bob"]);
}

#[test]
fn a_sheet_of_a_workbook() {
    let sheets: Workbook<'_> = &[
        ("Other", &[&["name", "cost"], &["Wrong", "1"]]),
        ("Cards", &[&["name", "cost"], &[], &["Åse", "7"], &["Bob", "x"]]),
    ];
    let layout = LAYOUT.replace("cards.csv", "cards.xlsx#Cards");
    let ran = build(&layout, "cards.xlsx", workbook(sheets));
    assert_eq!(cards(&ran, "output/x-iso.pdf"), ["Åse/7", "Bob/x"]);
    // If the layout names no sheet of the workbook, the first sheet is read. In this sheet, `cost` is a
    // number, so the template can add to it.
    let layout = LAYOUT.replace("cards.csv", "cards.xlsx").replace("{{ cost }}", "{{ cost + 1 }}");
    let ran = build(&layout, "cards.xlsx", workbook(sheets));
    assert_eq!(cards(&ran, "output/x-iso.pdf"), ["Wrong/2"]);
}

#[test]
fn what_the_sheets_of_a_workbook_share() {
    let texts = "<si><t>name</t></si><si><t>cost</t></si><si><r><t>Å</t></r><r><t xml:space=\"preserve\">s e</t></r>\
                 <rPh sb=\"0\" eb=\"1\"><t>no</t></rPh></si><si><t> B_x0026_b </t></si>";
    let styles = "<numFmts><numFmt numFmtId=\"164\" formatCode=\"0.0&quot;dm&quot;\"/></numFmts>\
                  <cellXfs><xf numFmtId=\"0\"/><xf numFmtId=\"164\"/><xf numFmtId=\"14\"/></cellXfs>";
    let rows = |style: u8| {
        format!(
            "<x:row><x:c t=\"s\"><x:v>0</x:v></x:c><x:c t=\"s\"><x:v>1</x:v></x:c></x:row>\
             <x:row r=\"3\"><x:c t=\"s\"><x:v>2</x:v></x:c><x:c s=\"{style}\"><x:f>7</x:f><x:v>7.0</x:v></x:c></x:row>\
             <x:row><x:c t=\"s\"><x:v>3</x:v></x:c><x:c t=\"b\"><x:v>1</x:v></x:c></x:row>"
        )
    };
    let layout = LAYOUT.replace("cards.csv", "cards.xlsx");
    let ran = build(&layout, "cards.xlsx", sharing(&rows(1), texts, styles));
    assert_eq!(cards(&ran, "output/x-iso.pdf"), ["Ås e/7", "B&b/TRUE"]);
    let run = Run::new().file("x.toml", &layout).file("cards.xlsx", sharing(&rows(2), texts, styles));
    let ran = run.args(["build", "x.toml"]).status(2).any_stderr().no_files().run();
    assert!(ran.stderr.contains("Cards!B3 is a date before 1 March 1900, "), "{}", ran.stderr);
}

/// Builds a layout from a workbook that causes warnings.
fn build_doubtful(layout: &str, book: Vec<u8>) -> Ran {
    let run = Run::new().file("x.toml", layout).file("cards.xlsx", book).args(["build", "x.toml"]);
    run.any_stderr().run()
}

/// The texts that the cells of a workbook refer to by number. `name` and `cost` are the names of the two
/// columns. `Ann` is in the column `name` of every row below.
const TEXTS: &str = "<si><t>name</t></si><si><t>cost</t></si><si><t>Ann</t></si>";

/// Returns the XML of the column names, and of one row for each of the `cells`. The column `name` always
/// contains `Ann`. The column `cost` contains the cell, which is the number of a style and a value.
fn styled_rows(cells: &[(u8, &str)]) -> String {
    let row = |(style, value): &(u8, &str)| {
        let kind = if value.contains('T') { " t=\"d\"" } else { "" };
        format!(
            "<x:row><x:c t=\"s\"><x:v>2</x:v></x:c><x:c s=\"{style}\"{kind}><x:v>{value}</x:v></x:c></x:row>"
        )
    };
    let header = "<x:row><x:c t=\"s\"><x:v>0</x:v></x:c><x:c t=\"s\"><x:v>1</x:v></x:c></x:row>";
    format!("{header}{}", cells.iter().map(row).collect::<String>())
}

/// Returns styles with number formats. A format is a code, or the id of a format without a code.
fn styles(formats: &[&str]) -> String {
    let is_code = |format: &str| format.parse::<u32>().is_err();
    let codes = formats.iter().enumerate().filter(|(_, format)| is_code(format));
    let codes: String = codes
        .map(|(at, code)| format!("<numFmt numFmtId=\"{}\" formatCode=\"{code}\"/>", 164 + at))
        .collect();
    let style = |(at, format): (usize, &&str)| {
        let id = format.parse::<usize>().unwrap_or(164 + at);
        format!("<xf numFmtId=\"{id}\"/>")
    };
    let styles: String = formats.iter().enumerate().map(style).collect();
    format!("<numFmts>{codes}</numFmts><cellXfs>{styles}</cellXfs>")
}

#[test]
fn percentages_are_read_as_shown() {
    let layout = LAYOUT.replace("cards.csv", "cards.xlsx");
    let book = sharing(&styled_rows(&[(1, "0.25"), (2, "1.5")]), TEXTS, &styles(&["0", "9", "10"]));
    assert_eq!(cards(&build(&layout, "cards.xlsx", book), "output/x-iso.pdf"), ["Ann/25%", "Ann/150.00%"]);
}

#[test]
fn dates_are_printed_as_their_cells_show_them() {
    let formats = ["General", "yyyy-mm-dd", "[$-407]d. mmmm yyyy", "[h]:mm", "18", "dd/mm/yy hh:mm:ss;@"];
    // In a workbook, this number means 4 March 2026, 18:05:09.
    let moment = "46085.75357638889";
    let rows = styled_rows(&[
        (1, moment),
        (2, moment),
        (3, "1.25"),
        (4, moment),
        (5, moment),
        (1, "2026-03-04T00:00:00"),
        (0, "46085"),
    ]);
    let book = sharing(&rows, TEXTS, &styles(&formats));
    let layout = LAYOUT.replace("cards.csv", "cards.xlsx");
    assert_eq!(
        cards(&build_doubtful(&layout, book.clone()), "output/x-iso.pdf"),
        [
            "Ann/2026-03-04",
            "Ann/4. März 2026",
            "Ann/30:00",
            "Ann/6:05 PM",
            "Ann/04/03/26 18:05:09",
            "Ann/2026-03-04",
            "Ann/46085",
        ]
    );
    // In this workbook, days are counted from 1904, so the same numbers mean later dates.
    let book = of_1904(&rows, TEXTS, &styles(&formats));
    let of_1904 = cards(&build_doubtful(&layout, book), "output/x-iso.pdf");
    assert_eq!(of_1904[..3], ["Ann/2030-03-05", "Ann/5. März 2030", "Ann/30:00"]);
}

#[test]
fn dates_that_depend_on_the_computer_have_a_warning() {
    let rows = styled_rows(&[(0, "46085"), (0, "46086"), (1, "46085.5")]);
    let book = sharing(&rows, TEXTS, &styles(&["14", "22"]));
    let layout = LAYOUT.replace("cards.csv", "cards.xlsx");
    let ran = build_doubtful(&layout, book.clone());
    assert_eq!(cards(&ran, "output/x-iso.pdf"), ["Ann/3/4/2026", "Ann/3/5/2026", "Ann/3/4/2026 12:00"]);
    assert!(ran.stderr.contains("warning[HX121]: this date is printed as 3/4/2026, but "), "{}", ran.stderr);
    assert!(ran.stderr.contains("cards.xlsx#Cards:2"), "{}", ran.stderr);
    let ran = build_doubtful(&format!("[game]\nlanguage = \"de\"\n{layout}"), book);
    assert_eq!(cards(&ran, "output/x-iso.pdf"), ["Ann/04.03.2026", "Ann/05.03.2026", "Ann/04.03.2026 12:00"]);
}

#[test]
fn dates_in_a_format_that_is_not_known_are_one_mistake_for_each_column() {
    let book = sharing(&styled_rows(&[(1, "45000"); 25]), TEXTS, &styles(&["0", "[$-F800]dddd"]));
    let layout = LAYOUT.replace("cards.csv", "cards.xlsx");
    let run = Run::new().file("x.toml", &layout).file("cards.xlsx", book).args(["build", "x.toml"]);
    let ran = run.status(2).any_stderr().no_files().run();
    assert_eq!(ran.stderr.matches("Cards!B2 is a date or a time in a format").count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains("… and 24 more like this (`B3`, `B4`, "), "{}", ran.stderr);
}

#[test]
fn damage_in_a_sheet_is_seen() {
    let mut book = workbook(&[("Cards", &[&["name", "cost"], &["Ann", "1"]])]);
    // The sheet is the first part of the ZIP file. Its data follows a header of 30 bytes, its name,
    // and the header of a block.
    book[80] ^= 1;
    let layout = LAYOUT.replace("cards.csv", "cards.xlsx");
    let run = Run::new().file("x.toml", &layout).file("cards.xlsx", book).args(["build", "x.toml"]);
    let ran = run.status(2).any_stderr().no_files().run();
    assert!(ran.stderr.contains("the part `xl/worksheets/sheet1.xml` is damaged"), "{}", ran.stderr);
}

#[test]
fn only_the_rows_that_a_condition_takes() {
    let data = "name,cost,draft\nAnn,3,\nBob,9,TRUE\nCleo,12,\n";
    let layout = LAYOUT.replace("face =", "where = \"not draft and cost > min\"\nset = { min = 3 }\nface =");
    assert_eq!(cards(&build(&layout, "cards.csv", data), "output/x-iso.pdf"), ["Cleo/12"]);
    let layout = layout.replace(
        "data = \"cards.csv\"",
        "rows = [{ name = \"A\", cost = 4 }, { name = \"B\", cost = 5, draft = true }]",
    );
    assert_eq!(cards(&build(&layout, "unused.csv", ""), "output/x-iso.pdf"), ["A/4"]);
    let layout = LAYOUT.replace(
        "data = \"cards.csv\"",
        "each = { name = [\"A\", \"B\"], cost = [1, 2] }\nwhere = \"name == 'B' or cost == 1\"",
    );
    assert_eq!(cards(&build(&layout, "unused.csv", ""), "output/x-iso.pdf"), ["A/1", "B/1", "B/2"]);
}

#[test]
fn copies_from_a_column_of_another_name() {
    let layout = LAYOUT.replace("face =", "copies = \"{{ anzahl }}\"\nface =");
    let ran = build(&layout, "cards.csv", "name,cost,Anzahl\nAnn,1,2\nBob,2,\nCleo,3,0\n");
    assert_eq!(cards(&ran, "output/x-iso.pdf"), ["Ann/1", "Ann/1", "Bob/2"]);
}

#[test]
fn the_pdf_alone_builds_itself_again() {
    let sheets: Workbook<'_> = &[("Cards", &[&["name", "cost"], &["Åse", "7"]])];
    let both = format!(
        "{LAYOUT}\n{}",
        LAYOUT.replace("\"deck\"", "\"more\"").replace("cards.csv", "more/cards.xlsx")
    );
    let ran = Run::new()
        .file("x.toml", both)
        .file("cards.csv", "name,cost\nAnn,1\n")
        .file("more/cards.xlsx", workbook(sheets))
        .args(["build", "x.toml"])
        .run();
    let pdf = ran.bytes("output/x-iso.pdf");
    assert_eq!(texts_of_pieces(&ran.pdf("output/x-iso.pdf")).len(), 2);
    let again = Run::new().file("mine.pdf", &pdf).args(["build", "mine.pdf"]).run();
    assert!(again.bytes("output/x-iso.pdf") == pdf);
    assert_eq!(again.folder.files(), ["mine.pdf", "output/x-iso.pdf"]);
}

#[test]
fn a_deck_of_fifty_two() {
    let mut data = "\u{FEFF}rank;suit;name;text;copies;draft\r\n".to_owned();
    for suit in ["spade", "club", "heart", "diamond"] {
        for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] {
            data += &format!("{rank};{suit};Åles{rank};\"Pay 2; or, \"\"draw\"\"\";1;\r\n");
        }
    }
    data += "X;spade;Not yet;\"\";1;TRUE\r\n";
    let layout = r##"[colours]
spade = "black"
club = "#1B5E20"
heart = "#B00020"
diamond = "#0D47A1"

[[cards]]
name = "harbours"
size = "poker"
round = "3mm"
data = "harbours.csv"
where = "not draft"
copies = "{{ copies }}"
face = [
  { text = "{{ rank }}", at = "top-left", inset = "4mm", font = "bold 14pt", colour = "{{ suit }}" },
  { icon = "{{ suit }}", at = "top-left", inset = "4mm 11mm", size = "5mm", colour = "{{ suit }}" },
  { text = "{{ name }}", at = "top", inset = "5mm", font = "display bold 12pt", shrink = "9pt" },
  { text = "{{ text }}", font = "9pt", shrink = "7pt" },
]
"##;
    let ran = build(layout, "harbours.csv", &data);
    let cards = cards(&ran, "output/x-iso.pdf");
    assert_eq!(cards.len(), 52);
    assert_eq!(cards[9], "10/Åles10/Pay 2; or, \"draw\"");
    assert_eq!(cards[51], "K/ÅlesK/Pay 2; or, \"draw\"");
    let pdf = ran.bytes("output/x-iso.pdf");
    let again = Run::new().file("mine.pdf", &pdf).args(["build", "mine.pdf"]).run();
    assert!(again.bytes("output/x-iso.pdf") == pdf);
}

const NUMBERED: &str = r#"[[cards]]
name  = "deck"
size  = "63 x 88mm"
print = 3
each  = { rank = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13], suit = ["a", "b", "c", "d"] }
face  = [{ text = "{{ rank }}{{ suit }} {{ number }}/{{ of }}", font = "bold 12pt" }]
back  = [{ text = "back {{ number }}", font = "9pt" }]

[[cards]]
name = "more"
size = "63 x 88mm"
rows = [{ name = "Ann", copies = 3 }]
face = [{ text = "{{ name }} {{ number }} of {{ of }}", font = "9pt" }]
"#;

#[test]
fn every_piece_has_its_number_and_some_can_be_printed_again() {
    let ran = Run::new().file("x.toml", NUMBERED).args(["build", "x.toml"]).run();
    let all = texts_of_pieces(&ran.pdf("output/x-iso.pdf"));
    assert_eq!(all["deck/005"], ["2a 5/52"]);
    assert_eq!(all["more/002"], ["Ann 2 of 3"]);
    let options = ["--pieces", "deck:40-42,5", "--pieces", "more:2"];
    let some = Run::new().file("x.toml", NUMBERED).args(["build", "x.toml"]).args(options).run();
    // The selected pieces have another file name, so they do not overwrite the file with all
    // pieces.
    assert_eq!(some.folder.files(), ["output/x-iso.pieces.pdf", "x.toml"]);
    let picked = texts_of_pieces(&some.pdf("output/x-iso.pieces.pdf"));
    let names: Vec<&str> = picked.keys().map(String::as_str).collect();
    let sides =
        ["deck/005", "deck/040", "deck/041", "deck/042", "deck/40/back", "deck/41/back", "deck/42/back"];
    assert_eq!(names, [&sides[..], &["deck/5/back", "more/002"]].concat());
    for (name, words) in &picked {
        assert_eq!(all[name], *words, "{name}");
    }
    assert!(some.stdout.contains("\n  Only these pieces: deck 5, 40-42; more 2.\n"), "{}", some.stdout);
    assert!(
        some.stdout.contains("print once; 4 pieces") && !some.stdout.contains("print 3"),
        "{}",
        some.stdout
    );
    // The PDF with the selected pieces can be built again from itself. With `--split`, each component has
    // a PDF of its own.
    let pdf = some.bytes("output/x-iso.pieces.pdf");
    let again = Run::new().file("mine.pdf", &pdf).args(["build", "mine.pdf"]).run();
    assert!(again.bytes("output/x-iso.pieces.pdf") == pdf);
    let split = Run::new().file("x.toml", NUMBERED.replace("\"more\"", "\"more\"\nstock = \"blue\""));
    let split = split.args(["build", "x.toml", "--split"]).args(options).run();
    assert_eq!(
        split.folder.files(),
        ["output/x-iso-deck.pieces.pdf", "output/x-iso-more.pieces.pdf", "x.toml"]
    );
    let pdf = split.bytes("output/x-iso-more.pieces.pdf");
    let again = Run::new().file("mine.pdf", &pdf).args(["build", "mine.pdf"]).run();
    assert!(again.bytes("output/x-iso-more.pieces.pdf") == pdf);
}

#[test]
fn a_row_may_have_a_number_of_its_own() {
    let layout = LAYOUT.replace("{{ cost }}", "{{ number }}");
    let ran = build(&layout, "cards.csv", "name,number\nAnn,seven\n");
    assert_eq!(cards(&ran, "output/x-iso.pdf"), ["Ann/seven"]);
}

#[test]
fn twenty_thousand_rows_are_read_in_a_moment() {
    let mut data = "name,cost,notes,draft\n".to_owned();
    for row in 0..20_000 {
        let draft = if row % 4000 == 7 { "" } else { "x" };
        data += &format!("Name {row},{row},\"some words, of row {row}\",{draft}\n");
    }
    let layout = LAYOUT.replace("face =", "where = \"not draft\"\nface =");
    let start = Instant::now();
    let ran = build(&layout, "cards.csv", &data);
    // The limit allows for a debug build on a busy machine. In quadratic time, the run would take
    // minutes.
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert_eq!(cards(&ran, "output/x-iso.pdf")[0], "Name 7/7");
    assert_eq!(cards(&ran, "output/x-iso.pdf").len(), 5);
}

/// The field `copies` of a row takes precedence over the key `copies`, which is a text for all rows. The row
/// can be in the layout or in a file.
#[test]
fn a_row_speaks_for_itself_before_the_text_for_all() {
    let cards = |rows: &str, copies: &str| {
        let layout = format!(
            "[[cards]]\nsize = \"41 x 63mm\"\ncopies = \"{copies}\"\n{rows}\n\
             face = [{{ text = \"{{{{ name }}}} {{{{ amount }}}}\", font = \"9pt\" }}]\n"
        );
        let csv = "name,amount,copies\nAnn,2,\nBob,2,5\n";
        let ran = Run::new().file("x.toml", layout).file("x.csv", csv).args(["build", "x.toml"]).run();
        let pages = ran.pdf("output/x-iso.pdf").pages;
        ["Ann 2", "Bob 2"].map(|words| pages.iter().map(|page| count(page, words)).sum::<usize>())
    };
    let rows = "rows = [{ name = \"Ann\", amount = 2 }, { name = \"Bob\", amount = 2, copies = 5 }]";
    assert_eq!(cards(rows, "{{ amount }}"), [2, 5]);
    assert_eq!(cards("data = \"x.csv\"", "{{ amount }}"), [2, 5]);
    // The text for all rows can compute with the column `copies` of the file.
    assert_eq!(cards("data = \"x.csv\"", "{{ copies and copies + 1 }}"), [1, 6]);
}
