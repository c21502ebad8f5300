//! Draws the pages of the PDF one by one.
//!
//! - In: the planned pages, and the drawings of both versions.
//! - Out: sheets, and the finished PDF.
//! - Not here: arranging items.

use std::collections::BTreeMap;
use std::sync::Arc;

use kurbo::{Point, Size};

use super::album::{AlbumCache, VersionLayouts, VersionPictures};
use super::before_and_after::{Pictures, pictures};
use super::chapters::{Chapter, MAX_ENTRIES, View, chapters, limited, too_many};
use super::front_page::FrontPage;
use super::item::{Arrangement, Item, ItemPen, SMALL_LETTERS, heading, named, set, silent};
use super::lettering::{TextStyle, Typesetter};
use super::page_plan::{
    CELLS, Chosen, Measured, PagePart, PageRoom, PlannedPage, Sizes, choose, note, planned,
};
use super::{Comparison, VersionSide, difference_rings};
use crate::make;
use hexpress_base::diag::Report;
use hexpress_base::identity::CHANGES;
use hexpress_base::text::one_line;
use hexpress_language::record::Options;
use hexpress_scene::print::job::Job;
use hexpress_scene::print::paper::sheet_word;
use hexpress_scene::print::setup::{Inking, PrintSetup};
use hexpress_scene::text::{Fonts, Shaper};
use hexpress_scene::{Drawing, Ink, Sheet, Sheets, Stroke, no_sheet};
use hexpress_write::{About, FileBytes};

/// The width of the lines between items, in mm.
const RULE: f64 = 0.2;
/// The colour of the lines between items.
const RULE_GREY: [u8; 3] = [0x90; 3];

const TITLE: TextStyle = TextStyle::bold(13.0);

/// The paper and the ink of the pages.
#[derive(Debug, Clone, Copy)]
pub struct PageSetup {
    pub paper: Size,
    /// How much ink is used. `None` keeps all colours.
    pub inking: Option<Inking>,
}

impl PageSetup {
    /// Returns the options for the record of the file.
    fn options(self) -> Options {
        let paper = sheet_word(self.paper);
        let print_setup = PrintSetup { ink: self.inking, ..PrintSetup::default() };
        Options { print_setup, ..Options::new(&paper, 0.0) }
    }
}

/// Makes a PDF that shows both versions next to each other. The first page is a change sheet for
/// players. Also returns warnings.
///
/// Before anything is drawn, calls `allow` with the number of pages, so that the caller can extend its
/// time limit.
///
/// # Errors
/// A piece or a board cannot be drawn, or the file cannot be made.
pub fn pdf(
    comparison: &Comparison<'_>,
    prints: &VersionLayouts<'_>,
    setup: PageSetup,
    allow: &dyn Fn(usize),
) -> Result<(FileBytes, Report), Report> {
    let album = VersionPictures::new(prints)?;
    let fonts = prints.fonts();
    let pages = ChangePages::new(comparison, &album, fonts, setup)?;
    allow(pages.count());
    let drawn = hexpress_write::pdf::pages(&pages, Job::default(), fonts, None)?;
    let title = format!("{}: what is new", comparison.title());
    let about = About { title, language: "en".to_owned(), ..About::default() };
    let file = make::pdf_without_layout(CHANGES, setup.options(), &about, drawn, fonts)?;
    Ok((file, too_many(pages.left_out).map(Report::from).unwrap_or_default()))
}

/// The data for drawing the pages of a comparison.
struct ChangePages<'a, 'c, 'd> {
    comparison: &'c Comparison<'d>,
    album: &'c VersionPictures<'a>,
    fonts: &'c Fonts,
    setup: PageSetup,
    room: PageRoom,
    chapters: Vec<Chapter<'d>>,
    /// The number of rows that are not shown.
    left_out: usize,
    arrangements: Vec<Arrangement>,
    /// The pictures of boards, by the index of their chapter. Boards are drawn first, because their
    /// sizes must be known before pages can be arranged.
    boards: BTreeMap<usize, Pictures>,
    /// The pages after the first page.
    pages: Vec<PlannedPage>,
}

/// Data that a thread keeps from one page to the next, so that it is computed only once.
struct PageCache<'a, 'c> {
    album: AlbumCache<'a>,
    shaper: Shaper<'c>,
}

