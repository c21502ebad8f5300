//! Tests that three lists agree: the ledgers in `docs/rules`, the rules of the layouts, and the codes
//! of the checker. A ledger is a table with a row for each clause of a game's rules. The row says how
//! the clause is kept, for example by a rule of the checker.

use std::collections::BTreeSet;

use hexpress::bundled::GAMES;
use hexpress::check;

/// For each rule of a layout, the codes that the checker reports if the rule is broken. The rule `be` has one
/// code for each of its values.
const KEYS: [(&str, &[&str]); 15] = [
    ("be", &["HX501", "HX502", "HX509"]),
    ("have", &["HX503", "HX521"]),
    ("match", &["HX504"]),
    ("apart", &["HX505"]),
    ("names", &["HX506"]),
    ("centre", &["HX507"]),
    ("sides", &["HX508"]),
    ("lines", &["HX510"]),
    ("reach", &["HX511"]),
    ("open", &["HX512"]),
    ("add", &["HX513"]),
    ("no-two-alike", &["HX522"]),
    ("edges", &["HX523", "HX524", "HX527"]),
    ("say", &["HX525"]),
    ("same-back-and-size", &["HX526"]),
];

fn ledger(id: &str) -> String {
    let path = format!("{}/docs/rules/{id}.md", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Returns the three columns of each row of a ledger:
///
/// - a clause of the game's rules,
/// - whether the clause is checked, is true by construction, or is not checkable,
/// - what ensures the clause, such as a rule of the checker.
fn rows(page: &str) -> Vec<[String; 3]> {
    let rows = page.lines().filter(|line| line.starts_with("| ")).skip(1);
    rows.map(|line| {
        let cells: Vec<String> = line
            .trim_matches('|')
            .split(" | ")
            .map(|cell| cell.trim_matches([' ', '|']).to_owned())
            .collect();
        cells.try_into().unwrap_or_else(|cells| panic!("three cells are wanted: {cells:?}"))
    })
    .collect()
}

/// Returns the names of a layout's rules, such as `board.have` and `must.same-back-and-size`.
fn rules(text: &str) -> BTreeSet<String> {
    let layout: toml::Table = text.parse().unwrap();
    let mut rules = BTreeSet::new();
    for family in ["board", "cards", "notes", "tiles", "counters"] {
        for component in layout.get(family).and_then(toml::Value::as_array).into_iter().flatten() {
            let name = component.get("name").and_then(toml::Value::as_str).unwrap_or(family);
            let must = component.get("must").and_then(toml::Value::as_table).into_iter().flatten();
            rules.extend(must.map(|(key, _)| format!("{name}.{key}")));
        }
    }
    let must = layout.get("must").and_then(toml::Value::as_table).into_iter().flatten();
    rules.extend(must.map(|(key, _)| format!("must.{key}")));
    rules
}

fn codes(text: &str) -> BTreeSet<String> {
    text.match_indices("HX").map(|(at, _)| text[at..].chars().take(5).collect()).collect()
}

#[test]
fn every_rule_of_a_layout_is_in_its_ledger_and_no_other() {
    let known: BTreeSet<String> = check::rules().map(|rule| rule.code.to_string()).collect();
    let mut asked = BTreeSet::new();
    for game in GAMES {
        let page = ledger(game.id);
        let mut named = BTreeSet::new();
        let mut clauses = BTreeSet::new();
        for [clause, how, by] in rows(&page) {
            assert!(clauses.insert(clause.clone()), "{}: twice: {clause}", game.id);
            assert!(!by.is_empty(), "{}: {clause}", game.id);
            let codes = codes(&by);
            for code in &codes {
                assert!(known.contains(code), "docs/rules/{}.md names {code}, which is no rule", game.id);
            }
            let keys: BTreeSet<&str> = by
                .split('`')
                .skip(1)
                .step_by(2)
                .filter(|word| word.contains('.') && !word.contains(' '))
                .collect();
            match how.as_str() {
                "checked" => assert!(!codes.is_empty(), "{}: checked by no code: {clause}", game.id),
                "true by construction" => {}
                "not checkable" => assert!(codes.is_empty(), "{}: {clause}", game.id),
                other => panic!("{}: {other}", game.id),
            }
            for key in &keys {
                let word = key.split_once('.').unwrap().1;
                let (_, own) =
                    KEYS.iter().find(|(known, _)| *known == word).unwrap_or_else(|| panic!("{key}"));
                assert!(
                    own.iter().any(|code| codes.contains(*code)),
                    "{}: {key} is not looked for by {codes:?}",
                    game.id
                );
            }
            named.extend(keys.into_iter().map(str::to_owned));
            asked.extend(codes);
        }
        assert_eq!(named, rules(game.text), "docs/rules/{}.md and the layout differ", game.id);
        assert!(clauses.len() >= 8, "{}", game.id);
    }
    // Together, the five games use every rule for games except the rule about words at edges. No
    // game has such words.
    for code in known.iter().filter(|code| code.starts_with("HX5") && *code != "HX527") {
        assert!(asked.contains(code), "no ledger names {code}");
    }
}
