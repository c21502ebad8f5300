//! Makes PDFs for print shops that expect a page for each side of a piece.
//!
//! - In: a plan, and the canvas of each component.
//! - Out: a PDF for each component. On each page, the trim box is the outline of the piece, and the
//!   bleed box also includes the bleed.
//! - Not here: choosing the canvases; see `canvas.rs`.

use super::canvas::Canvas;
use super::pdf_description::{Backs, ShopPdf};
use crate::make::{FileContents, FileSheets, MadeFiles, OutputContext, OutputFile, folder, refused};
use hexpress_base::diag::Report;
use hexpress_language::tables::shop::SharedBack;
use hexpress_layout::{Picture, PictureSubject, Plan};
use hexpress_scene::print::job::Job;
use hexpress_write::{About, pdf};

/// Makes a PDF for each component: `GAME-SHOP/COMPONENT.pdf`.
///
/// # Errors
/// A piece cannot be drawn. The report contains all such errors.
pub fn pdfs(
    plan: &Plan<'_>,
    context: &OutputContext<'_>,
    shared_back: SharedBack,
) -> Result<MadeFiles, Report> {
    let pictures = plan.pictures(PictureSubject::Canvas);
    let mut warnings = Report::default();
    let mut errors = Report::default();
    let mut files = Vec::new();
    let mut shows = Vec::new();
    for canvas in context.canvases {
        let of_component: Vec<Picture<'_>> = pictures
            .iter()
            .filter(|picture| picture.component.name == canvas.component)
            .map(|picture| Picture { size: canvas.size, ..picture.clone() })
            .collect();
        match component_pdf(plan, context, canvas, &of_component, shared_back) {
            Ok(Some(ComponentPdf { file, show, warnings: more })) => {
                files.push(file);
                shows.push(show);
                warnings.extend(more);
            }
            Ok(None) => {}
            Err(report) => errors.extend(report),
        }
    }
    if errors.has_errors() {
        return Err(errors);
    }
    Ok(MadeFiles { files, shows: FileContents::ShopPdfs(shows), warnings, proof: None })
}

/// The PDF of a component.
struct ComponentPdf {
    file: OutputFile<hexpress_write::FileBytes>,
    show: ShopPdf,
    warnings: Report,
}

/// Makes the PDF of a component. `pictures` are the sides of its pieces. Returns `None` if the
/// component has no pieces.
///
/// # Errors
/// A piece cannot be drawn.
fn component_pdf(
    plan: &Plan<'_>,
    context: &OutputContext<'_>,
    canvas: &Canvas,
    pictures: &[Picture<'_>],
    shared_back: SharedBack,
) -> Result<Option<ComponentPdf>, Report> {
    let Some(first) = pictures.first() else { return Ok(None) };
    let times = first.component.print as usize;
    let repeated: Vec<Picture<'_>> = std::iter::repeat_n(pictures, times).flatten().cloned().collect();
    let game = plan.game();
    let setup = context.options.print_setup;
    let job = Job { standard: setup.standard, press: setup.press, ..Job::default() };
    let mut pages = pdf::pages(&plan.pages_of(&repeated), job, context.fonts, Some(game))?;
    if let Some(error) = refused(context.input, game, &pages) {
        return Err(error.into());
    }
    let warnings = crate::make::once_for_all_copies(&pages.warnings);
    pages.trim(canvas.trim);
    let pieces = repeated.iter().filter(|picture| !picture.is_back()).count();
    let backs = if pieces == repeated.len() {
        Backs::None
    } else if shared_back == SharedBack::Once && has_one_back(&repeated, &pages.digests) {
        // All backs look the same, so only the last one is kept.
        let last = repeated.len() - 1;
        pages.keep(|index| index == last || !repeated[index].is_back());
        Backs::Once
    } else {
        Backs::EachTime
    };
    let about = About::game(game, format!("{}: {}", game.title, canvas.component));
    let bytes = pdf::bind(&about, context.options.build_id(&game.id), pages, context.fonts, &[])?;
    let file = OutputFile {
        sheets: FileSheets { name: None, part: None, components: Vec::new(), indices: 0..0 },
        name: format!("{}/{}.pdf", folder(context.stem, context.options), canvas.component),
        bytes,
    };
    let component = canvas.component.to_string();
    let show = ShopPdf { component, pieces, backs, page: canvas.size, trim: canvas.trim };
    Ok(Some(ComponentPdf { file, show, warnings }))
}

/// Returns whether all backs look the same. `digests` contains a digest of each page.
fn has_one_back(pictures: &[Picture<'_>], digests: &[String]) -> bool {
    let mut backs = pictures.iter().zip(digests).filter(|(picture, _)| picture.is_back());
    let first = backs.next().map(|(_, digest)| digest);
    backs.all(|(_, digest)| Some(digest) == first)
}
