//! A finished file held against the file that its layout makes: what differs, told at the piece that differs.
//!
//! The rules judge what is on paper by itself; they do not know how a sheet is laid out. This room is the other proof:
//! it takes a second file that somebody made of the same layout, reads both in the same way, and knows no rule. Each
//! [`Mark`](marks::Mark) of one page is paired with one of the other. What stays without a partner, or has one that is
//! not the same, is looked at once more as pixels: what no eye can see is no difference.

mod how_drawn;
mod left;
mod marks;
mod motion;
mod moves;
mod on_page;
mod order;
mod page_report;
mod pairs;
mod report;
mod said;
mod seen;
mod whole;

use kurbo::Affine;

use super::facts::Facts;
use super::facts::opened::Opened;
use super::facts::{Expected, File, Format};
use super::fault::{Fault, Findings};
use super::rule::{Rule, Run};
use crate::base::identity::Identity;
use crate::diag::{Severity, codes};
use crate::raster::Pages;
use crate::read::{Page, ReadError, with_all_layers};
use left::{Known, Marks, left};
use marks::{Both, Line, Mark, both, marks};
use on_page::OnPage;
use order::Turn;
use pairs::Pairs;
use seen::{Leaf, Pictures, Seen};

/// The rule of this room.
pub const RULES: &[Rule] = &[Rule {
    title: "drawings are those that the layout draws",
    why: "A file whose bytes were changed is built again from the layout that it carries, and compared drawing by \
              drawing: what another program only wrote in other words is the same.",
    right: "a file that went through qpdf",
    wrong: "a card on which `3S` stands where `2S` should",
    of_words: true,
    ..Rule::error(codes::DIFFERS, Run::All(differences))
}];

/// What was told when the files were compared, before any rule ran.
fn differences(facts: &Facts<'_>, out: &mut Findings) {
    out.faults.clone_from(&facts.differences);
}

/// A file that was compared.
pub struct Held {
    /// The file that the layout makes, under the name of the one that was found: what rules judge.
    pub made: Opened,
    /// The file that was found.
    pub found: File,
    /// What differs.
    pub faults: Vec<Fault>,
}

/// Compares a file with the bytes that its layout makes.
///
/// # Errors
/// A file that cannot be read to its end.
pub fn hold(
    file: Opened,
    index: usize,
    made: &[u8],
    expected: Expected<'_>,
) -> Result<Held, (String, ReadError)> {
    let name = file.name.clone();
    let open = || Opened::new(&name, made).map_err(|error| (name.clone(), error));
    let off = layers_off(&file, &open()?);
    // What is on a layer that is off is compared as if it were on: that is one fault, and not one of each drawing.
    let file = if off.is_empty() { file } else { shown(file) };
    let bytes = file.unsealed.clone();
    let (mut found, pages) = whole(file)?;
    let (own, wanted) = whole(open()?)?;
    if is_other_record(&found, &own, &pages) {
        found.is_compared = true;
        return Ok(Held { made: open()?, faults: page_report::report_other_record(index), found });
    }
    let pictures = bytes.as_deref().and_then(|bytes| match found.format {
        Format::Pdf => Some(Pictures::Pdf(Pages::open(bytes.to_vec())?, Pages::open(made.to_vec())?)),
        Format::Svg => Some(Pictures::Svg(bytes, made)),
    });
    let sides = Sides { file: index, found: &pages, made: &wanted, pictures: pictures.as_ref(), expected };
    found.is_compared = true;
    let mut faults = sides.compare();
    faults.splice(0..0, page_report::report_layers(&off));
    // What is not followed may change what nothing else tells of.
    let strange: Vec<_> =
        found.document.strange.iter().filter(|one| !own.document.strange.contains(one)).collect();
    let place = OnPage { file: index, page: 1, expected };
    faults.extend(page_report::report_strange(&strange, &faults, &place));
    let more = found.document.vague.iter().filter(|what| !own.document.vague.contains(what));
    let more: Vec<_> = more.copied().collect();
    let is_silent = faults.iter().all(|fault| fault.severity != Severity::Error);
    if is_silent && !more.is_empty() {
        let mut out = Findings::new(codes::DIFFERS, Severity::Error);
        out.fault(page_report::not_followed(&more.join(", "))).at(index, 1, None);
        faults.extend(out.faults);
    }
    Ok(Held { made: open()?, faults, found })
}

/// Whether the pages of a file are those that its record was written with, and what the record asks for is not.
fn is_other_record(found: &File, made: &File, pages: &[Page]) -> bool {
    let told = |file: &File| file.record.as_ref().map(|record| record.pages.clone());
    told(found).is_some_and(|own| {
        own.iter().eq(pages.iter().map(|page| &page.digest)) && told(made).is_some_and(|made| made != own)
    })
}

/// The layers that a file has off when it is opened, if all of them are layers of the file that its layout makes.
fn layers_off(found: &Opened, made: &Opened) -> Vec<String> {
    let off = &found.document().layers.off;
    let known = &made.document().layers.all;
    if off.iter().all(|layer| known.contains(layer)) { off.clone() } else { Vec::new() }
}

/// A file with all of its layers on; as it is, where that cannot be had.
fn shown(file: Opened) -> Opened {
    let bytes = file.unsealed.as_deref().and_then(with_all_layers);
    let again = bytes.and_then(|bytes| file.rewritten(bytes));
    again.unwrap_or(file)
}

/// A file with all its pages.
fn whole(file: Opened) -> Result<(File, Vec<Page>), (String, ReadError)> {
    file.pages(&|_, _| Affine::IDENTITY, |page| page)
}

