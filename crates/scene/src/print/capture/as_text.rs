//! Writes a capture as text, and reads it back. The record of a build contains this text.
//!
//! A capture contains the pages that the program of a cutting machine printed to a PDF. The pages show the
//! shapes to cut, and the marks by which the machine finds the sheet.
//!
//! - In: a capture.
//! - Out: lines of text. The first line is the name of the capture. Each page then has a line with its
//!   size, and a line for each shape and each mark.

use std::fmt;
use std::str::FromStr;

use kurbo::{BezPath, Point, Rect, Size, Vec2};

use super::{CapturedJob, CapturedMark, CapturedPage, CapturedShape, MAX_ELEMENTS, MAX_PAGES, MAX_SHAPES};

/// The largest side of a captured page, in mm. This is the limit of PDF: 14,400 points.
const MAX_SIDE_MM: f64 = 5080.0;

/// The error that a text is not a capture, or exceeds a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotACapture;

impl fmt::Display for NotACapture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not a captured page")
    }
}

impl fmt::Display for CapturedJob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "name {}", self.name)?;
        self.pages.iter().try_for_each(|page| write_page(page, f))
    }
}

fn write_page(page: &CapturedPage, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "page {} {}", page.size.width, page.size.height)?;
    for CapturedShape { bounds, area, centre, spread, max_side_error_mm, path } in &page.shapes {
        let Rect { x0, y0, x1, y1 } = bounds;
        let outline = path.as_ref().map(BezPath::to_svg).unwrap_or_default();
        let (x, y, wide, high) = (centre.x, centre.y, spread.x, spread.y);
        writeln!(f, "shape {x0} {y0} {x1} {y1} {area} {x} {y} {wide} {high} {max_side_error_mm} {outline}")?;
    }
    for CapturedMark { path, fill, stroke } in &page.marks {
        let (width, line) = stroke.unzip();
        let colour = |rgb: Option<[u8; 3]>| {
            rgb.map_or_else(|| "none".to_owned(), |[r, g, b]| format!("#{r:02x}{g:02x}{b:02x}"))
        };
        let (fill, line, width) = (colour(*fill), colour(line), width.unwrap_or(0.0));
        writeln!(f, "mark {fill} {line} {width} {}", path.to_svg())?;
    }
    Ok(())
}

impl FromStr for CapturedJob {
    type Err = NotACapture;

    fn from_str(text: &str) -> Result<Self, NotACapture> {
        let mut capture = Self::default();
        let mut elements = 0;
        for line in text.lines() {
            let (kind, rest) = line.split_once(' ').ok_or(NotACapture)?;
            match kind {
                "name" => rest.clone_into(&mut capture.name),
                "page" if capture.pages.len() < MAX_PAGES => {
                    let ([width, height], _) = numbers(rest)?;
                    let is_page = [width, height].iter().all(|side| *side > 0.0 && *side <= MAX_SIDE_MM);
                    let size = Size::new(width, height);
                    capture.pages.push(CapturedPage { size, shapes: Vec::new(), marks: Vec::new() });
                    is_page.then_some(()).ok_or(NotACapture)?;
                }
                "shape" | "mark" => {
                    let page = capture.pages.last_mut().ok_or(NotACapture)?;
                    elements += if kind == "shape" { page.read_shape(rest)? } else { page.read_mark(rest)? };
                }
                _ => return Err(NotACapture),
            }
            if elements > MAX_ELEMENTS {
                return Err(NotACapture);
            }
        }
        if capture.pages.is_empty() { Err(NotACapture) } else { Ok(capture) }
    }
}

impl CapturedPage {
    /// Reads a shape and adds it to the page. Returns how many path elements the shape has.
    fn read_shape(&mut self, line: &str) -> Result<usize, NotACapture> {
        let ([x0, y0, x1, y1, area, x, y, wide, high, max_side_error_mm], rest) = numbers(line)?;
        let path = if rest.is_empty() { None } else { Some(path(rest)?) };
        let count = path.as_ref().map_or(0, |path| path.elements().len());
        self.shapes.push(CapturedShape {
            bounds: Rect::new(x0, y0, x1, y1),
            area,
            centre: Point::new(x, y),
            spread: Vec2::new(wide, high),
            max_side_error_mm,
            path,
        });
        if self.shapes.len() > MAX_SHAPES { Err(NotACapture) } else { Ok(count) }
    }

