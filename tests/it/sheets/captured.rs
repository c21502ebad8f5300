//! Tests of jobs that the program of a cutting machine printed to a PDF. The tests simulate the PDFs of three
//! programs: the marks have the dimensions that these programs are known to use.

use std::fmt::Write as _;

use hexpress::read::{ItemKind, Page};
use kurbo::{Affine, BezPath, PathEl, Point, Rect, Shape as _, Vec2};

use crate::formats::png::decoded;
use crate::support::measure::{covers, id, paths};
use crate::support::run::{Ran, Run};

/// How far a piece may be from its captured shape, in mm.
const MAX_DISTANCE_MM: f64 = 0.005;
const PT: f64 = 72.0 / 25.4;
/// The colour of the shapes in a setup picture, #E600C8, as a PDF writes it.
const MAGENTA: &str = "0.90196 0 0.78431";

const CARDS: &str = "[[cards]]\nname = \"deck\"\nsize = \"40 x 60mm\"\nround = \"3mm\"\ncopies = 20\nbleed = \"1mm\"\n\
                     face = [{ fill = \"tan\" }]\nback = [{ fill = \"navy\" }]\n";
const HEXAGONS: &str = "[[tiles]]\nname = \"hexes\"\nacross = \"30mm\"\ncells = \"flat-top\"\ncopies = 11\n\
                        holes = [{ size = \"5mm\", at = \"0 0mm\" }]\nface = [{ fill = \"tan\" }]\n";
const DISCS: &str = "[[counters]]\nname = \"discs\"\nshape = \"disc\"\nacross = \"25mm\"\ncopies = 30\n\
                     face = [{ fill = \"tan\" }]\n";

/// A job for a cutting machine: the layout, the sheet, and the setup picture with its shapes.
struct Job {
    paper: &'static str,
    margin: &'static str,
    layout: &'static str,
    /// The size of the sheet, in mm.
    sheet: [f64; 2],
    /// The shapes of the picture, in mm from the top left corner of the picture.
    shapes: Vec<BezPath>,
    /// The size of the picture, in mm.
    size: [f64; 2],
    png: Vec<u8>,
}

impl Job {
    fn new(layout: &'static str, paper: &'static str, margin: &'static str) -> Self {
        let args =
            ["build", "x.toml", "--paper", paper, "--margin", margin, "--format", "cut-setup", "--json"];
        let ran = Run::new().file("x.toml", layout).args(args).run();
        let file = ran.json()["results"][0]["files"][0].clone();
        let pair = |key: &str| [0, 1].map(|index| file[key][index].as_f64().unwrap());
        let name = file["path"].as_str().unwrap();
        let svg = String::from_utf8(ran.bytes(&name.replace(".png", ".svg"))).unwrap();
        let xml = roxmltree::Document::parse(&svg).unwrap();
        let shapes = xml.descendants().filter_map(|node| node.attribute("d"));
        let shapes: Vec<BezPath> = shapes.map(|data| BezPath::from_svg(data).unwrap()).collect();
        assert_eq!(shapes.len() as u64, file["shapes"].as_u64().unwrap());
        let job = Self {
            paper,
            margin,
            layout,
            sheet: pair("sheet-mm"),
            shapes,
            size: pair("mm"),
            png: ran.bytes(name),
        };
        let all = job.shapes.iter().map(BezPath::bounding_box).reduce(|a, b| a.union(b)).unwrap();
        for (found, expected) in [(all.x0, 0.0), (all.y0, 0.0), (all.x1, job.size[0]), (all.y1, job.size[1])]
        {
            assert!(
                (found - expected).abs() < 0.001,
                "the picture ends at its shapes: {all:?} {:?}",
                job.size
            );
        }
        job
    }

    /// Returns the transform that puts the picture into the middle of the page, shifted by a vector.
    fn middle(&self, by: Vec2) -> Affine {
        let [width, height] = self.sheet;
        Affine::translate(Vec2::new((width - self.size[0]) / 2.0, (height - self.size[1]) / 2.0) + by)
    }

    /// Builds the layout with a page that was captured from a cutting program.
    fn build(&self, capture: &[u8]) -> Ran {
        let args = ["build", "x.toml", "--paper", self.paper, "--margin", self.margin, "--cut", "job.pdf"];
        Run::new().file("x.toml", self.layout).file("job.pdf", capture).args(args).checked().run()
    }

    /// Builds the layout with a captured page that must be refused. Returns the message.
    fn refused(&self, capture: &[u8]) -> String {
        let args = ["build", "x.toml", "--paper", self.paper, "--margin", self.margin, "--cut", "job.pdf"];
        let run = Run::new().file("x.toml", self.layout).file("job.pdf", capture).args(args);
        run.any_stderr().status(2).run().stderr
    }

