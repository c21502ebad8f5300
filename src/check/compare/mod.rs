//! A finished file held against the file that its layout makes: what differs, told at the piece that differs.
//!
//! The rules judge what is on paper by itself; they do not know how a sheet is laid out. This room is the other proof:
//! it takes a second file that somebody made of the same layout, reads both in the same way, and knows no rule. Each
//! [`Mark`](marks::Mark) of one page is paired with one of the other. What stays without a partner, or has one that is
//! not the same, is looked at once more as pixels: what no eye can see is no difference.

mod marks;
mod order;
mod pairs;
mod seen;
mod tell;
mod whole;

use kurbo::Affine;

use super::facts::opened::Opened;
use super::facts::{Expected, File, Format};
use super::fault::{Fault, Findings};
use crate::diag::{Severity, codes};
use crate::raster::Pages;
use crate::read::{Page, ReadError};
use marks::marks;
use order::Turn;
use pairs::Pairs;
use seen::Seen;

/// How far apart two places or sizes may be that are the same, in mm. Ghostscript's pdfwrite puts every point on a grid
/// of 1/720 inch, which is 0.035 mm.
const SAME: f64 = 0.04;

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
    let bytes = file.unsealed.clone();
    let open = || Opened::new(&name, made).map_err(|error| (name.clone(), error));
    let (mut found, pages) = whole(file)?;
    let (_, wanted) = whole(open()?)?;
    let pictures = bytes.filter(|_| found.format == Format::Pdf);
    let pictures =
        pictures.and_then(|bytes| Some((Pages::open(bytes.to_vec())?, Pages::open(made.to_vec())?)));
    let sides = Sides {
        file: index,
        found: &pages,
        made: &wanted,
        pictures: pictures.as_ref().map(|(found, made)| (found, made)),
        expected,
    };
    found.is_compared = true;
    Ok(Held { made: open()?, faults: sides.compare(), found })
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
    /// Both as pixels; none of drawings that are no PDF, which are compared by what they draw alone.
    pictures: Option<(&'a Pages, &'a Pages)>,
    /// The layout.
    expected: Expected<'a>,
}

impl Sides<'_> {
    /// Compares all pages.
    fn compare(&self) -> Vec<Fault> {
        let mut out = Findings::new(codes::PAGE_CHANGED, Severity::Error);
        for turn in order::turns(self.found, self.made) {
            match turn {
                Turn::Same { found, made } => self.page(found, made, &mut out),
                Turn::Moved { found, made } => {
                    let message = format!("page {} stands where page {} should", made + 1, found + 1);
                    out.fault(message).at(self.file, found + 1, None);
                    self.page(found, made, &mut out);
                }
                Turn::Added { found } => {
                    let message = "this page is of no layout: it was added to the file";
                    out.fault(message).at(self.file, found + 1, None);
                }
                Turn::Missing { made } => {
                    let what = tell::page(self.made.get(made));
                    out.fault(format!("page {} is missing{what}", made + 1));
                }
            }
        }
        out.faults
    }

    fn page(&self, at: usize, of: usize, out: &mut Findings) {
        let (Some(found), Some(made)) = (self.found.get(at), self.made.get(of)) else { return };
        let place = tell::OnPage { file: self.file, page: at + 1, expected: self.expected };
        let (there, wanted) = (marks(found), marks(made));
        let (there, way) = match whole::way(&there, &wanted) {
            Some(way) => {
                let message = tell::whole(way, made.media.size());
                let fault = out.fault(message).at(self.file, at + 1, None);
                if whole::is_sheet_turned(way, found.media, made.media) {
                    fault
                        .warning()
                        .hint("it prints the same on one side; backs would lie the other way round");
                } else {
                    fault.by(whole::farthest(way, made.media));
                    fault.shift = whole::shift(way, &wanted);
                }
                (there.into_iter().map(|mark| mark.moved(way.inverse())).collect(), Some(way))
            }
            None => {
                if let Some(message) = tell::boxes(found, made) {
                    out.fault(message).at(self.file, at + 1, None);
                }
                (there, None)
            }
        };
        let mut pairs = Pairs::of(&there, &wanted);
        if pairs.is_empty() {
            return;
        }
        // A page that lies elsewhere as a whole is another picture everywhere.
        let size = made.media.size();
        let alike = way.is_none() && found.media == made.media && found.crop == made.crop;
        let pictures = self.pictures.filter(|_| alike);
        let seen = pictures.and_then(|(found, made)| Seen::of((found, at), (made, of), size));
        if let Some(seen) = &seen {
            pairs.retain_seen(seen);
        }
        tell::differences(&pairs, &place, out);
        if let Some(seen) = seen {
            let told: Vec<_> = pairs.rects().collect();
            tell::rest(&seen.rest(&told), &wanted, &place, out);
        }
    }
}
