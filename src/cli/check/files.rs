//! Finished files: opened, put together by their records, and judged.

use crate::base::map::Map;
use std::cell::RefCell;
use std::path::{Path, PathBuf};

use crate::build::{self, Input, Made, Order};
use crate::check::{self, Ask, Expected, Format, Opened, Verdict};
use crate::cli::io::Output;
use crate::cli::{Place, input};
use crate::diag::{Diagnostic, Result, Sources, codes};
use crate::files::LARGEST_FINISHED;
use crate::layout::plan;
use crate::read::ReadError;
use crate::record::{Options, Record};
use crate::text::Fonts;

/// Files of one record.
pub struct Group {
    files: Vec<Opened>,
    /// Where they lie, as they were typed.
    pub paths: Vec<PathBuf>,
}

/// Opens files, and puts those of one record together: what one leaves out may be in another.
pub fn groups(paths: &[PathBuf], place: &Place, output: &mut Output) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: Map<(bool, String, String), usize> = Map::new();
    for path in paths {
        let opened = match open(path, place) {
            Ok(opened) => opened,
            Err(wrong) => {
                output.wrong(wrong);
                continue;
            }
        };
        let key = opened.record.as_ref().zip(opened.whole.as_ref()).map(|(record, whole)| {
            // Which components are in it is all that files of one build may differ by.
            let same = Options { only: Vec::new(), split: false, ..record.options.clone() };
            (opened.format == Format::Pdf, whole.layout.clone(), format!("{same:?}"))
        });
        let at = key.as_ref().and_then(|key| known.get(key));
        match at {
            Some(&at) => {
                groups[at].files.push(opened);
                groups[at].paths.push(path.clone());
            }
            None => {
                known.extend(key.map(|key| (key, groups.len())));
                groups.push(Group { files: vec![opened], paths: vec![path.clone()] });
            }
        }
    }
    groups
}

/// Opens a file.
fn open(path: &Path, place: &Place) -> Result<Opened> {
    let shown = path.display().to_string();
    let opened = Opened::new(&shown, &place.read(path, LARGEST_FINISHED)?)
        .map_err(|error| unreadable(&shown, &error))?;
    opened.lost.as_ref().map_or(Ok(()), |lost| Err(input::lost(&shown, lost)))?;
    Ok(opened)
}

/// Why a file cannot be judged.
pub fn unreadable(name: &str, error: &ReadError) -> Diagnostic {
    codes::UNREADABLE.error(format!("{name}: {error}"))
}

impl Group {
    /// The names of its files.
    pub fn shown(&self) -> String {
        let names: Vec<_> = self.files.iter().map(|file| file.name.as_str()).collect();
        match names.as_slice() {
            [first, .., last] if names.len() > 3 => format!("{first} … {last} ({} files)", names.len()),
            names => names.join(", "),
        }
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
    ) -> Result<Verdict> {
        let judge = |files, said, ask| {
            check::judge_and(files, said, tolerance, ask).map_err(|(name, error)| unreadable(&name, &error))
        };
        let carried = self.files.first().and_then(|first| {
            let input = input::of_record(first.whole.clone()?, &first.name)?;
            Some((input, first.format))
        });
        let (Some((input, format)), Some(options)) = (carried, self.options()) else {
            return judge(self.files, None, ask);
        };
        let made = Again { input: &input, fonts, svg: RefCell::default() };
        let make = |file: &Opened| made.file(file);
        let ask = Ask { made: Some(&make), ..ask };
        let read = build::read(&input, options, sources, fonts);
        // An SVG does not carry the files that its layout names.
        if format == Format::Svg && input.files.are_missed() {
            let what = "what its layout asks for: the files that the layout names do not travel in an SVG";
            let mut verdict = judge(self.files, None, Ask { made: None, ..ask })?;
            verdict.not_judged.insert(0, what.to_owned());
            return Ok(verdict);
        }
        match read {
            Ok(ready) => {
                judge(self.files, Some(Expected { game: &ready.game, options: &ready.options }), ask)
            }
            Err(report) => {
                let why = report.sorted().first().map_or_else(String::new, |first| first.message.clone());
                let shown = &input.shown;
                let message = format!("{shown} cannot be read again, so its pages cannot be judged: {why}");
                Err(codes::DAMAGED_RECORD
                    .error(message)
                    .hint("build it again from its layout, the .toml file"))
            }
        }
    }
}

/// What a layout makes, once more: what a finished file is compared with.
struct Again<'a> {
    input: &'a Input,
    fonts: &'a Fonts,
    /// All sheets of a build that has a file for each, by what it was asked for.
    svg: RefCell<Map<String, Vec<Made>>>,
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
        let stem = &build::stem(self.input, &ready.setup);
        let order = Order { stem, input: self.input, options: &ready.options, fonts: &ready.fonts };
        let made = match format {
            Format::Pdf => build::pdf(&mut plan, &order),
            Format::Svg => build::svg(&mut plan, &order),
        };
        made.ok().map(|making| making.made)
    }
}
