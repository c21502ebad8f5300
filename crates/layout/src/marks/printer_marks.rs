//! Printer's marks: rulers, and lines of text for whoever prints. It takes what room is left and never costs a
//! piece.

use crate::base::map::Map;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Rect, Size, Vec2};

use crate::base::identity::{Identity, Ruler, Single};
use crate::base::units::{Mm, Trimmed};
use crate::diag::codes;
use crate::layout::draw::frame::turn;
use crate::layout::draw::painter::{Painter, line_of_text};
use crate::layout::draw::share::shared;
use crate::layout::draw::space::Edge;
use crate::layout::impose::Side;
use crate::layout::page::{Page, centred_words};
use crate::layout::plan::{Content, FileLine, Plan, SheetPlan};
use crate::model::{Body, Game};
use crate::print::language::said;
use crate::scene::{Draw, Group, Ink, Shared, Stroke};

/// Rulers that are drawn already, by their lengths in cm.
pub type Rulers = Map<u8, Arc<Shared>>;

/// Draws rulers both ways, how to print the sheet, and which page of which file it is.
pub fn draw(
    sheet: &SheetPlan<'_>,
    file: &FileLine,
    plan: &Plan<'_>,
    mut rulers: Option<&mut Rulers>,
    page: &mut Page<'_, '_>,
) {
    if matches!(sheet.content, Content::Blank) {
        return empty_page(file, page);
    }
    let (lines, which) = instructions(sheet, file, plan);
    page.is_part = matches!(sheet.content, Content::Poster(..));
    let before = page.draws.len();
    let across = ruler(&[Edge::Top, Edge::Bottom], rulers.as_deref_mut(), page);
    let down = ruler(&[Edge::Left, Edge::Right], rulers, page);
    let heading = text_lines(&lines, Some(which), page);
    if let Content::Poster(poster, _) = &sheet.content {
        text_lines(poster.credit.as_deref().map(str::to_owned).as_slice(), None, page);
    }
    let is_board = |sheet: &SheetPlan<'_>| matches!(sheet.component.body, Body::Board(_));
    // A board says whose game it is itself, in its bottom line.
    if !is_board(sheet) {
        text_lines(&credit(page.painter.game), None, page);
    }
    if let Some(credit) = plan.game.pictures.credit()
        && page.draws.iter().any(is_credited)
    {
        text_lines(&[format!("Icons: {credit}")], None, page);
    }
    if plan.sheets.iter().find(|other| !is_board(other)).is_some_and(|first| std::ptr::eq(first, sheet)) {
        unwritten(&mut page.painter);
    }
    if !across || !down {
        distance_between_marks(sheet, page);
    }
    let content = page.draws.split_off(before);
    page.push_marks(Single::PrinterMarks, Affine::IDENTITY, content);
    if let Some(heading) = heading {
        page.push_heading(Single::PrinterMarks, heading);
    }
}

/// The back of a sheet with one side, in a file with sheets that have two, says that it is empty, and why.
fn empty_page(file: &FileLine, page: &mut Page<'_, '_>) {
    let front = file.page.saturating_sub(1);
    let why = format!(
        "left empty on purpose: the back of page {front}, so that the next sheets keep their two sides"
    );
    let before = page.draws.len();
    let heading = text_lines(&[why, which(file)], Some(1), page);
    let content = page.draws.split_off(before);
    if !content.is_empty() {
        page.push_marks(Single::Empty, Affine::IDENTITY, content);
    }
    if let Some(heading) = heading {
        page.push_heading(Single::Empty, heading);
    }
}

/// Which page of which file a sheet is.
fn which(file: &FileLine) -> String {
    format!("{} · page {} of {}", file.name, file.page, file.pages)
}

