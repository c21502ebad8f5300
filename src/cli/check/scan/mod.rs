//! `check SCAN.png --against FILE.pdf`: judges scans of printed sheets.
//!
//! - In: pictures, and the file or the layout that was printed.
//! - Out: figures with their uncertainty, and faults, as text or JSON.
//! - Not here: measuring; `crates/scan` does.

mod photo;
mod picture;
mod reading;
mod spoiled;
mod turned;
mod words;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use kurbo::Size;

use super::NamedFiles;
use crate::cli::args::Check;
use crate::cli::io::{Output, Status, has_extension, same_file};
use crate::cli::{Workplace, bounded, folder, read_input};
use crate::make;
use hexpress_base::diag::{Diagnostic, Report, Result, codes, seen_name};
use hexpress_base::files::LARGEST_FINISHED;
use hexpress_base::pixel_size::PixelSize;
use hexpress_base::units::several;
use hexpress_language::record::Options;
use hexpress_scan::judge::{Judged, MOST_PAGES, PageOf, Reference, Unjudged, judge};
use hexpress_scan::photo::Flattening;
use hexpress_scene::text::Fonts;
pub use reading::Origin;
use turned::Views;

/// The files or the layout that were printed.
pub struct Printed {
    references: Vec<Reference>,
    names: Vec<String>,
    /// The path of `--against`. Results must not overwrite this file.
    path: PathBuf,
}

/// What one scan showed.
pub struct Shown<'s> {
    pub name: String,
    pub printed: &'s Printed,
    pub judged: Judged,
    pub resolution: reading::Resolution,
    /// How a photo was corrected, so that the sheet looks as if seen from directly above.
    pub flattening: Option<Flattening>,
}

/// A picture that was judged, and its file.
struct JudgedPicture {
    file: Arc<[u8]>,
    size: PixelSize,
    judged: Judged,
    resolution: reading::Resolution,
    flattening: Option<Flattening>,
}

impl Printed {
    /// Returns the name of a file.
    pub fn name(&self, file: usize) -> &str {
        self.names.get(file).map_or("", String::as_str)
    }

    /// Returns the size of a page, in mm.
    fn size(&self, page: PageOf) -> Option<Size> {
        self.references.get(page.file)?.size(page.page)
    }

    /// Reads the file or builds the layout that `--against` names.
    ///
    /// # Errors
    /// `--against` is missing, or its file or layout cannot be read.
    pub fn read(args: &Check, place: &Workplace, fonts: &Fonts, output: &mut Output) -> Result<Self, Report> {
        let Some(named) = args.against.as_deref() else { return Err(needs_reference().into()) };
        let files = if named.extension().is_some_and(|end| end.eq_ignore_ascii_case("pdf")) {
            let bytes = place.read(named, LARGEST_FINISHED)?;
            bounded::allow_bytes(bytes.len());
            vec![(named.display().to_string(), bytes)]
        } else {
            built(args, named, place, fonts, output)?
        };
        let (mut references, mut names) = (Vec::new(), Vec::new());
        for (name, bytes) in files {
            let length = bytes.len();
            let Some(reference) = Reference::open(Arc::new(bytes)) else {
                return Err(codes::UNREADABLE.error(format!("{name} is not a PDF")).into());
            };
            bounded::allow_pages(reference.page_count(), length);
            references.push(reference);
            names.push(name);
        }
        Ok(Self { references, names, path: place.at(named) })
    }

    /// Returns the pages that a scan may show.
    ///
    /// # Errors
    /// No page has the number of `--page`, or there are too many pages.
    fn wanted(&self, page: Option<usize>) -> Result<Vec<PageOf>> {
        let files = self.references.iter().enumerate();
        let all = files.flat_map(|(file, it)| (0..it.page_count()).map(move |page| PageOf { file, page }));
        let wanted: Vec<PageOf> =
            all.filter(|it| page.is_none_or(|number| number.checked_sub(1) == Some(it.page))).collect();
        match page {
            Some(number) if wanted.is_empty() => {
                let most = self.references.iter().map(Reference::page_count).max().unwrap_or(0);
                let message =
                    format!("--page {number}: {} has {}", self.names.join(", "), several(most, "page"));
                Err(codes::BAD_OPTION.error(message))
            }
            None if !is_few(wanted.len()) => {
                let message = format!(
                    "a scan is compared with at most {MOST_PAGES} pages, and {} has {}",
                    self.names.join(", "),
                    wanted.len()
                );
                Err(codes::BAD_OPTION.error(message).hint("name the page that you scanned: --page 12"))
            }
            _ => Ok(wanted),
        }
    }
}

