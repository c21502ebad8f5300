//! Draws every piece or every deck as a separate picture, for print shops and tabletop simulators.
//!
//! - In: a plan, the kind of pictures, and the resolution in pixels per inch.
//! - Out: PNG files. Pieces that look the same share a picture, and a back that all pieces share is in
//!   only one picture.
//! - Not here: laying out pieces on sheets.

use super::pictures::{GridSize, PictureInfo, grid_pixels, undrawable};
use super::{FileSheets, MadeFiles, OutputContext, OutputFile, folder};
use hexpress_base::diag::{Report, Result, codes};
use hexpress_base::sorted_map::SortedMap;
use hexpress_base::units::ShortNumber;
use hexpress_language::record::BuildId;
use hexpress_layout::{Picture, PictureContent, PictureSubject, Plan};
use hexpress_scene::PixelSize;
use hexpress_scene::print::job::Job;
use hexpress_write::About;
use hexpress_write::png::PictureRequest;

/// The largest number of pixels along a side of a picture of a deck, unless the user types `--dpi`.
/// Simulators can show pictures of this size on every computer.
const DECK_PIXELS: u32 = 4096;
/// The lowest resolution that the program chooses for a picture of a deck, in pixels per inch.
const MIN_DPI: u32 = 10;

/// A picture that is saved as a file. If several drawn pictures look the same, only one of them is
/// saved.
struct Chosen {
    /// The index of the picture in the list of all pictures that are drawn.
    index: usize,
    /// The path of the file in the folder of this build.
    name: String,
    /// The numbers of the pieces that the picture shows or stands for.
    pieces: Vec<usize>,
    /// The grid, if the picture shows a whole deck.
    grid: Option<GridSize>,
    /// Whether the picture shows the back that all pieces of the component share.
    of_all: bool,
}

impl Chosen {
    fn new(index: usize, name: String, pieces: Vec<usize>) -> Self {
        Self { index, name, pieces, grid: None, of_all: false }
    }
}

/// Draws every piece or every deck.
///
/// The paths are `GAME-PAPER/COMPONENT/007.png` for a piece, `GAME-PAPER/COMPONENT/deck.png` for a
/// deck, and `GAME-PAPER/COMPONENT.png` for a board.
///
/// # Errors
/// A piece or a sheet cannot be drawn, or a picture would be too large. The report contains all
/// such errors.
pub fn each(
    plan: &Plan<'_>,
    context: &OutputContext<'_>,
    each: PictureSubject,
    dpi: Option<u32>,
) -> Result<MadeFiles, Report> {
    plan.game().pictures.leave_unpacked();
    let mut pictures = plan.pictures(each);
    for picture in &mut pictures {
        if each != PictureSubject::Canvas {
            picture.cut_out(each == PictureSubject::Bled);
        }
        let mut canvases = context.canvases.iter();
        if let Some(canvas) = canvases.find(|canvas| *canvas.component == *picture.component.name) {
            picture.size = canvas.size;
        }
    }
    let most = plan.game().dpi;
    let dpi =
        dpi.unwrap_or_else(|| if each == PictureSubject::Deck { deck_dpi(&pictures, most) } else { most });
    let grids = pictures.len();
    if each == PictureSubject::Deck {
        // For pictures of decks, the backs of single pieces are drawn too, to find out whether all
        // backs look the same.
        pictures.extend(plan.pictures(PictureSubject::Piece).into_iter().filter(Picture::is_back));
    }
    for picture in &pictures {
        picture_pixels(picture, dpi)?;
    }
    let pages = hexpress_write::pdf::pages(
        &plan.pages_of(&pictures),
        Job::default(),
        context.fonts,
        Some(plan.game()),
    )?;
    let mut warnings = once_for_all_copies(&pages.warnings);
    if each == PictureSubject::Bled {
        warn_without_bleed(plan, &pictures, &mut warnings);
    }
    let chosen = match each {
        PictureSubject::Piece | PictureSubject::Bled | PictureSubject::Canvas => {
            by_piece(&pictures, &pages.digests)
        }
        PictureSubject::Deck => by_deck(&pictures, grids, &pages.digests),
    };
    let about = About::game(plan.game(), plan.game().title.clone());
    let pdf = hexpress_write::pdf::bind(&about, BuildId::default(), pages, context.fonts, &[])?;
    let mut requests = Vec::with_capacity(chosen.len());
    let mut shows = Vec::with_capacity(chosen.len());
    for file in &chosen {
        let picture = &pictures[file.index];
        let pixels = picture_pixels(picture, dpi)?;
        let title = format!("{}: {}", plan.game().title, file.name.trim_end_matches(".png"));
        requests.push(PictureRequest {
            page: file.index,
            size: pixels,
            dpi,
            has_transparent_background: picture.is_see_through(),
            about: About::game(plan.game(), title),
        });
        shows.push(PictureInfo {
            component: picture.component.name.to_string(),
            pixels,
            dpi,
            size: picture.size,
            pieces: file.pieces.clone(),
            times: picture.component.print,
            grid: file.grid,
            back: picture.is_back(),
            of_all: file.of_all,
            bleed: match &picture.shows {
                PictureContent::Board(..) if each != PictureSubject::Bled => 0.0,
                _ => bleed(picture),
            },
        });
    }
    let files = hexpress_write::png::pictures(pdf.in_memory()?, &requests).ok_or_else(undrawable)?;
    let folder = folder(context.stem, context.options);
    let made = chosen.into_iter().zip(files).map(|(file, bytes)| OutputFile {
        sheets: FileSheets { name: None, part: None, components: Vec::new(), indices: 0..0 },
        name: format!("{folder}/{}", file.name),
        bytes: bytes.into(),
    });
    Ok(MadeFiles {
        files: made.collect(),
        shows: super::FileContents::Pictures(shows),
        warnings,
        proof: None,
    })
}

