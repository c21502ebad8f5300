use super::*;
use crate::{Options, Source};

const HERBS: &str = "Name,Latin,Cost,Season,What it does\n\
    Thyme,Thymus vulgaris,2,Summer,Draw two cards; then put one of them back.\n\
    Sage,Salvia officinalis,3,Summer,Look at another player's hand.\n\
    Mint,Mentha spicata,1,Spring,Move a card to another bed.\n\
    Bay,Laurus nobilis,5,All year,\"Nobody may take cards from you, until your next turn.\"\n";

/// Returns the layout for a table, and checks that `hexpress fmt` would not change it.
#[track_caller]
fn layout_of(table: &str, pictures: &[&str]) -> String {
    let bytes = [("t.csv".parse().unwrap(), table.as_bytes().into())].into();
    let files = &Files::in_memory("t.toml", bytes, "record.json");
    let pictures: Vec<String> = pictures.iter().map(|name| (*name).to_owned()).collect();
    let deck = TableDeck { table: "t.csv", files, pictures: &pictures };
    let text = deck.layout("A \"T\"", &mut Sources::default()).unwrap();
    assert_eq!(crate::editor::format(&text).unwrap(), text);
    text
}

/// Builds the cards of a table, and checks that they have no fault. Returns the warnings.
#[track_caller]
fn warnings_of(table: &str, pieces: usize) -> Vec<String> {
    let source = Source::layout("t", layout_of(table, &[])).with("t.csv", table);
    let outcome = crate::build(&source, &Options::default()).unwrap();
    assert!(outcome.verdict.is_clean, "{}", outcome.verdict.summary);
    let start = format!("{pieces} piece");
    assert!(outcome.verdict.summary.starts_with(&start), "{}", outcome.verdict.summary);
    outcome.warnings.iter().map(|warning| warning.message.clone()).collect()
}

