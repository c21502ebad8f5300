//! Compares a finished file with the file that its layout makes.
//!
//! - In: the file that was found, and the bytes of a second file, built again from the same layout.
//! - Out: a fault for each difference, at the piece that differs.
//! - Not here: the rules, which check the pages without a second file. The comparison is an additional
//!   proof.
//!
//! Each [`PaintedItem`] of one page is paired with an item of the other page. If an item has no partner,
//! or if the items of a pair are not equal, the pixels of both pages are compared. Invisible differences
//! are not reported.

mod drawing_map;
mod how_drawn;
mod motion;
mod on_page;
mod page_map;
mod page_order;
mod page_pixels;
mod page_report;
mod painted_items;
mod pairs;
mod report;
mod same_items;
mod same_outline;
mod searchable;
mod unexplained;

use kurbo::{Affine, Rect};

use crate::facts::Facts;
use crate::facts::opened::Opened;
use crate::facts::{Expected, File, Format};
use crate::fault::{Fault, Findings};
use crate::rule::{Rule, RuleFunction};
use hexpress_base::diag::{Severity, codes};
use hexpress_base::identity::Identity;
use hexpress_read::raster::Pages;
use hexpress_read::{Page, ReadError, with_all_layers};
use on_page::OnPage;
use page_map::PageItems;
use page_order::PageFate;
use page_pixels::{PageIndices, Pictures, PixelDifferences};
use page_report::shown_part;
use painted_items::{ItemsOfBoth, PaintedItem, TextJoining, painted_items};
use pairs::PageDifferences;
use unexplained::{BothItems, ExplainedItems, PixelGroup, unexplained};

/// The rule about differences between a file and the file that its layout makes.
pub const RULES: &[Rule] = &[Rule {
    title: "the file shows exactly the drawings of its layout",
    why: "If the bytes of a file were changed, the checker builds the file again from the layout inside it \
        and compares every drawing. A program may write the same drawings in another way; only a difference \
        on paper is an error.",
    right: "a file that was saved again by qpdf",
    wrong: "a card that shows `3S` although the layout says `2S`",
    measures_text: true,
    ..Rule::error(codes::DIFFERS, RuleFunction::All(report_known_differences))
}];

/// Reports the differences between the files. The differences are already known, because the files are
/// compared before the rules run.
fn report_known_differences(facts: &Facts<'_>, findings: &mut Findings) {
    findings.faults.clone_from(&facts.differences);
}

/// The result of comparing a file with the file that its layout makes.
pub struct BuildComparison {
    /// The new build of the layout, under the name of the original file. The rules check this build.
    pub made: Opened,
    /// The original file.
    pub found: File,
    pub faults: Vec<Fault>,
}

/// Compares a file with `made`, the bytes that its layout makes. `index` is the index of the file among
/// all checked files.
///
/// # Errors
/// A file cannot be read. The error contains the name of the file and the reason.
pub fn compare_with_build(
    file: Opened,
    index: usize,
    made: &[u8],
    expected: Expected<'_>,
) -> Result<BuildComparison, (String, ReadError)> {
    let name = file.name.clone();
    let layers_off = known_layers_off(&file, &open(&name, made)?);
    // A layer that is off is reported as one fault. To avoid a fault for every drawing on the layer,
    // the layer is turned on before the comparison.
    let file = if layers_off.is_empty() { file } else { with_layers_on(file) };
    let bytes = file.unsealed.clone();
    let (mut found, found_pages) = read_pages(file)?;
    let (made_file, made_pages) = read_pages(open(&name, made)?)?;
    found.is_compared = true;
    if is_other_record(&found, &made_file, &found_pages) {
        return Ok(BuildComparison {
            made: open(&name, made)?,
            faults: page_report::report_other_record(index),
            found,
        });
    }
    let pictures = bytes.as_deref().and_then(|bytes| match found.format {
        Format::Pdf => Some(Pictures::Pdf(Pages::open(bytes.to_vec())?, Pages::open(made.to_vec())?)),
        Format::Svg => Some(Pictures::Svg(bytes, made)),
    });
    let mut faults = page_report::report_layers(&layers_off);
    let sides = ComparedFiles {
        file: index,
        found: &found_pages,
        made: &made_pages,
        pictures: pictures.as_ref(),
        expected,
    };
    faults.extend(sides.compare());
    let place = OnPage { file: index, page: 1, expected };
    report_features(&found, &made_file, &place, &mut faults);
    Ok(BuildComparison { made: open(&name, made)?, faults, found })
}