/// Returns whether a scan can be compared with this number of pages.
fn is_few(pages: usize) -> bool {
    pages <= MOST_PAGES
}

fn needs_reference() -> Diagnostic {
    codes::BAD_OPTION
        .error("a scan is compared with the file that was printed")
        .hint("name it: hexpress check scan.png --against game-a4.pdf")
}

/// Builds the layout that was printed.
fn built(
    args: &Check,
    named: &Path,
    place: &Workplace,
    fonts: &Fonts,
    output: &mut Output,
) -> Result<Vec<(String, Vec<u8>)>, Report> {
    let mut report = Report::default();
    let layout = folder::single(Some(named), "--against", place)?;
    let inputs = read_input::one(&layout, place, &mut report)?;
    let [input] = inputs.as_slice() else { return Err(report) };
    let mut options = Options::usual();
    if let Some(paper) = &args.paper {
        options.paper = paper.trim().to_ascii_lowercase();
    }
    let plan = |plan: &hexpress_layout::Plan<'_>| {
        bounded::allow_sheets(plan.sheets.len());
        Ok(())
    };
    let made = make::build_pdfs(input, options, &mut output.sources, fonts, plan)?;
    Ok(made.files.into_iter().map(|file| (file.name, file.bytes)).collect())
}

/// Checks the arguments before anything is read.
///
/// # Errors
/// Scans are mixed with other files, or an option does not apply to scans.
pub(super) fn check_arguments(args: &Check, named: &NamedFiles) -> Result<()> {
    if !named.layouts.is_empty() || !named.files.is_empty() {
        let message = "scans of prints and other files are not checked together";
        return Err(codes::BAD_OPTION.error(message).hint("run hexpress twice"));
    }
    if args.write_layout.is_some() {
        let message = "--write-layout needs a finished file (.pdf or .svg), not a scan";
        return Err(codes::BAD_OPTION.error(message));
    }
    if let Some(picture) = args.picture.as_deref()
        && !has_extension(picture, &["svg"])
    {
        let message = format!("{}: the picture of a scan must end with .svg", picture.display());
        return Err(codes::BAD_OPTION.error(message).hint("write --picture faults.svg"));
    }
    Ok(())
}

/// Checks that no option for scans is typed without a scan.
///
/// # Errors
/// `--photo` or `--page` has no effect.
pub(super) fn check_unused(args: &Check) -> Result<()> {
    for (is_typed, option) in [(args.photo, "--photo"), (args.page.is_some(), "--page")] {
        if is_typed {
            let message = format!("{option} has no effect: no picture of a printed sheet is checked");
            let hint = format!("name the picture (.png, .jpg), or delete {option}");
            return Err(codes::BAD_OPTION.error(message).hint(hint));
        }
    }
    Ok(())
}

/// Judges scans, and prints the results for each scan.
///
/// # Errors
/// The file that was printed cannot be read. If a scan cannot be read, the error is reported, and
/// the other scans are judged.
pub fn run(
    args: &Check,
    scans: &[PathBuf],
    place: &Workplace,
    fonts: &Fonts,
    output: &mut Output,
) -> Result<(), Report> {
    let printed = Printed::read(args, place, fonts, output)?;
    let wanted = printed.wanted(args.page)?;
    let mut views = Views::new();
    for path in scans {
        allow_pages(wanted.len());
        match show(args, path, place, &printed, &wanted, output) {
            // The errors of a scanner can only be found from scans, not from photos.
            Ok(_) if args.photo => {}
            Ok(shown) => views.add(shown.judged.shown, shown.name, &shown.judged.figures),
            Err(wrong) => output.report_failure(wrong),
        }
    }
    views.show(&printed, output);
    Ok(())
}

/// Increases the time limit of this process for a scan that is compared with this number of pages.
pub fn allow_pages(pages: usize) {
    /// The number of pages that can be compared within the time for one file. A page takes two
    /// seconds.
    const PAGES: usize = 3;
    (0..=pages / PAGES).for_each(|_| bounded::allow_another());
}

