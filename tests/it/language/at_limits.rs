//! Tests of values at a limit. The program accepts the largest allowed value, and rejects a value
//! that is slightly larger. Each layout also has another mistake, so that nothing is drawn.

use crate::support::run::{Folder, program};
use crate::support::workbook;

/// Builds a layout that consists of these lines and a mistake. These files are next to it. Returns the
/// messages.
#[track_caller]
fn messages_of(lines: &str, files: &[(&str, Vec<u8>)]) -> String {
    let folder = Folder::new();
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    let text = format!("[colours]\nwrong = \"no colour\"\n{lines}");
    std::fs::write(folder.path().join("g.toml"), text).unwrap();
    let output = program(&["build", "g.toml"], folder.path());
    assert_eq!(output.status, 2, "{}", output.stderr);
    output.stderr
}

/// Checks that the messages for the second layout contain the words, and that those for the first layout do
/// not.
#[track_caller]
fn differs(words: &str, [within, beyond]: [String; 2]) {
    assert!(!within.contains(words), "{within}");
    assert!(beyond.contains(words), "{beyond}");
}

fn list(count: usize, item: impl Fn(usize) -> String) -> String {
    format!("[{}]", (0..count).map(item).collect::<Vec<_>>().join(","))
}

const DISC: &str = "{disc=\"1mm\"}";

#[test]
fn elements_of_all_pieces() {
    let face = list(1000, |_| DISC.to_owned());
    let rows = list(2000, |_| "{a=1}".to_owned());
    let most = format!("[[cards]]\nsize = \"poker\"\nrows = {rows}\nface = {face}\n");
    let one = format!("[[cards]]\nname = \"one\"\nsize = \"poker\"\nface = [{DISC}]\n");
    differs(
        "more than 2000000 elements",
        [messages_of(&most, &[]), messages_of(&format!("{most}{one}"), &[])],
    );
}

#[test]
fn values_that_come_of_another_component() {
    // Each copy has 8 values for its name, `like`, size, face and back. Each disc adds 2 values.
    let [face, back] = [799, 197].map(|count| list(count, |_| DISC.to_owned()));
    let first = format!("[[cards]]\nname = \"c\"\nsize = \"poker\"\nface = {face}\nback = {back}\n");
    let copies: String = (0..100).map(|n| format!("[[cards]]\nname = \"c{n:02}\"\nlike = \"c\"\n")).collect();
    let most = first + &copies;
    // An empty list counts as a value.
    let beyond = format!("{most}rows = []\n");
    differs("more than 200000 values", [messages_of(&most, &[]), messages_of(&beyond, &[])]);
}

#[test]
fn groups_inside_one_another() {
    let cards = |depth: usize| {
        let element = (0..depth).fold(DISC.to_owned(), |inner, _| format!("{{parts=[{inner}]}}"));
        messages_of(&format!("[[cards]]\nsize = \"poker\"\nface = [{element}]\n"), &[])
    };
    differs("more than 8 levels deep", [cards(8), cards(9)]);
}

#[test]
fn cells_of_rows() {
    let row = format!("{{{}}}", (0..1000).map(|n| format!("a{n}=1")).collect::<Vec<_>>().join(","));
    let cards = |count: usize| {
        let rows = list(count, |n| if n == 0 { row.clone() } else { "{a0=1}".to_owned() });
        messages_of(&format!("[[cards]]\nsize = \"poker\"\nface = [{DISC}]\nrows = {rows}\n"), &[])
    };
    differs("more than 2000000 cells", [cards(2000), cards(2001)]);
}

#[test]
fn texts_of_a_workbook() {
    // In the resulting table, a row is as long as its cell plus a line break.
    let (most, longest) = (64 << 20, 4 * 32_767);
    let last = most - "word".len() - 512 * (longest + 1) - 1;
    let book = |last: usize| {
        let texts: String =
            [longest, last].iter().map(|length| format!("<si><t>{}</t></si>", "x".repeat(*length))).collect();
        let row = |text: usize| format!("<x:row><x:c t=\"s\"><x:v>{text}</x:v></x:c></x:row>");
        let head = "<x:row><x:c t=\"inlineStr\"><x:is><x:t>word</x:t></x:is></x:c></x:row>";
        let rows = format!("{head}{}{}", row(0).repeat(512), row(1));
        let layout = "[[cards]]\nsize = \"poker\"\ndata = \"a.xlsx\"\nface = [{ text = \"{{ word }}\", font = \"9pt\" }]\n";
        messages_of(layout, &[("a.xlsx", workbook::sharing(&rows, &texts, ""))])
    };
    differs("has more than 64 MiB of text", [book(last), book(last + 1)]);
}

/// The limit applies to the text `alt` of an element, of a piece and of a board.
#[test]
fn letters_of_what_is_read_aloud() {
    let layouts = |length: usize| {
        let alt = "a".repeat(length);
        let of_element = format!("[[cards]]\nsize = \"mini\"\nface = [{{disc=\"9mm\", alt = \"{alt}\"}}]\n");
        let of_piece = format!("[[cards]]\nsize = \"mini\"\nalt = \"{alt}\"\nface = [{{disc=\"9mm\"}}]\n");
        let of_board = format!(
            "[[board]]\ncells = \"square\"\nacross = \"9mm\"\nshape = \"rectangle 2 x 2\"\nalt = \"{alt}\"\n"
        );
        [of_element, of_piece, of_board]
    };
    for (within, beyond) in layouts(100_000).iter().zip(&layouts(100_001)) {
        let output_of = |layout: &str| {
            let folder = Folder::new();
            std::fs::write(folder.path().join("g.toml"), layout).unwrap();
            program(&["build", "g.toml", "--quiet", "--no-check"], folder.path())
        };
        assert_eq!(output_of(within).status, 0);
        let output = output_of(beyond);
        assert_eq!(output.status, 2);
        assert!(output.stderr.contains("write at most 100000 characters"), "{}", output.stderr);
    }
}

