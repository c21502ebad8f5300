//! What else is wrong in a layout with mistakes: what would be reported if the mistakes that are known were mended.
//!
//! Values with mistakes are taken out of the layout, the rest is resolved again, and so on. Only mistakes are kept that
//! cannot come of what was taken out: one cause, one message.

use super::{Input, ask};
use crate::diag::{Code, Diagnostic, FileId, Place, Report, Severity, Sources, codes};
use crate::layout::Setup;
use crate::print::paper::PaperChoice;
use crate::record::Options;
use crate::spec::{Attempt, Away, Layout, Theme};
use crate::text::Fonts;

/// How often mistakes are taken out: values, then names, then what these hid.
const ROUNDS: usize = 4;
/// A layout with more mistakes than this keeps its reader busy for a while.
const MOST: usize = 1000;

/// Mistakes that a value has by itself, whatever its element or component lacks.
const BY_ITSELF: [Code; 4] = [codes::UNKNOWN_COLOUR, codes::UNKNOWN_FONT, codes::NO_FILE, codes::BAD_PICTURE];

/// Mistakes that a value of an element has by itself, where its component lacks nothing but values of elements.
const OF_VALUES: [Code; 5] = [
    codes::BAD_TEMPLATE,
    codes::UNKNOWN_NAME,
    codes::UNKNOWN_PLACE,
    codes::UNKNOWN_DIRECTION,
    codes::NO_GLYPH,
];

/// Mistakes that a cell of a table has by itself.
const OF_CELLS: [Code; 3] = [codes::BAD_VALUE, codes::BAD_SIZE, codes::BAD_COUNT];

/// Mistakes in names, which may be right if some tables of names are unknown.
const OF_NAMES: [Code; 5] = [
    codes::UNKNOWN_COLOUR,
    codes::UNKNOWN_FONT,
    codes::UNKNOWN_NAME,
    codes::UNKNOWN_PLACE,
    codes::UNKNOWN_DIRECTION,
];

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
    /// Whether fractions may have a comma.
    decimal: bool,
}

/// Adds what is wrong in the rest of a layout to the mistakes that are known.
pub(super) fn add_mistakes(reading: &Reading<'_>, sources: &mut Sources, report: &mut Report) {
    let Attempt { layout, theme, .. } = crate::spec::attempt(reading.file, sources);
    let theme = theme.and_then(|named| {
        let (input, layout, mut known) = (reading.input, layout.as_ref(), Report::default());
        let theme = crate::spec::theme(&named, layout, reading.file, sources, &input.files, &mut known);
        theme.map(|theme| (theme, true)).or_else(|| Theme::stand_in(&named))
    });
    let Some(mut places) = reading.places(report).filter(|places| !places.is_empty()) else {
        return;
    };
    let theme = theme.as_ref();
    for _ in 0..ROUNDS {
        let found = reading.judged_either_way(theme, &places, Away::Value, sources);
        let Some(Found { kept, places: more, .. }) = found else { return };
        add(report, kept);
        let Some(mut more) = more else { return };
        more.retain(|place| !places.contains(place));
        if more.is_empty() {
            break;
        }
        places.extend(more);
    }
    if let Some(found) = reading.judged_either_way(theme, &places, Away::Element, sources) {
        add(report, found.kept);
    }
}

/// Adds what is not known. What is wrong in a table stays there, and is found again when that is read again.
fn add(report: &mut Report, found: Report) {
    let span = |d: &Diagnostic| d.place.map(|place| (place.start, place.end));
    let known: Vec<_> = report.sorted().into_iter().map(|d| (span(d), d.said().into_owned())).collect();
    let is_new =
        |d: &Diagnostic| !known.iter().any(|(at, message)| (*at, &**message) == (span(d), &*d.said()));
    found.into_items().into_iter().filter(is_new).for_each(|d| report.push(d));
}