    fn pdf_name(&self) -> String {
        format!("output/x-{}.pdf", self.paper)
    }
}

/// Returns the operators that draw a path. The page has a height of `height` mm.
fn operators(path: &BezPath, height: f64) -> String {
    let at = |p: Point| format!("{:.4} {:.4}", p.x * PT, (height - p.y) * PT);
    let mut text = String::new();
    for element in path.elements() {
        let written = match *element {
            PathEl::MoveTo(p) => writeln!(text, "{} m", at(p)),
            PathEl::LineTo(p) => writeln!(text, "{} l", at(p)),
            PathEl::QuadTo(..) => panic!("quadratic"),
            PathEl::CurveTo(p, q, r) => writeln!(text, "{} {} {} c", at(p), at(q), at(r)),
            PathEl::ClosePath => writeln!(text, "h"),
        };
        written.unwrap();
    }
    text
}

/// A picture with red, green and blue, and with alpha.
struct Picture {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
    alpha: Vec<u8>,
}

/// Returns a PDF of one page. `contents` may draw the picture `/Im`.
fn pdf([width, height]: [f64; 2], contents: &str, picture: Option<&Picture>) -> Vec<u8> {
    let resources = if picture.is_some() { "<</XObject<</Im 5 0 R>>>>" } else { "<<>>" };
    let mut objects: Vec<Vec<u8>> = vec![
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        b"<</Type/Pages/Count 1/Kids[3 0 R]>>".to_vec(),
        format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 {:.4} {:.4}]/Resources{resources}/Contents 4 0 R>>",
            width * PT,
            height * PT
        )
        .into_bytes(),
        format!("<</Length {}>>stream\n{contents}\nendstream", contents.len()).into_bytes(),
    ];
    if let Some(Picture { width, height, rgb, alpha }) = picture {
        let head = format!("<</Type/XObject/Subtype/Image/Width {width}/Height {height}/BitsPerComponent 8");
        for (space, data) in [("/ColorSpace/DeviceRGB/SMask 6 0 R", rgb), ("/ColorSpace/DeviceGray", alpha)] {
            let mut object = format!("{head}{space}/Length {}>>stream\n", data.len()).into_bytes();
            object.extend_from_slice(data);
            object.extend_from_slice(b"\nendstream");
            objects.push(object);
        }
    }
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n", index + 1).bytes());
        file.extend_from_slice(object);
        file.extend_from_slice(b"\nendobj\n");
    }
    let table = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", places.len() + 1).bytes());
    places.iter().for_each(|place| file.extend(format!("{place:010} 00000 n \n").bytes()));
    let size = places.len() + 1;
    file.extend(format!("trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n").bytes());
    file
}

/// Returns the page that Silhouette Studio prints: filled shapes with curves, and three marks. The
/// marks are a square and two corners, with lines 1 mm wide.
fn studio(job: &Job, map: Affine) -> Vec<u8> {
    let [width, height] = job.sheet;
    let mut contents = format!("{MAGENTA} rg\n");
    for shape in &job.shapes {
        contents.push_str(&operators(&(map * shape), height));
        contents.push_str("f*\n");
    }
    contents.push_str(&format!("0 G 0 g {} w\n", PT));
    let square = operators(&Rect::new(10.0, 10.0, 15.0, 15.0).to_path(0.1), height);
    contents.push_str(&format!("{square}B\n"));
    for l in [
        format!("M {} 10 H {} V 17.7", width - 17.7, width - 10.0),
        format!("M 10 {} V {} H 17.7", height - 17.7, height - 10.0),
    ] {
        contents.push_str(&operators(&BezPath::from_svg(&l).unwrap(), height));
        contents.push_str("S\n");
    }
    pdf(job.sheet, &contents, None)
}

/// Returns the page that Design Space prints: a picture of 300 pixels per inch, and black marks around an
/// area of 7.44 x 9.94 inches on Letter, or 7.20 x 10.62 inches on A4.
fn design_space(job: &Job, map: Affine, area: [f64; 2]) -> Vec<u8> {
    let [width, height] = job.sheet;
    let [left, top] = [(width - area[0] * 25.4) / 2.0, (height - area[1] * 25.4) / 2.0];
    let image = decoded(&job.png);
    let pixels = image.bytes.as_chunks::<4>().0;
    let picture = Picture {
        width: image.wide,
        height: image.high,
        rgb: pixels.iter().flat_map(|[r, g, b, _]| [*r, *g, *b]).collect(),
        alpha: pixels.iter().map(|[.., a]| *a).collect(),
    };
    let placed = map.transform_rect_bbox(Rect::new(0.0, 0.0, job.size[0], job.size[1]));
    let mut contents = "1 1 1 rg 0 0 2000 2000 re f\n".to_owned();
    contents.push_str(&format!(
        "q {:.4} 0 0 {:.4} {:.4} {:.4} cm /Im Do Q\n",
        placed.width() * PT,
        placed.height() * PT,
        placed.x0 * PT,
        (height - placed.y1) * PT
    ));
    contents.push_str("0 G 1.5 w\n");
    let (right, bottom) = (width - left, height - top);
    for l in [
        format!("M {left} {} V {top} H {}", top + 15.0, left + 15.0),
        format!("M {} {top} H {right} V {}", right - 15.0, top + 15.0),
        format!("M {left} {} V {bottom} H {}", bottom - 15.0, left + 15.0),
        format!("M {right} {} V {bottom} H {}", bottom - 15.0, right - 15.0),
    ] {
        contents.push_str(&operators(&BezPath::from_svg(&l).unwrap(), height));
        contents.push_str("S\n");
    }
    pdf(job.sheet, &contents, Some(&picture))
}