/// Opens the bytes of a file. An error contains the name of the file.
fn open(name: &str, bytes: &[u8]) -> Result<Opened, (String, ReadError)> {
    Opened::new(name, bytes).map_err(|error| (name.to_owned(), error))
}

/// Reports PDF features that the comparison does not evaluate. Such features may change what the pages
/// look like. Leaves out features that the new build of the layout also has.
fn report_features(found: &File, made: &File, place: &OnPage<'_>, faults: &mut Vec<Fault>) {
    let strange: Vec<_> = found
        .document
        .unknown_features
        .iter()
        .filter(|one| !made.document.unknown_features.contains(one))
        .collect();
    faults.extend(page_report::report_strange(&strange, faults, place));
    let vague: Vec<_> = found
        .document
        .ignored_features
        .iter()
        .filter(|what| !made.document.ignored_features.contains(what))
        .copied()
        .collect();
    if !vague.is_empty() && faults.iter().all(|fault| fault.severity != Severity::Error) {
        let mut findings = Findings::new(codes::DIFFERS, Severity::Error);
        findings.fault(page_report::ignored_feature_text(&vague.join(", "))).at(place.file, 1, None);
        faults.extend(findings.faults);
    }
}

/// Returns whether the record of a file contains the wrong layout: the pages are those that the record
/// lists, but the layout makes other pages.
fn is_other_record(found: &File, made: &File, pages: &[Page]) -> bool {
    let (Some(found), Some(made)) = (&found.record, &made.record) else { return false };
    found.pages.iter().eq(pages.iter().map(|page| &page.digest)) && made.pages != found.pages
}

/// Returns the layers that are off when the file is opened. If the layout does not make one of these
/// layers, another program added it, and the result is an empty list.
fn known_layers_off(found: &Opened, made: &Opened) -> Vec<String> {
    let off = &found.document().layers.off;
    let known = &made.document().layers.all;
    if off.iter().all(|layer| known.contains(layer)) { off.clone() } else { Vec::new() }
}

/// Turns on all layers of a file. If that fails, returns the file unchanged.
fn with_layers_on(file: Opened) -> Opened {
    let bytes = file.unsealed.as_deref().and_then(with_all_layers);
    bytes.and_then(|bytes| file.rewritten(bytes)).unwrap_or(file)
}

fn read_pages(file: Opened) -> Result<(File, Vec<Page>), (String, ReadError)> {
    file.pages(&|_, _| Affine::IDENTITY, |page, _| page)
}

/// The pages of a file, and the pages of the file that its layout makes.
struct ComparedFiles<'a> {
    /// The index of the file among all checked files, from 0.
    file: usize,
    /// The pages of the file.
    found: &'a [Page],
    /// The pages that the layout makes.
    made: &'a [Page],
    /// Both files as pictures. `None` if one of them cannot be drawn. In this case, only the items are
    /// compared.
    pictures: Option<&'a Pictures<'a>>,
    expected: Expected<'a>,
}

