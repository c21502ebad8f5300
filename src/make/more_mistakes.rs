//! Finds mistakes that are hidden as long as a layout has other mistakes.
//!
//! The values with known mistakes are removed from the layout, and the rest is resolved again. This is
//! repeated a few times.
//!
//! - In: a layout, and its known mistakes.
//! - Out: more mistakes, except those that the removal may have caused.

use std::ops::Range;

use super::Input;
use super::prepared_game::{ask_decks, setup};
use hexpress_base::diag::{Code, Diagnostic, FileId, Report, Severity, SourceSpan, Sources, codes};
use hexpress_language::record::Options;
use hexpress_language::{Attempt, RemovedPart, Theme, Unknowns};
use hexpress_resolve::LayoutInput;
use hexpress_scene::text::Fonts;

/// The number of rounds in which values with mistakes are removed.
///
/// - The first round removes the values with known mistakes.
/// - The second round also removes values that refer to something that was removed.
/// - Later rounds remove the values with the mistakes that earlier rounds found.
const ROUNDS: usize = 4;
/// The largest number of known mistakes. If a layout has more known mistakes, hexpress does not
/// look for further ones.
const MAX_MISTAKES: usize = 1000;

/// The codes of mistakes that depend only on the value at which they are reported.
const BY_ITSELF: [Code; 4] = [codes::UNKNOWN_COLOUR, codes::UNKNOWN_FONT, codes::NO_FILE, codes::BAD_PICTURE];

/// The codes of mistakes that depend on a value and on its component, but not on other values of the
/// same element.
const OF_VALUES: [Code; 5] = [
    codes::BAD_TEMPLATE,
    codes::UNKNOWN_NAME,
    codes::UNKNOWN_PLACE,
    codes::UNKNOWN_DIRECTION,
    codes::NO_GLYPH,
];

/// The codes of mistakes that depend only on the cell of a table in which they are reported.
const OF_CELLS: [Code; 3] = [codes::BAD_VALUE, codes::BAD_SIZE, codes::BAD_COUNT];

/// The codes of mistakes about names. If a table that defines names cannot be read, such a mistake may
/// be wrong, because the name may be defined there.
const OF_NAMES: [Code; 5] = [
    codes::UNKNOWN_COLOUR,
    codes::UNKNOWN_FONT,
    codes::UNKNOWN_NAME,
    codes::UNKNOWN_PLACE,
    codes::UNKNOWN_DIRECTION,
];

/// The options and files for reading a layout.
pub(super) struct ReadContext<'r> {
    pub input: &'r Input,
    pub options: &'r Options,
    pub file: FileId,
    pub fonts: &'r Fonts,
}

/// The theme of a layout. If the theme cannot be read, an empty theme replaces it.
struct UsedTheme {
    theme: Theme,
    /// Whether all names that the theme defines are known. False if a part of the theme cannot be read.
    has_names: bool,
}

/// The decimal sign that is tried for tables of data if the layout does not determine it.
#[derive(Clone, Copy)]
enum DecimalSign {
    Point,
    Comma,
}

impl DecimalSign {
    /// Returns the sign as the key `decimal` states it.
    fn word(self) -> &'static str {
        match self {
            Self::Point => "point",
            Self::Comma => "comma",
        }
    }
}

/// What is removed from a layout before the rest is searched for mistakes.
#[derive(Clone, Copy)]
struct Search<'s> {
    theme: Option<&'s UsedTheme>,
    /// The places of the known mistakes in the layout.
    places: &'s [SourceSpan],
    /// The part of the layout that is removed at each place.
    removed_part: RemovedPart,
}

/// The mistakes that were found after parts of the layout were removed.
struct FurtherMistakes {
    /// The mistakes that the removal cannot have caused.
    kept: Report,
    /// The places of all mistakes in the layout file. `None` if a mistake has no place, or if there are
    /// too many mistakes.
    places: Option<Vec<SourceSpan>>,
    /// Whether it is unknown which decimal sign the tables use.
    is_decimal_unknown: bool,
}