/// How to print a sheet, and what it is; and which of the lines says which page it is.
fn instructions(sheet: &SheetPlan<'_>, file: &FileLine, plan: &Plan<'_>) -> (Vec<String>, usize) {
    let component = sheet.component;
    let mut lines = Vec::new();
    let extra = matches!(sheet.content, Content::ExtraSheet(_));
    if !extra && (component.print > 1 || component.stock.is_some()) {
        let copies = match component.print {
            1 => "Print once".to_owned(),
            n => format!("Print {n} copies"),
        };
        lines.push(match &component.stock {
            Some(stock) => format!("{copies} on {stock}, at 100 % (actual size)"),
            None => format!("{copies} at 100 % (actual size)"),
        });
    } else {
        lines.push("Print at 100 % (actual size)".to_owned());
    }
    if let Some(inking) = plan.inking {
        lines.push(inking.words().to_owned());
    }
    // Sheets that have two sides are turned over one edge, whichever way they lie: a file is one job for the printer.
    let edge = plan.flips().edge().unwrap_or_default();
    match &sheet.content {
        Content::Backs(..) => {
            let front = file.page.saturating_sub(1);
            lines.push(format!("the backs of page {front}: flip on the {edge} edge"));
        }
        Content::Fronts(deck, fit, _) if !deck.back.is_empty() && fit.duplex.fold => {
            lines.push("on one side; fold and glue, then cut".to_owned());
        }
        Content::Fronts(deck, ..) if !deck.back.is_empty() && plan.has_backs() => {
            lines.push(format!("on both sides, flip on the {edge} edge"));
        }
        _ => {}
    }
    if let Content::Poster(poster, index) = &sheet.content {
        lines.push(format!("{}: {}", component.name, poster.part_name(*index)));
    }
    lines.extend((!sheet.beside.is_empty() && !extra).then(|| sheet.names().to_string()));
    let named = lines.len();
    lines.push(which(file));
    lines.extend(version(&plan.game.version));
    let mut last = None;
    for part in sheet.parts().filter(|_| !extra) {
        let Some(drawn) = part.component.deck().and_then(|deck| deck.drawn.as_ref()) else { continue };
        let seed = drawn.seed.filter(|seed| last.replace(*seed) != Some(*seed));
        let seed = seed.map_or_else(String::new, |seed| format!("seed {seed} · "));
        let deck = if sheet.beside.is_empty() { "deck" } else { &part.component.name };
        lines.push(format!("{seed}{deck} {}", drawn.short_hash()));
    }
    (lines, named)
}

/// Whose game it is.
fn credit(game: &Game) -> Vec<String> {
    // Most rights name the author.
    let author = if game.rights.contains(&game.author) { "" } else { &game.author };
    let whose = [&game.title, author, &game.rights].into_iter().filter(|p| !p.is_empty());
    let mut lines = vec![whose.collect::<Vec<_>>().join(" · ")];
    lines.extend((!game.source.is_empty()).then(|| game.source.clone()));
    lines
}

/// Whether an icon of a pack is drawn, whose author is to be named.
fn is_credited(draw: &Draw) -> bool {
    match draw {
        Draw::Group(group) => group.credited || group.draws.iter().any(is_credited),
        Draw::Many(many) => many.looks.iter().any(|look| look.draws.iter().any(is_credited)),
        Draw::Use { shared, .. } => shared.draws.iter().any(is_credited),
        _ => false,
    }
}

/// A title of which the fonts have no letter at all is told.
fn unwritten(painter: &mut Painter<'_, '_>) {
    let (game, shaper) = (painter.game, &painter.shaper);
    let has = |letter: char| shaper.plain(letter.encode_utf8(&mut [0; 4])).is_some();
    let mut letters = game.title.chars().filter(|letter| letter.is_alphanumeric()).peekable();
    if letters.peek().is_none() || letters.any(has) {
        return;
    }
    let message = format!(
        "the font of the sheets has no letter of the title `{}`, so none of them says which game it belongs to",
        game.title
    );
    let warning = codes::TITLE_UNWRITTEN.warning(message);
    painter.wrong(warning.hint("`sans` has Latin, Greek and Cyrillic letters"));
}

/// Draws the lines in one stretch if there is room, else each by itself, and smaller if need be. Returns what is drawn of the
/// line with the number `heading`, if any; without such a line, they may also be cut short.
fn text_lines(lines: &[String], heading: Option<usize>, page: &mut Page<'_, '_>) -> Option<Draw> {
    let short = heading.is_none();
    // What the layout says itself is in its language already.
    let own =
        |line: &String| if short { line.clone() } else { said(&page.painter.game.language, line.clone()) };
    let lines: Vec<String> = lines.iter().map(own).collect();
    // Not beside the game's own line at the foot, where the two would be read as one.
    let foot = page.space.free(Edge::Bottom, 2.0);
    let foot_is_free = foot.iter().any(|(a, b)| b - a > page.space.printable().width() * 0.55);
    let mut edges = EDGES;
    if !foot_is_free {
        edges.swap(0, 1);
    }
    if set_text(&lines.join(" · "), MIDDLE, &[7.0, 6.0, 5.0], &edges, page) {
        return heading.and_then(|_| page.draws.pop());
    }
    let mut drawn = None;
    // Along one edge they are read in their order.
    for (number, line) in lines.iter().enumerate() {
        let wish = (number as f64 + 0.5) / lines.len() as f64;
        match set_text(line, wish, &[7.0, 6.0, 5.0, 4.0], &edges, page) {
            true if heading == Some(number) => drawn = page.draws.pop(),
            false if short => shortened(line, &edges, page),
            _ => {}
        }
    }
    drawn
}

