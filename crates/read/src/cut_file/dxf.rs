//! Reads the lines of a DXF file in text form, of the version R12 or a later one.
//!
//! - In: the bytes of a file.
//! - Out: lines and arcs as paths.
//! - Not here: blocks, splines, texts and dimensions. A file with splines, ellipses or inserted
//!   blocks is refused.

use std::fmt;

use hexpress_base::round_shapes;
use hexpress_base::units::MM_PER_INCH;
use hexpress_scene::print::cuts::{CutKind, CutPath};
use kurbo::{Affine, BezPath, Point, Rect, Shape as _, Size, Vec2};

use super::{CutFile, MAX_SEGMENTS};

/// The largest absolute value of a coordinate, in units of the file.
const MAX_COORDINATE: f64 = 1e6;
/// An arc becomes a single Bézier curve if its bulge (see `add_arc`) is at most this. An arc of about 45° has
/// this bulge. The curve deviates from the arc by at most a millionth of the radius.
const MAX_BULGE: f64 = 0.2;
/// The maximum number of times that an arc is halved.
const MAX_HALVINGS: u32 = 6;

/// A reason why a DXF file cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DxfError {
    /// The file does not consist of pairs of lines: a code, and then its value.
    NotDxf,
    /// The line with this number should contain a number, but the number is missing or too large.
    /// Lines are counted from 1.
    Number(usize),
    /// The file has a curve of this kind, such as `SPLINE`, which is not supported.
    Unsupported(String),
    TooManyLines,
}

impl fmt::Display for DxfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotDxf => write!(f, "it is not a DXF file in text form"),
            Self::Number(line) => write!(f, "line {line} is not a number, or its number is too large"),
            Self::Unsupported(kind) => write!(f, "it has a curve of the kind {kind}, which is not supported"),
            Self::TooManyLines => write!(f, "it has more than {MAX_SEGMENTS} lines and curves"),
        }
    }
}

/// A pair of lines of a DXF file: a code, and a value. The code, such as `10`, says what the value
/// means.
#[derive(Debug, Clone, Copy)]
struct Group<'t> {
    code: i32,
    value: &'t str,
    /// The number of the line that holds the value, counted from 1.
    line: usize,
}

impl Group<'_> {
    fn number(&self) -> Result<f64, DxfError> {
        let number = self.value.parse().ok().filter(|number: &f64| number.abs() <= MAX_COORDINATE);
        number.ok_or(DxfError::Number(self.line))
    }
}

/// A corner of a polyline, and the bulge of the arc from this corner to the next one. See `add_arc` for
/// the bulge.
#[derive(Debug, Clone, Copy, Default)]
struct Corner {
    at: Point,
    bulge: f64,
}

/// A drawing in the file, such as a `LINE` or an `ARC`, while it is being read.
#[derive(Debug, Default)]
struct Entity {
    kind: String,
    layer: String,
    is_closed: bool,
    corners: Vec<Corner>,
    /// The end of a straight line. The start of the line is the first entry of `corners`.
    end: Point,
    radius: f64,
    /// The angles at which an arc starts and ends, in degrees anticlockwise from the right.
    angles: [f64; 2],
}

pub(super) fn read(bytes: &[u8]) -> Result<CutFile, DxfError> {
    let text = std::str::from_utf8(bytes).map_err(|_| DxfError::NotDxf)?;
    let groups = groups(text)?;
    let mut reader = Reader::default();
    let (mut section, mut variable) = ("", "");
    for pair in groups.windows(2) {
        let [group, next] = [pair[0], pair[1]];
        match (group.code, group.value) {
            (0, "SECTION") if next.code == 2 => section = next.value,
            (0, "ENDSEC") => {
                reader.end_entity()?;
                section = "";
            }
            (9, name) => variable = name,
            _ if section == "HEADER" => reader.header(variable, group)?,
            _ if section == "ENTITIES" => reader.entity(group)?,
            _ => {}
        }
    }
    if groups.last().is_none_or(|last| (last.code, last.value) != (0, "EOF")) {
        return Err(DxfError::NotDxf);
    }
    Ok(reader.finish())
}

