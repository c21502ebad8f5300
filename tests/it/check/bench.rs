//! Helpers for tests that damage finished files. A test changes a file in one place, and the
//! checker must report the fault.
//!
//! The *record* of a file is the attached `hexpress.json`. It contains a digest of each page.

use std::collections::BTreeMap;
use std::path::Path;

use hexpress::check::{self, Expected, Fault, Opened, Verdict};
use hexpress::diag::{Code, Sources, locate};
use hexpress::files::Files;
use hexpress::layout::{DEFAULT_MARGIN, plan};
use hexpress::make::{self, Input, OutputContext, PreparedGame};
use hexpress::record::{Options, RECORD};
use hexpress::text::Fonts;
use lopdf::{Document, Object};

/// A game, and the files that were built from it.
pub struct Made {
    pub ready: PreparedGame<'static>,
    pub sources: Sources,
    pub pdf: Vec<u8>,
    /// The sheets as SVG, each with its file name.
    pub svg: Vec<(String, Vec<u8>)>,
}

/// Builds a layout in memory, and panics if it cannot be built.
#[track_caller]
pub fn make(id: &str, text: &str, paper: &str) -> Made {
    attempt(id, text, paper).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Builds a layout in memory, or returns the error as text.
pub fn attempt(id: &str, text: &str, paper: &str) -> Result<Made, String> {
    make_for(id, text, Options::new(paper, DEFAULT_MARGIN))
}

/// Builds a layout in memory with these options, and panics if it cannot be built.
#[track_caller]
pub fn make_with(id: &str, text: &str, options: Options) -> Made {
    make_for(id, text, options).unwrap_or_else(|wrong| panic!("{wrong}"))
}

/// Returns the input for a layout. The layout can use the same files as the bundled games.
fn input(id: &str, text: &str) -> Input {
    let layouts = Path::new(env!("CARGO_MANIFEST_DIR")).join("layouts");
    let files = Files::in_folder_of(&layouts.join("x.toml"), &[layouts.join("gallery")], RECORD);
    let (text, display_name, options) = (text.to_owned(), format!("{id}.toml"), None);
    Input { id: id.parse().unwrap(), file: display_name.parse().unwrap(), display_name, text, files, options }
}

/// Builds a layout in memory with these options, or returns the error as text.
pub fn make_for(id: &str, text: &str, options: Options) -> Result<Made, String> {
    let input = input(id, text);
    // All components have to be in one document.
    let options = Options { one_file: true, ..options };
    let fonts: &'static Fonts = Box::leak(Box::new(Fonts::bundled()));
    let mut sources = Sources::default();
    let read = make::read(&input, options, &mut sources, fonts);
    let ready = read.map_err(|report| hexpress::diag::render(&report, &sources, false))?;
    let (pdf, svg) = {
        let mut plan = plan(&ready.game, &ready.fonts, &ready.setup)
            .map_err(|report| hexpress::diag::render(&report, &sources, false))?;
        let stem = &make::stem(&input, &ready.setup);
        let order = OutputContext {
            stem,
            input: &input,
            options: &ready.options,
            fonts: &ready.fonts,
            canvases: &[],
        };
        let mut made = make::pdf(&mut plan, &order)
            .map_err(|report| hexpress::diag::render(&report, &sources, false))?
            .files;
        let sheets = make::svg(&mut plan, &order).unwrap().files;
        let sheets = sheets.into_iter().map(|sheet| (sheet.name, sheet.bytes.in_memory().unwrap()));
        (made.remove(0).bytes.in_memory().unwrap(), sheets.collect())
    };
    Ok(Made { ready, sources, pdf, svg })
}

/// Builds the plain version of a bundled game, which is in `tests/plain`.
pub fn bundled(id: &str, paper: &str) -> Made {
    make(id, crate::support::plain_games::text(id), paper)
}

impl Made {
    /// Judges a PDF against this build.
    #[track_caller]
    pub fn judge(&self, pdf: &[u8]) -> Verdict {
        self.judge_files(&[("mine.pdf", pdf)])
    }

    #[track_caller]
    pub fn judge_files(&self, files: &[(&str, &[u8])]) -> Verdict {
        let opened = files.iter().map(|(name, bytes)| Opened::new(name, bytes).unwrap()).collect();
        let output = Expected { game: &self.ready.game, options: &self.ready.options };
        check::judge(opened, Some(output), check::TOLERANCE).unwrap()
    }

    /// Returns the line of the layout that a fault points at, counted from 1.
    pub fn line(&self, fault: &Fault) -> Option<usize> {
        fault.place.and_then(|place| locate(&self.sources, place)).map(|at| at.line)
    }

    /// Returns the PDF with the contents of one page changed. Also writes the new digest of this page into
    /// the record, so that the checker does not report a wrong digest. Pages are counted from 1.
    #[track_caller]
    pub fn edit(&self, page: usize, edit: impl Fn(&str) -> String) -> Vec<u8> {
        let mut file = Document::load_mem(&self.pdf).unwrap();
        let id = file.get_pages()[&u32::try_from(page).unwrap()];
        let stream = file.get_page_contents(id)[0];
        let before = file.get_object(stream).unwrap().as_stream().unwrap().get_plain_content().unwrap();
        // Each byte becomes one character, because contents need not be UTF-8.
        let text: String = before.iter().map(|b| char::from(*b)).collect();
        let text = edit(&text);
        let after: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
        assert!(before != after, "nothing was changed");
        let change = (sha(&before), sha(&after));
        file.get_object_mut(stream).unwrap().as_stream_mut().unwrap().set_plain_content(after);
        edit_record(&mut file, |json| {
            assert!(json.contains(&change.0), "the record has no digest of page {page}");
            json.replace(&change.0, &change.1)
        });
        let mut bytes = Vec::new();
        file.save_to(&mut bytes).unwrap();
        bytes
    }

    /// Returns the PDF with its objects changed.
    pub fn with(&self, edit: impl Fn(&mut Document)) -> Vec<u8> {
        let mut file = Document::load_mem(&self.pdf).unwrap();
        edit(&mut file);
        let mut bytes = Vec::new();
        file.save_to(&mut bytes).unwrap();
        bytes
    }
}

/// Changes the attached record.
pub fn edit_record(file: &mut Document, edit: impl Fn(&str) -> String) {
    for object in file.objects.values_mut() {
        let Object::Stream(stream) = object else { continue };
        let content = stream.get_plain_content().unwrap_or_default();
        if content.starts_with(b"{") && content.windows(14).any(|w| w == b"pages-xxh3-128") {
            let json = edit(std::str::from_utf8(&content).unwrap());
            stream.set_plain_content(json.into_bytes());
            return;
        }
    }
    panic!("the file has no {RECORD}");
}

fn sha(bytes: &[u8]) -> String {
    hexpress::record::page_digest(bytes)
}

/// Returns where the `n`-th drawing with this id begins and ends in a page's contents, in bytes. The
/// first drawing has the number 0.
#[track_caller]
pub fn span(text: &str, id: &str, n: usize) -> (usize, usize) {
    let mark = format!("/Id ({id})>> BDC\n");
    let (at, _) = text.match_indices(&mark).nth(n).unwrap_or_else(|| panic!("no drawing {n} of {id}"));
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    // Marked content may be nested.
    let mut depth = 0;
    let mut from = start;
    for line in text[start..].split_inclusive('\n') {
        from += line.len();
        let line = line.trim_end();
        depth += i32::from(line.ends_with("BDC"));
        depth -= i32::from(line == "EMC");
        if depth == 0 {
            return (start, from);
        }
    }
    panic!("{id} has no end");
}

/// Returns the text of a page after `edit` has changed every drawing with this id.
#[track_caller]
pub fn each(text: &str, id: &str, edit: impl Fn(&str) -> String) -> String {
    let mut text = text.to_owned();
    let count = text.matches(&format!("/Id ({id})>> BDC\n")).count();
    assert!(count > 0, "there is no drawing {id}");
    // Starts with the last drawing, because an edit may remove a drawing altogether.
    for n in (0..count).rev() {
        let (start, end) = span(&text, id, n);
        let changed = edit(&text[start..end]);
        text.replace_range(start..end, &changed);
    }
    text
}

/// Converts millimetres to points.
pub fn pt(mm: f64) -> f64 {
    mm * 72.0 / 25.4
}

/// Moves a drawing to the right and down, in mm, with a `cm` operator in front of its contents.
#[track_caller]
pub fn moved(drawing: &str, right: f64, down: f64) -> String {
    let (head, rest) = drawing.split_once('\n').unwrap();
    let (body, end) = rest.rsplit_once("EMC").unwrap();
    format!("{head}\nq 1 0 0 1 {:.4} {:.4} cm\n{body}Q\nEMC{end}", pt(right), pt(-down))
}

/// Counts how often each code is reported.
pub fn codes(verdict: &Verdict) -> BTreeMap<Code, usize> {
    let mut codes = BTreeMap::new();
    for fault in &verdict.faults {
        *codes.entry(fault.code).or_default() += 1;
    }
    codes
}

/// Checks that only this rule is broken, and returns its first fault.
#[track_caller]
pub fn only<'v>(verdict: &'v Verdict, code: &str, what: &str) -> &'v Fault {
    let found: Vec<_> = codes(verdict).keys().map(ToString::to_string).collect();
    let reported: Vec<_> = verdict.faults.iter().map(|f| format!("{} {}", f.code, f.message)).collect();
    assert_eq!(found, [code], "{what}: {}", reported.join("\n"));
    &verdict.faults[0]
}