/// Where words stand: along the first of these edges that has room.
const EDGES: [Edge; 4] = [Edge::Bottom, Edge::Top, Edge::Left, Edge::Right];

/// A line without what the font lacks, and as much of it as there is room for: `…` stands for the rest.
fn shortened(line: &str, edges: &[Edge], page: &mut Page<'_, '_>) {
    let shaper = page.painter.shaper;
    let points = 4.0;
    let size = Mm::from_pt(points).0;
    let room = edges.iter().flat_map(|edge| page.space.free(*edge, 1.2 * size));
    let room = room.map(|(from, to)| to - from).fold(0.0, f64::max);
    let mut text = String::new();
    let (mut length, mut letters) = (0.0, 0);
    for letter in line.chars().chain([' ']) {
        let drawn = shaper.plain(letter.encode_utf8(&mut [0; 4]));
        if drawn.is_none() && text.ends_with('…') {
            continue;
        }
        // The last one is left to the sign that there is more, which is as wide as any letter.
        length += drawn.as_ref().map_or(1.0, |shaped| shaped.advance) * size;
        if length + size > room {
            text = text.trim_end().to_owned() + "…";
            break;
        }
        text.push(if drawn.is_some() { letter } else { '…' });
        letters += usize::from(drawn.is_some());
    }
    // So little of it says nothing.
    let says = letters > LEAST_LETTERS || length + size <= room;
    if says && text.contains(char::is_alphanumeric) {
        set_text(text.trim_end(), MIDDLE, &[7.0, 6.0, 5.0, points], edges, page);
    }
}

/// More letters of a line are worth their room.
const LEAST_LETTERS: usize = 12;

/// The layout's own version, as it is printed.
fn version(typed: &str) -> Option<String> {
    let typed = typed.trim();
    let number = typed.starts_with(|c: char| c.is_ascii_digit());
    (!typed.is_empty()).then(|| if number { format!("version {typed}") } else { typed.to_owned() })
}

/// Lines stand in the middle of their edge where they may.
const MIDDLE: f64 = 0.5;

/// A line of text in the first of these sizes for which there is room, as near to `wish` along its edge as it can be (0
/// left or top, 1 right or bottom). Whether there was any.
fn set_text(line: &str, wish: f64, points: &[f64], edges: &[Edge], page: &mut Page<'_, '_>) -> bool {
    let Some(mut shaped) = page.painter.shaper.plain(line) else { return false };
    let tails = page.painter.shaper.plain(TAILS).filter(|_| page.is_part);
    // From the tops of the letters to the ends of brackets and tails: nothing may be cut off at the edge.
    let claim = |points: &f64| {
        let size = Mm::from_pt(*points).0;
        // Lines of sheets that are put together are level, whatever their letters and their sizes.
        let below = tails.as_ref().map(|tails| tails.ink.y1 * Mm::from_pt(LEVEL).0 / size);
        let ink = Rect { y1: below.unwrap_or(shaped.ink.y1), ..shaped.ink };
        let (length, depth) = (shaped.advance * size, ink.height() * size);
        page.space.claim(edges, wish, length, depth).map(|(rect, edge)| (size, rect, edge, ink))
    };
    let Some((size, rect, edge, ink)) = points.iter().find_map(claim) else { return false };
    shaped.ink = ink;
    let degrees = match edge {
        Edge::Bottom | Edge::Top => 0.0,
        Edge::Left => 270.0,
        Edge::Right => 90.0,
    };
    page.draws.push(centred_words(&shaped, size, rect.center(), degrees));
    true
}

/// Letters that reach as far below their line as any, and the size in points in which they do so on all sheets.
const TAILS: &str = "(gjpqy)";
const LEVEL: f64 = 7.0;

const RULER_DEPTH: f64 = 2.6;
/// The width of its lines.
const RULER_LINE: f64 = 0.12;
/// Room beyond the ruler's first mark, for half its width, and beyond its last one, for the label.
const RULER_ENDS: (f64, f64) = (0.2, 7.0);

