//! Printer's marks: rulers, and lines of text for whoever prints. It takes what room is left and never costs a
//! piece.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::{Affine, BezPath, Point, Vec2};

use crate::base::identity::{Feature, Identity, Ruler, Single};
use crate::base::units::{Mm, Trimmed};
use crate::diag::{Diagnostic, codes};
use crate::layout::draw::frame::turn;
use crate::layout::draw::painter::{Painter, line_of_text};
use crate::layout::draw::share::shared;
use crate::layout::draw::space::{Edge, Space};
use crate::layout::plan::{Content, FileLine, Plan, SheetPlan};
use crate::model::Body;
use crate::scene::{Draw, Group, Ink, Role, Shared, Stroke};

/// The rulers of a plan's sheets.
#[derive(Debug)]
pub struct Rulers {
    /// Whether each stands in a file once rather than on every sheet.
    once: bool,
    /// By their lengths in cm.
    known: BTreeMap<u8, Arc<Shared>>,
}

impl Rulers {
    /// None is drawn yet; `once` says whether they are drawn once for all sheets.
    #[must_use]
    pub fn new(once: bool) -> Self {
        Self { once, known: BTreeMap::new() }
    }

    /// A ruler of so many centimetres.
    fn draws(&mut self, tens: u8, painter: &Painter<'_, '_>) -> Vec<Draw> {
        if !self.once {
            return ruler_draws(tens, painter);
        }
        let known = self.known.entry(tens);
        let ruler =
            known.or_insert_with(|| Arc::new(Shared { large: true, ..shared(ruler_draws(tens, painter)) }));
        vec![Draw::Use { shared: Arc::clone(ruler), transform: Affine::IDENTITY }]
    }
}

