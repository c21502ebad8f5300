//! Finished files: opened, put together by their records, and judged.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::build::{self, Input, Made};
use crate::check::{self, Ask, Expected, Format, Opened, Verdict};
use crate::cli::io::file_errors;
use crate::cli::io::output::Output;
use crate::cli::io::status::Status;
use crate::cli::{Place, input};
use crate::diag::{Diagnostic, Report, Sources, codes};
use crate::files::Files;
use crate::layout::plan;
use crate::read::ReadError;
use crate::read::carried::Whole;
use crate::record::{Options, RECORD, Record};
use crate::text::Fonts;

/// Files of one record.
pub struct Group {
    files: Vec<Opened>,
}

/// Opens files, and puts those of one record together: what one leaves out may be in another.
pub fn groups(paths: &[PathBuf], place: &Place, output: &mut Output, status: &mut Status) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: BTreeMap<(bool, String, String), usize> = BTreeMap::new();
    for path in paths {
        let shown = path.display().to_string();
        let read = fs::read(place.at(path)).map_err(|e| file_errors::unreadable(path, &e));
        let opened = read.and_then(|bytes| Opened::new(&shown, &bytes).map_err(|e| unreadable(&shown, &e)));
        let whole = |opened: Opened| match &opened.lost {
            Some(lost) => Err(input::lost(&shown, lost)),
            None => Ok(opened),
        };
        let opened = match opened.and_then(whole) {
            Ok(opened) => opened,
            Err(diagnostic) => {
                output.report(&Report::from(diagnostic), &Sources::default());
                *status = Status::Wrong;
                continue;
            }
        };
        let layout = opened.whole.as_ref().map(|whole| whole.layout.clone());
        let key = opened.record.as_ref().zip(layout.as_ref()).map(|(record, layout)| {
            let options = &record.options;
            let pdf = opened.format == Format::Pdf;
            // Which components are in it is all that files of one build may differ by.
            let same = Options { only: Vec::new(), split: false, ..options.clone() };
            (pdf, layout.clone(), format!("{same:?}"))
        });
        let at = key.as_ref().and_then(|key| known.get(key));
        match at {
            Some(&at) => groups[at].files.push(opened),
            None => {
                known.extend(key.map(|key| (key, groups.len())));
                groups.push(Group { files: vec![opened] });
            }
        }
    }
    groups
}

/// Why a file cannot be judged.
pub fn unreadable(name: &str, error: &ReadError) -> Diagnostic {
    Diagnostic::error(codes::UNREADABLE, format!("{name}: {error}"))
}

impl Group {
    /// The names of its files.
    #[must_use]
    pub fn shown(&self) -> String {
        let names: Vec<_> = self.files.iter().map(|file| file.name.as_str()).collect();
        match names.as_slice() {
            [first, .., last] if names.len() > 3 => format!("{first} … {last} ({} files)", names.len()),
            names => names.join(", "),
        }
    }

    /// Where its files lie.
    #[must_use]
    pub fn paths(&self) -> Vec<String> {
        self.files.iter().map(|file| file.name.clone()).collect()
    }

    /// What its files were asked for, all together.
    fn options(&self) -> Option<Options> {
        let mut all = self.records();
        let first = all.next()?;
        let mut only = self.shown_by(first).to_vec();
        for more in all.map(|record| self.shown_by(record)) {
            if only.is_empty() || more.is_empty() {
                only.clear();
            } else {
                let new: Vec<_> = more.iter().filter(|name| !only.contains(name)).cloned().collect();
                only.extend(new);
            }
        }
        Some(Options { only, ..first.options.clone() })
    }

    fn records(&self) -> impl Iterator<Item = &Record> {
        self.files.iter().filter_map(|file| file.record.as_ref())
    }

