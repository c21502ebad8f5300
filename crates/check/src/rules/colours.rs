//! Colours that have to be told apart can be, by every eye and in grey; or something else tells them apart.

use crate::base::cell_index::CellIndex;
use crate::base::map::Map;
use std::cmp::Ordering;
use std::collections::BTreeSet;

use kurbo::{Shape as _, Vec2};

use crate::base::identity::{Feature, Identity};
use crate::check::color_vision::{APART, Differences, Sight, apart, hex};
use crate::check::facts::board::{FoundBoard, FoundCell};
use crate::check::facts::look::{self, Shapes, Sign};
use crate::check::facts::pieces::FoundPiece;
use crate::check::facts::{Facts, PageContext, covers};
use crate::check::fault::{Fault, Findings};
use crate::check::rule::{Rule, Run};
use crate::diag::codes;
use crate::model::{Board, Element, Shape};
use crate::print::setup::Inking;
use crate::read::{Item, ItemKind, Page, Rgb, Text};
use crate::spec::values::value::Where;

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        title: "kinds of cells can be told apart without seeing colours",
        why: "One man in twelve sees some pairs of colours as one, and a laser printer sees none. A word, a mark or an \
              icon in the cell helps; so do colours of which one is much darker.",
        right: "green cells that say Buy, and red cells that say Sell",
        wrong: "green cells and red cells of the same lightness, without words",
        of_words: true,
        alike: true,
        ..Rule::error(codes::KINDS_ALIKE, Run::Whole(kinds))
    },
    Rule {
        title: "the colours of a board's sides can be told apart",
        why: "Who does not know which sides are his cannot play.",
        right: "white sides and black sides",
        wrong: "red sides and green sides of the same lightness",
        alike: true,
        ..Rule::error(codes::SIDES_ALIKE, Run::Whole(sides))
    },
    Rule {
        title: "the colours of tiles' edges can be told apart, or each has a sign of its own",
        why: "Edges of tiles are matched by their colours. Where two colours look alike, a sign beside them has to \
              say which is which.",
        right: "seven colours, and a star, a disc, a triangle … on each band",
        wrong: "red and green bands without signs",
        alike: true,
        ..Rule::error(codes::EDGES_ALIKE, Run::All(edges))
    },
    Rule {
        title: "pieces that differ by their colours alone can be told apart",
        why: "Two players whose men look alike play one colour.",
        right: "a white disc with a ring and a black disc with a dot",
        wrong: "a red disc and a green disc",
        of_words: true,
        alike: true,
        ..Rule::error(codes::PIECES_ALIKE, Run::All(pieces))
    },
];

/// More colours than these on a board are no kinds: they show a quantity, or are a picture.
pub const KINDS: usize = 12;

/// What mends kinds of cells that are alike.
const DARKER: &str = "give one of them a label, a mark or an icon, or a darker colour";

/// What a cell looks like.
pub struct CellLook {
    fill: Option<Rgb>,
    line: Option<(Rgb, f64)>,
    shapes: Shapes,
    colours: Vec<Rgb>,
}

/// What a cell looks like, its own name left out.
pub fn cell_look(page: &Page, cell: &FoundCell) -> CellLook {
    look_of(cell, cell.own(page))
}

/// The same without patterns: in cells of several sorts, and beside a cut, other parts of them are seen. Of a poster, which
/// may have the words of a cell on several sheets, these come last, in an order of their own.
pub fn cell_look_without_patterns(context: &PageContext<'_>, cell: &FoundCell) -> CellLook {
    let mut items: Vec<&Item> = cell.own(context.page).filter(|item| !cell.cuts(item)).collect();
    if context.sheet.part.is_some() {
        items.sort_by(|a, b| by_words(a, b));
    }
    look_of(cell, items.into_iter())
}