/// Returns the warnings without repetitions, because each copy of a piece causes the same warning
/// again.
pub fn once_for_all_copies(warnings: &Report) -> Report {
    let mut kept = Report::default();
    let mut known = Vec::new();
    for warning in warnings.sorted() {
        if !known.contains(&(warning.code, warning.place)) {
            known.push((warning.code, warning.place));
            kept.push(warning.clone());
        }
    }
    kept
}

/// Warns about components that have no `bleed`, in a build whose pictures should show the bleed.
fn warn_without_bleed(plan: &Plan<'_>, pictures: &[Picture<'_>], warnings: &mut Report) {
    for component in &plan.game().components {
        let first = pictures.iter().find(|picture| picture.component.name == component.name);
        if first.is_some_and(|picture| bleed(picture) == 0.0) {
            let message =
                format!("`{}` has no `bleed`, so --bleed has no effect on its pictures", component.name);
            let warning = codes::WITHOUT_BLEED.warning(message).at(component.place);
            warnings.push(warning.hint("add bleed = \"3mm\", or the value that the print shop asks for"));
        }
    }
}

/// Returns the bleed of the pieces or the board in a picture, in mm.
fn bleed(picture: &Picture<'_>) -> f64 {
    match &picture.shows {
        PictureContent::Board(_, fit) => fit.area.bleed(),
        PictureContent::Pieces { bleed, .. } => *bleed,
    }
}

/// Returns the size of a picture in pixels.
fn picture_pixels(picture: &Picture<'_>, dpi: u32) -> Result<PixelSize> {
    let name = &picture.component.name;
    let (width, height) = (ShortNumber(picture.size.width), ShortNumber(picture.size.height));
    let (cell, (columns, rows)) = picture.cells();
    let what = format!("a picture of `{name}`, {width} x {height} mm,");
    grid_pixels(cell, GridSize { columns, rows }, dpi, &what)
}

/// Returns the highest resolution at which no side of a picture has more than [`DECK_PIXELS`] pixels,
/// in pixels per inch. The resolution is at most `most`.
fn deck_dpi(pictures: &[Picture<'_>], most: u32) -> u32 {
    (MIN_DPI..=most)
        .rev()
        .find(|dpi| {
            pictures.iter().all(|picture| {
                picture_pixels(picture, *dpi).is_ok_and(|size| size.longer_side() <= DECK_PIXELS)
            })
        })
        .unwrap_or(MIN_DPI)
}

/// A picture, and its index in the list of all pictures that are drawn.
#[derive(Clone, Copy)]
struct IndexedPicture<'p, 'a> {
    index: usize,
    picture: &'p Picture<'a>,
}

/// Groups successive pictures of the same component. Each picture is stored with its index in
/// `pictures`.
fn by_component<'p, 'a>(pictures: &'p [Picture<'a>]) -> Vec<Vec<IndexedPicture<'p, 'a>>> {
    let indexed: Vec<_> =
        pictures.iter().enumerate().map(|(index, picture)| IndexedPicture { index, picture }).collect();
    let groups = indexed.chunk_by(|a, b| a.picture.component.name == b.picture.component.name);
    groups.map(<[IndexedPicture<'_, '_>]>::to_vec).collect()
}

/// Returns the numbers of the pieces in a picture. The list is empty for a board.
fn numbers(picture: &Picture<'_>) -> Vec<usize> {
    match &picture.shows {
        PictureContent::Board(..) => Vec::new(),
        PictureContent::Pieces { deck, range, .. } => range.clone().map(|index| deck.number(index)).collect(),
    }
}