/// Removes the values with known mistakes from a layout, searches the rest for mistakes, and adds these
/// to `report`.
pub(super) fn add_mistakes(reading: &ReadContext<'_>, sources: &mut Sources, report: &mut Report) {
    let used_theme = reading.theme(sources);
    let Some(mut places) = reading.places(report).filter(|places| !places.is_empty()) else {
        return;
    };
    let theme = used_theme.as_ref();
    for _ in 0..ROUNDS {
        let found = reading
            .search_either_sign(Search { theme, places: &places, removed_part: RemovedPart::Value }, sources);
        let Some(FurtherMistakes { kept, places: all, .. }) = found else { return };
        add_new(report, kept);
        let Some(mut new) = all else { return };
        new.retain(|place| !places.contains(place));
        if new.is_empty() {
            break;
        }
        places.extend(new);
    }
    let search = Search { theme, places: &places, removed_part: RemovedPart::Element };
    if let Some(found) = reading.search_either_sign(search, sources) {
        add_new(report, found.kept);
    }
}

/// Adds the mistakes that are not yet in `report`.
///
/// Each search reads the tables of data again, and finds their mistakes again with other file ids.
/// Therefore mistakes are compared by their byte ranges and messages.
fn add_new(report: &mut Report, found: Report) {
    let known: Vec<_> = report
        .sorted()
        .into_iter()
        .map(|mistake| (span(mistake), mistake.full_message().into_owned()))
        .collect();
    for mistake in found.into_items() {
        let is_known =
            known.iter().any(|(at, message)| *at == span(&mistake) && **message == *mistake.full_message());
        if !is_known {
            report.push(mistake);
        }
    }
}

/// Returns the byte range of a mistake in its file. Returns `None` if the mistake has no place.
fn span(mistake: &Diagnostic) -> Option<Range<u32>> {
    mistake.place.map(|place| place.start..place.end)
}