/// Returns the page that a program for ScanNCut prints: only outlines, without marks.
fn outlines(job: &Job, map: Affine) -> Vec<u8> {
    let mut contents = format!("{MAGENTA} RG 0.3 w\n");
    for shape in &job.shapes {
        contents.push_str(&operators(&(map * shape), job.sheet[1]));
        contents.push_str("S\n");
    }
    pdf(job.sheet, &contents, None)
}

/// Checks that each piece of the first sheet is on its shape, and that no drawing is magenta.
#[track_caller]
fn lies_on_shapes(job: &Job, ran: &Ran, map: Affine, near: f64) -> Page {
    let page = ran.pdf(&job.pdf_name()).pages.remove(0);
    assert!((page.media.width() - job.sheet[0]).abs() < 0.01, "{:?}", page.media);
    let cuts: Vec<Rect> = paths(&page)
        .filter(|(item, _)| id(item) == "cut" && matches!(&item.kind, ItemKind::Path { stroke: Some(line), .. } if line.colour.0 != [255; 3]))
        .map(|(_, path)| path.bounding_box())
        .collect();
    for shape in &job.shapes {
        let expected = (map * shape).bounding_box();
        let by = |cut: &Rect| {
            let sides =
                [cut.x0 - expected.x0, cut.y0 - expected.y0, cut.x1 - expected.x1, cut.y1 - expected.y1];
            sides.into_iter().fold(0.0, |most: f64, side| most.max(side.abs()))
        };
        let best = cuts.iter().map(by).fold(f64::INFINITY, f64::min);
        assert!(best <= near, "a piece is {best} mm from its shape at {expected:?}");
    }
    for item in &page.items {
        if let ItemKind::Path { fill, stroke, .. } = &item.kind {
            for colour in fill.iter().copied().chain(stroke.as_ref().map(|line| line.colour)) {
                let [r, g, b] = colour.0;
                assert!(!(r > 180 && g < 80 && b > 150), "magenta: {item:?}");
            }
        }
        assert!(!matches!(item.kind, ItemKind::Image { .. }), "the picture of the shapes is left out");
    }
    page
}

/// Returns the boxes of the marks of the machine on a page.
fn marks(page: &Page) -> Vec<Rect> {
    let marks = page.items.iter().filter(|item| id(item) == "registration");
    marks
        .map(|mark| {
            assert_eq!(mark.tag.as_deref(), Some("Artifact"));
            covers(mark)
        })
        .collect()
}

#[test]
fn a_job_of_studio_is_printed_on_its_marks() {
    let job = Job::new(CARDS, "a4", "20.5mm");
    for by in [Vec2::ZERO, Vec2::new(1.37, -0.91)] {
        let map = job.middle(by);
        let ran = job.build(&studio(&job, map));
        let page = lies_on_shapes(&job, &ran, map, MAX_DISTANCE_MM);
        let (width, height) = (page.media.width(), page.media.height());
        let found = marks(&page);
        assert_eq!(found.len(), 3);
        for expected in [
            Rect::new(9.5, 9.5, 15.5, 15.5),
            Rect::new(width - 17.7, 9.5, width - 9.5, 17.7),
            Rect::new(9.5, height - 17.7, 17.7, height - 9.5),
        ] {
            let is_here = |rect: &Rect| rect.center().distance(expected.center()) < 0.5;
            assert!(found.iter().any(is_here), "{expected:?} {found:?}");
        }
        assert!(ran.stdout.contains("that was printed to job.pdf, page 1"), "{}", ran.stdout);
        assert!(ran.stdout.contains(": clean"), "{}", ran.stdout);
        // Backs are behind their fronts, and have no marks.
        let pages = ran.pdf(&job.pdf_name()).pages;
        assert!(marks(&pages[1]).is_empty());
        let text = String::from_utf8_lossy(&ran.bytes(&job.pdf_name())).into_owned();
        assert!(text.contains("pdfaid:part") && text.contains("pdfuaid:part"));
    }
}