/// Words behind all else, by what they say and where they stand: along a line that slants so that no two words of a cell
/// are level.
fn by_words(a: &Item, b: &Item) -> Ordering {
    let place = |text: &Text| text.outline.center().to_vec2().dot(Vec2::new(0.83, 0.56));
    match (&a.kind, &b.kind) {
        (ItemKind::Text(a), ItemKind::Text(b)) => a.string.cmp(&b.string).then(place(a).total_cmp(&place(b))),
        (ItemKind::Text(_), _) => Ordering::Greater,
        (_, ItemKind::Text(_)) => Ordering::Less,
        _ => Ordering::Equal,
    }
}

fn look_of<'i>(cell: &FoundCell, items: impl Iterator<Item = &'i Item> + Clone) -> CellLook {
    let mut colours = Vec::new();
    items.clone().for_each(|item| look::paints(item, &mut colours));
    let shapes = Shapes::of(items, cell.outline.centre);
    CellLook { fill: cell.fill, line: cell.line, shapes, colours }
}

impl CellLook {
    /// Whether two cells look the same.
    pub fn same(&self, other: &Self) -> bool {
        self.difference(other).is_none()
    }

    /// What is different; none if nothing is.
    pub fn difference(&self, other: &Self) -> Option<String> {
        let colour = |fill: Option<Rgb>| fill.map_or_else(|| "none".to_owned(), hex);
        if self.fill != other.fill {
            return Some(format!("its colour is {}, and theirs {}", colour(self.fill), colour(other.fill)));
        }
        match (self.line, other.line) {
            (Some((a, w)), Some((b, v))) if a == b && (w - v).abs() <= 0.01 => {}
            (None, None) => {}
            _ => return Some("its line is another".to_owned()),
        }
        if !self.shapes.same(&other.shapes) {
            return Some("other words or marks stand in it, or elsewhere".to_owned());
        }
        (self.colours != other.colours).then(|| "what stands in it has other colours".to_owned())
    }
}

/// Two colours, and the way to see in which they are hardest to tell apart.
#[derive(Clone, Copy)]
struct Alike {
    a: Rgb,
    b: Rgb,
    by: f64,
    sight: Sight,
}

impl Alike {
    fn of(a: Rgb, b: Rgb, (by, sight): (f64, Sight)) -> Self {
        Self { a, b, by, sight }
    }

    fn words(self) -> String {
        let (a, b, sight) = (hex(self.a), hex(self.b), self.sight.words());
        format!("{a} and {b} look alike {sight} (a difference of {:.1}; {APART} can be told apart)", self.by)
    }

    /// What is alike only on a laser printer, or almost, is worth a warning.
    fn soften(self, fault: &mut Fault) -> &mut Fault {
        if self.by >= APART / 2.0 || self.sight == Sight::Grey { fault.warning() } else { fault }
    }
}

/// Each of some things with each of those before it.
fn pairs<T>(all: &[T]) -> impl Iterator<Item = (&T, &T)> {
    all.iter().enumerate().flat_map(|(i, one)| all[..i].iter().map(move |other| (one, other)))
}

/// The pair of colours that is easiest to tell apart, of two drawings that are the same but for them; of those that can be
/// told apart, the first.
fn clearest(pairs: impl Iterator<Item = (Rgb, Rgb)>, known: &mut Differences) -> Option<Alike> {
    let mut best: Option<Alike> = None;
    for (a, b) in pairs.filter(|(a, b)| a != b) {
        let one = Alike::of(a, b, known.apart(a, b));
        if one.by >= APART {
            return Some(one);
        }
        // Of two that differ as much, the first.
        if best.is_none_or(|best| one.by > best.by) {
            best = Some(one);
        }
    }
    best
}

/// The words in a cell. Letters that a file does not explain are told apart by how they are drawn.
fn told_words(page: &Page, cell: &FoundCell) -> String {
    let mut words = cell.words(page);
    if words.contains(char::REPLACEMENT_CHARACTER) {
        let items = cell.items.iter().filter_map(|&i| page.items.get(i));
        items.for_each(|item| words.push_str(&format!(" {:x}", item.effect)));
    }
    words
}

