//! Makes pictures of solid shapes. The user loads them into the program of a cutting machine, which
//! makes a cutting job from them.
//!
//! - In: a plan for a cutting machine that is controlled by its own program.
//! - Out: a PNG and an SVG for each different arrangement of pieces.
//! - Not here: reading the PDF to which the program prints the job.
//!
//! A picture has no empty border around its shapes, because some programs trim transparent pixels.

use hexpress_scene::PixelSize;
use kurbo::{BezPath, Rect, Shape as _, Size};

use crate::make::{FileContents, MadeFiles, OutputContext, OutputFile, folder, single_sheet};
use hexpress_base::diag::{Report, codes};
use hexpress_layout::Plan;
use hexpress_scene::print::capture::{MAX_SHAPES, SETUP_COLOUR};
use hexpress_write::png::{self, MAX_PIXELS};
use hexpress_write::{About, svg};

/// The default resolution of a picture, in pixels per inch.
const DPI: u32 = 300;
/// The largest rounding error of a coordinate (in mm) or of an area (in mm²). Values that differ by
/// less count as equal.
const ROUNDING_ERROR: f64 = 1e-6;

/// A picture of the shapes that a machine cuts.
#[derive(Debug, Clone, PartialEq)]
pub struct SetupPicture {
    /// The name of the job, such as `game-a4-deck`. The user should use this name in the program of the
    /// machine.
    pub job: String,
    /// The components whose sheets the job cuts.
    pub components: Vec<String>,
    pub shapes: usize,
    /// The size of the picture in mm. The user types it into the program of the machine.
    pub size: Size,
    /// The size of the sheet in mm, in the orientation in which it is printed.
    pub sheet: Size,
    /// The planned distances of the picture from the left and the top edge of the sheet, in mm.
    pub corner: [f64; 2],
    /// Whether the file is a PNG. If false, it is the SVG with the same shapes.
    pub is_png: bool,
}

/// A cutting job whose picture is not drawn yet.
struct Job {
    /// The index of the first sheet that the job cuts.
    sheet: usize,
    shapes: Vec<BezPath>,
    /// The bounding box of the shapes, in mm on the sheet.
    area: Rect,
    components: Vec<String>,
}

impl Job {
    /// Returns whether this job can also cut another sheet. The other sheet must have the same size and
    /// the same arrangement of pieces.
    fn is_like(&self, plan: &Plan<'_>, sheet: usize, shapes: &[BezPath], area: Rect) -> bool {
        let size = |index: usize| plan.sheets.get(index).map(|sheet| sheet.size);
        let inside =
            |shape: &BezPath, area: Rect| (shape.bounding_box() - area.origin().to_vec2(), shape.area());
        size(self.sheet) == size(sheet)
            && self.shapes.len() == shapes.len()
            && self.shapes.iter().zip(shapes).all(|(own_path, other)| {
                let ((own_rect, own_area), (other, other_area)) =
                    (inside(own_path, self.area), inside(other, area));
                [
                    own_rect.x0 - other.x0,
                    own_rect.y0 - other.y0,
                    own_rect.x1 - other.x1,
                    own_rect.y1 - other.y1,
                    own_area - other_area,
                ]
                .iter()
                .all(|by| by.abs() < ROUNDING_ERROR)
            })
    }
}

/// Draws the pictures: `GAME-PAPER/NN-NAME.setup.png` and `.setup.svg`.
///
/// # Errors
/// No sheet has pieces to cut, or a sheet has too many pieces.
pub fn cut_setup(
    plan: &mut Plan<'_>,
    context: &OutputContext<'_>,
    dpi: Option<u32>,
) -> Result<MadeFiles, Report> {
    let jobs = jobs(plan)?;
    if jobs.is_empty() {
        let message =
            format!("the sheets of `{}` have no cuts, so there is no cutting job", context.input.id);
        let hint = "add cards, tiles or counters, which are cut out";
        return Err(codes::BAD_OPTION.error(message).hint(hint).into());
    }
    let dpi = dpi.unwrap_or(DPI);
    let digits = plan.sheets.len().to_string().len().max(2);
    let game = plan.game();
    let folder = folder(context.stem, context.options);
    let (mut files, mut shown) = (Vec::new(), Vec::new());
    for job in jobs {
        let Some(sheet) = plan.sheets.get(job.sheet) else { continue };
        let name = &sheet.component.name;
        let pixels = PixelSize::new(png::pixels(job.area.width(), dpi), png::pixels(job.area.height(), dpi));
        if pixels.area() > MAX_PIXELS {
            let PixelSize { width, height } = pixels;
            let message = format!(
                "at {dpi} dpi, the picture of `{name}` has {width} x {height} pixels; the limit is {} \
                 million pixels",
                MAX_PIXELS / 1_000_000
            );
            return Err(codes::BAD_OPTION.error(message).hint("write a smaller number after --dpi").into());
        }
        let about = About::game(game, format!("{}: shapes of {}", game.title, job.components.join(", ")));
        let picture = SetupPicture {
            job: format!("{}-{name}", context.stem),
            components: job.components,
            shapes: job.shapes.len(),
            size: job.area.size(),
            sheet: sheet.size,
            corner: [job.area.x0, job.area.y0],
            is_png: true,
        };
        let png = png::solid(&job.shapes, job.area, pixels, dpi, SETUP_COLOUR, &about);
        let svg = svg::setup(&job.shapes, job.area, &about).into_bytes();
        for (extension, bytes) in [("png", png), ("svg", svg)] {
            files.push(OutputFile {
                sheets: single_sheet(plan, job.sheet),
                name: format!("{folder}/{:0digits$}-{name}.setup.{extension}", job.sheet + 1),
                bytes: bytes.into(),
            });
            shown.push(SetupPicture { is_png: extension == "png", ..picture.clone() });
        }
    }
    Ok(MadeFiles { files, warnings: Report::default(), shows: FileContents::CutSetup(shown), proof: None })
}

/// Returns the different jobs of a plan.
///
/// # Errors
/// A sheet has too many pieces.
fn jobs(plan: &Plan<'_>) -> Result<Vec<Job>, Report> {
    let mut jobs: Vec<Job> = Vec::new();
    for (index, sheet) in plan.sheets.iter().enumerate() {
        let name = sheet.component.name.to_string();
        if jobs.iter().any(|job| job.components.contains(&name)) {
            continue;
        }
        let Some(shapes) = plan.job_shapes(index) else { continue };
        let area = shapes.iter().map(|shape| shape.bounding_box()).reduce(|a, b| a.union(b));
        let Some(area) = area else { continue };
        if shapes.len() > MAX_SHAPES {
            let message = format!(
                "a sheet of `{name}` has {} pieces; a job can have at most {MAX_SHAPES}",
                shapes.len()
            );
            let hint = "use smaller paper (--paper) or larger margins (--margin)";
            return Err(codes::BAD_OPTION.error(message).hint(hint).into());
        }
        match jobs.iter_mut().find(|job| job.is_like(plan, index, &shapes, area)) {
            Some(job) => job.components.push(name),
            None => jobs.push(Job { sheet: index, shapes, area, components: vec![name] }),
        }
    }
    Ok(jobs)
}
