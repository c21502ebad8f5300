//! Judges finished files by comparing them with the layout that they contain.
//!
//! - In: opened files, grouped by their build.
//! - Out: a verdict. The layout in the files is built again in memory, and the files are compared with
//!   the result.
//! - Not here: reading files from the disk.

use std::cell::RefCell;

use super::{Input, OutputContext, OutputFile, pdf, read, stem, svg};
use hexpress_base::diag::{Diagnostic, Result, Sources, codes};
use hexpress_base::identity::CHANGES;
use hexpress_base::sorted_map::SortedMap;
use hexpress_check::{Expected, Format, JudgeOptions, Opened, TOLERANCE, Verdict};
use hexpress_game::Game;
use hexpress_language::record::{Options, Record, RecordError};
use hexpress_layout::plan;
use hexpress_read::ReadError;
use hexpress_read::build_data::BuildDataError;
use hexpress_scene::text::Fonts;
use hexpress_write::FileBytes;

/// Finished files of one build.
pub struct Group {
    files: Vec<Opened>,
}

/// Returns the error for a finished file that is damaged, or whose record is incomplete. The record
/// says how hexpress built the file.
pub fn lost(display_name: &str, lost: &BuildDataError) -> Diagnostic {
    let code = match lost {
        BuildDataError::Damaged(RecordError::Name { .. }) => codes::UNSAFE_NAME,
        _ => codes::DAMAGED_RECORD,
    };
    code.error(format!("{display_name}: {lost}")).hint("build the file again from its layout, the .toml file")
}

/// Opens a finished file.
///
/// # Errors
/// The file cannot be read, is damaged, or lacks a part of its record.
pub fn open(display_name: &str, bytes: &[u8]) -> Result<Opened> {
    let opened = Opened::new(display_name, bytes).map_err(|error| unreadable(display_name, &error))?;
    if let Some(missing) = &opened.build_data_error {
        return Err(lost(display_name, missing));
    }
    let record = opened.record.as_ref().filter(|record| record.layout.is_none());
    if record.is_some_and(|record| record.game.as_str() == CHANGES) {
        return Err(no_print(display_name));
    }
    Ok(opened)
}

/// Returns the error for a file made by `hexpress diff`. Such a file shows differences between
/// versions, and is not a print.
pub fn no_print(display_name: &str) -> Diagnostic {
    let message = format!("{display_name} compares two versions of a game, and is not a print");
    codes::NO_RECORD.error(message).hint("name one of the files that were compared")
}

/// Returns the bundled games, each with its title and its name in brackets.
///
/// A drawing without a record is compared with all of these games.
pub fn known_games(fonts: &Fonts) -> Vec<(String, Game)> {
    crate::bundled::GAMES
        .iter()
        .filter_map(|bundled| {
            let input = Input::bundled(bundled).ok()?;
            let game = read(&input, Options::defaults(), &mut Sources::default(), fonts).ok()?.game;
            Some((format!("{} ({})", game.title, bundled.id), game))
        })
        .collect()
}

/// Judges one finished file, which hexpress or another program has made.
///
/// # Errors
/// The file cannot be read, or its layout cannot be built again.
pub fn judge_file(name: &str, bytes: &[u8], fonts: &Fonts, sources: &mut Sources) -> Result<Verdict> {
    let group = Group::new(open(name, bytes)?);
    let known = if group.has_no_record() { known_games(fonts) } else { Vec::new() };
    group.judge(TOLERANCE, JudgeOptions { known: &known, ..JudgeOptions::default() }, fonts, sources)
}

/// Returns the error for a file that cannot be read.
pub fn unreadable(name: &str, error: &ReadError) -> Diagnostic {
    codes::UNREADABLE.error(format!("{name}: {error}"))
}

impl Group {
    /// Creates a group with one file.
    pub fn new(file: Opened) -> Self {
        Self { files: vec![file] }
    }

    /// Adds a file of the same build.
    pub fn push(&mut self, file: Opened) {
        self.files.push(file);
    }

    /// Returns the names of the files, for messages.
    pub fn display_names(&self) -> String {
        let names: Vec<_> = self.files.iter().map(|file| file.name.as_str()).collect();
        match names.as_slice() {
            [first, .., last] if names.len() > 3 => format!("{first} … {last} ({} files)", names.len()),
            names => names.join(", "),
        }
    }

    /// Returns the options for building all components that are in any of the files. Returns `None` if
    /// no file has a record.
    fn options(&self) -> Option<Options> {
        let mut records = self.records();
        let first = records.next()?;
        let mut only = self.components_of(first).to_vec();
        for record in records {
            let more = self.components_of(record);
            if only.is_empty() || more.is_empty() {
                // An empty list means all components. If one file shows all components, the result is
                // therefore the empty list.
                only.clear();
                continue;
            }
            for name in more {
                if !only.contains(name) {
                    only.push(name.clone());
                }
            }
        }
        Some(Options { only, ..first.options.clone() })
    }

    fn records(&self) -> impl Iterator<Item = &Record> {
        self.files.iter().filter_map(|file| file.record.as_ref())
    }