impl<'a, 'c, 'd> ChangePages<'a, 'c, 'd> {
    fn new(
        comparison: &'c Comparison<'d>,
        album: &'c VersionPictures<'a>,
        fonts: &'c Fonts,
        setup: PageSetup,
    ) -> Result<Self, Report> {
        let room = PageRoom::new(setup.paper);
        let (chapters, left_out) = limited(chapters(comparison), MAX_ENTRIES);
        let mut boards = BTreeMap::new();
        let (mut cache, shaper) = (album.cache(), Shaper::new(fonts));
        for (index, chapter) in chapters.iter().enumerate() {
            let views = chapter.entries.iter().flat_map(|entry| &entry.views);
            for view in views.filter(|view| matches!(view, View::Board { .. })) {
                let drawn = pictures(view, &chapter.component, album, &mut cache)?;
                boards.insert(index, drawn.in_one_window().inked(setup.inking, &shaper));
            }
        }
        let mut pages = Self {
            comparison,
            album,
            fonts,
            setup,
            room,
            chapters,
            left_out,
            arrangements: Vec::new(),
            boards,
            pages: Vec::new(),
        };
        let typesetter = Typesetter::new(&shaper);
        let measured: Vec<Measured<'_, '_>> = pages
            .chapters
            .iter()
            .enumerate()
            .map(|(index, chapter)| Measured { chapter, sizes: pages.sizes(index, chapter) })
            .collect();
        let chosen: Vec<Chosen> = measured.iter().map(|chapter| choose(chapter, room, &typesetter)).collect();
        let planned = planned(&measured, &chosen, room, &typesetter);
        drop(measured);
        pages.arrangements = chosen.iter().map(|chosen| chosen.how).collect();
        pages.pages = planned;
        Ok(pages)
    }

    /// Returns the sizes of the pictures of a chapter.
    fn sizes(&self, index: usize, chapter: &Chapter<'_>) -> Vec<Vec<Sizes>> {
        let of_view = |view: &View<'_>| match view {
            View::Piece { samples, .. } => {
                let sizes = VersionSide::BOTH.into_iter().filter_map(|version_side| {
                    self.album.piece_size(version_side, samples[version_side.index()]?, &chapter.component)
                });
                sizes.collect::<Sizes>()
            }
            View::Board { .. } => {
                let pictures = self.boards.get(&index).into_iter().flat_map(Pictures::each);
                pictures.map(|(_, picture)| picture.size()).collect()
            }
        };
        chapter.entries.iter().map(|entry| entry.views.iter().map(of_view).collect()).collect()
    }

    /// Returns the pictures of a view, in the colours that the ink setting allows.
    fn pictures(
        &self,
        chapter: usize,
        entry: usize,
        view: usize,
        cache: &mut AlbumCache<'a>,
        shaper: &Shaper<'_>,
    ) -> Result<Pictures, Report> {
        if let Some(board) = self.boards.get(&chapter) {
            return Ok(board.clone());
        }
        let Some(of_chapter) = self.chapters.get(chapter) else { return Ok(Pictures::default()) };
        let view = of_chapter.entries.get(entry).and_then(|entry| entry.views.get(view));
        let Some(view) = view else { return Ok(Pictures::default()) };
        Ok(pictures(view, &of_chapter.component, self.album, cache)?.inked(self.setup.inking, shaper))
    }

    /// Returns the colour of rings.
    fn ring(&self) -> [u8; 3] {
        if self.setup.inking == Some(Inking::Black) { [0; 3] } else { difference_rings::COLOUR }
    }

    /// Draws the text at the top of a page. Screen readers announce it as the heading of the page.
    fn running_head(&self, index: usize, size: Size, typesetter: &Typesetter<'_, '_>) -> Vec<Drawing> {
        let inside = self.room.inside(size);
        let number = typesetter.line(&format!("{} / {}", index + 1, self.count()), SMALL_LETTERS);
        let name = [self.comparison.title(), self.comparison.versions()];
        let name = name.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(", ");
        let line = typesetter.shortened(&name, SMALL_LETTERS, inside.width() - number.length - 6.0);
        let baseline = inside.y0 + line.capitals();
        let number = number.at(Point::new(inside.x1 - number.length, baseline));
        vec![heading(line.at(Point::new(inside.x0, baseline))), silent(number)]
    }

    fn drawn_page(
        &self,
        index: usize,
        page: &PlannedPage,
        cache: &mut PageCache<'a, 'c>,
    ) -> Result<Vec<Drawing>, Report> {
        let typesetter = Typesetter::new(&cache.shaper);
        let inside = self.room.inside(page.size);
        let mut drawings = self.running_head(index, page.size, &typesetter);
        for placed in &page.parts {
            let at = placed.at;
            match &placed.part {
                PagePart::Rule => drawings.push(rule(at, inside.width())),
                PagePart::Title(chapter) => {
                    drawings.extend(self.title(*chapter, at, inside.width(), &typesetter))
                }
                PagePart::Cells(line) => {
                    drawings.push(named("cells", set(&[typesetter.line(line, CELLS)], at)));
                }
                PagePart::Item { chapter, entry, view } => {
                    let shown = self.pictures(*chapter, *entry, *view, &mut cache.album, &cache.shaper)?;
                    let of_chapter = self.chapters.get(*chapter);
                    let of_entry = of_chapter.and_then(|chapter| chapter.entries.get(*entry));
                    let how = self.arrangements.get(*chapter);
                    let (Some(chapter), Some(entry), Some(how)) = (of_chapter, of_entry, how) else {
                        continue;
                    };
                    let item = Item { chapter, entry, view: *view };
                    let pen = ItemPen { how, typesetter: &typesetter, ring: self.ring() };
                    drawings.push(item.drawn(&shown, at, &pen));
                }
            }
        }
        Ok(drawings)
    }

    fn title(
        &self,
        chapter: usize,
        at: Point,
        width: f64,
        typesetter: &Typesetter<'_, '_>,
    ) -> Option<Drawing> {
        let (chapter, how) = (self.chapters.get(chapter)?, self.arrangements.get(chapter)?);
        let title = typesetter.shortened(&chapter_title(chapter), TITLE, width);
        let note = typesetter.shortened(&note(chapter, how), SMALL_LETTERS, width);
        let mut drawings = title.at(Point::new(at.x, at.y + title.capitals()));
        drawings.extend(note.at(Point::new(at.x, at.y + title.height() + 1.0 + note.capitals())));
        Some(named(&format!("{} chapter", chapter.kind.word()), drawings))
    }

    /// Returns the title of a page, for bookmarks.
    fn page_title(&self, page: &PlannedPage) -> String {
        let chapter = page.parts.iter().find_map(|placed| match placed.part {
            PagePart::Title(chapter) | PagePart::Item { chapter, .. } => self.chapters.get(chapter),
            PagePart::Rule | PagePart::Cells(_) => None,
        });
        chapter.map_or_else(|| "Cells".to_owned(), chapter_title)
    }
}

