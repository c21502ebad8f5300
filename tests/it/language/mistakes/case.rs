//! A case of the suite: what lies there and what is typed, and what comes of it.

use std::fs;
use std::path::Path;

use crate::support::run::{Folder, program};

/// What begins a line that names a section.
const MARK: &str = "=== ";

/// A case as its file has it.
pub struct Case<'a> {
    /// The text up to the command, with it.
    pub given: &'a str,
    files: Vec<(&'a str, Vec<u8>)>,
    args: Vec<String>,
}

impl<'a> Case<'a> {
    /// Reads the part that is given. What is expected is compared as text.
    ///
    /// # Errors
    /// What is no case.
    pub fn parse(text: &'a str) -> Result<Self, String> {
        let mut files: Vec<(&str, Vec<u8>)> = Vec::new();
        let mut escaped = false;
        let mut at = 0;
        for line in text.split_inclusive('\n') {
            at += line.len();
            let Some(title) = line.strip_prefix(MARK) else {
                if let Some((_, contents)) = files.last_mut() {
                    contents.extend(if escaped { unescaped(line)? } else { line.into() });
                }
                continue;
            };
            let title = title.trim_end();
            if let Some(command) = title.strip_prefix("$ hexpress") {
                return Ok(Self { given: &text[..at], files, args: words(command) });
            }
            escaped = title.ends_with(" escaped");
            if let Some((name, source)) = title.split_once(" from ") {
                let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(source);
                files.push((name, fs::read(&source).map_err(|error| format!("{title}: {error}"))?));
            } else {
                files.push((title.trim_end_matches(" escaped"), Vec::new()));
            }
        }
        Err("no section `=== $ hexpress …`".to_owned())
    }

    /// Runs it; what comes of it, as sections: what is said, the files that are made, the status.
    pub fn run(&self) -> String {
        let folder = Folder::new();
        for (name, contents) in &self.files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, contents).unwrap();
        }
        let said = program(&self.args, folder.path());
        let mut made = folder.all();
        made.retain(|name| self.files.iter().all(|(given, _)| given != name));
        let mut sections = String::new();
        for (title, text) in [("stdout", said.stdout), ("stderr", said.stderr), ("files", made.join("\n"))] {
            let text = text.trim_matches('\n');
            if !text.is_empty() {
                sections.push_str(&format!("{MARK}{title}\n{text}\n"));
            }
        }
        let unchanged = |(name, contents): &(&str, Vec<u8>)| {
            fs::read(folder.path().join(name)).ok().as_ref() == Some(contents)
        };
        for (name, _) in self.files.iter().filter(|file| !unchanged(file)) {
            sections.push_str(&format!("{MARK}changed {name}\n"));
        }
        format!("{sections}{MARK}status {}\n", said.status)
    }
}

/// The bytes of a line with `\r`, `\t`, `\\`, `\xHH` in it, and `\` at its end where no line ends.
fn unescaped(line: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut rest = line;
    while let Some((plain, behind)) = rest.split_once('\\') {
        bytes.extend(plain.as_bytes());
        let (byte, length) = match behind.as_bytes().first() {
            Some(b'r') => (Some(b'\r'), 1),
            Some(b't') => (Some(b'\t'), 1),
            Some(b'\\') => (Some(b'\\'), 1),
            Some(b'\n') => (None, 1),
            Some(b'x') => {
                let digits = behind.get(1..3).unwrap_or_default();
                (Some(u8::from_str_radix(digits, 16).map_err(|error| format!("{line}: {error}"))?), 3)
            }
            _ => return Err(format!("no such escape: {line}")),
        };
        bytes.extend(byte);
        rest = &behind[length..];
    }
    bytes.extend(rest.as_bytes());
    Ok(bytes)
}

/// The words of a command; those between `'` and `'` may have blanks in them.
fn words(command: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        match i % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words
}
