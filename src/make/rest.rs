//! What else is wrong in a layout with mistakes: what would be reported if the mistakes that are known were mended.
//!
//! Values with mistakes are taken out of the layout, the rest is resolved again, and so on. Only mistakes are kept that
//! cannot come of what was taken out: one cause, one message.

use super::{Input, ask};
use crate::diag::{Code, Diagnostic, FileId, Place, Report, Severity, Sources, codes};
use crate::layout::Setup;
use crate::print::paper::PaperChoice;
use crate::record::Options;
use crate::spec::{Away, Theme};
use crate::text::Fonts;

/// How often mistakes are taken out: values, then names, then what these hid.
const ROUNDS: usize = 4;
/// A layout with more mistakes than this keeps its reader busy for a while.
const MOST: usize = 1000;

/// Mistakes that a value has by itself, whatever its element or component lacks.
const BY_ITSELF: [Code; 4] = [codes::UNKNOWN_COLOUR, codes::UNKNOWN_FONT, codes::NO_FILE, codes::BAD_PICTURE];

/// Mistakes that a value of an element has by itself, where its component lacks nothing but values of elements.
const OF_VALUES: [Code; 4] =
    [codes::BAD_TEMPLATE, codes::UNKNOWN_NAME, codes::UNKNOWN_PLACE, codes::NO_GLYPH];

/// Mistakes that a cell of a table has by itself.
const OF_CELLS: [Code; 3] = [codes::BAD_VALUE, codes::BAD_SIZE, codes::BAD_COUNT];

/// What a layout is read with.
pub(super) struct Reading<'r> {
    pub input: &'r Input,
    pub options: &'r Options,
    pub file: FileId,
    pub fonts: &'r Fonts,
}

/// What was found in the rest of a layout.
struct Found {
    /// What cannot come of what was taken out.
    kept: Report,
    /// Where all mistakes stand; none if one stands in no value of the layout.
    places: Option<Vec<Place>>,
}

/// Adds what is wrong in the rest of a layout to the mistakes that are known.
pub(super) fn add_mistakes(reading: &Reading<'_>, sources: &mut Sources, report: &mut Report) {
    let theme = crate::spec::theme(reading.file, sources, &reading.input.files, &mut Report::default());
    let Some(mut places) = reading.places(report, sources).filter(|places| !places.is_empty()) else {
        return;
    };
    for _ in 0..ROUNDS {
        let found = reading.judged(theme.as_ref(), &places, Away::Value, sources);
        let Some(Found { kept, places: more }) = found else { return };
        add(report, kept);
        let Some(more) = more.filter(|more| more.iter().all(|place| !places.contains(place))) else { return };
        if more.is_empty() {
            break;
        }
        places.extend(more);
    }
    if let Some(found) = reading.judged(theme.as_ref(), &places, Away::Element, sources) {
        add(report, found.kept);
    }
}

/// Adds what is not known. What is wrong in a table stays there, and is found again when that is read again.
fn add(report: &mut Report, found: Report) {
    let span = |d: &Diagnostic| d.place.map(|place| (place.start, place.end));
    let known: Vec<_> = report.sorted().into_iter().map(|d| (span(d), d.message.clone())).collect();
    let is_new = |d: &Diagnostic| !known.iter().any(|(at, message)| (*at, message) == (span(d), &d.message));
    found.into_items().into_iter().filter(is_new).for_each(|d| report.push(d));
}

impl Reading<'_> {
    /// Where the mistakes of a report stand in the layout, but for those in tables; none if one stands elsewhere, or there
    /// are too many.
    fn places(&self, report: &Report, sources: &Sources) -> Option<Vec<Place>> {
        let wrong = report.sorted().into_iter().filter(|d| d.severity == Severity::Error);
        let wrong = wrong.filter(|d| !d.place.is_some_and(|place| self.is_table(place, sources)));
        let own = wrong.map(|d| d.place.filter(|place| place.file == self.file));
        own.collect::<Option<Vec<Place>>>().filter(|places| places.len() <= MOST)
    }

    /// What is reported of the layout without what is at these places; none if that is no layout.
    fn judged(
        &self,
        theme: Option<&Theme>,
        places: &[Place],
        away: Away,
        sources: &mut Sources,
    ) -> Option<Found> {
        let (mut layout, of_faces) = crate::spec::without(self.file, sources, theme, places, away)?;
        crate::spec::fetch(&mut layout, self.file, sources, &self.input.files).ok()?;
        let mut options = self.options.clone();
        ask(&mut layout, &mut options);
        let mut report = Report::default();
        let fonts = crate::resolve::fonts(&layout, self.file, &self.input.files, self.fonts, &mut report);
        let id = self.input.id.as_str();
        let (game, more) =
            crate::resolve::attempt(id, &layout, self.file, sources, &fonts, &self.input.files);
        report.extend(more);
        let places = self.places(&report, sources);
        if of_faces && !report.has_errors() {
            let paper = PaperChoice::parse(&options.paper).ok()?;
            let (margin, only) = (options.margin, options.only);
            let setup =
                Setup { paper, margin, only, print_setup: options.print_setup, printer: options.printer };
            report.extend(crate::layout::mistakes(&game, &fonts, &setup));
        }
        let mut kept = Report::default();
        for found in report.into_items() {
            let is_cell = found.place.is_some_and(|place| self.is_table(place, sources));
            let is_own = is_cell || found.place.is_some_and(|place| place.file == self.file);
            // How large a text is depends on all that its element says.
            let is_whole = away == Away::Element && found.code == codes::TEXT_TOO_LARGE;
            let of_values = of_faces && (OF_VALUES.contains(&found.code) || is_whole);
            let of_cells = is_cell && OF_CELLS.contains(&found.code);
            let stays = BY_ITSELF.contains(&found.code) || of_values || of_cells;
            if is_own && stays && found.severity == Severity::Error {
                kept.push(found);
            }
        }
        Some(Found { kept, places })
    }

    /// Whether a place is in a file with data: not the layout, and not its theme.
    fn is_table(&self, place: Place, sources: &Sources) -> bool {
        let is_toml = |name: &str| name.to_ascii_lowercase().ends_with(".toml");
        place.file != self.file && sources.get(place.file).is_some_and(|source| !is_toml(&source.name))
    }
}