/// Judges one scan, and shows the result.
fn show<'p>(
    args: &Check,
    path: &Path,
    place: &Workplace,
    printed: &'p Printed,
    wanted: &[PageOf],
    output: &mut Output,
) -> Result<Shown<'p>> {
    let name = seen_name(&path.display().to_string()).to_string();
    let picture = match args.photo {
        true => photo::judge_photo(path, &name, place, printed, wanted)?,
        false => scanned(path, &name, place, printed, wanted)?,
    };
    let JudgedPicture { file, size, judged, resolution, flattening } = picture;
    let shown = Shown { name, printed, judged, resolution, flattening };
    let diagnostics = words::diagnostics(&shown);
    if diagnostics.iter().any(words::is_fault) {
        output.worsen(Status::Faults);
    }
    output.findings(&diagnostics.iter().collect::<Vec<_>>());
    let mut text = words::text(&shown, &diagnostics);
    let mut value = words::to_json(&shown, &diagnostics);
    if let Some(to) = &args.picture {
        if [place.at(path), printed.path.clone()].iter().any(|read| same_file(read, &place.at(to))) {
            let message = format!("{} is a file to check, and is not overwritten", to.display());
            return Err(codes::NOT_OVER.error(message).hint("name another file: --picture faults.svg"));
        }
        place.save(&[(to.clone(), picture::draw(&shown, &file, size))])?;
        text.push_str(&format!("picture: {}\n", to.display()));
        value["picture"] = to.display().to_string().into();
    }
    if let Some(command) = spoiled::command(&shown, args.against.as_deref()) {
        text.push_str(&format!("  print the spoiled pieces again: {command}\n"));
        value["print-again"] = command.into();
    }
    output.result(&text, value);
    Ok(shown)
}

/// Judges a scan.
///
/// # Errors
/// The file cannot be read, or no page fits.
fn scanned(
    path: &Path,
    name: &str,
    place: &Workplace,
    printed: &Printed,
    wanted: &[PageOf],
) -> Result<JudgedPicture> {
    let longest = printed.references.iter().map(Reference::longest_side).fold(0.0, f64::max);
    let (file, read) = read_scan(path, longest, place)?;
    let judged = judge(&printed.references, wanted, &read.scan, read.resolution.sizes())
        .map_err(|why| unjudged(&why, name, &printed.names))?;
    let resolution = read.resolution.settled(&judged);
    Ok(JudgedPicture { file, size: read.size, judged, resolution, flattening: None })
}

/// Reads a scan. Also returns the bytes of its file. `page_mm` is the longest side of the pages
/// that the scan may show.
///
/// # Errors
/// The file cannot be read, or is not a scan.
pub fn read_scan(path: &Path, page_mm: f64, place: &Workplace) -> Result<(Arc<[u8]>, reading::Read)> {
    let file: Arc<[u8]> = place.read(path, LARGEST_FINISHED)?.into();
    bounded::allow_bytes(file.len());
    bounded::allow_scans();
    let name = seen_name(&path.display().to_string()).to_string();
    let read = reading::read(&file, page_mm)
        .map_err(|wrong| Diagnostic { message: format!("{name} {}", wrong.message), ..wrong })?;
    Ok((file, read))
}

/// Returns the error for a scan that was not recognized. `files` are the names of the files whose
/// pages it may show.
pub fn unjudged(why: &Unjudged, name: &str, files: &[String]) -> Diagnostic {
    match why {
        Unjudged::NoPage(best) => {
            let message = format!(
                "{name} shows no page of {}: the most similar page has {:.0} % of its edges in common",
                files.join(", "),
                best * 100.0
            );
            codes::SCAN_UNKNOWN.error(message).hint(
                "scan the sheet flat on the glass, with all of its drawings, at 150 dpi or more; \
                   check that --against names the file that was printed; if the picture is a photo, add --photo",
            )
        }
        Unjudged::Unreadable(error) => codes::UNREADABLE.error(format!("{}: {error}", files.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scan_is_compared_with_as_many_pages_as_the_limit() {
        assert!(is_few(MOST_PAGES) && !is_few(MOST_PAGES + 1));
    }
}