/// A file that was found, and the one that its layout makes.
struct Sides<'a> {
    /// Which of the files that are judged together it is.
    file: usize,
    /// The pages that were found.
    found: &'a [Page],
    /// The pages that the layout makes.
    made: &'a [Page],
    /// Both as pixels; none where one cannot be drawn: they are then compared by what they draw alone.
    pictures: Option<&'a Pictures<'a>>,
    /// The layout.
    expected: Expected<'a>,
}

impl Sides<'_> {
    /// Compares all pages.
    fn compare(&self) -> Vec<Fault> {
        let mut out = Findings::new(codes::DIFFERS, Severity::Error);
        let mut missing = Vec::new();
        let turns = order::turns(self.found, self.made);
        let is_of_layout = |turn: &Turn| matches!(turn, Turn::Same { .. } | Turn::Moved { .. });
        if !turns.iter().any(is_of_layout) {
            let message = "no page is one that the layout draws: the record is of another file";
            out.fault(message).at(self.file, 1, None).hint("build the file again from its layout");
            return out.faults;
        }
        for turn in turns {
            match turn {
                Turn::Same { found, made } => self.page(found, made, &mut out),
                Turn::Moved { found, made } => {
                    let message = format!("page {} stands where page {} should", made + 1, found + 1);
                    out.fault(message).at(self.file, found + 1, None);
                    self.page(found, made, &mut out);
                }
                Turn::Twice { found, made } => {
                    let what = page_report::page_name(made + 1, self.made.get(made));
                    let message = format!("this page is {what} once more");
                    out.fault(message).at(self.file, found + 1, None);
                }
                Turn::Added { found } => {
                    let message = "this page is of no layout: it was added to the file";
                    out.fault(message).at(self.file, found + 1, None);
                }
                Turn::Missing { made } => missing.push(page_report::page_name(made + 1, self.made.get(made))),
            }
        }
        if !missing.is_empty() {
            let (there, all) = (self.made.len() - missing.len(), self.made.len());
            let missing = missing.join(", ");
            out.fault(format!("{there} of {all} pages are there; missing: {missing}"));
        }
        out.faults
    }

    /// Whether its sheets are printed on both sides. A sheet that is folded has fronts and backs on one side.
    fn has_backs(&self) -> bool {
        self.made.iter().any(|page| {
            let ids = || page.items.iter().filter_map(|item| item.id.as_deref());
            ids().any(Identity::is_back) && !ids().any(|id| id.piece().is_some() && !id.is_back())
        })
    }

    fn page(&self, at: usize, of: usize, out: &mut Findings) {
        let (Some(found), Some(made)) = (self.found.get(at), self.made.get(of)) else { return };
        let place = OnPage { file: self.file, page: at + 1, expected: self.expected };
        out.faults.extend(said::other_letters(found, made, &place));
        let shown =
            [found.crop, made.crop].into_iter().flatten().fold(made.media, |all, crop| all.intersect(crop));
        let Both { found: mut there, made: wanted, line } = both(found, made, shown);
        let mut leaf = Leaf { found: at, made: of, back: None };
        let way = whole::way(&there, &wanted).or_else(|| turned([found, made], [&there, &wanted], line));
        if let Some(way) = way {
            let fault = out.fault(motion::page_motion(way, made.media.size()));
            fault.at(self.file, at + 1, None);
            // A sheet that is turned prints the same, unless it has another side.
            if !whole::is_sheet_turned(way, found.media, made.media) || self.has_backs() {
                fault.by(whole::farthest(way, made.media));
                fault.shift = whole::shift(way, &wanted);
                return;
            }
            fault.warning();
            let back = whole::back(way, found.media, made.media);
            there = marks(found, found.crop.unwrap_or(found.media), line);
            there.iter_mut().for_each(|mark| mark.turn(back));
            leaf.back = Some(back);
        } else if let Some(message) = page_report::box_difference(found, made) {
            out.fault(message).at(self.file, at + 1, None);
        }
        let mut pairs = Pairs::of(&there, &wanted);
        if pairs.is_empty() {
            return;
        }
        // A page that lies elsewhere as a whole is another picture everywhere.
        let (media, size) = (made.media, made.media.size());
        let alike = page_report::has_same_boxes(found, made);
        let pictures = self.pictures.filter(|_| alike || leaf.back.is_some());
        let seen = pictures.and_then(|pictures| Seen::of(pictures, leaf, size, pairs.part(media)));
        let mut others = Vec::new();
        if let Some(seen) = &seen {
            pairs.retain_seen(seen);
            let known = Known {
                explained: pairs.marks().collect(),
                tolerated: pairs.unseen.clone(),
                is_exact: pairs.is_exact && leaf.back.is_none(),
            };
            let marks = Marks { found: &there, made: &wanted };
            for one in left(seen, marks, &known) {
                match one.made.filter(|mark| mark.is_shaded && one.is_same()) {
                    Some(made) => pairs.add_shaded(one.found, Some(made)),
                    None => others.push(one),
                }
            }
        }
        report::report_differences(&pairs, Marks { found: &there, made: &wanted }, &place, out);
        others.iter().for_each(|one| report::report_pixels(one, &place, out));
    }
}

/// The way from a sheet to the same one turned by right angles; the marks are those that both would show as they lie.
fn turned([found, made]: [&Page; 2], [there, wanted]: [&[Mark]; 2], line: Line) -> Option<Affine> {
    let quarter = |there: &[Mark], wanted: &[Mark]| {
        let made = whole::MarkedPage { marks: wanted, sheet: made.media };
        whole::quarter(whole::MarkedPage { marks: there, sheet: found.media }, made)
    };
    if page_report::has_same_boxes(found, made) {
        return quarter(there, wanted);
    }
    // What both show is not enough where one of them lies across.
    let all = |page: &Page| marks(page, page.crop.unwrap_or(page.media), line);
    quarter(&all(found), &all(made))
}