/// Whether one drawing of many parts lies over several cells, as words that were turned into curves do: which part
/// belongs to which cell is not known.
pub fn is_written_over(page: &Page, board: &FoundBoard) -> bool {
    let (all, side) = (board.bounds(), board.lattice.side);
    page.items.iter().any(|item| match &item.kind {
        ItemKind::Path { path, fill: Some(_), .. } => {
            let bounds = path.bounding_box();
            path.parts() * 2 >= board.cells.len()
                && bounds.width().max(bounds.height()) > 2.1 * side
                && all.inflate(side, side).contains_rect(bounds)
                && path.area().abs() < 0.3 * all.area()
        }
        _ => false,
    })
}

/// Cells of two colours that nothing else tells apart, where no layout says which kinds there are.
fn drawn_kinds(context: &PageContext<'_>, out: &mut Findings) {
    /// With so many drawings is each one compared.
    const MOST: usize = 100;
    let mut known = Differences::default();
    for board in context.sheet.boards().filter(|board| board.named.is_some()) {
        let mut uses: Map<String, usize> = Map::new();
        if is_written_over(context.page, board) {
            continue;
        }
        let words: Vec<String> = board.cells.iter().map(|cell| told_words(context.page, cell)).collect();
        words.iter().for_each(|words| *uses.entry(words.clone()).or_default() += 1);
        // What else is drawn: the first of those that look the same stands for all of them.
        let mut drawings: Vec<Shapes> = Vec::new();
        let mut fills: Map<[u8; 3], (BTreeSet<(&str, usize)>, usize, &FoundCell)> = Map::new();
        for (cell, words) in board.cells.iter().zip(&words) {
            let fill = cell.fill.unwrap_or(Rgb([255; 3]));
            let items = cell.items.iter().map(|&i| &context.page.items[i]);
            let drawn = items.filter(|item| !matches!(item.kind, ItemKind::Text(_)));
            let shapes = Shapes::of(drawn, cell.outline.centre);
            let drawing = drawings.iter().take(MOST).position(|known| known.same(&shapes));
            let drawing = drawing.unwrap_or_else(|| {
                drawings.push(shapes);
                drawings.len() - 1
            });
            // What a cell is called is no part of what it is.
            let kind = if uses.get(words).is_some_and(|n| *n > 1) { words.as_str() } else { "" };
            let (kinds, count, _) = fills.entry(fill.0).or_insert_with(|| (BTreeSet::new(), 0, cell));
            kinds.insert((kind, drawing));
            *count += 1;
        }
        if fills.len() > KINDS {
            let colours = fills.len();
            out.not_judged(format!(
                "the cells of a board in {colours} colours: so many are no kinds of cells"
            ));
            continue;
        }
        let fills: Vec<_> = fills.into_iter().collect();
        for ((one, (kinds, count, cell)), (other, (other_kinds, other_count, other_cell))) in pairs(&fills) {
            let (one, other) = (Rgb(*one), Rgb(*other));
            let alike = Alike::of(other, one, known.apart(one, other));
            if kinds.is_disjoint(other_kinds) || alike.by >= APART {
                continue;
            }
            // The fewer are the likelier to be wrong.
            let cell = if count <= other_count { cell } else { other_cell };
            let cells = |n: usize| if n == 1 { "one cell".to_owned() } else { format!("{n} cells") };
            let (few, many, words) = (cells(*other_count), cells(*count), alike.words());
            let message = format!("only colours tell {few} from {many}, and {words}");
            let fault = context.fault_of(out, cell.bounds(), cell.id.as_ref(), message);
            // Nobody says that they are meant to be told apart.
            fault.warning().hint(if alike.by < 3.0 {
                "if one colour was meant, give both cells the same; else make one of them darker"
            } else {
                DARKER
            });
        }
    }
}