/// Divides the text of a file into groups. A group consists of a line with a code and a line with a
/// value.
fn groups(text: &str) -> Result<Vec<Group<'_>>, DxfError> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let pairs = lines.as_chunks::<2>().0.iter().enumerate();
    let groups: Option<Vec<Group<'_>>> = pairs
        .map(|(index, [code, value])| Some(Group { code: code.parse().ok()?, value, line: 2 * index + 2 }))
        .collect();
    groups.filter(|groups| !groups.is_empty()).ok_or(DxfError::NotDxf)
}

#[derive(Default)]
struct Reader {
    /// The upper right corner of the drawing, according to the header.
    extent: Option<Point>,
    is_in_inches: bool,
    open: Option<Entity>,
    /// The paths in units of the file, each with the name of its layer. y points up.
    lines: Vec<(String, BezPath)>,
    segments: usize,
}

impl Reader {
    fn header(&mut self, variable: &str, group: Group<'_>) -> Result<(), DxfError> {
        match (variable, group.code) {
            ("$EXTMAX", 10) => self.extent.get_or_insert_default().x = group.number()?,
            ("$EXTMAX", 20) => self.extent.get_or_insert_default().y = group.number()?,
            ("$INSUNITS", 70) => self.is_in_inches = group.value == "1",
            _ => {}
        }
        Ok(())
    }

    fn entity(&mut self, group: Group<'_>) -> Result<(), DxfError> {
        if group.code == 0 {
            // A vertex belongs to the polyline that precedes it in the file.
            if group.value == "VERTEX" {
                if let Some(entity) = &mut self.open {
                    entity.corners.push(Corner::default());
                }
                return Ok(());
            }
            if group.value == "SEQEND" {
                return self.end_entity();
            }
            self.end_entity()?;
            self.open = Some(Entity { kind: group.value.to_owned(), ..Entity::default() });
            return Ok(());
        }
        let Some(entity) = &mut self.open else { return Ok(()) };
        match (group.code, entity.kind.as_str()) {
            (8, _) if entity.layer.is_empty() => group.value.clone_into(&mut entity.layer),
            (70, "POLYLINE" | "LWPOLYLINE") if entity.corners.is_empty() => {
                entity.is_closed = group.value.parse::<i32>().is_ok_and(|flags| flags & 1 != 0);
            }
            (10, "LWPOLYLINE" | "LINE" | "CIRCLE" | "ARC") => {
                entity.corners.push(Corner { at: Point::new(group.number()?, 0.0), bulge: 0.0 });
            }
            (10 | 20 | 42, _) => {
                let number = group.number()?;
                // A polyline also has a point of its own, which precedes its vertices and is always 0, 0. It
                // is ignored, because `corners` is still empty when it is read.
                if let Some(last) = entity.corners.last_mut() {
                    match group.code {
                        10 => last.at.x = number,
                        20 => last.at.y = number,
                        _ => last.bulge = number,
                    }
                }
            }
            (11, "LINE") => entity.end.x = group.number()?,
            (21, "LINE") => entity.end.y = group.number()?,
            (40, "CIRCLE" | "ARC") => entity.radius = group.number()?,
            (50, "ARC") => entity.angles[0] = group.number()?,
            (51, "ARC") => entity.angles[1] = group.number()?,
            _ => {}
        }
        Ok(())
    }

    fn end_entity(&mut self) -> Result<(), DxfError> {
        let Some(entity) = self.open.take() else { return Ok(()) };
        let path = match entity.kind.as_str() {
            "POLYLINE" | "LWPOLYLINE" => polyline(&entity.corners, entity.is_closed),
            "LINE" => {
                let from = entity.corners.first().copied().unwrap_or_default();
                polyline(&[from, Corner { at: entity.end, bulge: 0.0 }], false)
            }
            "CIRCLE" => {
                round_shapes::circle(entity.corners.first().copied().unwrap_or_default().at, entity.radius)
            }
            "ARC" => arc(&entity),
            "SPLINE" | "ELLIPSE" | "INSERT" => return Err(DxfError::Unsupported(entity.kind)),
            _ => return Ok(()),
        };
        self.segments += path.elements().len();
        if self.segments > MAX_SEGMENTS {
            return Err(DxfError::TooManyLines);
        }
        if path.elements().len() > 1 {
            self.lines.push((entity.layer, path));
        }
        Ok(())
    }