impl ComparedFiles<'_> {
    fn compare(&self) -> Vec<Fault> {
        let mut findings = Findings::new(codes::DIFFERS, Severity::Error);
        let fates = page_order::fates(self.found, self.made);
        if !fates.iter().any(|fate| matches!(fate, PageFate::Same { .. } | PageFate::Moved { .. })) {
            let message = "no page matches the layout: the record in this file belongs to another file";
            findings.fault(message).at(self.file, 1, None).hint("build the file again from its layout");
            return findings.faults;
        }
        let mut missing = Vec::new();
        for fate in fates {
            match fate {
                PageFate::Same { found, made } => self.compare_pages(found, made, &mut findings),
                PageFate::Moved { found, made } => {
                    findings.fault(format!("page {} is where page {} should be", made + 1, found + 1)).at(
                        self.file,
                        found + 1,
                        None,
                    );
                    self.compare_pages(found, made, &mut findings);
                }
                PageFate::Twice { found, made } => {
                    findings.fault(format!("this page is a second copy of {}", self.page_name(made))).at(
                        self.file,
                        found + 1,
                        None,
                    );
                }
                PageFate::Added { found } => {
                    findings.fault("this page is not in the layout: it was added to the file").at(
                        self.file,
                        found + 1,
                        None,
                    );
                }
                PageFate::Missing { made } => missing.push(self.page_name(made)),
            }
        }
        if !missing.is_empty() {
            let (there, all) = (self.made.len() - missing.len(), self.made.len());
            findings.fault(format!(
                "only {there} of {all} pages are in the file; missing: {}",
                missing.join(", ")
            ));
        }
        findings.faults
    }

    /// Returns the name of a page of the layout for messages. `made` is the index of the page.
    fn page_name(&self, made: usize) -> String {
        page_report::page_name(made + 1, self.made.get(made))
    }

    /// Returns whether a page shows backs but no fronts. The sheets are then printed on both sides.
    /// Sheets of folded pieces show fronts and backs on the same page.
    fn has_backs(&self) -> bool {
        self.made.iter().any(|page| {
            let ids: Vec<&Identity> = page.items.iter().filter_map(|item| item.id.as_deref()).collect();
            ids.iter().any(|id| id.is_back()) && !ids.iter().any(|id| id.piece().is_some() && !id.is_back())
        })
    }

    fn compare_pages(&self, found: usize, made: usize, findings: &mut Findings) {
        let (Some(found_page), Some(made_page)) = (self.found.get(found), self.made.get(made)) else {
            return;
        };
        let place = OnPage { file: self.file, page: found + 1, expected: self.expected };
        findings.faults.extend(searchable::other_letters(found_page, made_page, &place));
        let indices = PageIndices { found, made, back: None };
        let mut pages = PagePair::new(found_page, made_page, indices);
        if let Some(map) = pages.map() {
            if !self.report_map(map, &mut pages, &place, findings) {
                return;
            }
        } else if let Some(message) = page_report::box_difference(found_page, made_page) {
            findings.fault(message).at(self.file, place.page, None);
        }
        pages.report(self.pictures, &place, findings);
    }

    /// Reports that a page was moved as a whole. If its sheet was only rotated, also rotates the items
    /// back. Returns true if the items can then be compared.
    fn report_map(
        &self,
        map: Affine,
        pages: &mut PagePair<'_>,
        place: &OnPage<'_>,
        findings: &mut Findings,
    ) -> bool {
        let (found, made) = (pages.found_page.media, pages.made_page.media);
        let fault = findings.fault(motion::page_motion(map, made.size()));
        fault.at(place.file, place.page, None);
        // If a sheet has no back, rotating it does not change the print, so this is only a warning.
        if !page_map::is_sheet_turned(map, found, made) || self.has_backs() {
            fault.deviation(page_map::largest_shift(map, made));
            fault.shift = page_map::shift_of_mark(map, &pages.items.made);
            return false;
        }
        fault.warning();
        pages.turn_back(page_map::turn_back(map, found, made));
        true
    }
}

/// One page in both files, with its items.
struct PagePair<'a> {
    found_page: &'a Page,
    made_page: &'a Page,
    indices: PageIndices,
    items: ItemsOfBoth,
}

impl<'a> PagePair<'a> {
    fn new(found_page: &'a Page, made_page: &'a Page, indices: PageIndices) -> Self {
        let crops = [found_page.crop, made_page.crop].into_iter().flatten();
        let shown: Rect = crops.fold(made_page.media, |all, crop| all.intersect(crop));
        Self { found_page, made_page, indices, items: ItemsOfBoth::new(found_page, made_page, shown) }
    }

