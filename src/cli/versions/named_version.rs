//! Reads the versions that arguments name.
//!
//! - In: the path of a layout, a PDF or a folder, or a layout in the history of git.
//! - Out: the pieces of the version. If a folder has several PDFs, they are sorted by file name, and
//!   each piece is taken from the last PDF that contains it.

use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::git;
use crate::cli::io::file_errors::unreadable;
use crate::cli::io::{RunContext, same_file};
use crate::cli::{folder, limited_process, read_input};
use crate::make::Input;
use crate::versions::{ComponentVersion, DrawCheck, GameVersion, LayoutWithOptions, compare, on_the_table};
use hexpress_base::diag::{Diagnostic, Report, Sources, codes, escape_name};
use hexpress_language::record::Options;
use hexpress_scene::text::Fonts;

/// The layouts that an argument names.
pub struct NamedLayouts {
    /// The argument, as messages show it.
    display_name: String,
    /// One layout, or the layouts of all PDFs in a folder, in the order of the file names of the PDFs.
    inputs: Vec<Input>,
    /// The files that contain the layouts.
    files: Vec<PathBuf>,
}

/// A version of a game.
pub struct Version {
    /// The argument that names the version, as messages show it.
    pub display_name: String,
    pub title: String,
    /// The value of the key `version` in the layout. It is empty if the layout lacks the key.
    pub version: String,
    /// The options of the last PDF of the version. `None` if the version is a layout.
    pub options: Option<Options>,
    pub parts: Vec<ComponentVersion>,
    /// The names of the components that are pages of text. Such pages are not compared.
    pub texts: Vec<Arc<str>>,
}

/// The largest number of PDFs in a folder of prints.
const MAX_PRINTS: usize = 100;

impl NamedLayouts {
    /// Finds what an argument names.
    ///
    /// # Errors
    /// The argument names no layout and no PDF with a layout, or several layouts.
    pub fn find(path: &Path, run_context: &RunContext) -> Result<Self, Report> {
        let display_name = escape_name(&path.display().to_string()).into_owned();
        if let Some(revision) = git::Revision::parse(path, run_context) {
            return Ok(Self { display_name, inputs: vec![revision.read(run_context)?], files: Vec::new() });
        }
        let prints = if run_context.at(path).is_dir() { prints_in(path, run_context)? } else { Vec::new() };
        let files =
            if prints.is_empty() { vec![folder::single(Some(path), "diff", run_context)?] } else { prints };
        let mut report = Report::default();
        let read = files.iter().map(|file| read_input::one(file, run_context, &mut report));
        let inputs = read.collect::<Result<Vec<_>, Diagnostic>>()?.into_iter().flatten().collect();
        if report.has_errors() { Err(report) } else { Ok(Self { display_name, inputs, files }) }
    }

    /// Returns the options of the last PDF. Returns `None` if the argument names a layout.
    pub fn options(&self) -> Option<&Options> {
        self.inputs.last()?.options.as_ref()
    }

    /// Returns whether a path is one of the files that contain the layouts.
    pub fn has_read(&self, path: &Path, run_context: &RunContext) -> bool {
        self.files.iter().any(|file| same_file(&run_context.at(file), &run_context.at(path)))
    }

    /// Returns the layouts with their options. A layout from a PDF has the options of the PDF. Any
    /// other layout gets `options`, but without the numbers of pieces: its pieces are numbered in the
    /// order of the table.
    pub fn prints(&self, options: Option<&Options>) -> Vec<LayoutWithOptions<'_>> {
        let usual = Options::defaults();
        let of_other = Options { numbers: Vec::new(), ..options.unwrap_or(&usual).clone() };
        let print = |input| LayoutWithOptions { input, options: chosen(input, &of_other) };
        self.inputs.iter().map(print).collect()
    }
}

impl Version {
    /// Returns the name of the version as users see it: `my-game.toml (version 0.3)`.
    pub fn described(&self) -> String {
        described(&self.display_name, &self.version)
    }
}

/// Returns the name of a version as users see it.
pub fn described(display_name: &str, version: &str) -> String {
    if version.is_empty() { display_name.to_owned() } else { format!("{display_name} (version {version})") }
}

/// Returns the options of the PDF that contains a layout. Returns `other` if the layout is not from a
/// PDF.
fn chosen(input: &Input, other: &Options) -> Options {
    input.options.as_ref().unwrap_or(other).clone()
}

/// Returns the PDFs in a folder, in the order of their names. The list is empty if the folder has
/// layouts.
fn prints_in(path: &Path, run_context: &RunContext) -> Result<Vec<PathBuf>, Report> {
    let layouts = folder::layouts(path, run_context).map_err(|error| unreadable(path, &error))?;
    if !layouts.is_empty() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(run_context.at(path)).map_err(|error| unreadable(path, &error))?;
    let mut prints: Vec<PathBuf> = entries
        .filter_map(|entry| Some(run_context.as_typed(&entry.ok()?.path()).to_owned()))
        .filter(|file| file.extension().is_some_and(|end| end.eq_ignore_ascii_case("pdf")))
        .collect();
    allow_prints(path, prints.len())?;
    prints.sort_by(|a, b| by_name(&a.to_string_lossy(), &b.to_string_lossy()));
    Ok(prints)
}

