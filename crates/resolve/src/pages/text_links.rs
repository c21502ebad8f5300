//! Checks the links of a text, and finds the headings to which they lead.
//!
//! - In: the blocks of a text. Each link has the address that the user typed.
//! - Out: mistakes with their places. In the blocks, a link to a heading has the number of the heading
//!   instead of an address.
//! - Not here: how links are written in a file.

use hexpress_base::diag::{Diagnostic, Hint, codes, near};
use hexpress_base::sorted_map::SortedMap;
use hexpress_game::pages::{Block, BlockKind, Link, Prose, headings, plain_words};
use hexpress_scene::LinkTarget;

/// The largest number of links in a text.
pub const MAX_LINKS: usize = 2000;
/// The largest length of an address, in bytes.
pub const MAX_ADDRESS_LENGTH: usize = 2000;
/// The address of a link must start with one of these texts, except for links to headings.
const SCHEMES: [&str; 3] = ["https://", "http://", "mailto:"];

/// Finds the target of each link, and returns the mistakes. Removes all links after the first
/// [`MAX_LINKS`].
pub fn resolve(blocks: &mut [Block]) -> Vec<Diagnostic> {
    let names = names_of_headings(blocks);
    let mut mistakes = Vec::new();
    let mut count = 0;
    each_prose(blocks, &mut |prose| {
        prose.links.retain_mut(|link| {
            count += 1;
            let found = if count > MAX_LINKS { Err(too_many()) } else { target(link, &names) };
            match found {
                Ok(to) => link.to = to,
                Err(diagnostic) if count > MAX_LINKS + 1 => drop(diagnostic),
                Err(diagnostic) => mistakes.push(diagnostic.at(link.place)),
            }
            count <= MAX_LINKS
        });
    });
    mistakes
}

fn too_many() -> Diagnostic {
    codes::BAD_COUNT
        .error(format!("this text has more than {MAX_LINKS} links"))
        .hint("divide the text among several files, each with its own [[page]]")
}

/// Calls `visit` for every text in blocks.
fn each_prose(blocks: &mut [Block], visit: &mut impl FnMut(&mut Prose)) {
    for block in blocks {
        match &mut block.kind {
            BlockKind::Heading(_, words) | BlockKind::Paragraph(words) => visit(words),
            BlockKind::List(list) => list.items.iter_mut().for_each(|item| each_prose(item, visit)),
            BlockKind::Quote(inner) => each_prose(inner, visit),
            BlockKind::Table(table) => {
                let rows = std::iter::once(&mut table.head).chain(&mut table.rows);
                rows.flatten().for_each(&mut *visit);
            }
            _ => {}
        }
    }
}

/// Returns the name of each heading. A link to the heading consists of `#` and this name.
///
/// If several headings have the same words, numbers are added to their names, as on GitHub: `setup`,
/// `setup-1`.
fn names_of_headings(blocks: &[Block]) -> Vec<String> {
    let mut counts: SortedMap<String, usize> = SortedMap::new();
    let names = headings(blocks).into_iter().map(|heading| {
        let name = slug(&plain_words(heading.words));
        let before = counts.entry(name.clone()).or_default();
        *before += 1;
        if *before == 1 { name } else { format!("{name}-{}", *before - 1) }
    });
    names.collect()
}

/// Returns words in lower case, without punctuation, and with hyphens in place of spaces.
fn slug(words: &str) -> String {
    let lower = words.trim().to_lowercase();
    let kept = lower.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn target(link: &Link, names: &[String]) -> Result<LinkTarget, Diagnostic> {
    let LinkTarget::Address(typed) = &link.to else { return Ok(link.to.clone()) };
    if let Some(name) = typed.strip_prefix('#') {
        let wanted = slug(&decoded(name));
        let found = names.iter().position(|name| *name == wanted);
        return found.map(|index| LinkTarget::Heading(index + 1)).ok_or_else(|| no_heading(name, names));
    }
    let lower = typed.to_ascii_lowercase();
    let scheme = SCHEMES.iter().find(|scheme| lower.starts_with(**scheme));
    if scheme.is_none_or(|scheme| typed.len() == scheme.len()) {
        let message = format!("a link to `{typed}` does not work on paper or in a PDF");
        let hint = "write an address that begins with https://, http:// or mailto:, or `#` and the words of a heading";
        return Err(codes::BAD_VALUE.error(message).hint(hint));
    }
    let address = encoded(typed);
    if address.len() > MAX_ADDRESS_LENGTH {
        let message = format!("this address has more than {MAX_ADDRESS_LENGTH} characters");
        return Err(codes::BAD_COUNT.error(message).hint("use a shorter address"));
    }
    Ok(LinkTarget::Address(address.into()))
}

fn no_heading(name: &str, names: &[String]) -> Diagnostic {
    let diagnostic = codes::UNKNOWN_NAME.error(format!("this text has no heading for the link `#{name}`"));
    let known: Vec<String> = names.iter().map(|name| format!("#{name}")).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    let hint: Hint = match known.is_empty() {
        true => "write a heading, for example `## Setup`, and `#setup` in the link".into(),
        false => near::among(&format!("#{name}"), &known, "choose one of:"),
    };
    diagnostic.hint(hint)
}

/// Returns an address in which every byte that a URL must not contain is written as `%` and two hex
/// digits (RFC 3986, 2.1).
fn encoded(address: &str) -> String {
    let mut encoded = String::with_capacity(address.len());
    for byte in address.bytes() {
        match byte {
            b'!'..=b'~' if !matches!(byte, b'"' | b'<' | b'>' | b'\\' | b'^' | b'`' | b'{' | b'|' | b'}') => {
                encoded.push(char::from(byte));
            }
            _ => encoded.push_str(&format!("%{byte:02X}")),
        }
    }
    encoded
}

/// Returns a text in which each `%` with two hex digits is replaced by the byte that it stands for.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let digits =
            after.get(..2).filter(|_| *byte == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(own) => {
                bytes.push(own);
                rest = &after[2..];
            }
            None => {
                bytes.push(*byte);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
