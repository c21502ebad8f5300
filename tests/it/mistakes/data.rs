//! Mistakes inside data: told with the file, the row, the column, and the template that asked.

use super::wrong;
use crate::run::Run;
use crate::workbook::workbook;

/// Cards that take their rows from a file.
const DATA: &str = r#"[[cards]]
name = "deck"
size = "41 x 63mm"
data = "cards.csv"
face = [{ text = "{{ name }}", font = "bold 9pt", colour = "{{ ink }}" }]
"#;

const ROWS: &str = "name,ink,copies\nAnn,red,1\nBob,blue,2\n";

/// Building the layout beside this file says this.
#[track_caller]
fn data(layout: &str, name: &str, contents: impl AsRef<[u8]>, said: &str) {
    wrong(Run::new().file("x.toml", layout).file(name, contents).args(["build", "x.toml"]), said);
}

/// The layout with something else in the place of `old`.
#[track_caller]
fn with(old: &str, new: &str) -> String {
    assert!(DATA.contains(old), "`{old}` is not in the layout");
    DATA.replacen(old, new, 1)
}

#[test]
fn a_file_that_is_not_there() {
    data(
        &with("cards.csv", "crads.csv"),
        "cards.csv",
        ROWS,
        r#"
error[HX001]: `crads.csv` cannot be read: there is no such file
 --> x.toml:4:8
  |
4 | data = "crads.csv"
  |        ^^^^^^^^^^^
  |
  = help: did you mean `cards.csv`?
"#,
    );
}

#[test]
fn a_kind_of_file_that_cannot_be_read() {
    data(
        &with("cards.csv", "cards.ods"),
        "cards.ods",
        ROWS,
        r#"
error[HX121]: `cards.ods` is no kind of table that can be read: it ends in .ods
 --> x.toml:4:8
  |
4 | data = "cards.ods"
  |        ^^^^^^^^^^^
  |
  = help: save it as .csv (UTF-8), .tsv, .xlsx, or .json
"#,
    );
}

#[test]
fn an_old_encoding() {
    data(
        DATA,
        "cards.csv",
        b"name,ink\nAnn,red\nRen\xE9,red\n",
        r#"
error[HX001]: `cards.csv` is not UTF-8 text: the byte E9 in row 3, column 4
 --> cards.csv:3:4
  |
3 | Ren�,red
  |    ^
  |
  = help: in a spreadsheet, save it as "CSV UTF-8"; in an editor, as UTF-8
"#,
    );
}

#[test]
fn a_wide_encoding() {
    data(
        DATA,
        "cards.csv",
        "\u{FEFF}name,ink\n".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
        r#"
error[HX001]: `cards.csv` is not UTF-8 text: it looks like UTF-16
 --> x.toml:4:8
  |
4 | data = "cards.csv"
  |        ^^^^^^^^^^^
  |
  = help: in a spreadsheet, save it as "CSV UTF-8"; in an editor, as UTF-8
"#,
    );
}

#[test]
fn rows_of_other_length() {
    data(
        DATA,
        "cards.csv",
        "name,ink,copies\nAnn,red,1\nBob, the builder,blue,2\nCleo,red\n",
        r#"
error[HX121]: row 3 has 4 cells, and the header has 3
 --> cards.csv:3:1
  |
3 | Bob, the builder,blue,2
  | ^^^^^^^^^^^^^^^^^^^^^^^
  |
  = help: a cell with a comma in it stands in quotes, and an empty cell needs its comma

error[HX121]: row 4 has 2 cells, and the header has 3
 --> cards.csv:4:1
  |
4 | Cleo,red
  | ^^^^^^^^
  |
  = help: a cell with a comma in it stands in quotes, and an empty cell needs its comma
"#,
    );
}

#[test]
fn quotes_that_are_never_closed() {
    data(
        DATA,
        "cards.csv",
        "name,ink\n\"Ann,red\nBob,blue\n",
        r#"
error[HX121]: row 2: these quotes are never closed
 --> cards.csv:2:1
  |
2 | "Ann,red
  | ^^^^^^^^
"#,
    );
}

#[test]
fn text_after_quotes() {
    data(
        DATA,
        "cards.csv",
        "name,ink\n\"Ann\"x,red\n",
        r#"
error[HX121]: row 2: more text follows the closing quotes; quotes inside a cell are doubled: ""
 --> cards.csv:2:1
  |
2 | "Ann"x,red
  | ^^^^^
"#,
    );
}

