//! Posters: boards and pieces that lie on several pages, put together again along their seams.
//!
//! A seam is drawn on both pages that meet at it, so it says how they lie to each other. What is drawn on both is
//! compared there; then each drawing is taken once, and the rules for boards and pieces judge the whole.

mod merged;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use kurbo::{PathEl, Point, Rect, Vec2};

use super::board::FoundBoard;
use super::pieces::{self, is_cut};
use super::{Evidence, Sheet, deck as deck_of, is_furniture};
use crate::base::identity::{Feature, Identity, PieceSide};
use crate::check::fault::{Fault, Findings, mm};
use crate::check::game::small_boards;
use crate::check::rule::{Rule, Run};
use crate::diag::{Code, Severity, codes};
use crate::print::setup::PrintSetup;
use crate::read::{Kind, Page};
use merged::{Merged, moved};

/// The rules of this group.
pub const RULES: &[Rule] = &[
    Rule {
        code: codes::PARTS_APART,
        title: "the parts of a poster join",
        why: "Lines and cells that go on from one sheet to the next are drawn on both. Where the two drawings differ, \
              the board has a step in it however well it is cut and glued.",
        right: "a cell at a seam, in the same place beside the seam on both sheets",
        wrong: "a sheet whose picture lies 0.2 mm beside its seams",
        severity: Severity::Error,
        run: Run::All(join),
    },
    Rule {
        code: codes::PART_MISSING,
        title: "every part of a poster is there",
        why: "A board with a sheet less cannot be played on, nor can a card.",
        right: "a poster of three sheets, and three pages that meet at their seams",
        wrong: "a seam that only one page has",
        severity: Severity::Error,
        run: Run::All(all_parts),
    },
    Rule {
        code: codes::WORDS_ON_SEAM,
        title: "no words lie on a seam",
        why: "A word that is cut in two and glued together again is hard to read, and looks it.",
        right: "a seam along the edges of cells, and words in the cells",
        wrong: "a seam through the middle of a name",
        severity: Severity::Error,
        run: Run::All(words),
    },
    Rule {
        code: codes::PART_HIDDEN,
        title: "every point of a poster is seen on one of its sheets",
        why: "What lies beyond a seam on both sheets, or where the printer does not reach, is on none.",
        right: "sheets that each show a little more than their part",
        wrong: "a strip between two sheets that neither of them shows",
        severity: Severity::Error,
        run: Run::All(seen),
    },
];

/// What makes a page a part of a poster.
#[derive(Debug, Clone)]
pub struct Part {
    /// The piece that it is a part of, or its back: `mats/2/back`; none for a board.
    piece: Option<Arc<Identity>>,
    /// Its seams, by name.
    seams: BTreeMap<Arc<str>, Seam>,
    /// What of the page is seen of the poster.
    window: Rect,
    /// The box of the clip that seams make.
    clip: Option<Rect>,
}

/// Where a page meets another one.
#[derive(Debug, Clone)]
struct Seam {
    /// Its drawing.
    id: Arc<Identity>,
    /// In mm on the page.
    corners: Vec<Point>,
}

impl Part {
    /// The seams of a page; none where it has none.
    #[must_use]
    pub fn of(page: &Page) -> Option<Self> {
        let mut seams = BTreeMap::new();
        let (mut piece, mut clip) = (None, None);
        let mut window = Rect::from_origin_size((0.0, 0.0), page.media.size());
        for item in &page.items {
            let Some(id) = &item.id else { continue };
            let Identity::Of(component, Feature::Seam(side, name)) = &**id else { continue };
            if piece.is_none()
                && let Some(PieceSide { number, back }) = *side
            {
                piece = Some(Identity::Of(Arc::clone(component), Feature::Piece { number, back }).into());
            }
            if let Kind::Path { path, .. } = &item.kind {
                let corners = path.elements().iter().filter_map(PathEl::end_point).collect();
                seams.insert(Arc::clone(name), Seam { id: Arc::clone(id), corners });
                window = item.clip.map_or(window, |clip| window.intersect(clip));
                clip = clip.or(item.clip);
            }
        }
        (!seams.is_empty()).then_some(Self { piece, seams, window, clip })
    }
}