    /// Returns the components that a file shows. An empty list means all components.
    ///
    /// A build may make one file for each paper size. If the group has the files for all sizes, this
    /// function returns the components of the whole build.
    fn components_of<'r>(&self, record: &'r Record) -> &'r [String] {
        match &record.part {
            Some(part) if !part.of.iter().all(|sheet| self.has_part(sheet)) => &part.components,
            _ => &record.options.only,
        }
    }

    /// Returns whether the group has the file for the paper size `sheet`.
    fn has_part(&self, sheet: &str) -> bool {
        self.records().filter_map(|record| record.part.as_ref()).any(|part| part.sheet == sheet)
    }

    /// Returns the layout that the first file contains. Returns `None` if the file contains no layout.
    pub fn input(&self) -> Option<Input> {
        Some(self.embedded_layout()?.input)
    }

    /// Returns whether no file has a record of its build.
    pub fn has_no_record(&self) -> bool {
        self.files.iter().all(|file| file.record.is_none())
    }

    /// Judges the files. Files that contain their layout are compared with this layout.
    ///
    /// # Errors
    /// A file cannot be read completely, or the layout in it has mistakes.
    pub fn judge(
        self,
        tolerance: f64,
        judge_options: JudgeOptions<'_>,
        fonts: &Fonts,
        sources: &mut Sources,
    ) -> Result<Verdict> {
        let (Some(embedded_layout), Some(options)) = (self.embedded_layout(), self.options()) else {
            return judge_files(self.files, None, tolerance, judge_options);
        };
        let EmbeddedLayout { input, format } = &embedded_layout;
        let rebuilt = Rebuilt { input, fonts, svg: RefCell::default() };
        let rebuild = |file: &Opened| rebuilt.file(file);
        let ready = read(input, options, sources, fonts);
        if *format == Format::Svg && input.files.has_missing() {
            let why = "the rules of its layout: an SVG does not contain the files that the layout names";
            let mut verdict =
                judge_files(self.files, None, tolerance, JudgeOptions { made: None, ..judge_options })?;
            verdict.not_judged.insert(0, why.to_owned());
            return Ok(verdict);
        }
        match ready {
            Ok(ready) => {
                let expected = Expected { game: &ready.game, options: &ready.options };
                judge_files(
                    self.files,
                    Some(expected),
                    tolerance,
                    JudgeOptions { made: Some(&rebuild), ..judge_options },
                )
            }
            Err(report) => {
                let why = report
                    .sorted()
                    .first()
                    .map_or_else(String::new, |first| first.full_message().into_owned());
                let display_name = &input.display_name;
                let message = format!("{display_name} cannot be read, so the pages cannot be checked: {why}");
                Err(codes::DAMAGED_RECORD
                    .error(message)
                    .hint("build the file again from its layout, the .toml file"))
            }
        }
    }

    /// Returns the layout that the first file contains, with the format of the file. Returns `None` if
    /// the file contains no layout.
    fn embedded_layout(&self) -> Option<EmbeddedLayout> {
        let first = self.files.first()?;
        let input = Input::from_record(first.record_and_files.clone()?, &first.name)?;
        Some(EmbeddedLayout { input, format: first.format })
    }
}

/// A layout from a finished file, and the format of that file.
struct EmbeddedLayout {
    input: Input,
    format: Format,
}

fn judge_files(
    files: Vec<Opened>,
    expected: Option<Expected<'_>>,
    tolerance: f64,
    judge_options: JudgeOptions<'_>,
) -> Result<Verdict> {
    hexpress_check::judge_with(files, expected, tolerance, judge_options)
        .map_err(|(name, error)| unreadable(&name, &error))
}

/// Repeats the build of a layout, so that finished files can be compared with the result.
struct Rebuilt<'a> {
    input: &'a Input,
    fonts: &'a Fonts,
    /// The SVGs of the builds that were repeated, by the options of the build. They are stored, because
    /// comparing another SVG of the same build would otherwise repeat this build.
    svg: RefCell<SortedMap<String, Vec<OutputFile>>>,
}

impl Rebuilt<'_> {
    /// Returns the expected contents of a finished file. Returns `None` if the layout makes no such
    /// file.
    fn file(&self, file: &Opened) -> Option<Vec<u8>> {
        let record = file.record.as_ref()?;
        match file.format {
            Format::Pdf => {
                let mut made = self.build(&record.options, Format::Pdf)?.into_iter();
                made.find(|made| made.sheets.part == record.part)?.bytes.in_memory().ok()
            }
            Format::Svg => {
                let mut built = self.svg.borrow_mut();
                let key = format!("{:?}", record.options);
                if !built.contains_key(&key) {
                    let made = self.build(&record.options, Format::Svg)?.into_iter();
                    built.insert(key.clone(), made.map(OutputFile::in_memory).collect::<Result<_>>().ok()?);
                }
                built.get(&key)?.get(file.sheet()?.checked_sub(1)?).map(|made| made.bytes.clone())
            }
        }
    }

    fn build(&self, options: &Options, format: Format) -> Option<Vec<OutputFile<FileBytes>>> {
        let ready = read(self.input, options.clone(), &mut Sources::default(), self.fonts).ok()?;
        let mut plan = plan(&ready.game, &ready.fonts, &ready.setup).ok()?;
        let stem = stem(self.input, &ready.setup);
        let context = OutputContext {
            stem: &stem,
            input: self.input,
            options: &ready.options,
            fonts: &ready.fonts,
            canvases: &[],
        };
        let output = match format {
            Format::Pdf => pdf(&mut plan, &context),
            Format::Svg => svg(&mut plan, &context),
        };
        output.ok().map(|output| output.files)
    }
}