    /// Returns the map from the expected places of the items to their actual places. Returns `None`
    /// if the page was not moved as a whole.
    fn map(&self) -> Option<Affine> {
        page_map::fit_motion(&self.items.found, &self.items.made).or_else(|| self.quarter_turns())
    }

    /// Returns the map from the expected to the actual places if the sheet was rotated by a multiple of
    /// 90 degrees. Returns `None` otherwise.
    fn quarter_turns(&self) -> Option<Affine> {
        if page_report::has_same_boxes(self.found_page, self.made_page) {
            return self.quarter_turns_of(&self.items.found, &self.items.made);
        }
        // The part that a portrait and a landscape sheet have in common is too small, so the items of
        // the whole pages are compared.
        let joining = self.items.joining;
        self.quarter_turns_of(&all_items(self.found_page, joining), &all_items(self.made_page, joining))
    }

    fn quarter_turns_of(&self, found: &[PaintedItem], made: &[PaintedItem]) -> Option<Affine> {
        page_map::find_quarter_turn(
            PageItems { items: found, sheet: self.found_page.media },
            PageItems { items: made, sheet: self.made_page.media },
        )
    }

    /// Rotates the items of a rotated sheet back to the expected orientation.
    fn turn_back(&mut self, back: Affine) {
        self.items.found = all_items(self.found_page, self.items.joining);
        self.items.found.iter_mut().for_each(|item| item.turn(back));
        self.indices.back = Some(back);
    }

    /// Reports the differences between the items. Also reports differing pixels that these
    /// differences do not explain.
    fn report(&self, pictures: Option<&Pictures<'_>>, place: &OnPage<'_>, findings: &mut Findings) {
        let items = BothItems { found: &self.items.found, made: &self.items.made };
        let mut page_differences = PageDifferences::new(items.found, items.made);
        if page_differences.is_empty() {
            return;
        }
        let pixel_differences = self.draw(pictures, page_differences.part(self.made_page.media));
        let others = pixel_differences.map_or_else(Vec::new, |pixel_differences| {
            self.unexplained(&pixel_differences, items, &mut page_differences)
        });
        report::report_page_differences(&page_differences, items, place, findings);
        others.iter().for_each(|group| report::report_pixels(group, place, findings));
    }

    /// Draws a part of both pages. Returns `None` if the sizes of the pages differ.
    fn draw(&self, pictures: Option<&Pictures<'_>>, part: Rect) -> Option<PixelDifferences> {
        let is_comparable =
            self.indices.back.is_some() || page_report::has_same_boxes(self.found_page, self.made_page);
        PixelDifferences::new(
            pictures.filter(|_| is_comparable)?,
            self.indices,
            self.made_page.media.size(),
            part,
        )
    }

    /// Drops invisible differences from `page_differences`, and adds surfaces whose gradients differ.
    /// Returns the differing pixels that the remaining differences do not explain.
    fn unexplained<'m>(
        &self,
        pixel_differences: &PixelDifferences,
        items: BothItems<'m>,
        page_differences: &mut PageDifferences<'m>,
    ) -> Vec<PixelGroup<'m>> {
        page_differences.retain_visible(pixel_differences);
        let known = ExplainedItems {
            explained: page_differences.items().collect(),
            tolerated: page_differences.invisible.clone(),
            is_exact: page_differences.is_exact && self.indices.back.is_none(),
        };
        let groups = unexplained(pixel_differences, items, &known);
        let (shaded, others): (Vec<_>, Vec<_>) = groups.into_iter().partition(PixelGroup::is_same_shaded);
        shaded.iter().for_each(|group| page_differences.add_shaded(group.found, group.made));
        others
    }
}

fn all_items(page: &Page, joining: TextJoining) -> Vec<PaintedItem> {
    painted_items(page, shown_part(page), joining)
}