/// A poster that was put together.
#[derive(Debug)]
pub struct Poster {
    /// The number of its component in the layout.
    component: Option<usize>,
    /// Its sheets among all, each with the way from it to the whole; none where no seam leads to it.
    sheets: Vec<(usize, Option<Vec2>)>,
    /// Seams that not two sheets have: one of these, the seam, and how many they are.
    open: Vec<(usize, Arc<str>, usize)>,
    /// What lies apart on two sheets: a sheet, where on it, what, and by how much.
    apart: Vec<(usize, Rect, Arc<Identity>, f64)>,
    /// Words: their sheet, whose they are, what they say, where, and whether all of them is seen.
    words: Vec<(usize, Option<Arc<Identity>>, String, Rect, bool)>,
    /// Whether other sheets are in files that were not given.
    alone: bool,
    /// Whether it is all there.
    pub whole: bool,
}

/// Whether a page rule looks at boards and pieces as a whole, so that it has nothing to say of a part of one.
#[must_use]
pub fn is_of_the_whole(code: Code) -> bool {
    let of_boards = [
        crate::check::rules::cells::RULES,
        crate::check::rules::labels::RULES,
        crate::check::rules::colours::RULES,
        super::lines::RULES,
    ];
    let of_pieces = [crate::check::rules::pieces::RULES, crate::check::rules::strips::RULES];
    let groups = of_boards.into_iter().chain(of_pieces);
    code != codes::LABELS_MEET && groups.flatten().any(|rule| rule.code == code)
}

/// Puts the posters among all pages together. The board or the piece, and its drawings, are then those of a poster's
/// first page, in its place; its other pages have none.
#[must_use]
pub fn assemble(evidence: &mut Evidence<'_>) -> Vec<Poster> {
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (index, sheet) in evidence.sheets.iter().enumerate() {
        if let Some(part) = &sheet.part {
            groups.entry((sheet.name.clone(), part.piece.clone())).or_default().push(index);
        }
    }
    groups.into_values().map(|sheets| together(evidence, &sheets)).collect()
}

fn together(evidence: &mut Evidence<'_>, indexes: &[usize]) -> Poster {
    let files = evidence.files.iter();
    let alone = files.clone().filter_map(|file| file.sheet).any(|(_, of)| of > evidence.files.len());
    let mut poster = Poster {
        component: indexes.first().and_then(|&i| evidence.sheets[i].component),
        sheets: Vec::new(),
        open: Vec::new(),
        apart: Vec::new(),
        words: Vec::new(),
        alone,
        whole: false,
    };
    let shifts = poster.lie(evidence, indexes);
    poster.sheets = indexes.iter().map(|&i| (i, shifts.get(&i).copied())).collect();
    poster.whole = poster.open.is_empty() && poster.sheets.iter().all(|(_, shift)| shift.is_some());
    let mut merged = Merged::default();
    let mut beyond = Vec::new();
    for &(index, shift) in &poster.sheets {
        let (Some(shift), Some(page)) = (shift, evidence.sheets[index].page.take()) else { continue };
        let seams = evidence.sheets[index].part.as_ref().and_then(|part| part.clip);
        for item in page.items {
            if is_furniture(&item) && !is_cut(&item) {
                continue;
            }
            if let Kind::Text(text) = &item.kind {
                let inside =
                    |clip: Rect| clip.inflate(0.01, 0.01).union(text.outline) == clip.inflate(0.01, 0.01);
                let seen = item.clip.is_none_or(inside);
                poster.words.push((index, item.id.clone(), text.string.clone(), text.outline, seen));
            }
            let clipped = item.clip.is_some() && item.clip != seams;
            let item = moved(item, shift);
            match item.id.as_deref() {
                Some(Identity::Of(component, Feature::Beyond(cell))) => {
                    let owner = Identity::Of(Arc::clone(component), Feature::Cell(*cell));
                    beyond.push((index, Arc::new(owner), item));
                }
                _ => merged.add(index, (item, clipped), &mut poster.apart, shift),
            }
        }
    }
    merged.compare(beyond, &poster.sheets, &mut poster.apart);
    if let (true, Some(&first)) = (poster.whole, indexes.first()) {
        let said = evidence.said;
        let sheet = &mut evidence.sheets[first];
        let piece = sheet.part.as_ref().and_then(|part| part.piece.clone());
        let page = Page {
            number: sheet.number,
            media: Rect::from_origin_size((0.0, 0.0), sheet.size),
            crop: None,
            trim: None,
            bleed: None,
            digest: sheet.digest.clone(),
            seen: kurbo::Affine::IDENTITY,
            items: if piece.is_some() { merged.clipped() } else { merged.whole() },
        };
        match piece {
            None => sheet.board = FoundBoard::of(&page),
            Some(_) => {
                let deck = said.zip(sheet.component);
                let deck = deck.and_then(|(said, component)| Some((said, deck_of(said.game, component)?)));
                let way =
                    said.map_or_else(|| PrintSetup::default().way(), |said| said.options.print_setup.way());
                sheet.pieces = pieces::of(&page, deck.map(|(_, deck)| deck), way);
                let small = deck.map(|(said, deck)| small_boards(&page, deck, &sheet.pieces, said));
                sheet.small = small.unwrap_or_default();
            }
        }
        sheet.page = Some(page);
    }
    poster
}

