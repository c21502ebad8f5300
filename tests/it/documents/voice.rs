//! Tests of how documents, messages, help texts and comments are written: no phrases that a reader
//! has to decode, and short sentences.
//!
//! - In: `phrases.txt`, the phrases and what to write instead; `phrases-allowed.txt`, the
//!   exceptions.
//! - Not here: grammar. A test cannot judge that.

use std::fs;
use std::path::{Path, PathBuf};

use crate::house::tidy::sources;

const PHRASES: &str = include_str!("phrases.txt");
const ALLOWED: &str = include_str!("phrases-allowed.txt");

/// The maximum number of words in a sentence of a document.
const MAX_WORDS: usize = 30;
/// The maximum number of words in the median sentence of all documents.
const MEDIAN_WORDS: usize = 15;

/// A banned phrase, and what to write instead.
struct Phrase {
    banned: &'static str,
    preferred: &'static str,
}

/// Returns the rows of a table in which `|` separates two columns. Lines that begin with `#` are comments.
fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.map(|line| line.split_once(" | ").unwrap_or_else(|| panic!("`{line}` has no ` | `")))
}

fn phrases() -> Vec<Phrase> {
    rows(PHRASES).map(|(banned, preferred)| Phrase { banned, preferred }).collect()
}

/// Returns true if `text`, in lower case, has the words of `phrase` next to one another.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    text.match_indices(phrase).any(|(start, found)| {
        !text[..start].ends_with(is_word) && !text[start + found.len()..].starts_with(is_word)
    })
}

/// Returns the documents for users and contributors. The change log is left out, because it
/// describes the past.
fn documents() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md"].map(|name| root.join(name)).into();
    let mut folders = vec![root.join("docs")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                paths.push(path);
            }
        }
    }
    paths.sort();
    let named = paths.iter().map(|path| {
        let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
        (name, prose(&fs::read_to_string(path).unwrap()))
    });
    named.collect()
}

/// Returns the text of a document without examples, comments and inline code.
fn prose(document: &str) -> String {
    let mut text = String::new();
    let (mut in_example, mut in_comment) = (false, false);
    for line in document.lines() {
        if line.trim_start().starts_with("```") {
            in_example = !in_example;
            text.push('\n');
            continue;
        }
        in_comment |= line.trim_start().starts_with("<!--");
        if !in_example && !in_comment {
            text.push_str(line);
        }
        text.push('\n');
        in_comment &= !line.contains("-->");
    }
    // Inline code counts as one word.
    text.split('`').enumerate().map(|(part, text)| if part % 2 == 0 { text } else { "X" }).collect()
}

/// Returns the paragraphs of a document. List items count as paragraphs; headings, tables and
/// pictures do not.
fn paragraphs(prose: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut paragraph = String::new();
    for line in prose.lines().chain([""]) {
        let line = line.trim();
        let is_item = line.starts_with("- ") || line.starts_with("* ");
        let is_numbered = line.split_once(". ").is_some_and(|(number, _)| number.parse::<u32>().is_ok());
        if line.is_empty() || is_item || is_numbered || line.starts_with(['#', '|', '!', '<']) {
            all.push(std::mem::take(&mut paragraph));
        }
        if !line.starts_with(['#', '|', '!', '<']) {
            paragraph.push_str(line);
            paragraph.push(' ');
        }
    }
    all.retain(|paragraph| !paragraph.trim().is_empty());
    all
}

/// Returns the sentences of a paragraph. A colon or semicolon ends a sentence if a capital letter
/// follows.
fn sentences(paragraph: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut ended = false;
    for word in paragraph.split_whitespace() {
        let starts_new = word.trim_start_matches(['*', '[', '"', '“', '(', '_']);
        if ended && starts_new.starts_with(|c: char| c.is_uppercase()) {
            all.push(String::new());
        }
        if let Some(last) = all.last_mut() {
            last.push_str(word);
            last.push(' ');
        }
        ended = word.trim_end_matches(['*', ')', '"', '”', '_']).ends_with(['.', '!', '?', ':', ';']);
    }
    all
}

fn words_of(sentence: &str) -> usize {
    sentence.split_whitespace().filter(|word| word.contains(|c: char| c.is_alphanumeric())).count()
}

/// Returns the texts of a source file that people read: comments, and string literals with several
/// words.
fn read_by_people(source: &str) -> Vec<String> {
    let own = source.split("#[cfg(test)]").next().unwrap_or_default();
    let mut all = Vec::new();
    for line in own.lines().map(str::trim_start) {
        if let Some(comment) = line.strip_prefix("//") {
            all.push(comment.trim_start_matches(['/', '!']).to_owned());
        } else {
            let literals = line.split('"').skip(1).step_by(2).filter(|text| text.contains(' '));
            all.extend(literals.map(str::to_owned));
        }
    }
    all
}

#[test]
fn nothing_has_to_be_decoded() {
    let phrases = phrases();
    let mut allowed: Vec<(&str, &str)> = rows(ALLOWED).collect();
    let documents = documents().into_iter().map(|(name, text)| (name, vec![text.replace('\n', " ")]));
    let sources = sources().into_iter().filter(|source| !source.path.contains("tests"));
    let sources = sources.map(|source| (source.file, read_by_people(&source.text)));
    let mut found = Vec::new();
    let mut used = Vec::new();
    for (name, texts) in documents.chain(sources) {
        for text in texts.iter().map(|text| text.to_lowercase()) {
            for phrase in phrases.iter().filter(|phrase| has_phrase(&text, phrase.banned)) {
                match allowed.iter().find(|(file, banned)| *file == name && *banned == phrase.banned) {
                    Some(row) => used.push(*row),
                    None => found.push(format!(
                        "{name}: `{}`; write: {}\n    {}",
                        phrase.banned,
                        phrase.preferred,
                        text.trim().chars().take(160).collect::<String>()
                    )),
                }
            }
        }
    }
    assert!(found.is_empty(), "{} phrases have to be decoded:\n{}", found.len(), found.join("\n"));
    allowed.retain(|row| !used.contains(row));
    assert!(allowed.is_empty(), "phrases-allowed.txt allows what nobody writes: {allowed:?}");
}

#[test]
fn sentences_of_documents_are_short() {
    let mut lengths = Vec::new();
    let mut long = Vec::new();
    for (name, text) in documents() {
        for sentence in paragraphs(&text).iter().flat_map(|paragraph| sentences(paragraph)) {
            let words = words_of(&sentence);
            if words > MAX_WORDS {
                long.push(format!("{name}: {words} words: {sentence}"));
            }
            lengths.push(words);
        }
    }
    assert!(long.is_empty(), "{} sentences are too long:\n{}", long.len(), long.join("\n"));
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(median <= MEDIAN_WORDS, "the median sentence of the documents has {median} words");
}

#[test]
fn a_phrase_is_found_as_words_and_not_in_them() {
    assert!(has_phrase("the reader, whoever it is", "whoever"));
    assert!(!has_phrase("a crushed stone", "she"));
    assert!(!has_phrase("she-wolf", "she"));
}

#[test]
fn sentences_end_where_readers_end_them() {
    let text = "One board. Two boards (`a.b` is one word):\nthree. **Four** words are here!\n\n| a. Table | row. |\n- An item. And more";
    let all: Vec<String> = paragraphs(&prose(text)).iter().flat_map(|p| sentences(p)).collect();
    let counts: Vec<usize> = all.iter().map(|sentence| words_of(sentence)).collect();
    assert_eq!(counts, [2, 7, 4, 2, 2], "{all:#?}");
}