fn kinds(context: &PageContext<'_>, out: &mut Findings) {
    if context.component().is_none() {
        drawn_kinds(context, out);
    }
    let (Some(layout), Some(board)) = (context.board(), context.found) else { return };
    let mut known = Differences::default();
    // What a sheet of a poster shows beyond its seam is judged on the sheet that has all of it.
    let whole = |cell: &&FoundCell| {
        !matches!(cell.id.as_deref().and_then(Identity::feature), Some(Feature::Beyond(_)))
    };
    let found = board.cells.iter().enumerate().filter(|(_, cell)| whole(cell));
    let found = CellIndex::numbered(found.map(|(i, cell)| (i, cell.hex)));
    // One cell stands for its kind: that cells of one kind look alike is another rule.
    let mut groups: Map<(usize, &[usize]), (&FoundCell, CellLook)> = Map::new();
    for cell in &layout.cells {
        if let Some(found) = found.get(cell.hex).and_then(|i| board.cells.get(i)) {
            groups.entry((cell.kind, &cell.marks)).or_insert_with(|| (found, cell_look(context.page, found)));
        }
    }
    let groups: Vec<_> = groups.into_iter().take(100).collect();
    for (((kind, _), (cell, one)), ((other_kind, _), (_, other))) in pairs(&groups) {
        if !one.shapes.same(&other.shapes) || kind == other_kind {
            continue;
        }
        let paper = |fill: Option<Rgb>| fill.unwrap_or(Rgb([255; 3]));
        let own = one.colours.iter().copied().chain([paper(one.fill)]);
        let both = own.zip(other.colours.iter().copied().chain([paper(other.fill)]));
        let clearest = clearest(both, &mut known).or_else(|| {
            // Without colours, two may have become one.
            let one = paper(one.fill);
            differ(context, layout, *kind, *other_kind).then(|| Alike::of(one, one, (0.0, Sight::Usual)))
        });
        if let Some(alike) = clearest.filter(|alike| alike.by < APART) {
            let name = |kind: usize| layout.kinds.get(kind).map_or("", |k| &k.name);
            let (few, many, words) = (name(*other_kind), name(*kind), alike.words());
            let message = match few == many {
                true => format!("only colours tell some cells from others, and {words}"),
                false => format!("only colours tell {few} from {many} cells, and {words}"),
            };
            let line = layout.kinds.get(*kind).map(|k| k.place);
            let fault = context.fault_of(out, cell.bounds(), cell.id.as_ref(), message).line(line);
            alike.soften(fault).hint(DARKER);
        }
    }
}

/// Whether the layout has two colours for two kinds, of which a print without colours shows one.
fn differ(context: &PageContext<'_>, layout: &Board, one: usize, other: usize) -> bool {
    let fill = |kind: usize| layout.kinds.get(kind).and_then(|kind| kind.fill.as_ref()).map(|ink| ink.rgb);
    let inked = context.expected.and_then(|expected| expected.options.print_setup.ink);
    !matches!(inked, None | Some(Inking::Full)) && fill(one) != fill(other)
}

fn sides(context: &PageContext<'_>, out: &mut Findings) {
    let mut bands: Map<[u8; 3], &crate::read::Item> = Map::new();
    for item in &context.page.items {
        let is_side = matches!(item.id.as_deref().and_then(Identity::feature), Some(Feature::Side(_)));
        if let ItemKind::Path { fill: Some(fill), .. } = &item.kind
            && is_side
        {
            bands.entry(fill.0).or_insert(item);
        }
    }
    let bands: Vec<_> = bands.into_iter().take(20).collect();
    for ((one, item), (other, _)) in pairs(&bands) {
        let alike = Alike::of(Rgb(*other), Rgb(*one), apart(Rgb(*one), Rgb(*other)));
        if alike.by < APART {
            let rect = covers(item).unwrap_or_default();
            let message = format!("of the sides' colours, {}", alike.words());
            alike.soften(context.fault_of(out, rect, item.id.as_ref(), message));
        }
    }
}