impl Poster {
    /// From each sheet that a seam leads to, the way to the whole board, in which the first sheet stays in place.
    fn lie(&mut self, evidence: &Evidence<'_>, indexes: &[usize]) -> BTreeMap<usize, Vec2> {
        let part = |index: usize| evidence.sheets[index].part.as_ref();
        let seams = |index: usize| part(index).into_iter().flat_map(|part| part.seams.iter());
        let mut sharing: BTreeMap<&Arc<str>, Vec<usize>> = BTreeMap::new();
        for &index in indexes {
            seams(index).for_each(|(name, _)| sharing.entry(name).or_default().push(index));
        }
        let lone = sharing.iter().filter(|(_, sheets)| sheets.len() != 2);
        let open = lone.filter_map(|(name, sheets)| Some((*sheets.first()?, Arc::clone(name), sheets.len())));
        self.open = open.collect();
        let mut shifts: BTreeMap<usize, Vec2> =
            indexes.first().map(|&i| (i, Vec2::ZERO)).into_iter().collect();
        let mut queue: VecDeque<usize> = indexes.first().copied().into_iter().collect();
        while let Some(index) = queue.pop_front() {
            let shift = shifts.get(&index).copied().unwrap_or_default();
            for (name, own) in seams(index) {
                for &other in sharing.get(name).into_iter().flatten().filter(|&&other| other != index) {
                    let Some(theirs) = part(other).and_then(|part| part.seams.get(name)) else { continue };
                    let own = &own.corners;
                    let (Some(a), Some(b)) = (own.first(), theirs.corners.first()) else { continue };
                    let way = shift + (*a - *b);
                    let same = own.len() == theirs.corners.len();
                    let off =
                        own.iter().zip(&theirs.corners).map(|(p, q)| ((*p + shift) - (*q + way)).hypot());
                    let off = off.fold(if same { 0.0 } else { f64::INFINITY }, f64::max);
                    let off = shifts.get(&other).map_or(off, |known| off.max((way - *known).hypot()));
                    if let Entry::Vacant(free) = shifts.entry(other) {
                        free.insert(way);
                        queue.push_back(other);
                    }
                    if index < other {
                        let rect = Rect::from_points(*b, *b);
                        self.apart.push((other, rect, Arc::clone(&theirs.id), off));
                    }
                }
            }
        }
        shifts
    }