#[test]
fn a_picture_of_design_space_is_measured_to_micrometres() {
    for (paper, margin, area) in [("letter", "17mm", [7.44, 9.94]), ("a4", "17mm", [7.20, 10.62])] {
        let job = Job::new(HEXAGONS, paper, margin);
        let map = job.middle(Vec2::new(0.4, -0.3));
        let ran = job.build(&design_space(&job, map, area));
        let page = lies_on_shapes(&job, &ran, map, MAX_DISTANCE_MM);
        assert_eq!(marks(&page).len(), 4);
    }
}

#[test]
fn outlines_without_marks_are_enough() {
    let job = Job::new(DISCS, "a4", "10mm");
    let map = job.middle(Vec2::new(-2.0, 3.0));
    let ran = job.build(&outlines(&job, map));
    let page = lies_on_shapes(&job, &ran, map, MAX_DISTANCE_MM);
    assert!(marks(&page).is_empty());
}

#[test]
fn a_scaled_turned_or_changed_job_is_refused() {
    let job = Job::new(CARDS, "a4", "22mm");
    let centre = Point::new(job.sheet[0] / 2.0, job.sheet[1] / 2.0);
    let scaled = |by: f64| Affine::scale_about(by, centre) * job.middle(Vec2::ZERO);
    assert!(job.refused(&studio(&job, scaled(0.997))).contains("it is scaled to 99.7 %"));
    assert!(job.refused(&outlines(&job, scaled(1.003))).contains("it is scaled to 100.3 %"));
    let (sin, cos) = libm::sincos(0.01);
    let about = centre.to_vec2();
    let turned = Affine::translate(about)
        * Affine::new([cos, sin, -sin, cos, 0.0, 0.0])
        * Affine::translate(-about)
        * job.middle(Vec2::ZERO);
    assert!(job.refused(&studio(&job, turned)).contains("it is turned by 0.57°"));
    let fewer = Job { shapes: job.shapes[1..].to_vec(), ..Job::new(CARDS, "a4", "22mm") };
    let output = job.refused(&studio(&fewer, job.middle(Vec2::ZERO)));
    assert!(
        output.contains(&format!(
            "it shows {} shapes, but the sheet has {} pieces",
            job.shapes.len() - 1,
            job.shapes.len()
        )),
        "{output}"
    );
    let mut moved = Job::new(CARDS, "a4", "22mm");
    moved.shapes[2] = Affine::translate((0.5, 0.0)) * &moved.shapes[2];
    let output = job.refused(&studio(&moved, job.middle(Vec2::ZERO)));
    assert!(output.contains("shape 3 is 0.5 mm") && output.contains("out of place"), "{output}");
    let output = job.refused(&pdf(job.sheet, "0 g 10 10 50 50 re f", None));
    assert!(output.contains("it shows no shape in the colour #E600C8"), "{output}");
    let [right, down] = [0, 1].map(|axis| (job.sheet[axis] - job.size[axis]) / 2.0);
    let far = job.middle(Vec2::new(right + 1.0, 0.0));
    assert!(job.refused(&studio(&job, far)).contains("extends beyond the edge of the page"));
    // The square mark in the corner ends 15 mm from the edges. The picture begins at 13 mm, so a piece is
    // on the mark.
    let on_mark = job.middle(Vec2::new(13.0 - right, 13.0 - down));
    assert!(job.refused(&studio(&job, on_mark)).contains("a mark of the machine is on piece 1"));
}

#[test]
fn a_coarse_or_scaled_picture_is_refused() {
    let job = Job::new(HEXAGONS, "letter", "17mm");
    let centre = Point::new(job.sheet[0] / 2.0, job.sheet[1] / 2.0);
    let scaled = Affine::scale_about(0.997, centre) * job.middle(Vec2::ZERO);
    let output = job.refused(&design_space(&job, scaled, [7.44, 9.94]));
    assert!(output.contains("it is scaled to 99.7 %"), "{output}");
}

#[test]
fn the_pdf_builds_the_same_file_again() {
    let job = Job::new(CARDS, "a4", "20.5mm");
    let ran = job.build(&studio(&job, job.middle(Vec2::new(0.7, 0.2))));
    let pdf = ran.bytes(&job.pdf_name());
    let again = Run::new().file("first.pdf", &pdf).args(["build", "first.pdf"]).checked().run();
    assert!(again.bytes(&job.pdf_name()) == pdf, "the same bytes");
}

#[test]
fn a_job_needs_its_pdf() {
    let args = ["build", "x.toml", "--cut", "captured"];
    let run = Run::new().file("x.toml", CARDS).args(args);
    let output = run.any_stderr().status(2).no_files().run().stderr;
    assert!(output.contains("expected the PDF of a cutting job"), "{output}");
}
