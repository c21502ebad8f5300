//! Compiles the fonts and colours of pages.
//!
//! - In: the keys of a `[[page]]` table.
//! - Out: a [`PageStyle`]. The styles of headings below level 2, of tables and of code are derived
//!   from the fonts that the layout sets.

use crate::context::Resolver;
use hexpress_base::diag::SourceSpan;
use hexpress_base::units::PT_PER_MM;
use hexpress_game::TextFormat;
use hexpress_game::pages::PageStyle;
use hexpress_game::text_flow::TextFlow;
use hexpress_language::tables::page::Page;
use hexpress_language::values::choice::TextDirection;
use hexpress_language::values::spanned::Spanned;
use hexpress_language::values::value::{Align, Font};
use hexpress_scene::text::hyphens::Hyphens;
use hexpress_scene::text::{Direction, LetterStyle, Style};
use hexpress_scene::{Ink, Stroke};

/// The default font of the text: its family, its size in points, and whether it is bold.
const DEFAULT_TEXT_FONT: (&str, f64, bool) = ("serif", 10.5, false);
/// The default font of headings of the first level.
const DEFAULT_TITLE_FONT: (&str, f64, bool) = ("display", 24.0, true);
/// The default font of headings of the second level.
const DEFAULT_HEAD_FONT: (&str, f64, bool) = ("sans", 14.0, true);
/// The sizes of headings of levels 3 to 6, as fractions of the size of level 2. No heading is
/// smaller than the text.
const LOWER_HEAD_SIZES: [f64; 4] = [0.82, 0.75, 0.75, 0.75];
/// The size of text in tables and code, as a fraction of the size of other text.
const SMALL_TEXT_SIZE: f64 = 0.92;
/// The distance between the baselines of headings, in ems.
const HEADING_PITCH: f64 = 1.15;
/// The distance between the baselines of text, in ems.
const TEXT_PITCH: f64 = 1.36;

/// Returns the style of a page. Returns `None` if a font is unknown.
pub fn style(table: &Spanned<Page>, resolver: &mut Resolver<'_>) -> Option<PageStyle> {
    let place = resolver.place(table);
    let text = font(&table.font, DEFAULT_TEXT_FONT);
    let head = font(&table.head_font, DEFAULT_HEAD_FONT);
    let hyphens = Hyphens::of_language(language(resolver));
    let direction = Some(direction(table, resolver));
    let flow = TextFlow { hyphens, fits_icons: true, direction, ..TextFlow::default() };
    let mut format = |font: &Font, place: SourceSpan, pitch: f64| {
        let size = font.size;
        let (align, letter_style) = (Align::default(), LetterStyle::default());
        let font = resolver.font(font, place)?;
        let spacing = Some(pitch);
        Some(TextFormat {
            font,
            size,
            min_size: size,
            align,
            spacing,
            letter_style,
            bend: None,
            along: false,
            flow,
        })
    };
    let at = |font: &Option<Spanned<Font>>| {
        font.as_ref().map_or(place, |font| SourceSpan::new(place.file, font.span.clone()))
    };
    let body = format(&text, at(&table.font), TEXT_PITCH)?;
    let unbroken = TextFlow { hyphens: None, ..flow };
    let title = format(&font(&table.title_font, DEFAULT_TITLE_FONT), at(&table.title_font), HEADING_PITCH)?;
    let second = format(&head, at(&table.head_font), HEADING_PITCH)?;
    let lower = LOWER_HEAD_SIZES.map(|scale| {
        let size = (second.size * scale).max(body.size);
        TextFormat { size, min_size: size, ..second }
    });
    let [third, fourth, fifth, sixth] = lower;
    let headings =
        [title, second, third, fourth, fifth, sixth].map(|heading| TextFormat { flow: unbroken, ..heading });
    let size = body.size * SMALL_TEXT_SIZE;
    let small = TextFormat { size, min_size: size, ..body };
    let bold = resolver.fonts.styled(small.font, Style { bold: true, italic: false });
    let table_head = TextFormat { font: bold.unwrap_or(small.font), flow: unbroken, ..small };
    let ink = table.colour.as_ref().and_then(|colour| resolver.ink(colour)).unwrap_or_else(Ink::black);
    let heading_ink = table.title_colour.as_ref().and_then(|colour| resolver.ink(colour));
    let heading_ink = heading_ink.unwrap_or_else(|| ink.clone());
    let line = table.line.as_ref().and_then(|line| resolver.stroke(line));
    let shade = match &table.fill {
        Some(fill) => resolver.fill(fill),
        None => Some(Ink::from_rgb([0xEE; 3])),
    };
    let line = line.unwrap_or_else(|| Stroke::solid(0.3, Ink::from_rgb([0x80; 3])));
    Some(PageStyle { text: body, headings, small, table_head, ink, heading_ink, line, shade })
}

/// Returns the direction of a page. If the layout sets no direction, returns the direction of the
/// game's language.
pub fn direction(table: &Page, resolver: &Resolver<'_>) -> Direction {
    match table.direction.as_ref().map(|direction| direction.value) {
        Some(TextDirection::LeftToRight) => Direction::LeftToRight,
        Some(TextDirection::RightToLeft) => Direction::RightToLeft,
        None => Direction::of_language(language(resolver)),
    }
}

fn language<'a>(resolver: &Resolver<'a>) -> &'a str {
    let language = resolver.layout.game.as_deref().and_then(|game| game.language.as_ref());
    language.map_or("en", |language| language.value.as_str())
}

/// Returns the font that the layout sets. If the layout sets no font, returns the default font.
fn font(value: &Option<Spanned<Font>>, (family, points, bold): (&str, f64, bool)) -> Font {
    value.as_deref().cloned().unwrap_or_else(|| Font {
        family: Some(family.to_owned()),
        size: points / PT_PER_MM,
        bold,
        italic: false,
    })
}