    /// The sheet on which a point of the whole board is best seen, and the way from there to the whole.
    fn home(&self, evidence: &Evidence<'_>, point: Point) -> Option<(usize, Vec2)> {
        let deep = |(index, shift): &(usize, Option<Vec2>)| {
            let (window, shift) = (evidence.sheets.get(*index)?.part.as_ref()?.window, (*shift)?);
            let p = point - shift;
            let deep = (p.x - window.x0).min(window.x1 - p.x).min(p.y - window.y0).min(window.y1 - p.y);
            Some((deep, *index, shift))
        };
        let best = self.sheets.iter().filter_map(deep).max_by(|a, b| a.0.total_cmp(&b.0));
        best.map(|(_, index, shift)| (index, shift))
    }

    /// Puts a fault of the whole board on the sheet where it is seen.
    pub fn place(&self, evidence: &Evidence<'_>, fault: &mut Fault) {
        let own = RULES.iter().any(|rule| rule.code == fault.code);
        let first = self.sheets.first().and_then(|(index, _)| evidence.sheets.get(*index));
        let (Some(spot), Some(first), false) = (&mut fault.spot, first, own) else { return };
        if (spot.file, spot.page) != (first.file, first.number) {
            return;
        }
        let Some(rect) = spot.rect else { return };
        if let Some((index, shift)) = self.home(evidence, rect.center()) {
            let sheet = &evidence.sheets[index];
            (spot.file, spot.page, spot.rect) = (sheet.file, sheet.number, Some(rect - shift));
        }
    }

    /// The page whose board is the whole one.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        self.sheets.first().map(|(index, _)| *index)
    }
}

fn join(evidence: &Evidence<'_>, out: &mut Findings) {
    for poster in &evidence.posters {
        // One fault a sheet: what is off there is off all along the seam.
        let mut worst: BTreeMap<usize, (Rect, &Arc<Identity>, f64, usize)> = BTreeMap::new();
        for (index, rect, what, by) in &poster.apart {
            if out.measured(if by.is_finite() { *by } else { 0.0 }, evidence.tolerance) || by.is_infinite() {
                let entry = worst.entry(*index).or_insert((*rect, what, *by, 0));
                entry.3 += 1;
                if *by > entry.2 {
                    (entry.0, entry.1, entry.2) = (*rect, what, *by);
                }
            }
        }
        for (index, (rect, id, by, count)) in worst {
            let what = match &**id {
                Identity::Of(_, Feature::Seam(_, name)) => format!("the seam {name}"),
                id => id.to_string(),
            };
            let sheet = &evidence.sheets[index];
            let more =
                if count > 1 { format!("; so do {} other drawings", count - 1) } else { String::new() };
            let message = if by.is_finite() {
                format!("{what} lies {} elsewhere than on the sheet it joins{more}", mm(by))
            } else {
                format!("{what} is drawn otherwise than on the sheet it joins{more}")
            };
            let fault = out.fault(message).at(sheet.file, sheet.number, Some(rect)).about(Some(id));
            fault.line(line(evidence, poster)).by(if by.is_finite() { by } else { 1.0 });
        }
    }
}

fn line(evidence: &Evidence<'_>, poster: &Poster) -> Option<crate::diag::Place> {
    Some(evidence.said?.game.components.get(poster.component?)?.place)
}

fn all_parts(evidence: &Evidence<'_>, out: &mut Findings) {
    for poster in &evidence.posters {
        if poster.whole {
            continue;
        }
        if poster.alone {
            out.not_judged("a board of which some sheets are in other files");
            continue;
        }
        for (index, name, count) in &poster.open {
            let sheet = &evidence.sheets[*index];
            let piece = sheet.part.as_ref().and_then(|part| part.piece.as_ref());
            let whose = piece.map_or_else(|| "the board".to_owned(), ToString::to_string);
            let message = match count {
                1 => format!("no other page has the seam {name}: a part of {whose} is missing"),
                _ => format!("{count} pages have the seam {name}, and two meet at it: a page is there twice"),
            };
            let fault = out.fault(message).at(sheet.file, sheet.number, None);
            fault.line(line(evidence, poster)).by(1.0).hint("build the file again from its layout");
        }
    }
}