/// A ruler of 100 mm, or of the longest whole 10 mm there is room for. Whether there was any.
fn ruler(edges: &[Edge], rulers: Option<&mut Rulers>, page: &mut Page<'_, '_>) -> bool {
    // Rulers begin in the corner, so that the middle of the edge is left for words.
    let wish = if edges.contains(&Edge::Left) { 1.0 } else { 0.0 };
    // Rather a shorter one than one of which a name seems to be a figure.
    let all = [true, false].into_iter().flat_map(|far| (1..=10u8).rev().map(move |tens| (far, tens)));
    let claimed = all.into_iter().find_map(|(far, tens)| {
        let length = f64::from(tens) * 10.0 + RULER_ENDS.0 + RULER_ENDS.1;
        Some((tens, page.space.claim_at(edges, wish, [length, RULER_DEPTH], far)?))
    });
    let Some((tens, (rect, edge))) = claimed else { return false };
    let (transform, ruler) = match edge {
        Edge::Bottom | Edge::Top => {
            (Affine::translate(Vec2::new(rect.x0 + RULER_ENDS.0, rect.y0)), Ruler::Across)
        }
        // Read from the right, its zero at the bottom.
        Edge::Left | Edge::Right => {
            (Affine::translate(Vec2::new(rect.x0, rect.y1 - RULER_ENDS.0)) * turn(270.0), Ruler::Down)
        }
    };
    let draw = || ruler_draws(tens, &page.painter);
    let draws = match rulers {
        None => draw(),
        Some(rulers) => {
            let ruler = rulers.entry(tens);
            let ruler = ruler.or_insert_with(|| Arc::new(Shared { large: true, ..shared(draw()) }));
            vec![Draw::Use { shared: Arc::clone(ruler), transform: Affine::IDENTITY }]
        }
    };
    page.draws.push(Draw::Group(Group::piece(Identity::Ruler(ruler), transform, draws)));
    true
}

fn ruler_draws(tens: u8, painter: &Painter<'_, '_>) -> Vec<Draw> {
    let length = f64::from(tens) * 10.0;
    let mut path = BezPath::new();
    let mut tick = |x: f64, height: f64| {
        path.move_to((x, RULER_DEPTH));
        path.line_to((x, RULER_DEPTH - height));
    };
    for mm in 0..=u16::from(tens) * 10 {
        let height = match mm {
            n if n.is_multiple_of(10) => 2.5,
            n if n.is_multiple_of(5) => 1.7,
            // Single millimetres in the first centimetre only: more is noise.
            n if n < 10 => 1.1,
            _ => continue,
        };
        tick(f64::from(mm), height);
    }
    path.move_to((0.0, RULER_DEPTH - RULER_LINE / 2.0));
    path.line_to((length, RULER_DEPTH - RULER_LINE / 2.0));
    let mut draws =
        vec![Draw::Path { path, fill: None, stroke: Some(Stroke::solid(RULER_LINE, Ink::black())) }];
    if let Some(shaped) = painter.shaper.plain(&format!("{} mm", Trimmed(length))) {
        let size = Mm::from_pt(5.0).0;
        let origin = Point::new(length + 0.8, RULER_DEPTH - 0.4);
        draws.push(line_of_text(&shaped, size, origin, Ink::black()));
    }
    draws
}

/// Where no ruler fits, the outermost cuts are the ruler: how far they are apart.
fn distance_between_marks(sheet: &SheetPlan<'_>, page: &mut Page<'_, '_>) {
    let all_in_all = |size: Size| format!("all in all {} x {} mm", Trimmed(size.width), Trimmed(size.height));
    let line = match &sheet.content {
        Content::Board(_, fit) => all_in_all(fit.outlines),
        Content::Poster(poster, _) => poster.measure(),
        // Of several blocks nothing is measured that a ruler could be held to.
        _ if !sheet.between.is_empty() => return,
        Content::Fronts(_, fit, _) if fit.duplex.fold => {
            all_in_all(fit.block(Side::Front).union(fit.block(Side::Back)).size())
        }
        Content::Fronts(_, fit, _) | Content::Backs(_, fit, _) => all_in_all(fit.block(Side::Front).size()),
        Content::Blank | Content::ExtraSheet(_) => return,
    };
    let line = said(&page.painter.game.language, line);
    set_text(&line, MIDDLE, &[6.0, 5.0, 4.0], &EDGES, page);
}