    /// Returns the lines in mm, measured from the top left corner of the sheet. The sheet is the bounding box
    /// of the layer `SHEET`. If this layer is missing, the sheet extends from the origin of the file to the
    /// corner that the header states.
    fn finish(self) -> CutFile {
        let outlines = self.lines.iter().filter(|(layer, _)| layer.eq_ignore_ascii_case("SHEET"));
        let stated = outlines.map(|(_, path)| path.bounding_box()).reduce(|a, b| a.union(b));
        let scale = if self.is_in_inches { MM_PER_INCH } else { 1.0 };
        let sheet = stated.or(self.extent.map(|corner| Rect::from_points(Point::ZERO, corner)));
        let corner = sheet.map_or(Point::ZERO, |sheet| Point::new(sheet.x0, sheet.y1));
        let to_sheet = Affine::scale_non_uniform(scale, -scale) * Affine::translate(-corner.to_vec2());
        let lines = self.lines.into_iter().filter_map(|(layer, path)| {
            let kind = match layer.to_ascii_uppercase().as_str() {
                "SHEET" => return None,
                "FOLD" => CutKind::Fold,
                "PERF" => CutKind::Perforation,
                "KISS" => CutKind::Kiss,
                _ => CutKind::Through,
            };
            Some(CutPath { kind, path: to_sheet * path })
        });
        CutFile {
            lines: lines.collect(),
            sheet: sheet.map(|sheet| Size::new(sheet.width() * scale, sheet.height() * scale)),
        }
    }
}

fn polyline(corners: &[Corner], is_closed: bool) -> BezPath {
    let mut path = BezPath::new();
    let Some(first) = corners.first() else { return path };
    path.move_to(first.at);
    for pair in corners.windows(2) {
        add_arc(pair[0].at, pair[1].at, pair[0].bulge, MAX_HALVINGS, &mut path);
    }
    if let (true, Some(last)) = (is_closed, corners.last()) {
        if last.bulge != 0.0 {
            add_arc(last.at, first.at, last.bulge, MAX_HALVINGS, &mut path);
        }
        path.close_path();
    }
    path
}

/// Adds an arc between two points. The bulge is the tangent of a quarter of the arc's angle. It is
/// positive if the arc runs anticlockwise in coordinates where y points up.
fn add_arc(from: Point, to: Point, bulge: f64, halvings: u32, path: &mut BezPath) {
    let chord = to - from;
    if bulge == 0.0 || chord == Vec2::ZERO {
        path.line_to(to);
        return;
    }
    let squared = bulge * bulge;
    if bulge.abs() > MAX_BULGE && halvings > 0 {
        let right = Vec2::new(chord.y, -chord.x);
        let centre = from.midpoint(to) + right * (bulge / 2.0);
        // Each half of the arc has half of the angle. A bulge is a tangent, so this is the formula for the
        // tangent of half an angle.
        let half = bulge / (1.0 + (1.0 + squared).sqrt());
        add_arc(from, centre, half, halvings - 1, path);
        add_arc(centre, to, half, halvings - 1, path);
        return;
    }
    // Rotating the chord by half the angle of the arc gives the directions of the tangents at both
    // ends.
    let (cos, sin) = ((1.0 - squared) / (1.0 + squared), 2.0 * bulge / (1.0 + squared));
    let turned = |sign: f64| {
        let sin = sin * sign;
        Vec2::new(chord.x * cos - chord.y * sin, chord.x * sin + chord.y * cos)
    };
    // The usual distance of a control point from the end of an arc is `4/3 · tan(angle / 4)` radii. This
    // is the same as `(1 + bulge²) / 3` times the length of the chord.
    let length = (1.0 + squared) / 3.0;
    path.curve_to(from + turned(-1.0) * length, to - turned(1.0) * length, to);
}