/// Returns the back that all pieces of a component share. Returns `None` if the pieces have
/// different backs or no backs.
fn common_back(backs: &[IndexedPicture<'_, '_>], digests: &[String]) -> Option<Chosen> {
    let (first, rest) = backs.split_first()?;
    if rest.iter().any(|other| digests.get(other.index) != digests.get(first.index)) {
        return None;
    }
    let name = format!("{}/back.png", first.picture.component.name);
    let pieces = backs.iter().flat_map(|back| numbers(back.picture)).collect();
    Some(Chosen { of_all: true, ..Chosen::new(first.index, name, pieces) })
}

/// The pieces that look the same, on the front and on the back.
struct AlikePieces<'p, 'a> {
    /// The front of the first piece.
    front: IndexedPicture<'p, 'a>,
    /// The numbers of all pieces that look like the first piece.
    pieces: Vec<usize>,
    /// The index of the picture that shows their back. `None` if the pieces have no back.
    back: Option<usize>,
}

/// Groups the pieces of a component that look the same. Two pictures look the same if their digests are
/// equal.
fn group_alike<'p, 'a>(
    fronts: &[IndexedPicture<'p, 'a>],
    backs: &[IndexedPicture<'_, '_>],
    digests: &[String],
) -> Vec<AlikePieces<'p, 'a>> {
    let mut groups: Vec<AlikePieces<'_, '_>> = Vec::new();
    let mut known = SortedMap::new();
    for &front in fronts {
        // The picture of a back directly follows the picture of the front.
        let next = front.index + 1;
        let back = backs.binary_search_by_key(&next, |back| back.index).is_ok().then_some(next);
        let look = (digests.get(front.index), back.and_then(|back| digests.get(back)));
        let group = *known.entry(look).or_insert_with(|| {
            groups.push(AlikePieces { front, pieces: Vec::new(), back });
            groups.len() - 1
        });
        groups[group].pieces.extend(numbers(front.picture));
    }
    groups
}

/// Groups the pieces that look the same. For each group, chooses one picture of the front and one of
/// the back.
///
/// If all pieces of a component share a back, chooses only one picture of this back.
fn by_piece(pictures: &[Picture<'_>], digests: &[String]) -> Vec<Chosen> {
    let mut chosen = Vec::new();
    for group in by_component(pictures) {
        let (backs, fronts): (Vec<_>, Vec<_>) =
            group.into_iter().partition(|indexed| indexed.picture.is_back());
        let common_back = common_back(&backs, digests);
        for AlikePieces { front, pieces, back } in group_alike(&fronts, &backs, digests) {
            let name = &front.picture.component.name;
            let PictureContent::Pieces { deck, .. } = &front.picture.shows else {
                chosen.push(Chosen::new(front.index, format!("{name}.png"), pieces));
                continue;
            };
            let digits = deck.total.to_string().len().max(3);
            let suffix = match pieces.len() * front.picture.component.print as usize {
                0 | 1 => String::new(),
                copies => format!("-x{copies}"),
            };
            let stem = format!("{name}/{:0digits$}{suffix}", pieces.first().copied().unwrap_or(0));
            chosen.push(Chosen::new(front.index, format!("{stem}.png"), pieces.clone()));
            if let Some(back) = back.filter(|_| common_back.is_none()) {
                chosen.push(Chosen::new(back, format!("{stem}-back.png"), pieces));
            }
        }
        chosen.extend(common_back);
    }
    chosen
}

/// Chooses the pictures of every deck. If all pieces share a back, chooses one picture of this back,
/// and no pictures that show all backs of the deck.
///
/// In `pictures`, the first `grids` pictures show decks. The others show single backs.
fn by_deck(pictures: &[Picture<'_>], grids: usize, digests: &[String]) -> Vec<Chosen> {
    let mut chosen = Vec::new();
    for group in by_component(&pictures[..grids]) {
        let name = &group[0].picture.component.name;
        let backs: Vec<_> = (grids..)
            .zip(&pictures[grids..])
            .filter(|(_, picture)| picture.component.name == *name)
            .map(|(index, picture)| IndexedPicture { index, picture })
            .collect();
        let common_back = common_back(&backs, digests);
        let fronts = group.iter().filter(|indexed| !indexed.picture.is_back()).count();
        let mut number = 0;
        for IndexedPicture { index, picture } in group {
            let PictureContent::Pieces { grid: (columns, rows), side, .. } = picture.shows else {
                chosen.push(Chosen::new(index, format!("{name}.png"), Vec::new()));
                continue;
            };
            number += usize::from(!side.is_back());
            if side.is_back() && common_back.is_some() {
                continue;
            }
            let part = if fronts > 1 { format!("-{number}") } else { String::new() };
            let suffix = if side.is_back() { "-back" } else { "" };
            let file = Chosen::new(index, format!("{name}/deck{part}{suffix}.png"), numbers(picture));
            chosen.push(Chosen { grid: Some(GridSize { columns, rows }), ..file });
        }
        chosen.extend(common_back);
    }
    chosen
}