impl Reading<'_> {
    /// Where the mistakes of a report stand in the layout, but for those in other files; none if one stands nowhere, or there
    /// are too many.
    fn places(&self, report: &Report) -> Option<Vec<Place>> {
        let wrong = report.sorted().into_iter().filter(|d| d.severity == Severity::Error);
        let places = wrong.map(|d| d.place).collect::<Option<Vec<Place>>>()?;
        let own: Vec<Place> = places.into_iter().filter(|place| place.file == self.file).collect();
        (own.len() <= MOST).then_some(own)
    }

    /// What [`Self::judged`] reports, whatever sign parts fractions where that is wrong.
    fn judged_either_way(
        &self,
        theme: Option<&(Theme, bool)>,
        places: &[Place],
        away: Away,
        sources: &mut Sources,
    ) -> Option<Found> {
        let found = self.judged(theme, places, away, "point", sources)?;
        if !found.decimal {
            return Some(found);
        }
        let other = self.judged(theme, places, away, "comma", sources)?;
        let is_in_both = |one: &Diagnostic| {
            let mut others = other.kept.sorted().into_iter();
            others.any(|other| (other.place, other.said()) == (one.place, one.said()))
        };
        let mut kept = Report::default();
        found.kept.into_items().into_iter().filter(is_in_both).for_each(|one| kept.push(one));
        let is_common = |place: &Place| other.places.as_ref().is_some_and(|all| all.contains(place));
        let places = found.places.map(|places| places.into_iter().filter(is_common).collect());
        Some(Found { kept, places, decimal: true })
    }

    /// What is reported of the layout without what is at these places; none if that is no layout.
    fn judged(
        &self,
        theme: Option<&(Theme, bool)>,
        places: &[Place],
        away: Away,
        decimal: &'static str,
        sources: &mut Sources,
    ) -> Option<Found> {
        let has_names = theme.is_none_or(|(_, has_names)| *has_names);
        let theme = theme.map(|(theme, _)| theme);
        let (layout, unsure) = crate::spec::without(self.file, sources, places, away, decimal)?;
        let mut layout = theme.into_iter().fold(layout, Layout::over);
        let (of_faces, has_names) = (!unsure.components, has_names && !unsure.names);
        crate::spec::fetch(&mut layout, self.file, sources, &self.input.files).ok()?;
        let mut options = self.options.clone();
        ask(&mut layout, &mut options);
        let mut report = Report::default();
        let mut fonts = crate::resolve::fonts(&layout, self.file, &self.input.files, self.fonts, &mut report);
        crate::resolve::add_unknown_fonts(&unsure.fonts, self.fonts, &mut fonts);
        let id = self.input.id.as_str();
        let (game, more) =
            crate::resolve::attempt(id, &layout, self.file, sources, &fonts, &self.input.files);
        report.extend(more);
        let places = self.places(&report);
        if of_faces && !report.has_errors() {
            let paper = PaperChoice::parse(&options.paper).ok()?;
            let (margin, only) = (options.margin, options.only);
            let setup =
                Setup { paper, margin, only, print_setup: options.print_setup, printer: options.printer };
            let (plan, unfit) = crate::layout::attempt(&game, &fonts, &setup);
            report.extend(unfit);
            report.extend(plan.check());
        }
        let mut kept = Report::default();
        for found in report.into_items() {
            let is_cell = found.place.is_some_and(|place| self.is_table(place, sources));
            let is_own = is_cell || found.place.is_some_and(|place| place.file == self.file);
            // How large a text is depends on all that its element says.
            let is_whole = away == Away::Element && found.code == codes::TEXT_TOO_LARGE && !unsure.sizes;
            let of_values = of_faces && (OF_VALUES.contains(&found.code) || is_whole);
            let of_cells = is_cell && OF_CELLS.contains(&found.code);
            let stays = BY_ITSELF.contains(&found.code) || of_values || of_cells;
            let has_letters = unsure.fonts.is_empty() || found.code != codes::NO_GLYPH;
            let stays = stays && has_letters && (has_names || !OF_NAMES.contains(&found.code));
            if is_own && stays && found.severity == Severity::Error {
                kept.push(found);
            }
        }
        Some(Found { kept, places, decimal: unsure.decimal })
    }

    /// Whether a place is in a file with data: not the layout, and not its theme.
    fn is_table(&self, place: Place, sources: &Sources) -> bool {
        let is_toml = |name: &str| name.to_ascii_lowercase().ends_with(".toml");
        place.file != self.file && sources.get(place.file).is_some_and(|source| !is_toml(&source.name))
    }
}