fn arc(entity: &Entity) -> BezPath {
    let centre = entity.corners.first().copied().unwrap_or_default().at;
    let [from, to] = entity.angles;
    let angle = (to - from).rem_euclid(360.0);
    let at = |degrees: f64| {
        let radians = degrees.to_radians();
        centre + Vec2::new(libm::cos(radians), libm::sin(radians)) * entity.radius
    };
    let mut path = BezPath::new();
    path.move_to(at(from));
    const STEPS: u32 = 8;
    let bulge = libm::tan((angle / f64::from(STEPS) / 4.0).to_radians());
    for step in 0..STEPS {
        let [a, b] = [step, step + 1].map(|step| at(from + angle * f64::from(step) / f64::from(STEPS)));
        add_arc(a, b, bulge, MAX_HALVINGS, &mut path);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(entities: &str) -> String {
        format!("0\nSECTION\n2\nENTITIES\n{entities}0\nENDSEC\n0\nEOF\n")
    }

    const SHEET: &str =
        "0\nLWPOLYLINE\n8\nSHEET\n70\n1\n10\n0\n20\n0\n10\n100\n20\n0\n10\n100\n20\n50\n10\n0\n20\n50\n";

    #[test]
    fn arcs_and_circles_are_round() {
        let bulges = "0\nPOLYLINE\n8\nCUT\n70\n1\n0\nVERTEX\n10\n20\n20\n25\n42\n1\n0\nVERTEX\n10\n40\n20\n25\n42\n1\n0\nSEQEND\n";
        for entities in [
            "0\nCIRCLE\n8\nKISS\n10\n30\n20\n25\n40\n10\n".to_owned(),
            bulges.to_owned(),
            "0\nARC\n8\nCUT\n10\n30\n20\n25\n40\n10\n50\n90\n51\n89.999999\n".to_owned(),
        ] {
            let read = read(file(&format!("{SHEET}{entities}")).as_bytes()).unwrap();
            assert_eq!(read.sheet, Some(Size::new(100.0, 50.0)));
            let [line] = &read.lines[..] else { panic!("{read:?}") };
            for segment in line.path.segments() {
                for t in [0.0, 0.3, 0.5] {
                    let at = kurbo::ParamCurve::eval(&segment, t);
                    assert!((at.distance(Point::new(30.0, 25.0)) - 10.0).abs() < 1e-4, "{at:?}");
                }
            }
            assert!((line.path.area().abs() - 314.159).abs() < 0.01);
        }
    }

    #[test]
    fn y_points_down_from_the_top_of_the_sheet() {
        let line = "0\nLINE\n8\nFOLD\n10\n5\n20\n40\n11\n15\n21\n40\n";
        let read = read(file(&format!("{SHEET}{line}")).as_bytes()).unwrap();
        assert_eq!(read.lines[0].kind, CutKind::Fold);
        assert_eq!(read.lines[0].path, BezPath::from_svg("M5 10 L15 10").unwrap());
    }

    #[test]
    fn damaged_files_are_refused() {
        for (text, error) in
            [("", DxfError::NotDxf), ("0\nSECTION\n", DxfError::NotDxf), ("x\ny\n", DxfError::NotDxf)]
        {
            assert_eq!(read(text.as_bytes()), Err(error), "{text}");
        }
        let line = "0\nLINE\n8\nCUT\n10\nNaN\n";
        assert_eq!(read(file(line).as_bytes()), Err(DxfError::Number(10)));
        let spline = "0\nSPLINE\n8\nCUT\n";
        assert_eq!(read(file(spline).as_bytes()), Err(DxfError::Unsupported("SPLINE".into())));
        let many = "0\nPOLYLINE\n8\nCUT\n".to_owned() + &"0\nVERTEX\n10\n1\n20\n2\n".repeat(MAX_SEGMENTS + 1);
        assert_eq!(read(file(&many).as_bytes()), Err(DxfError::TooManyLines));
    }

    #[test]
    fn the_header_states_the_size_of_the_sheet_and_the_unit() {
        let header = |unit: u8| {
            format!("0\nSECTION\n2\nHEADER\n9\n$EXTMAX\n10\n4\n20\n2\n9\n$INSUNITS\n70\n{unit}\n0\nENDSEC\n")
        };
        let line = file("0\nLINE\n8\nCUT\n10\n1\n20\n2\n11\n3\n21\n2\n");
        for (unit, scale) in [(1, MM_PER_INCH), (4, 1.0)] {
            let read = read(format!("{}{line}", header(unit)).as_bytes()).unwrap();
            assert_eq!(read.sheet, Some(Size::new(4.0, 2.0) * scale));
            let bounds = read.lines[0].path.bounding_box();
            assert_eq!(bounds, Rect::new(scale, 0.0, 3.0 * scale, 0.0));
        }
    }
}