/// Draws rulers both ways, how to print the sheet, and which page of which file it is.
pub fn draw(
    sheet: &SheetPlan<'_>,
    file: &FileLine,
    plan: &Plan<'_>,
    rulers: &mut Rulers,
    painter: &mut Painter<'_, '_>,
    space: &mut Space,
    draws: &mut Vec<Draw>,
) {
    let component = sheet.component;
    let mut lines = Vec::new();
    if matches!(sheet.content, Content::Blank) {
        return super::empty_page::draw(file, painter, space, draws);
    }
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
    if let Some(inking) = painter.inking {
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
    lines.push(format!("{} · page {} of {}", file.name, file.page, file.pages));
    lines.extend(version(&painter.game.version));
    if let Body::Deck(deck) = &component.body
        && let (Some(drawn), false) = (&deck.drawn, extra)
    {
        let seed = drawn.seed.map_or_else(String::new, |seed| format!("seed {seed} · "));
        lines.push(format!("{seed}deck {}", drawn.short_hash()));
    }
    let mut content = Vec::new();
    let across = ruler(&[Edge::Top, Edge::Bottom], rulers, painter, space, &mut content);
    let down = ruler(&[Edge::Left, Edge::Right], rulers, painter, space, &mut content);
    text_lines(&lines, false, painter, space, &mut content);
    credit(sheet, painter, space, &mut content);
    let is_first = |other: &&SheetPlan<'_>| !matches!(other.component.body, Body::Board(_));
    if plan.sheets.iter().find(is_first).is_some_and(|first| std::ptr::eq(first, sheet)) {
        unwritten(painter);
    }
    if !across || !down {
        distance_between_marks(sheet, painter, space, &mut content);
    }
    let id = painter.identity(Feature::Single(Single::PrinterMarks));
    let group = Group { role: Role::PrinterMark, ..Group::piece(id, Affine::IDENTITY, content) };
    draws.push(Draw::Group(group));
}

/// On a sheet of pieces, whose game it is: a board says so itself, in its bottom line.
fn credit(sheet: &SheetPlan<'_>, painter: &mut Painter<'_, '_>, space: &mut Space, content: &mut Vec<Draw>) {
    if let Content::Poster(poster, _) = &sheet.content {
        text_lines(poster.credit().map(str::to_owned).as_slice(), true, painter, space, content);
    }
    if matches!(sheet.component.body, Body::Board(_)) {
        return;
    }
    let game = painter.game;
    // Most rights name the author.
    let author = if game.rights.contains(&game.author) { "" } else { &game.author };
    let whose = [&game.title, author, &game.rights].into_iter().filter(|p| !p.is_empty());
    let mut lines = vec![whose.collect::<Vec<_>>().join(" · ")];
    lines.extend((!game.source.is_empty()).then(|| game.source.clone()));
    text_lines(&lines, true, painter, space, content);
}

/// A title of which the fonts have no letter at all is told.
fn unwritten(painter: &mut Painter<'_, '_>) {
    let (game, shaper) = (painter.game, &painter.shaper);
    let Some(font) = shaper.default_font() else { return };
    let has = |letter: char| shaper.plain(font, letter.encode_utf8(&mut [0; 4])).is_ok();
    let mut letters = game.title.chars().filter(|letter| letter.is_alphanumeric()).peekable();
    if letters.peek().is_none() || letters.any(has) {
        return;
    }
    let message = format!(
        "the font of the sheets has no letter of the title `{}`, so none of them says which game it belongs to",
        game.title
    );
    let warning = Diagnostic::warning(codes::TITLE_UNWRITTEN, message);
    painter.wrong(warning.hint("`sans` has Latin, Greek and Cyrillic letters"));
}

/// The lines in one stretch if there is room, else each by itself; smaller where it must be, and `short` where it may.
pub(crate) fn text_lines(
    lines: &[String],
    short: bool,
    painter: &mut Painter<'_, '_>,
    space: &mut Space,
    content: &mut Vec<Draw>,
) {
    let joined = lines.join(" · ");
    // Not beside the game's own line at the foot, where the two would be read as one.
    let foot_is_free =
        space.free(Edge::Bottom, 2.0).iter().any(|(a, b)| b - a > space.printable().width() * 0.55);
    let edges = if foot_is_free {
        [Edge::Bottom, Edge::Top, Edge::Left, Edge::Right]
    } else {
        [Edge::Top, Edge::Bottom, Edge::Left, Edge::Right]
    };
    if set_text(&joined, &[7.0, 6.0, 5.0], &edges, painter, space, content) {
        return;
    }
    for line in lines {
        if !set_text(line, &[7.0, 6.0, 5.0, 4.0], &edges, painter, space, content) && short {
            shortened(line, &edges, painter, space, content);
        }
    }
}

/// A line without what the font lacks, and as much of it as there is room for: `…` stands for the rest.
fn shortened(
    line: &str,
    edges: &[Edge],
    painter: &Painter<'_, '_>,
    space: &mut Space,
    content: &mut Vec<Draw>,
) {
    let Some(font) = painter.shaper.default_font() else { return };
    let points = 4.0;
    let size = Mm::from_pt(points).0;
    let room = edges.iter().flat_map(|edge| space.free(*edge, 1.2 * size));
    let room = room.map(|(from, to)| to - from).fold(0.0, f64::max);
    let mut text = String::new();
    let (mut length, mut letters) = (0.0, 0);
    for letter in line.chars().chain([' ']) {
        let drawn = painter.shaper.plain(font, letter.encode_utf8(&mut [0; 4]));
        if drawn.is_err() && text.ends_with('…') {
            continue;
        }
        // The last one is left to the sign that there is more, which is as wide as any letter.
        length += drawn.as_ref().map_or(1.0, |shaped| shaped.advance) * size;
        if length + size > room {
            text = text.trim_end().to_owned() + "…";
            break;
        }
        text.push(if drawn.is_ok() { letter } else { '…' });
        letters += usize::from(drawn.is_ok());
    }
    // So little of it says nothing.
    let says = letters > LEAST_LETTERS || length + size <= room;
    if says && text.contains(char::is_alphanumeric) {
        set_text(text.trim_end(), &[7.0, 6.0, 5.0, points], edges, painter, space, content);
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

/// A line of text in the first of these sizes for which there is room. Whether there was any.
fn set_text(
    line: &str,
    points: &[f64],
    edges: &[Edge],
    painter: &Painter<'_, '_>,
    space: &mut Space,
    content: &mut Vec<Draw>,
) -> bool {
    let Some(font) = painter.shaper.default_font() else { return false };
    let Ok(shaped) = painter.shaper.plain(font, line) else { return false };
    // From the tops of the letters to the ends of brackets and tails: nothing may be cut off at the edge.
    let claim = |points: &f64| {
        let size = Mm::from_pt(*points).0;
        let (length, depth) = (shaped.advance * size, shaped.ink.height() * size);
        space.claim(edges, 0.5, length, depth).map(|(rect, edge)| (size, rect, edge))
    };
    let Some((size, rect, edge)) = points.iter().find_map(claim) else { return false };
    let text = line_of_text(
        &shaped,
        font,
        size,
        Point::new(-shaped.advance * size / 2.0, -shaped.ink.center().y * size),
        Ink::black(),
    );
    let degrees = match edge {
        Edge::Bottom | Edge::Top => 0.0,
        Edge::Left => 270.0,
        Edge::Right => 90.0,
    };
    let transform = Affine::translate(rect.center().to_vec2()) * turn(degrees);
    content.push(Draw::Group(Group { transform, ..Group::plain(vec![text]) }));
    true
}

const RULER_DEPTH: f64 = 2.6;
/// The width of its lines.
const RULER_LINE: f64 = 0.12;
/// Room beyond the ruler's first mark, for half its width, and beyond its last one, for the label.
const RULER_ENDS: (f64, f64) = (0.2, 7.0);

/// A ruler of 100 mm, or of the longest whole 10 mm there is room for. Whether there was any.
fn ruler(
    edges: &[Edge],
    rulers: &mut Rulers,
    painter: &Painter<'_, '_>,
    space: &mut Space,
    content: &mut Vec<Draw>,
) -> bool {
    // Rulers begin in the corner, so that the middle of the edge is left for words.
    let wish = if edges.contains(&Edge::Left) { 1.0 } else { 0.0 };
    for tens in (1..=10u8).rev() {
        let length = f64::from(tens) * 10.0 + RULER_ENDS.0 + RULER_ENDS.1;
        let Some((rect, edge)) = space.claim(edges, wish, length, RULER_DEPTH) else { continue };
        let (transform, ruler) = match edge {
            Edge::Bottom | Edge::Top => {
                (Affine::translate(Vec2::new(rect.x0 + RULER_ENDS.0, rect.y0)), Ruler::Across)
            }
            // Read from the right, its zero at the bottom.
            Edge::Left | Edge::Right => {
                (Affine::translate(Vec2::new(rect.x0, rect.y1 - RULER_ENDS.0)) * turn(270.0), Ruler::Down)
            }
        };
        let draws = rulers.draws(tens, painter);
        content.push(Draw::Group(Group {
            id: Some(Identity::Ruler(ruler)),
            transform,
            ..Group::plain(draws)
        }));
        return true;
    }
    false
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
    let Some(font) = painter.shaper.default_font() else { return draws };
    let label = format!("{} mm", Trimmed(length));
    if let Ok(shaped) = painter.shaper.plain(font, &label) {
        let size = Mm::from_pt(5.0).0;
        draws.push(line_of_text(
            &shaped,
            font,
            size,
            Point::new(length + 0.8, RULER_DEPTH - 0.4),
            Ink::black(),
        ));
    }
    draws
}

/// Where no ruler fits, the outermost cuts are the ruler: how far they are apart.
fn distance_between_marks(
    sheet: &SheetPlan<'_>,
    painter: &Painter<'_, '_>,
    space: &mut Space,
    content: &mut Vec<Draw>,
) {
    let size = match &sheet.content {
        Content::Board(_, fit) => fit.cells.size(),
        Content::Fronts(_, fit, _) if fit.duplex.fold => fit.block().union(fit.block_of(true)).size(),
        Content::Poster(poster, _) => {
            let line = poster.measure();
            let edges = [Edge::Bottom, Edge::Top, Edge::Left, Edge::Right];
            set_text(&line, &[6.0, 5.0, 4.0], &edges, painter, space, content);
            return;
        }
        Content::Fronts(_, fit, _) | Content::Backs(_, fit, _) => fit.block().size(),
        Content::Blank | Content::ExtraSheet(_) => return,
    };
    let line = format!("all in all {} x {} mm", Trimmed(size.width), Trimmed(size.height));
    let edges = [Edge::Bottom, Edge::Top, Edge::Left, Edge::Right];
    set_text(&line, &[6.0, 5.0, 4.0], &edges, painter, space, content);
}