/// Pieces of one component, with the page of each.
fn decks<'e>(facts: &'e Facts<'_>) -> Map<usize, Vec<(&'e crate::check::FoundSheet, &'e FoundPiece)>> {
    let mut decks: Map<usize, Vec<_>> = Map::new();
    for sheet in facts.views() {
        if let Some(component) = sheet.component {
            decks.entry(component).or_default().extend(sheet.fronts().map(|piece| (sheet, piece)));
        }
    }
    decks
}

/// Whether an element is drawn for each edge by itself.
fn says_of_edges(element: &Element) -> bool {
    matches!(element.shape, Shape::EdgeBand(..) | Shape::Paths(..))
        || element.places.contains(&Where::EachEdge)
}

fn edges(facts: &Facts<'_>, out: &mut Findings) {
    let Some(expected) = facts.expected else { return };
    for (component, pieces) in decks(facts) {
        let Some(of) = expected.game.components.get(component) else { continue };
        // A card whose upper half has another colour than its lower one is no tile with edges, nor is a nut with facets.
        if let Some(deck) = of.deck()
            && !deck.face.iter().any(says_of_edges)
        {
            continue;
        }
        // Only where edges bear bands of several colours, and more than one on a tile.
        let mut seen: Map<[u8; 3], (Vec<Option<Sign>>, &crate::check::FoundSheet, &FoundPiece)> = Map::new();
        let mut banded = false;
        for (sheet, piece) in pieces {
            let mut own = piece.edges.iter().filter_map(|edge| edge.colour);
            let first = own.next();
            banded |= own.any(|colour| Some(colour) != first);
            for edge in &piece.edges {
                let Some(colour) = edge.colour else { continue };
                let (signs, _, _) = seen.entry(colour.0).or_insert_with(|| (Vec::new(), sheet, piece));
                if signs.len() < 24 && !signs.iter().any(|other| Sign::same(*other, edge.sign)) {
                    signs.push(edge.sign);
                }
            }
        }
        if !banded {
            continue;
        }
        let colours: Vec<_> = seen.into_iter().take(40).collect();
        for ((one, (signs, sheet, piece)), (other, (others, ..))) in pairs(&colours) {
            let alike = Alike::of(Rgb(*other), Rgb(*one), apart(Rgb(*one), Rgb(*other)));
            let signed = signs.iter().all(|a| others.iter().all(|b| !Sign::same(*a, *b)));
            if alike.by < APART && !signed {
                let words = alike.words();
                let message = format!("the edges of `{}`: {words}, and no signs tell them apart", of.name);
                alike
                    .soften(facts.piece_fault(out, (sheet, piece), message))
                    .hint("an icon for each colour: { icon = \"{{ edge | icon }}\", at = \"each edge\" }");
            }
        }
    }
}

fn pieces(facts: &Facts<'_>, out: &mut Findings) {
    /// Of each drawing, so many colourings are compared.
    const MOST: usize = 24;
    let mut known = Differences::default();
    for (_, all) in decks(facts) {
        let mut groups: Map<u64, Vec<(&crate::check::FoundSheet, &FoundPiece)>> = Map::new();
        for (sheet, piece) in all {
            let group = groups.entry(piece.shapes.what).or_default();
            if group.len() < MOST && !group.iter().any(|(_, other)| other.colours == piece.colours) {
                group.push((sheet, piece));
            }
        }
        for group in groups.into_values() {
            for ((sheet, one), (_, other)) in pairs(&group) {
                let both = other.colours.iter().copied().zip(one.colours.iter().copied());
                let same = one.shapes.same(&other.shapes);
                let clearest = if same { clearest(both, &mut known) } else { None };
                let Some(alike) = clearest.filter(|alike| alike.by < APART) else { continue };
                let (this, that) = (one.name_or("a piece"), other.name_or("a piece"));
                let message = format!("only colours tell {this} from {that}, and {}", alike.words());
                let fault = facts.piece_fault(out, (sheet, one), message);
                alike.soften(fault).hint("draw a sign on one of them, or make one darker");
            }
        }
    }
}