/// The seams of a sheet that cross a box on it.
fn crossed(sheet: &Sheet, rect: Rect) -> impl Iterator<Item = &str> {
    let seams = sheet.part.iter().flat_map(|part| &part.seams);
    seams.filter_map(move |(name, seam)| {
        let crosses = seam.corners.windows(2).any(|pair| {
            let line = kurbo::Line::new(pair[0], pair[1]);
            let bounds = Rect::from_points(pair[0], pair[1]);
            let apart =
                bounds.x1 <= rect.x0 || bounds.x0 >= rect.x1 || bounds.y1 <= rect.y0 || bounds.y0 >= rect.y1;
            let side = |x: f64, y: f64| (line.p1 - line.p0).cross(Point::new(x, y) - line.p0) > 0.0;
            let sides = [
                side(rect.x0, rect.y0),
                side(rect.x1, rect.y0),
                side(rect.x1, rect.y1),
                side(rect.x0, rect.y1),
            ];
            !apart && sides.contains(&true) && sides.contains(&false)
        });
        crosses.then_some(&**name)
    })
}

fn words(evidence: &Evidence<'_>, out: &mut Findings) {
    for poster in &evidence.posters {
        for (index, id, said, rect, seen) in &poster.words {
            let sheet = &evidence.sheets[*index];
            let seam = crossed(sheet, *rect).next();
            let message = match seam {
                Some(name) => format!("\"{said}\" lies on the seam {name}"),
                None if !*seen => format!("\"{said}\" is cut off"),
                None => continue,
            };
            let line =
                evidence.said.and_then(|said| crate::check::line(said.game, sheet.component, id.as_deref()));
            out.fault(message).at(sheet.file, sheet.number, Some(*rect)).about(id.as_ref()).line(line);
        }
    }
}

fn seen(evidence: &Evidence<'_>, out: &mut Findings) {
    let margin = evidence.said.map_or(0.0, |said| said.options.margin);
    for poster in evidence.posters.iter().filter(|poster| poster.whole) {
        let Some(first) = poster.first().and_then(|index| evidence.sheets.get(index)) else { continue };
        let windows: Vec<Rect> = poster
            .sheets
            .iter()
            .filter_map(|(index, shift)| {
                let sheet = evidence.sheets.get(*index)?;
                let reached = Rect::from_origin_size((0.0, 0.0), sheet.size).inset(-margin);
                let seen = sheet.part.as_ref()?.window.intersect(reached);
                Some(seen.inflate(evidence.tolerance, evidence.tolerance) + (*shift)?)
            })
            .collect();
        let cells = first.board.iter().flat_map(|board| &board.cells).map(|cell| {
            let hex = cell.meant();
            let corners = cell.outline.corners;
            (format!("the cell {},{}", hex.q, hex.r), &cell.id, sides(&corners, cell.outline.centre))
        });
        let pieces = first.pieces.iter().filter_map(|piece| {
            let cut = piece.cut.as_ref()?;
            let outline = cut.path();
            let corners: Vec<Point> = outline.elements().iter().filter_map(PathEl::end_point).collect();
            Some((piece.name().to_owned(), &piece.id, sides(&corners, cut.centre())))
        });
        for (what, id, points) in cells.chain(pieces) {
            let hidden = points.into_iter().find(|p| !windows.iter().any(|w| w.contains(*p)));
            let Some((point, (index, shift))) = hidden.and_then(|p| Some((p, poster.home(evidence, p)?)))
            else {
                continue;
            };
            let sheet = &evidence.sheets[index];
            let at = Rect::from_center_size(point - shift, (1.0, 1.0));
            let line =
                evidence.said.and_then(|said| crate::check::line(said.game, sheet.component, id.as_deref()));
            let fault = out.fault(format!("a part of {what} is on no sheet"));
            fault.at(sheet.file, sheet.number, Some(at)).about(id.as_ref()).line(line);
        }
    }
}

/// Points of an outline that must be seen: its corners, the middles of its sides, its own middle.
fn sides(corners: &[Point], middle: Point) -> Vec<Point> {
    let next = corners.iter().cycle().skip(1);
    let middles = corners.iter().zip(next).map(|(a, b)| a.midpoint(*b));
    corners.iter().copied().chain(middles).chain([middle]).collect()
}