#[test]
fn cells_and_columns_of_tables() {
    let layout = |name: &str| format!("[[cards]]\nsize = \"poker\"\ndata = \"{name}\"\nface = [{DISC}]\n");
    let csv = |columns: usize, longest: usize| {
        let names: Vec<String> = (0..columns).map(|n| format!("c{n}")).collect();
        let table = format!("{}\n{}{}\n", names.join(","), "x".repeat(longest), ",".repeat(columns - 1));
        messages_of(&layout("a.csv"), &[("a.csv", table.into_bytes())])
    };
    differs("more than 10000 columns", [csv(10_000, 1), csv(10_001, 1)]);
    differs(
        "row 2 of `a.csv` has a cell with more than 32,767 characters",
        [csv(1, 131_068), csv(1, 131_069)],
    );
    let json = |columns: usize, longest: usize| {
        let keys: Vec<String> =
            (0..columns).map(|n| format!("\"c{n}\":\"{}\"", "x".repeat(longest))).collect();
        messages_of(&layout("a.json"), &[("a.json", format!("[{{{}}}]", keys.join(",")).into_bytes())])
    };
    differs("more than 10000 columns", [json(10_000, 1), json(10_001, 1)]);
    // The length includes the quotes.
    differs("row 1 of `a.json` has a cell", [json(1, 131_066), json(1, 131_067)]);
}

#[test]
fn runs_of_links() {
    let board = |runs: usize| {
        let links = list(runs, |_| "\"a b\"".to_owned());
        messages_of(
            &format!(
                "[[board]]\nplay-on = \"points\"\nacross = \"24mm\"\nlinks = {links}\n[board.points]\na = \"0 0\"\nb = \"2 0\"\n"
            ),
            &[],
        )
    };
    differs("at most 2000 entries", [board(2000), board(2001)]);
}

#[test]
fn holes_and_folds_of_a_piece() {
    let card = |key: &str, list: String| {
        messages_of(&format!("[[cards]]\nsize = \"60 x 80mm\"\n{key} = {list}\nface = [{DISC}]\n"), &[])
    };
    let hole = |n: usize| format!("{{ size = \"1mm\", at = \"{} {}mm\" }}", (n % 10) * 2, 20 + (n / 10) * 2);
    let fold = |n: usize| format!("\"across {}mm\"", n + 2);
    differs("must have 1 to 50 entries", [50, 51].map(|count| card("holes", list(count, hole))));
    // Each of the eight holes has 125 sides. In the second layout, the last hole has 126.
    let comb = |n: usize, sides: usize| {
        let teeth: String = (1..sides - 1).map(|x| format!("L {x} -{} ", x % 2)).collect();
        format!(
            "{{ outline = \"M 0 0 {teeth} V 9 Z\", size = \"20 x 1mm\", at = \"0 {}mm\" }}",
            (n as f64 - 4.0) * 2.0
        )
    };
    let combs = |last: usize| card("holes", list(8, |n| comb(n, if n == 7 { last } else { 125 })));
    differs("at most 1000 lines and curves together", [combs(125), combs(126)]);
    differs("must have 1 to 20 lines", [20, 21].map(|count| card("fold", list(count, fold))));
}

#[test]
fn points_along_a_curve() {
    let track = |count: usize| {
        messages_of(&format!("[[board]]\nfit = \"largest\"\nalong = \"M 0 0 H 1\"\ncount = {count}\n"), &[])
    };
    differs("`count` must be 1 to 10000", [track(10_000), track(10_001)]);
}

#[test]
fn colours_of_a_random_deck() {
    let deck = |count: usize| {
        let colours: String = (0..count).map(|n| format!("c{n} = \"#{n:06x}\"\n")).collect();
        let edges = list(count, |n| format!("\"c{n}\""));
        messages_of(
            &format!(
                "{colours}[[tiles]]\ncells = \"flat-top\"\nacross = \"40mm\"\nface = [{DISC}]\n[tiles.deck]\ncount = 10\nedges = {edges}\n"
            ),
            &[],
        )
    };
    differs("a deck can have at most 100 colours", [deck(100), deck(101)]);
}

#[test]
fn columns_of_pages() {
    let page = |columns: usize| {
        messages_of(
            &format!(
                "[[page]]\ntext = \"# Rules\"\ncolumns = {columns}\ngutter = \"2mm\"\nfont = \"6pt\"\ntitle-font = \"9pt\"\n"
            ),
            &[],
        )
    };
    differs("`columns` must be 1 to 4", [page(4), page(5)]);
}

#[test]
fn width_of_a_rim() {
    let board = |width: &str| {
        let lines = "[[board]]\ncells = \"flat-top\"\nshape = \"hexhex 2\"\nacross = \"20mm\"\n";
        messages_of(&format!("{lines}rim = \"{width} black\"\n"), &[])
    };
    differs("a `rim` must be at most 20 mm wide", [board("20mm"), board("20.01mm")]);
}
