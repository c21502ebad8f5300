//! A case of the suite: the files, the command, and the expected result.

use std::fs;
use std::path::Path;

use crate::support::run::{Folder, program};

/// The prefix of a line that begins a section.
const MARK: &str = "=== ";

/// A case as written in its file.
pub struct Case<'a> {
    /// The text up to and including the command.
    pub given: &'a str,
    files: Vec<(&'a str, Vec<u8>)>,
    args: Vec<String>,
}

impl<'a> Case<'a> {
    /// Reads the files and the command of a case. The expected result is compared as text.
    ///
    /// # Errors
    /// The text is not a valid case.
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

    /// Runs the case. Returns the result as sections: the output, the files that were made, and the
    /// status.
    pub fn run(&self) -> String {
        let folder = Folder::new();
        for (name, contents) in &self.files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, contents).unwrap();
        }
        let output = program(&self.args, folder.path());
        let mut made = folder.all();
        made.retain(|name| self.files.iter().all(|(given, _)| given != name));
        let mut sections = String::new();
        for (title, text) in
            [("stdout", output.stdout), ("stderr", output.stderr), ("files", made.join("\n"))]
        {
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
        format!("{sections}{MARK}status {}\n", output.status)
    }
}

/// Returns the bytes of a line with the escapes `\r`, `\t`, `\\` and `\xHH`. A `\` at the end
/// removes the line break.
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

/// Splits a command into words. A word between `'` and `'` may contain spaces.
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
