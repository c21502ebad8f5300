//! Edits that a row of `rows/*.txt` makes to sheets in SVG.
//!
//! | edit | effect |
//! |---|---|
//! | `replace P OLD NEW [K\|all]` | replaces text within the groups of a drawing |
//! | `attr P KEY VALUE` | sets an attribute in the opening tag of each group |
//! | `wrap P TAG` | puts each group into another one, `<g …>` |
//! | `remove P`, `move P X Y`, `magenta P` | removes the groups, moves them, or changes their colour |
//! | `sheet N OLD NEW [K\|all]` | replaces text anywhere in a sheet |
//! | `add N MORE`, `under N MORE` | adds a drawing to a sheet, as the last or the first one |
//! | `drop N` | leaves out a sheet |

use super::base::Base;
use super::edit::{number, replaced};

/// Returns the sheets after the edits.
pub fn edited(base: &Base, edits: &[Vec<String>]) -> Vec<(String, Vec<u8>)> {
    let mut sheets: Vec<(String, String)> = base
        .files
        .iter()
        .map(|(name, bytes)| (name.clone(), String::from_utf8(bytes.clone()).unwrap()))
        .collect();
    for edit in edits {
        let words: Vec<&str> = edit.iter().map(String::as_str).collect();
        match words[..] {
            ["sheet", n, old, new, ref rest @ ..] => {
                let text = &mut sheets[n.parse::<usize>().unwrap() - 1].1;
                let (head, body) = text.split_once("</metadata>").unwrap();
                // The head of the file can contain the same text as the drawings. So the text is replaced in
                // the drawings, and in the head only if the drawings do not contain it.
                *text = match body.contains(old) {
                    true => format!("{head}</metadata>{}", replaced(body, old, new, rest.first().copied())),
                    false => replaced(text, old, new, rest.first().copied()),
                };
            }
            ["add", n, more] => {
                let text = &mut sheets[n.parse::<usize>().unwrap() - 1].1;
                let at = text.rfind("</svg>").unwrap();
                text.insert_str(at, more);
            }
            ["under", n, more] => {
                let text = &mut sheets[n.parse::<usize>().unwrap() - 1].1;
                let at = text.find("</metadata>").unwrap() + "</metadata>".len();
                text.insert_str(at, more);
            }
            ["drop", n] => {
                sheets.remove(n.parse::<usize>().unwrap() - 1);
            }
            [edit, piece, ref rest @ ..] => {
                let text = &mut sheets[base.spot(piece).0 - 1].1;
                *text = drawing(text, piece, edit, rest);
            }
            _ => panic!("no edit is called {words:?}"),
        }
    }
    sheets.into_iter().map(|(name, text)| (name, text.into_bytes())).collect()
}

/// Returns where each group of a piece begins and ends.
fn groups(text: &str, piece: &str) -> Vec<(usize, usize)> {
    let mark = format!("data-piece=\"{piece}\"");
    let mut all = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find(&mark) {
        let start = text[..from + at].rfind('<').unwrap();
        let mut depth = 0;
        let mut end = start;
        for line in text[start..].split_inclusive('\n') {
            depth += line.matches("<g").count() as i32 - line.matches("</g>").count() as i32;
            end += line.len();
            if depth <= 0 {
                break;
            }
        }
        all.push((start, end));
        from = end;
    }
    assert!(!all.is_empty(), "there is no {piece}");
    all
}

fn drawing(text: &str, piece: &str, edit: &str, words: &[&str]) -> String {
    let mut out = text.to_owned();
    let mut done = false;
    for (start, end) in groups(text, piece).into_iter().rev() {
        let group = &text[start..end];
        let new = match (edit, words) {
            ("replace", [old, new, rest @ ..]) if group.contains(old) => {
                replaced(group, old, new, rest.first().copied())
            }
            ("replace", _) => continue,
            ("attr", [key, value]) => {
                let (tag, rest) = group.split_once('>').unwrap();
                format!("{tag} {key}=\"{value}\">{rest}")
            }
            ("wrap", [tag]) => format!("{tag}\n{group}</g>\n"),
            ("magenta", []) => {
                let (head, rest) = group.split_once("fill=\"#").unwrap();
                format!("{head}fill=\"#f0f\"{}", rest.split_once('"').unwrap().1)
            }
            ("remove", []) => String::new(),
            ("move", [x, y]) => {
                format!("<g transform=\"translate({} {})\">\n{group}</g>\n", number(x), number(y))
            }
            _ => panic!("no edit is called {edit} {words:?}"),
        };
        out.replace_range(start..end, &new);
        done = true;
    }
    assert!(done, "{piece} has no {words:?}");
    out
}