    /// Reads a mark and adds it to the page. Returns how many path elements the mark has.
    fn read_mark(&mut self, line: &str) -> Result<usize, NotACapture> {
        let mut words = line.splitn(3, ' ');
        let mut colour = || colour(words.next().unwrap_or_default());
        let (fill, line_colour) = (colour()?, colour()?);
        let ([width], rest) = numbers(words.next().unwrap_or_default())?;
        let path = path(rest)?;
        let count = path.elements().len();
        self.marks.push(CapturedMark { path, fill, stroke: line_colour.map(|rgb| (width, rgb)) });
        Ok(count)
    }
}

/// Reads `N` numbers, and returns the rest of the line.
fn numbers<const N: usize>(line: &str) -> Result<([f64; N], &str), NotACapture> {
    let (mut found, mut rest) = ([0.0; N], line);
    for number in &mut found {
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        *number = word
            .parse()
            .ok()
            .filter(|value: &f64| value.abs() <= MAX_SIDE_MM * MAX_SIDE_MM)
            .ok_or(NotACapture)?;
        rest = after;
    }
    Ok((found, rest))
}

fn path(text: &str) -> Result<BezPath, NotACapture> {
    let path = BezPath::from_svg(text).map_err(|_| NotACapture)?;
    let is_near = kurbo::Shape::bounding_box(&path).abs_is_within(MAX_SIDE_MM);
    if is_near && path.is_finite() { Ok(path) } else { Err(NotACapture) }
}

/// Checks that a box is not too far from the top left corner of the page.
trait Within {
    fn abs_is_within(&self, most: f64) -> bool;
}

impl Within for Rect {
    fn abs_is_within(&self, most: f64) -> bool {
        [self.x0, self.y0, self.x1, self.y1].iter().all(|side| side.abs() <= most)
    }
}

fn colour(word: &str) -> Result<Option<[u8; 3]>, NotACapture> {
    if word == "none" {
        return Ok(None);
    }
    let digits = word.strip_prefix('#').filter(|digits| digits.len() == 6).ok_or(NotACapture)?;
    let number = u32::from_str_radix(digits, 16).map_err(|_| NotACapture)?;
    let [_, r, g, b] = number.to_be_bytes();
    Ok(Some([r, g, b]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> CapturedJob {
        let square = BezPath::from_svg("M10 10 L20.1234 10 L20.1234 20 L10 20 Z").unwrap();
        let curve = BezPath::from_svg("M1 1 C2 2 3 2.5 4 1 Z").unwrap();
        let mark = |fill, stroke| CapturedMark { path: curve.clone(), fill, stroke };
        CapturedJob {
            name: "my capture.pdf".into(),
            pages: vec![CapturedPage {
                size: Size::new(215.9, 279.4),
                shapes: vec![
                    CapturedShape::drawn(square),
                    CapturedShape {
                        path: None,
                        max_side_error_mm: 0.04,
                        spread: Vec2::new(1.5, 0.25),
                        ..CapturedShape::drawn(curve.clone())
                    },
                ],
                marks: vec![mark(Some([0, 0, 0]), None), mark(None, Some((0.5, [1, 2, 255])))],
            }],
        }
    }

    #[test]
    fn a_capture_is_the_same_after_writing_and_reading() {
        assert_eq!(sample().to_string().parse(), Ok(sample()));
    }

    #[test]
    fn broken_text_is_no_capture() {
        let text = sample().to_string();
        for (from, to) in [
            ("page 215.9", "page -1"),
            ("page 215.9", "page inf"),
            ("page", "pages"),
            ("shape 10", "shape NaN"),
            ("#000000", "#00000"),
            ("0.5 M1", "0.5 X1"),
            ("mark none #0102ff 0.5", "mark none #0102ff"),
        ] {
            let broken = text.replacen(from, to, 1);
            assert_ne!(broken, text, "{from}");
            assert_eq!(broken.parse::<CapturedJob>(), Err(NotACapture), "{to}");
        }
        assert_eq!("name x\n".parse::<CapturedJob>(), Err(NotACapture));
        let many = format!("page 9 9\n{}", "shape 0 0 1 1 1 0 0 1 1 0 \n".repeat(MAX_SHAPES + 1));
        assert_eq!(many.parse::<CapturedJob>(), Err(NotACapture));
    }
}