#[test]
fn a_column_that_is_not_there() {
    data(
        &with("{{ name }}", "{{ nmae }}"),
        "cards.csv",
        ROWS,
        r#"
error[HX108]: deck/1: `nmae` is not known for this piece: did you mean `name`?
 --> x.toml:5:9
  |
5 | face = [{ text = "{{ nmae }}", font = "bold 9pt", colour = "{{ ink }}" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
 ::: cards.csv:1:1
  |
1 | name,ink,copies
  | --------------- the columns of this file

error[HX108]: deck/2: `nmae` is not known for this piece: did you mean `name`?
 --> x.toml:5:9
  |
5 | face = [{ text = "{{ nmae }}", font = "bold 9pt", colour = "{{ ink }}" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
 ::: cards.csv:1:1
  |
1 | name,ink,copies
  | --------------- the columns of this file
"#,
    );
}

#[test]
fn two_columns_of_one_name() {
    data(
        DATA,
        "cards.csv",
        "name,ink,name\nAnn,red,x\n",
        r#"
error[HX104]: two columns are called `name`
 --> cards.csv:1:10
  |
1 | name,ink,name
  |          ^^^^
  |
  = help: give one of them another name
"#,
    );
}

#[test]
fn two_columns_that_would_have_one_name() {
    data(
        DATA,
        "cards.csv",
        "Card name,card-name,ink\nAnn,red,x\n",
        r#"
error[HX104]: the columns `Card name` and `card-name` would both be called `card_name`
 --> cards.csv:1:11
  |
1 | Card name,card-name,ink
  |           ^^^^^^^^^
  |
  = help: give one of them another name
"#,
    );
}

#[test]
fn a_column_without_a_name() {
    data(
        DATA,
        "cards.csv",
        "name,,ink\nAnn,x,red\n",
        r#"
error[HX121]: column B has no name in the header
 --> cards.csv:1:6
  |
1 | name,,ink
  |      ^
  |
  = help: templates ask for a column by its name: {{ cost }}
"#,
    );
}

#[test]
fn a_column_without_a_letter() {
    data(
        DATA,
        "cards.csv",
        "name,£,ink\nAnn,x,red\n",
        r#"
error[HX121]: `£` cannot be a column's name: it has no letter
 --> cards.csv:1:6
  |
1 | name,£,ink
  |      ^
  |
  = help: templates ask for a column by its name: {{ cost }}
"#,
    );
}

#[test]
fn nothing_but_a_header() {
    data(
        DATA,
        "cards.csv",
        "name,ink\n\n",
        r#"
error[HX103]: `cards.csv` holds no row below its header, so there is no piece
 --> cards.csv:1:1
  |
1 | name,ink
  | ^^^^^^^^
"#,
    );
}

#[test]
fn an_empty_file() {
    data(
        DATA,
        "cards.csv",
        "",
        r#"
error[HX103]: `cards.csv` is empty
 --> x.toml:4:8
  |
4 | data = "cards.csv"
  |        ^^^^^^^^^^^
  |
  = help: its first row names the columns, and each row below it is a piece
"#,
    );
}

#[test]
fn copies_that_cannot_be() {
    data(
        DATA,
        "cards.csv",
        "name,ink,copies\nAnn,red,-1\nBob,red,100001\nCleo,red,some\n",
        r#"
error[HX111]: `copies` is a whole number from 0 to 100000
 --> cards.csv:2:9
  |
2 | Ann,red,-1
  |         ^^

error[HX111]: `copies` is a whole number from 0 to 100000
 --> cards.csv:3:9
  |
3 | Bob,red,100001
  |         ^^^^^^

error[HX111]: `copies` is a whole number from 0 to 100000
 --> cards.csv:4:10
  |
4 | Cleo,red,some
  |          ^^^^
"#,
    );
}

#[test]
fn no_copy_of_any_row() {
    data(
        DATA,
        "cards.csv",
        "name,ink,copies\nAnn,red,0\n",
        r#"
error[HX103]: this component has no piece
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
"#,
    );
}

#[test]
fn too_many_pieces_in_all() {
    data(
        DATA,
        "cards.csv",
        "name,ink,copies\n".to_owned() + &"Ann,red,100000\n".repeat(11),
        r#"
error[HX111]: more than 1000000 pieces in one component
 --> x.toml:1:1
  |
1 | [[cards]]
  | ^^^^^^^^^
"#,
    );
}

#[test]
fn a_cell_that_is_no_colour() {
    data(
        DATA,
        "cards.csv",
        "name,ink,copies\nAnn,red,1\nBob,bleu,2\n",
        r#"
error[HX105]: deck/2: no colour is called `bleu`
 --> x.toml:5:9
  |
5 | face = [{ text = "{{ name }}", font = "bold 9pt", colour = "{{ ink }}" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
 ::: cards.csv:3:5
  |
3 | Bob,bleu,2
  |     ---- column `ink`
  |
  = help: did you mean `blue`?
"#,
    );
}

#[test]
fn a_condition_on_an_unknown_column() {
    data(
        &with(
            "face =",
            r#"where = "not darft"
face ="#,
        ),
        "cards.csv",
        ROWS,
        r#"
error[HX108]: `darft` is not known for this piece; known: name, ink, copies
 --> x.toml:5:9
  |
5 | where = "not darft"
  |         ^^^^^^^^^^^
  |
 ::: cards.csv:1:1
  |
1 | name,ink,copies
  | --------------- the columns of this file
"#,
    );
}

#[test]
fn a_condition_that_is_none() {
    data(
        &with(
            "face =",
            r#"where = "name >"
face ="#,
        ),
        "cards.csv",
        ROWS,
        r#"
error[HX108]: something is missing at the end: a value
 --> x.toml:5:9
  |
5 | where = "name >"
  |         ^^^^^^^^
"#,
    );
}

#[test]
fn a_condition_that_holds_for_no_row() {
    data(
        &with(
            "face =",
            r#"where = "copies > 5"
face ="#,
        ),
        "cards.csv",
        ROWS,
        r#"
error[HX103]: no row is left: this holds for none
 --> x.toml:5:9
  |
5 | where = "copies > 5"
  |         ^^^^^^^^^^^^
"#,
    );
}

/// Its name begins as those of the words of edges do, which all stand in the one column `edges`.
#[test]
fn a_condition_on_a_column_that_is_no_edge() {
    data(
        &with(
            "face =",
            r#"where = "edgewise - 2 > 3"
face ="#,
        ),
        "cards.csv",
        "name,ink,copies,edges,edgewise\nAnn,red,1,red - - -,thin\nBob,blue,2,- - - -,thick\n",
        r#"
error[HX108]: invalid operation: tried to use - operator on unsupported types string and number
 --> x.toml:5:9
  |
5 | where = "edgewise - 2 > 3"
  |         ^^^^^^^^^^^^^^^^^^
  |
 ::: cards.csv:2:21
  |
2 | Ann,red,1,red - - -,thin
  |                     ---- column `edgewise`
"#,
    );
}

#[test]
fn a_condition_that_cannot_be_worked_out() {
    data(
        &with(
            "face =",
            r#"where = "name - 2 > 3"
face ="#,
        ),
        "cards.csv",
        ROWS,
        r#"
error[HX108]: invalid operation: tried to use - operator on unsupported types string and number
 --> x.toml:5:9
  |
5 | where = "name - 2 > 3"
  |         ^^^^^^^^^^^^^^
  |
 ::: cards.csv:2:1
  |
2 | Ann,red,1
  | --- column `name`
"#,
    );
}

#[test]
fn copies_worked_out_that_cannot_be() {
    data(
        &with(
            "face =",
            r#"copies = "{{ ink }}"
face ="#,
        ),
        "cards.csv",
        "name,ink\nAnn,red\nBob,blue\n",
        r#"
error[HX111]: `copies` is a whole number from 0 to 100000
 --> x.toml:5:10
  |
5 | copies = "{{ ink }}"
  |          ^^^^^^^^^^^
  |
 ::: cards.csv:2:5
  |
2 | Ann,red
  |     --- column `ink`
"#,
    );
}

#[test]
fn data_and_rows_together() {
    data(
        &with("face =", "rows = [{ name = 1 }]\nface ="),
        "cards.csv",
        ROWS,
        r#"
error[HX005]: `data` and `rows` both say which pieces there are: leave one out
 --> x.toml:4:8
  |
4 | data = "cards.csv"
  |        ^^^^^^^^^^^
"#,
    );
}

#[test]
fn json_that_is_no_list() {
    data(
        &with("cards.csv", "cards.json"),
        "cards.json",
        "{ \"name\": \"Ann\" }\n",
        r#"
error[HX121]: this is not a list
 --> cards.json:1:1
  |
1 | { "name": "Ann" }
  | ^
  |
  = help: a list of objects is wanted: [{ "name": "Ann", "cost": 3 }, { "name": "Bob", "cost": 4 }]
"#,
    );
}

#[test]
fn json_that_is_no_list_of_objects() {
    data(
        &with("cards.csv", "cards.json"),
        "cards.json",
        "[{ \"name\": \"Ann\" }, \"Bob\"]\n",
        r#"
error[HX121]: this is not an object
 --> cards.json:1:21
  |
1 | [{ "name": "Ann" }, "Bob"]
  |                     ^^^^^
  |
  = help: a list of objects is wanted: [{ "name": "Ann", "cost": 3 }, { "name": "Bob", "cost": 4 }]
"#,
    );
}

#[test]
fn json_in_json() {
    data(
        &with("cards.csv", "cards.json"),
        "cards.json",
        "[\n  { \"name\": \"Ann\", \"ink\": [\"red\"] },\n  { \"name\": { \"first\": \"Bob\" }, \"ink\": \"red\" }\n]\n",
        r#"
error[HX121]: `ink` is a list: a cell is text, a number, true or false
 --> cards.json:2:27
  |
2 |   { "name": "Ann", "ink": ["red"] },
  |                           ^^^^^^^
  |
  = help: join its words in one text: "red green"

error[HX121]: `name` is an object: a cell is text, a number, true or false
 --> cards.json:3:13
  |
3 |   { "name": { "first": "Bob" }, "ink": "red" }
  |             ^^^^^^^^^^^^^^^^^^
  |
  = help: give each of its values a key of its own
"#,
    );
}

#[test]
fn json_that_is_none() {
    data(
        &with("cards.csv", "cards.json"),
        "cards.json",
        "[\n  { \"name\": \"Ann\", \"ink\": \"red\" },\n  { \"name\": \"Bob\" \"ink\": \"red\" }\n]\n",
        r#"
error[HX121]: this is not JSON: expected `,` or `}`
 --> cards.json:3:19
  |
3 |   { "name": "Bob" "ink": "red" }
  |                   ^
"#,
    );
}

#[test]
fn an_empty_json_list() {
    data(
        &with("cards.csv", "cards.json"),
        "cards.json",
        "[]\n",
        r#"
error[HX103]: `cards.json` is an empty list, so there is no piece
 --> cards.json:1:1
  |
1 | []
  | ^^
"#,
    );
}

#[test]
fn a_workbook_that_is_none() {
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        ROWS,
        r#"
error[HX121]: `cards.xlsx` is not a workbook: it is not the ZIP file that an .xlsx is
 --> x.toml:4:8
  |
4 | data = "cards.xlsx"
  |        ^^^^^^^^^^^^
  |
  = help: save it from the spreadsheet as .xlsx, or as "CSV UTF-8"
"#,
    );
}

#[test]
fn pieces_of_an_unknown_component() {
    let run = Run::new().file("x.toml", DATA).file("cards.csv", ROWS);
    wrong(
        run.args(["build", "x.toml", "--pieces", "dekc:1"]),
        r#"
error[HX112]: `x` has no component `dekc`
 |
 = help: did you mean `deck`?
"#,
    );
}

#[test]
fn pieces_beyond_the_last() {
    let run = Run::new().file("x.toml", DATA).file("cards.csv", ROWS);
    wrong(
        run.args(["build", "x.toml", "--pieces", "deck:4"]),
        r#"
error[HX013]: --pieces: `deck` has 3 pieces, and 4 is asked for
"#,
    );
}

#[test]
fn pieces_that_cannot_be_read() {
    let run = Run::new().file("x.toml", DATA).file("cards.csv", ROWS);
    wrong(
        run.args(["build", "x.toml", "--pieces", "deck", "--pieces", "deck:3-2,x,0,"]),
        r#"
error[HX013]: --pieces deck: a component and its numbers are meant, with : between
 |
 = help: for example --pieces deck:12,40-45

error[HX013]: --pieces deck:3-2,x,0,: `3-2` runs backwards: 2-3
 |
 = help: for example --pieces deck:12,40-45

error[HX013]: --pieces deck:3-2,x,0,: `x` is not a number
 |
 = help: for example --pieces deck:12,40-45

error[HX013]: --pieces deck:3-2,x,0,: the first piece is 1, not 0
 |
 = help: for example --pieces deck:12,40-45

error[HX013]: --pieces deck:3-2,x,0,: a number is missing
 |
 = help: for example --pieces deck:12,40-45
"#,
    );
}

#[test]
fn pieces_of_a_component_that_is_not_printed() {
    let run = Run::new().file("x.toml", DATA).file("cards.csv", ROWS);
    wrong(
        run.args(["build", "x.toml", "--pieces", "deck:1", "--only", "other"]),
        r#"
error[HX013]: --only and --pieces name different components, so nothing is printed
 |
 = help: leave --only out
"#,
    );
}

#[test]
fn cells_of_a_workbook_that_are_errors() {
    let book = workbook(&[("Ships", &[&["name", "ink"], &[], &["Ann", "#REF!"]])]);
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        book,
        r#"
error[HX121]: Ships!B3 is an error of the spreadsheet
 --> cards.xlsx#Ships:3:7
  |
3 | Ann | ?
  |       ^
  |
  = help: mend its formula
"#,
    );
}

#[test]
fn a_cell_of_a_workbook_that_is_no_colour() {
    let book = workbook(&[("Ships", &[&["name", "ink"], &[], &["Ann", "redd"]])]);
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        book,
        r#"
error[HX105]: deck/1: no colour is called `redd`
 --> x.toml:5:9
  |
5 | face = [{ text = "{{ name }}", font = "bold 9pt", colour = "{{ ink }}" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
 ::: cards.xlsx#Ships:3:7
  |
3 | Ann | redd
  |       ---- Ships!B3, column `ink`
  |
  = help: did you mean `red`?
"#,
    );
}

#[test]
fn a_sheet_that_is_not_there() {
    let book = workbook(&[("Ships", &[&["name", "ink"], &["Ann", "red"]])]);
    data(
        &with("cards.csv", "cards.xlsx#Shps"),
        "cards.xlsx",
        book,
        r#"
error[HX112]: `cards.xlsx` has no sheet `Shps`
 --> x.toml:4:8
  |
4 | data = "cards.xlsx#Shps"
  |        ^^^^^^^^^^^^^^^^^
  |
  = help: did you mean `Ships`?
"#,
    );
}

#[test]
fn a_bundled_layout_has_no_files() {
    // Held at the source, for no bundled layout names a file.
    let mut sources = hexpress::diag::Sources::default();
    let file = sources.add("x.toml", DATA);
    let mut layout = hexpress::spec::read(file, &sources).unwrap();
    let files = hexpress::files::Files::default();
    let report = hexpress::spec::fetch(&mut layout, file, &mut sources, &files).unwrap_err();
    let said = hexpress::diag::render(&report, &sources, false);
    assert!(said.contains("`cards.csv` cannot be read: a bundled layout has no files beside it"), "{said}");
}

#[test]
fn a_key_of_json_that_stands_twice() {
    data(
        &with("cards.csv", "cards.json"),
        "cards.json",
        "[\n  { \"name\": \"Ann\", \"ink\": \"red\" },\n  { \"name\": \"Bob\", \"ink\": \"red\", \"name\": \"Bib\" }\n]\n",
        r#"
error[HX104]: `name` stands twice in one object
 --> cards.json:3:42
  |
3 |   { "name": "Bob", "ink": "red", "name": "Bib" }
  |                                          ^^^^^
  |
  = help: leave one of them out
"#,
    );
}

#[test]
fn a_cell_of_a_workbook_beyond_its_header() {
    let book =
        workbook(&[("Ships", &[&["name", "ink"], &["Ann", "red", "", "x"], &["Bob", "red", "", "y"]])]);
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        book,
        r#"
error[HX121]: column D has no name in the header
 --> cards.xlsx#Ships:2:13
  |
2 | Ann | red | …
  |             ^
  |
  = help: templates ask for a column by its name: {{ cost }}
"#,
    );
}

/// Empty columns count as the spreadsheet counts them.
#[test]
fn a_cell_of_a_workbook_behind_an_empty_column() {
    let book = workbook(&[("Ships", &[&["name", "", "ink"], &["Ann", "", "redd"]])]);
    data(
        &with("cards.csv", "cards.xlsx"),
        "cards.xlsx",
        book,
        r#"
error[HX105]: deck/1: no colour is called `redd`
 --> x.toml:5:9
  |
5 | face = [{ text = "{{ name }}", font = "bold 9pt", colour = "{{ ink }}" }]
  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  |
 ::: cards.xlsx#Ships:2:10
  |
2 | Ann |  | redd
  |          ---- Ships!C2, column `ink`
  |
  = help: did you mean `red`?
"#,
    );
}
