//! Writes DXF files for cutting plotters. The files have the format of AutoCAD R12, which all
//! programs can read.
//!
//! - In: the cuts of a sheet, in mm from its top left corner.
//! - Out: polylines on the layers of `Layer`. Coordinates are in mm. The origin is the bottom left
//!   corner, and y points up.
//! - Not here: deciding what is cut.

mod vertices;

use hexpress_language::record::page_digest;
use hexpress_scene::print::cuts::{CutKind, Cuts};
use kurbo::{Affine, BezPath, Size};

use vertices::{Polyline, polylines};

/// What the plotter does with the lines of a layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Layer {
    /// The outline of the sheet, which is not cut.
    Sheet,
    Lines(CutKind),
}

impl Layer {
    fn name(self) -> &'static str {
        match self {
            Self::Sheet => "SHEET",
            Self::Lines(CutKind::Fold) => "FOLD",
            Self::Lines(CutKind::Perforation) => "PERF",
            Self::Lines(CutKind::Kiss) => "KISS",
            Self::Lines(CutKind::Through) => "CUT",
        }
    }

    /// Returns the number of the layer's colour in AutoCAD's palette: grey, blue, green, magenta or
    /// red.
    fn colour(self) -> &'static str {
        match self {
            Self::Sheet => "8",
            Self::Lines(CutKind::Fold) => "5",
            Self::Lines(CutKind::Perforation) => "3",
            Self::Lines(CutKind::Kiss) => "6",
            Self::Lines(CutKind::Through) => "1",
        }
    }
}

/// A file starts with a comment that contains a digest. This is the text before the digest.
const MADE_BY: &str = concat!("hexpress ", env!("CARGO_PKG_VERSION"), ", sha256 ");
/// The number of decimals of a coordinate in mm.
const PLACES: usize = 4;
/// The number of decimals of a bulge, which is a ratio of lengths.
const BULGE_PLACES: usize = 8;

/// Returns a DXF file with the lines of a sheet. A machine should process the layers in the order in which
/// the file contains them.
pub fn cuts(cuts: &Cuts) -> String {
    let kinds = cuts.kinds().map(|kind| (Layer::Lines(kind), cuts.of(kind).cloned().collect()));
    let layers: Vec<(Layer, Vec<Polyline>)> = std::iter::once((Layer::Sheet, vec![outline(cuts.sheet)]))
        .chain(kinds)
        .map(|(layer, paths)| (layer, upwards(&paths, cuts.sheet)))
        .filter(|(_, lines)| !lines.is_empty())
        .collect();
    let mut groups = Groups::default();
    groups.add_header(cuts.sheet);
    groups.add_tables(&layers);
    groups.begin_section("ENTITIES");
    for (layer, lines) in &layers {
        lines.iter().for_each(|line| groups.add_polyline(*layer, line));
    }
    groups.add(0, "ENDSEC");
    groups.add(0, "EOF");
    format!("999\n{MADE_BY}{}\n{}", page_digest(groups.0.as_bytes()), groups.0)
}

/// Returns whether hexpress wrote a file, and nobody has changed the file afterwards.
pub fn is_untouched(file: &[u8]) -> bool {
    let text = std::str::from_utf8(file).ok();
    let first_lines = text.and_then(|text| text.strip_prefix("999\n")?.split_once('\n'));
    let digest = first_lines.and_then(|(comment, after)| Some((comment.rsplit_once(", sha256 ")?, after)));
    digest.is_some_and(|((_, digest), after)| digest == page_digest(after.as_bytes()))
}

fn outline(sheet: Size) -> BezPath {
    kurbo::Shape::to_path(&sheet.to_rect(), 0.1)
}

/// Converts paths, in which y points down, to polylines, in which y points up.
fn upwards(paths: &[BezPath], sheet: Size) -> Vec<Polyline> {
    let flip = Affine::FLIP_Y.then_translate((0.0, sheet.height).into());
    paths.iter().flat_map(|path| polylines(&(flip * path))).collect()
}

/// The groups of a file. A group is a code on one line, and its value on the next line.
#[derive(Debug, Default)]
struct Groups(String);