impl ReadContext<'_> {
    /// Reads the theme of the layout. Returns `None` if the layout has no theme.
    fn theme(&self, sources: &mut Sources) -> Option<UsedTheme> {
        let Attempt { layout, theme: named, .. } = hexpress_language::read_partial(self.file, sources);
        let named = named?;
        // The mistakes of the theme are already in the report, so they are discarded here.
        let mut known = Report::default();
        let files = &self.input.files;
        let read =
            hexpress_language::fetch_theme(&named, layout.as_ref(), self.file, sources, files, &mut known);
        match read {
            Some(theme) => Some(UsedTheme { theme, has_names: true }),
            None => Theme::stand_in(&named).map(|(theme, has_names)| UsedTheme { theme, has_names }),
        }
    }

    /// Returns the places of the mistakes in the layout file. Mistakes in other files, such as tables,
    /// are left out.
    ///
    /// Returns `None` if a mistake has no place, or if there are too many mistakes.
    fn places(&self, report: &Report) -> Option<Vec<SourceSpan>> {
        let mistakes = report.sorted().into_iter().filter(|found| found.severity == Severity::Error);
        let places = mistakes.map(|mistake| mistake.place).collect::<Option<Vec<SourceSpan>>>()?;
        let in_layout: Vec<SourceSpan> = places.into_iter().filter(|place| place.file == self.file).collect();
        (in_layout.len() <= MAX_MISTAKES).then_some(in_layout)
    }

    /// Searches for mistakes. If the decimal sign is unknown, searches with each sign, and keeps the
    /// mistakes that both searches find. Returns `None` if the rest of the layout cannot be read.
    fn search_either_sign(&self, search: Search<'_>, sources: &mut Sources) -> Option<FurtherMistakes> {
        let with_point = self.search(search, DecimalSign::Point, sources)?;
        if !with_point.is_decimal_unknown {
            return Some(with_point);
        }
        let with_comma = self.search(search, DecimalSign::Comma, sources)?;
        let others = with_comma.kept.sorted();
        let mut kept = Report::default();
        for mistake in with_point.kept.into_items() {
            let is_in_both = others
                .iter()
                .any(|other| other.place == mistake.place && other.full_message() == mistake.full_message());
            if is_in_both {
                kept.push(mistake);
            }
        }
        let mut places = with_point.places;
        if let Some(places) = &mut places {
            places.retain(|place| with_comma.places.as_ref().is_some_and(|all| all.contains(place)));
        }
        Some(FurtherMistakes { kept, places, is_decimal_unknown: true })
    }

    /// Removes values from the layout, and searches the rest for mistakes. Returns `None` if the rest
    /// cannot be read.
    fn search(
        &self,
        search: Search<'_>,
        decimal: DecimalSign,
        sources: &mut Sources,
    ) -> Option<FurtherMistakes> {
        let Search { theme, places, removed_part } = search;
        let Self { input, file, fonts, .. } = *self;
        let (rest, unknowns) =
            hexpress_language::read_without_values(file, sources, places, removed_part, decimal.word())?;
        let mut layout = theme.into_iter().fold(rest, |layout, used| layout.with_theme(&used.theme));
        hexpress_language::fetch(&mut layout, file, sources, &input.files).ok()?;
        let mut options = self.options.clone();
        ask_decks(&mut layout, &mut options);
        let mut report = Report::default();
        let mut all_fonts = hexpress_resolve::fonts(&layout, file, &input.files, fonts, &mut report);
        hexpress_resolve::add_unknown_fonts(&unknowns.fonts, fonts, &mut all_fonts);
        let (game, mistakes) = hexpress_resolve::resolve_partial(LayoutInput {
            id: input.id.as_str(),
            layout: &layout,
            file,
            sources,
            fonts: &all_fonts,
            files: &input.files,
        });
        report.extend(mistakes);
        let places = self.places(&report);
        let has_components = !unknowns.components;
        if has_components && !report.has_errors() {
            let (plan, unfit) = hexpress_layout::plan_partial(&game, &all_fonts, &setup(&options).ok()?);
            report.extend(unfit);
            report.extend(plan.check());
        }
        let has_names = theme.is_none_or(|used| used.has_names) && !unknowns.names;
        let is_decimal_unknown = unknowns.decimal;
        let removed = Removed { removed_part, unknowns: &unknowns, has_names };
        let mut kept = Report::default();
        for mistake in report.into_items().into_iter().filter(|found| found.severity == Severity::Error) {
            let is_cell = mistake.place.is_some_and(|place| self.is_table(place, sources));
            let is_here = is_cell || mistake.place.is_some_and(|place| place.file == file);
            if is_here && removed.was_there_before(mistake.code, is_cell) {
                kept.push(mistake);
            }
        }
        Some(FurtherMistakes { kept, places, is_decimal_unknown })
    }

    /// Returns whether a place is in a table of data, not in the layout or its theme.
    fn is_table(&self, place: SourceSpan, sources: &Sources) -> bool {
        place.file != self.file
            && sources
                .get(place.file)
                .is_some_and(|source| !source.name.to_ascii_lowercase().ends_with(".toml"))
    }
}

/// What was removed from a layout, and what is unknown because of this.
struct Removed<'u> {
    removed_part: RemovedPart,
    unknowns: &'u Unknowns,
    /// Whether all names that the layout and the theme define are known.
    has_names: bool,
}

impl Removed<'_> {
    /// Returns whether the removal cannot have caused a mistake with this code. `is_cell` says whether
    /// the mistake is in a table of data.
    fn was_there_before(&self, code: Code, is_cell: bool) -> bool {
        let is_of_fonts = code == codes::NO_GLYPH && !self.unknowns.fonts.is_empty();
        let is_of_names = OF_NAMES.contains(&code) && !self.has_names;
        if is_of_fonts || is_of_names {
            return false;
        }
        // If only some values of an element are removed, its text may get another size and seem too
        // large. This cannot happen if whole elements are removed.
        let is_size_known = self.removed_part == RemovedPart::Element
            && code == codes::TEXT_TOO_LARGE
            && !self.unknowns.sizes;
        BY_ITSELF.contains(&code)
            || (!self.unknowns.components && (OF_VALUES.contains(&code) || is_size_known))
            || (is_cell && OF_CELLS.contains(&code))
    }
}