#[test]
fn each_column_has_its_part_of_the_card() {
    let text = layout_of(HERBS, &["herb.png"]);
    for part in [
        "{ text = \"{{ name }}\", at = \"0 -30mm\"",
        "fill = \"{{ tone[season] | default('accent') }}\"",
        "{ text = \"{{ latin }}\"",
        "{ image = \"herb.png\"",
        "{ text = \"{{ what_it_does }}\"",
        "{ text = \"{{ season }}\"",
        "{ text = \"{{ cost }}\", at = \"20.5 35.5mm\"",
        "data  = \"t.csv\"",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    assert_eq!(warnings_of(HERBS, 4), [""; 0]);
}

#[test]
fn pictures_come_from_a_column_or_are_left_out() {
    let table = "Name,Art\nA,a.png\nB,b.png\n";
    assert!(layout_of(table, &["a.png", "b.png", "c.png"]).contains("{ image = \"{{ art }}\""));
    let without = layout_of(table, &["a.png"]);
    assert!(without.contains("# `art` names pictures that are not all in the folder."));
    assert!(without.contains("{ image = \"a.png\""));
    assert!(!layout_of("Name\nA\n", &["a.png", "b.png"]).contains("image"));
}

#[test]
fn copies_are_counted_in_several_languages() {
    for name in ["Qty", "COUNT", "Anzahl", "Nombre d'exemplaires", "Cantidad", "Quantità"] {
        let table = format!("Name;{name}\nA;2\nB;3\n");
        let field = hexpress_language::data::column_name(name);
        assert!(layout_of(&table, &[]).contains(&format!("copies = \"{{{{ {field} }}}}\"")), "{name}");
        assert_eq!(warnings_of(&table, 5), [""; 0], "{name}");
    }
    assert_eq!(warnings_of("Name,Qty\nA,2\nB,\n", 3), [""; 0]);
    assert!(!layout_of("Name,Copies,Count\nA,2,7\n", &[]).contains("copies ="));
}

#[test]
fn tables_of_every_kind_build_without_a_fault() {
    let thirty: Vec<String> = (1..=30).map(|number| format!("Field {number}")).collect();
    let values: Vec<String> = (1..=30).map(|number| format!("value {number}")).collect();
    let long = "Take a card, then give it to your left neighbour. ".repeat(6);
    let groups = "Name,Kind\nA,Äther\nB,Äther\nC,it's\nD,\"say \"\"x\"\"\"\nE,4 x\nF,a.b\nG,Z\nH,Z\n";
    for (table, pieces) in [
        ("Name,Words\nOne,Only one\n".to_owned(), 1),
        ("Name\nA\nB\n".to_owned(), 2),
        (format!("Words\n\"{long}\"\n"), 1),
        (format!("{}\n{}\n", thirty.join(","), values.join(",")), 1),
        ("Name,Empty,Cost\nA,,1\nB,,2\n".to_owned(), 2),
        ("Größe der Karte;Was sie tut\nKlein;Nichts\nGroß;Viel und noch mehr\n".to_owned(), 2),
        (format!("Name,Words\nA,{long}\nB,{long}\n").replace(", then", " then"), 2),
        ("A,B,C,D\n1,20,300,-4\n5,60,700,8.5\n".to_owned(), 2),
        ("1st,title,number,source\nA,x,2,y\n".to_owned(), 1),
        ("Name,tone,Kind\nA,y,k\nB,y,k\nC,z,l\n".to_owned(), 3),
        (groups.to_owned(), 8),
        ("Name,Kind,Amount\nA,k,1\nB,k,1\nC,l,1\n".to_owned(), 3),
    ] {
        assert_eq!(warnings_of(&table, pieces), [""; 0], "{table}");
    }
}

#[test]
fn a_column_that_no_template_can_name_is_left_out() {
    let table = "Name,In\nA,x\nB,y\n";
    assert!(layout_of(table, &[]).contains("# To print `in`, rename this column in the table:"));
    assert_eq!(warnings_of(table, 2), ["nothing uses `In`, so it is not printed"]);
}

#[test]
fn a_long_table_is_read_once_and_has_all_columns() {
    let rows: String = (0..3000).map(|row| format!("Card {row},{},Words {row}\n", row % 9)).collect();
    let text = layout_of(&format!("Name,Cost,Text\n{rows}"), &[]);
    assert!(["{{ name }}", "{{ cost }}", "{{ text }}"].iter().all(|field| text.contains(field)));
}

#[test]
fn a_table_with_a_mistake_has_no_layout() {
    for (table, expected) in [
        ("Name,Cost\n", "`t.csv` has no row below its header, so nothing is printed"),
        ("Name,Name\nA,B\n", "two columns have the name `Name`"),
    ] {
        let bytes = [("t.csv".parse().unwrap(), table.as_bytes().into())].into();
        let files = &Files::in_memory("t.toml", bytes, "record.json");
        let deck = TableDeck { table: "t.csv", files, pictures: &[] };
        let report = deck.layout("T", &mut Sources::default()).unwrap_err();
        assert_eq!(report.sorted()[0].message, expected);
    }
}

#[test]
fn a_component_needs_no_theme() {
    let bytes = [("t.csv".parse().unwrap(), HERBS.as_bytes().into())].into();
    let files = &Files::in_memory("t.toml", bytes, "record.json");
    let deck = TableDeck { table: "t.csv", files, pictures: &[] };
    let text = deck.component("herbs", Palette::Own, &mut Sources::default()).unwrap();
    assert_eq!(crate::editor::format(&text).unwrap(), text);
    let source = Source::layout("t", text).with("t.csv", HERBS);
    let outcome = crate::build(&source, &Options::default()).unwrap();
    assert!(outcome.verdict.is_clean && outcome.warnings.is_empty(), "{}", outcome.verdict.summary);
}

#[test]
fn names_come_from_the_file_of_the_table() {
    assert_eq!([title_of("art/my-herbs.csv"), title_of("_.csv")], ["My Herbs", "Cards"]);
    assert_eq!([stem_of("My Herbs (2).xlsx"), stem_of("ä.csv")], ["my-herbs-2", "ä"]);
}

#[test]
fn short_details_are_one_line_and_long_ones_a_paragraph() {
    let short = layout_of(HERBS, &[]);
    assert!(short.contains("font = \"italic 8pt\"") && !short.contains("font = \"7pt\""), "{short}");
    let long = layout_of(&HERBS.replace("Thymus vulgaris", &"Thymus ".repeat(9)), &[]);
    assert!(long.contains("font = \"7pt\"") && !long.contains("font = \"italic 8pt\""), "{long}");
}
