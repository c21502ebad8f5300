//! Finished files that come back: put together by their records, and judged against what their layout makes.

use crate::base::map::Map;
use std::cell::RefCell;

use super::{Input, Made, Order, pdf, read, stem, svg};
use crate::check::{self, Ask, Expected, Format, Opened, Verdict};
use crate::diag::{Diagnostic, Result, Sources, codes};
use crate::layout::plan;
use crate::model::Game;
use crate::read::ReadError;
use crate::read::carried::Lost;
use crate::record::{Options, Record, RecordError};
use crate::text::Fonts;
use crate::write::FileBytes;

/// Files of one record.
pub struct Group {
    files: Vec<Opened>,
}

/// That a finished file of ours lacks something that it should carry.
pub fn lost(shown: &str, lost: &Lost) -> Diagnostic {
    let code = match lost {
        Lost::Damaged(RecordError::Name(..)) => codes::UNSAFE_NAME,
        _ => codes::DAMAGED_RECORD,
    };
    code.error(format!("{shown}: {lost}")).hint("build it again from its layout, the .toml file")
}

/// Opens a finished file.
///
/// # Errors
/// It cannot be read, or lacks what it should carry.
pub fn open(shown: &str, bytes: &[u8]) -> Result<Opened> {
    let opened = Opened::new(shown, bytes).map_err(|error| unreadable(shown, &error))?;
    opened.lost.as_ref().map_or(Ok(()), |lost| Err(self::lost(shown, lost)))?;
    Ok(opened)
}

/// The games that are part of the program, each with its title and its name: what silent drawings are held against.
pub fn known(fonts: &Fonts) -> Vec<(String, Game)> {
    let games = crate::bundled::GAMES.iter().filter_map(|bundled| {
        let input = Input::bundled(bundled).ok()?;
        let options = Options::usual();
        let game = read(&input, options, &mut Sources::default(), fonts).ok()?.game;
        Some((format!("{} ({})", game.title, bundled.id), game))
    });
    games.collect()
}

/// Why a file cannot be judged.
pub fn unreadable(name: &str, error: &ReadError) -> Diagnostic {
    codes::UNREADABLE.error(format!("{name}: {error}"))
}

impl Group {
    /// One file by itself.
    pub fn new(file: Opened) -> Self {
        Self { files: vec![file] }
    }

    /// Adds a file of the same record.
    pub fn push(&mut self, file: Opened) {
        self.files.push(file);
    }

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
            let input = Input::of_record(first.whole.clone()?, &first.name)?;
            Some((input, first.format))
        });
        let (Some((input, format)), Some(options)) = (carried, self.options()) else {
            return judge(self.files, None, ask);
        };
        let made = Again { input: &input, fonts, svg: RefCell::default() };
        let make = |file: &Opened| made.file(file);
        let ask = Ask { made: Some(&make), ..ask };
        let again = read(&input, options, sources, fonts);
        // An SVG does not carry the files that its layout names.
        if format == Format::Svg && input.files.are_missed() {
            let what = "what its layout asks for: the files that the layout names do not travel in an SVG";
            let mut verdict = judge(self.files, None, Ask { made: None, ..ask })?;
            verdict.not_judged.insert(0, what.to_owned());
            return Ok(verdict);
        }
        match again {
            Ok(ready) => {
                judge(self.files, Some(Expected { game: &ready.game, options: &ready.options }), ask)
            }
            Err(report) => {
                let why = report.sorted().first().map_or_else(String::new, |first| first.said().into_owned());
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
            let is_it = |made: &Made<_>| made.stack.part == record.part;
            return made.into_iter().find(is_it)?.bytes.in_memory().ok();
        }
        let mut built = self.svg.borrow_mut();
        let key = format!("{:?}", record.options);
        if !built.contains_key(&key) {
            let made = self.build(&record.options, Format::Svg)?.into_iter();
            built.insert(key.clone(), made.map(Made::in_memory).collect::<Result<_>>().ok()?);
        }
        built.get(&key)?.get(file.sheet()?.checked_sub(1)?).map(|made| made.bytes.clone())
    }

    fn build(&self, options: &Options, format: Format) -> Option<Vec<Made<FileBytes>>> {
        let mut sources = Sources::default();
        let ready = read(self.input, options.clone(), &mut sources, self.fonts).ok()?;
        let mut plan = plan(&ready.game, &ready.fonts, &ready.setup).ok()?;
        let stem = stem(self.input, &ready.setup);
        let order = Order { stem: &stem, input: self.input, options: &ready.options, fonts: &ready.fonts };
        let made = match format {
            Format::Pdf => pdf(&mut plan, &order),
            Format::Svg => svg(&mut plan, &order),
        };
        made.ok().map(|making| making.made)
    }
}