/// Returns the title of a chapter, such as `Changed: deck`.
pub fn chapter_title(chapter: &Chapter<'_>) -> String {
    format!("{}: {}", chapter.kind.title(), one_line(&chapter.component))
}

/// Draws a line between items, which screen readers skip.
pub fn rule(at: Point, width: f64) -> Drawing {
    let end = Point::new(at.x + width, at.y);
    silent(vec![Drawing::line(at, end, Stroke::solid(RULE, Ink::from_rgb(RULE_GREY)))])
}

impl<'a, 'c> Sheets for ChangePages<'a, 'c, '_> {
    type Cache = PageCache<'a, 'c>;

    fn count(&self) -> usize {
        self.pages.len() + 1
    }

    fn cache(&self) -> Self::Cache {
        PageCache { album: self.album.cache(), shaper: Shaper::new(self.fonts) }
    }

    fn sheet(&self, index: usize, cache: &mut Self::Cache) -> Result<Sheet, Report> {
        let (title, size, drawings) = match index.checked_sub(1) {
            None => {
                let front = FrontPage {
                    comparison: self.comparison,
                    chapters: &self.chapters,
                    left_out: self.left_out,
                    room: self.room,
                    pages: self.count(),
                };
                let PageCache { album, shaper } = cache;
                let drawings = front.drawn(&Typesetter::new(shaper), &mut |chapter, entry| {
                    self.pictures(chapter, entry, 0, album, shaper)
                })?;
                ("What is new".to_owned(), self.room.page(false), drawings)
            }
            Some(other) => {
                let page = self.pages.get(other).ok_or_else(|| no_sheet(index))?;
                (self.page_title(page), page.size, self.drawn_page(index, page, cache)?)
            }
        };
        Ok(Sheet {
            component: Arc::from(CHANGES),
            title: title.into(),
            size,
            drawings,
            warnings: Vec::new(),
            correction: None,
        })
    }
}