impl Groups {
    fn add(&mut self, code: u16, value: &str) {
        self.0.push_str(&format!("{code:>3}\n{value}\n"));
    }

    fn add_length(&mut self, code: u16, value: f64) {
        self.add(code, &decimal(value, PLACES));
    }

    fn begin_section(&mut self, name: &str) {
        self.add(0, "SECTION");
        self.add(2, name);
    }

    fn add_header(&mut self, sheet: Size) {
        self.begin_section("HEADER");
        self.add(9, "$ACADVER");
        self.add(1, "AC1009");
        for (name, code, value) in [("$INSUNITS", 70, "4"), ("$MEASUREMENT", 70, "1")] {
            self.add(9, name);
            self.add(code, value);
        }
        for (name, size) in [("$EXTMIN", Size::ZERO), ("$EXTMAX", sheet)] {
            self.add(9, name);
            self.add_length(10, size.width);
            self.add_length(20, size.height);
            self.add_length(30, 0.0);
        }
        self.add(0, "ENDSEC");
    }

    fn add_tables(&mut self, layers: &[(Layer, Vec<Polyline>)]) {
        self.begin_section("TABLES");
        self.begin_table("LTYPE", 1);
        self.add(0, "LTYPE");
        for (code, value) in
            [(2, "CONTINUOUS"), (70, "0"), (3, "Solid line"), (72, "65"), (73, "0"), (40, "0.0")]
        {
            self.add(code, value);
        }
        self.add(0, "ENDTAB");
        self.begin_table("LAYER", layers.len());
        for (layer, _) in layers {
            self.add(0, "LAYER");
            for (code, value) in [(2, layer.name()), (70, "0"), (62, layer.colour()), (6, "CONTINUOUS")] {
                self.add(code, value);
            }
        }
        self.add(0, "ENDTAB");
        self.add(0, "ENDSEC");
    }

    fn begin_table(&mut self, name: &str, entries: usize) {
        self.add(0, "TABLE");
        self.add(2, name);
        self.add(70, &entries.to_string());
    }

    /// Adds a polyline. The manual of R12 also requires the point 0, 0 before the vertices. This point is
    /// left out, because some programs would read it as a corner.
    fn add_polyline(&mut self, layer: Layer, line: &Polyline) {
        self.add(0, "POLYLINE");
        self.add(8, layer.name());
        self.add(66, "1");
        self.add(70, if line.is_closed { "1" } else { "0" });
        for vertex in &line.vertices {
            self.add(0, "VERTEX");
            self.add(8, layer.name());
            self.add_length(10, vertex.at.x);
            self.add_length(20, vertex.at.y);
            if vertex.bulge != 0.0 {
                self.add(42, &decimal(vertex.bulge, BULGE_PLACES));
            }
        }
        self.add(0, "SEQEND");
        self.add(8, layer.name());
    }
}

/// Returns a number with at least one decimal place, because DXF requires it.
fn decimal(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    let short = text.trim_end_matches('0');
    let number = if short.ends_with('.') { format!("{short}0") } else { short.to_owned() };
    if number == "-0.0" { "0.0".to_owned() } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_decimal() {
        let numbers = [0.0, -0.000_01, 25.4, -3.0, 0.123_46].map(|value| decimal(value, PLACES));
        assert_eq!(numbers, ["0.0", "0.0", "25.4", "-3.0", "0.1235"]);
    }

    #[test]
    fn a_changed_file_is_no_longer_ours() {
        let sheet = Size::new(210.0, 297.0);
        let path = outline(Size::new(50.0, 20.0));
        let lines = vec![hexpress_scene::print::cuts::CutPath { kind: CutKind::Through, path }];
        let plain = Cuts { lines, marks: BezPath::new(), pieces: 1, sheet, folded: false };
        let file = cuts(&plain);
        assert!(is_untouched(file.as_bytes()));
        assert!(!is_untouched(file.replace("50.0", "50.1").as_bytes()));
        assert!(!is_untouched(b"999\n\n"));
        assert!(!is_untouched(b"  0\nSECTION\n"));
    }
}