/// Returns an error if a folder has so many PDFs that it is probably not a folder of prints.
fn allow_prints(path: &Path, count: usize) -> Result<(), Diagnostic> {
    if count <= MAX_PRINTS {
        return Ok(());
    }
    let message =
        format!("{} contains {count} PDFs; at most {MAX_PRINTS} prints can be compared", path.display());
    Err(codes::BAD_OPTION.error(message).hint("move older prints to another folder"))
}

/// Compares two names. Numbers in the names are compared by their value: `2.pdf` comes before `10.pdf`.
fn by_name(a: &str, b: &str) -> Ordering {
    let (a_parts, b_parts) = (parts_of(a), parts_of(b));
    a_parts.cmp(&b_parts).then_with(|| a.cmp(b))
}

/// A part of a name: a run of digits, or a run of other characters.
///
/// A number is stored as the count of its digits and the digits themselves, without leading zeros. The
/// counts are compared first, so `10` is greater than `9`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum NamePart<'n> {
    Number(usize, &'n str),
    Text(&'n str),
}

fn parts_of(name: &str) -> Vec<NamePart<'_>> {
    let runs = name.as_bytes().chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    let mut start = 0;
    runs.map(|run| {
        // A character of several bytes contains no ASCII digits, so a run never begins or ends inside a
        // character. This slice therefore cannot panic.
        let text = &name[start..start + run.len()];
        start += run.len();
        match run[0].is_ascii_digit() {
            true => {
                let digits = text.trim_start_matches('0');
                NamePart::Number(digits.len(), digits)
            }
            false => NamePart::Text(text),
        }
    })
    .collect()
}

/// Reads a version. A layout that is not from a PDF is laid out with `options`.
///
/// # Errors
/// A layout has mistakes.
pub fn read(
    named: &NamedLayouts,
    options: Option<&Options>,
    fonts: &Fonts,
    sources: &mut Sources,
) -> Result<Version, Report> {
    let mut version = Version {
        display_name: named.display_name.clone(),
        title: String::new(),
        version: String::new(),
        options: named.options().cloned(),
        parts: Vec::new(),
        texts: Vec::new(),
    };
    for (index, print) in named.prints(options).into_iter().enumerate() {
        let LayoutWithOptions { input, options } = &print;
        let trust = if input.options.is_some() { DrawCheck::Built } else { DrawCheck::Unknown };
        let read = GameVersion::read(input, options, sources, fonts, trust, &limited_process::allow_sheets)?;
        limited_process::allow_another();
        let read = read.of_print(index);
        version.title.clone_from(&read.title);
        version.version.clone_from(&read.version);
        version.texts.clone_from(&read.texts);
        version.parts = match &input.options {
            Some(printed) => on_the_table(&version.parts, &read, printed)?,
            None => read.parts,
        };
    }
    Ok(version)
}

/// A layout or a finished file, with the name that the user typed.
pub struct NamedInput<'i> {
    pub name: String,
    pub input: &'i Input,
}

/// Compares each file with the first file of the same game. Returns a warning for each file that is
/// another version of the game.
///
/// # Errors
/// A layout has mistakes.
pub fn different_versions(
    files: &[NamedInput<'_>],
    fonts: &Fonts,
    sources: &mut Sources,
) -> Result<Report, Report> {
    let mut report = Report::default();
    for (index, new) in files.iter().enumerate() {
        let Some(old) = files[..index].iter().find(|old| old.input.id == new.input.id) else { continue };
        if old.input.text == new.input.text && old.input.files.files_read() == new.input.files.files_read() {
            continue;
        }
        let recorded = old.input.options.as_ref().or(new.input.options.as_ref());
        let options = recorded.cloned().unwrap_or_else(Options::defaults);
        let mut read_version = |named: &NamedInput<'_>| {
            let own_options = named.input.options.as_ref().unwrap_or(&options);
            GameVersion::read(
                named.input,
                own_options,
                sources,
                fonts,
                DrawCheck::Built,
                &limited_process::allow_sheets,
            )
        };
        let (before, after) = (read_version(old)?, read_version(new)?);
        let difference = compare(&before.parts, &after.parts);
        if !difference.is_empty() {
            let message = format!(
                "{} and {} are different versions: {}",
                described(&old.name, &before.version),
                described(&new.name, &after.version),
                difference.places()
            );
            let hint = format!("list what differs: hexpress diff {} {}", old.name, new.name);
            report.push(codes::VERSIONS_DIFFER.warning(message).hint(hint));
        }
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_at_most_the_prints_of_the_limit() {
        assert!(allow_prints(Path::new("prints"), MAX_PRINTS).is_ok());
        assert!(allow_prints(Path::new("prints"), MAX_PRINTS + 1).is_err());
    }

    #[test]
    fn numbers_in_names_count_by_their_values() {
        let mut names = ["10.pdf", "2.pdf", "1-b.pdf", "01-a.pdf", "ä9.pdf", "ä10.pdf"];
        names.sort_by(|a, b| by_name(a, b));
        assert_eq!(names, ["01-a.pdf", "1-b.pdf", "2.pdf", "10.pdf", "ä9.pdf", "ä10.pdf"]);
    }
}