    /// The components that a file shows, all for none: those of the whole build where all its files are here.
    fn shown_by<'r>(&self, record: &'r Record) -> &'r [String] {
        let here = |word: &String| {
            self.records().filter_map(|other| other.part.as_ref()).any(|part| part.sheet == *word)
        };
        match &record.part {
            Some(part) if !part.of.iter().all(here) => &part.components,
            _ => &record.options.only,
        }
    }

    /// Whether none of its files says what it shows.
    #[must_use]
    pub fn is_silent(&self) -> bool {
        self.files.iter().all(|file| file.record.is_none())
    }

    /// Judges its files, and answers what else is asked.
    ///
    /// # Errors
    /// A file that cannot be read to its end.
    pub fn judge(
        self,
        tolerance: f64,
        ask: Ask<'_>,
        fonts: &Fonts,
        sources: &mut Sources,
    ) -> Result<Verdict, Diagnostic> {
        let told = |(name, error): (String, ReadError)| unreadable(&name, &error);
        let first = self.files.first();
        let whole = first.and_then(|first| Some((first, first.whole.clone()?)));
        let (Some((first, Whole { record, layout, files })), Some(options)) = (whole, self.options()) else {
            return check::judge_and(self.files, None, tolerance, ask).map_err(told);
        };
        let Some(file) = record.layout else {
            return check::judge_and(self.files, None, tolerance, ask).map_err(told);
        };
        let shown = format!("{file} in {}", first.name);
        let input = Input {
            id: record.game,
            shown: shown.clone(),
            file,
            text: layout,
            files: Files::attached(files, RECORD),
            options: None,
        };
        let made = Again { input: &input, fonts, svg: RefCell::default() };
        let make = |file: &Opened| made.file(file);
        let ask = Ask { made: Some(&make), ..ask };
        match build::read(&input, options, sources, fonts) {
            Ok(ready) => {
                let said = Expected { game: &ready.game, options: &ready.options };
                check::judge_and(self.files, Some(said), tolerance, ask).map_err(told)
            }
            Err(report) if !lacks_files(&report, first.format) => {
                let why = report.sorted().first().map_or_else(String::new, |first| first.message.clone());
                let message = format!("{shown} cannot be read again, so its pages cannot be judged: {why}");
                Err(Diagnostic::error(codes::DAMAGED_RECORD, message)
                    .hint("build it again from its layout, the .toml file"))
            }
            Err(_) => {
                let mut verdict = check::judge_and(self.files, None, tolerance, ask).map_err(told)?;
                verdict.not_judged.insert(
                    0,
                    "the layout in its record cannot be read again (its data files do not travel in an SVG)"
                        .to_owned(),
                );
                Ok(verdict)
            }
        }
    }
}

/// What a layout makes, once more: what a finished file is compared with.
struct Again<'a> {
    input: &'a Input,
    fonts: &'a Fonts,
    /// All sheets of a build that has a file for each, by what it was asked for.
    svg: RefCell<BTreeMap<String, Vec<Made>>>,
}

impl Again<'_> {
    /// The file that a finished one was; none where its layout makes no such file.
    fn file(&self, file: &Opened) -> Option<Vec<u8>> {
        let record = file.record.as_ref()?;
        if file.format == Format::Pdf {
            let made = self.build(&record.options, Format::Pdf)?;
            let is_it = |made: &Made| made.stack.part == record.part;
            return made.into_iter().find(is_it).map(|made| made.bytes);
        }
        let mut built = self.svg.borrow_mut();
        let key = format!("{:?}", record.options);
        if !built.contains_key(&key) {
            built.insert(key.clone(), self.build(&record.options, Format::Svg)?);
        }
        built.get(&key)?.get(file.sheet()?.checked_sub(1)?).map(|made| made.bytes.clone())
    }

    fn build(&self, options: &Options, format: Format) -> Option<Vec<Made>> {
        let mut sources = Sources::default();
        let ready = build::read(self.input, options.clone(), &mut sources, self.fonts).ok()?;
        let mut plan = plan(&ready.game, &ready.fonts, &ready.setup).ok()?;
        let stem = build::stem(self.input, &ready.setup);
        let make = match format {
            Format::Pdf => build::pdf,
            Format::Svg => build::svg,
        };
        make(&mut plan, &stem, self.input, &ready.options, &ready.fonts).ok().map(|(made, _)| made)
    }
}

/// Whether a layout cannot be read again for want of the files that it names alone, which an SVG does not carry.
fn lacks_files(report: &Report, format: Format) -> bool {
    format == Format::Svg && report.sorted().iter().any(|wrong| wrong.code == codes::NO_FILE)
}
