//! Converts rows of samples that are stored as in PNG files (W3C PNG, section 9).
//!
//! - In: decompressed rows and their shape.
//! - Out: rows with fewer samples, rows with other filters, or bare rows (rows without filters).
//! - Not here: compression, and what the samples mean.
//!
//! The first byte of each row is the number of its filter. A filter predicts each byte from bytes of
//! the same channel in neighbouring pixels. Therefore, a channel can be removed from the rows without
//! undoing their filters.

use std::ops::{ControlFlow, Range};

/// The shape of a picture's rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// The width of the picture, in pixels.
    pub width: usize,
    /// The height of the picture, in pixels.
    pub height: usize,
    /// Samples per pixel.
    pub samples: usize,
    /// Bits per sample.
    pub bits: usize,
}

impl Shape {
    /// Returns the number of bytes in a row, without the byte for its filter.
    pub fn row_len(self) -> usize {
        (self.width * self.samples * self.bits).div_ceil(8)
    }

    /// Returns the number of bytes in all rows, including the bytes for their filters.
    pub fn filtered_len(self) -> usize {
        if self.width == 0 { 0 } else { (self.row_len() + 1) * self.height }
    }

    /// Returns the distance, in bytes, between a byte and the byte of the same channel in the previous
    /// pixel. The distance is at least 1.
    fn pixel_step(self) -> usize {
        (self.samples * self.bits / 8).max(1)
    }
}

/// How each byte of a row is predicted from its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Filter {
    None = 0,
    Left = 1,
    Up = 2,
    Average = 3,
    Paeth = 4,
}

impl Filter {
    fn from_number(number: u8) -> Option<Self> {
        [Self::None, Self::Left, Self::Up, Self::Average, Self::Paeth].get(usize::from(number)).copied()
    }

    /// Replaces a filtered row by the bare row. `above` is the bare row above it.
    fn undo(self, row: &mut [u8], above: &[u8], step: usize) {
        match self {
            Self::None => {}
            Self::Left => (step..row.len()).for_each(|i| row[i] = row[i].wrapping_add(row[i - step])),
            Self::Up => row.iter_mut().zip(above).for_each(|(byte, up)| *byte = byte.wrapping_add(*up)),
            Self::Average => {
                for i in 0..row.len() {
                    let left = if i < step { 0 } else { u16::from(row[i - step]) };
                    row[i] = row[i].wrapping_add(((left + u16::from(above[i])) / 2) as u8);
                }
            }
            Self::Paeth => {
                for i in 0..row.len() {
                    let (left, corner) = if i < step { (0, 0) } else { (row[i - step], above[i - step]) };
                    row[i] = row[i].wrapping_add(paeth(left, above[i], corner));
                }
            }
        }
    }
}

/// Returns rows that contain only some samples of each pixel. `kept` contains the indices of these
/// samples.
///
/// The rows keep their filters. A sample must have one or two bytes.
pub fn take_samples(filtered: &[u8], shape: Shape, kept: Range<usize>) -> Vec<u8> {
    let sample_len = shape.bits / 8;
    let pixel_len = shape.samples * sample_len;
    let kept_bytes = kept.start * sample_len..kept.end * sample_len;
    let mut out = Vec::with_capacity(shape.height * (1 + shape.width * kept_bytes.len()));
    for row in filtered.chunks_exact(shape.row_len() + 1) {
        let Some((filter, samples)) = row.split_first() else { continue };
        out.push(*filter);
        match (pixel_len, kept_bytes.len(), kept_bytes.start) {
            // Almost all pictures with alpha have four bytes per pixel. For them, the first two arms are
            // several times as fast as the last arm.
            (4, 3, 0) => {
                let start = out.len();
                out.resize(start + shape.width * 3, 0);
                let to = out[start..].as_chunks_mut().0;
                to.iter_mut().zip(samples.as_chunks().0).for_each(|(to, [r, g, b, _])| *to = [*r, *g, *b]);
            }
            (4, 1, 3) => out.extend(samples.as_chunks().0.iter().map(|[_, _, _, alpha]| *alpha)),
            _ => {
                let pixels = samples.chunks_exact(pixel_len);
                out.extend(pixels.filter_map(|pixel| pixel.get(kept_bytes.clone())).flatten());
            }
        }
    }
    out
}

/// Returns the rows without filters. Returns `None` if a row has an unknown filter.
pub fn unfilter(filtered: &[u8], shape: Shape) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(shape.row_len() * shape.height);
    visit_bare_rows(filtered, shape, |row| {
        out.extend_from_slice(row);
        ControlFlow::Continue(())
    })?;
    Some(out)
}

/// Returns whether every sample has the largest possible value.
///
/// Returns `None` if a row has an unknown filter.
pub fn is_full(filtered: &[u8], shape: Shape) -> Option<bool> {
    let mut is_full = true;
    visit_bare_rows(filtered, shape, |row| {
        is_full = row.iter().all(|byte| *byte == 0xFF);
        if is_full { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Some(is_full)
}

/// Calls `visit` with each bare row, until `visit` returns `Break`.
///
/// Returns `None` if a row has an unknown filter.
pub fn visit_bare_rows(
    filtered: &[u8],
    shape: Shape,
    mut visit: impl FnMut(&[u8]) -> ControlFlow<()>,
) -> Option<()> {
    let length = shape.row_len();
    let (mut above, mut bare) = (vec![0; length], vec![0; length]);
    let mut flow = ControlFlow::Continue(());
    for row in filtered.chunks_exact(length + 1) {
        let (number, coded) = row.split_first()?;
        let filter = Filter::from_number(*number)?;
        if flow.is_break() {
            continue;
        }
        bare.copy_from_slice(coded);
        filter.undo(&mut bare, &above, shape.pixel_step());
        flow = visit(&bare);
        std::mem::swap(&mut above, &mut bare);
    }
    Some(())
}

/// Applies Paeth's filter to bare rows.
///
/// Rows whose samples have fewer than 8 bits get the filter `None` instead.
pub fn filter(bare: &[u8], shape: Shape) -> Vec<u8> {
    let step = shape.pixel_step();
    let mut out = Vec::with_capacity(shape.filtered_len());
    let mut above: &[u8] = &[];
    for row in bare.chunks_exact(shape.row_len().max(1)) {
        if shape.bits < 8 {
            out.push(Filter::None as u8);
            out.extend_from_slice(row);
            continue;
        }
        out.push(Filter::Paeth as u8);
        for (i, byte) in row.iter().enumerate() {
            let up = above.get(i).copied().unwrap_or(0);
            let (left, corner) = match i.checked_sub(step) {
                Some(before) => (row[before], above.get(before).copied().unwrap_or(0)),
                None => (0, 0),
            };
            out.push(byte.wrapping_sub(paeth(left, up, corner)));
        }
        above = row;
    }
    out
}

/// Returns the neighbour whose value is nearest to `left + up - corner` (Paeth's predictor).
fn paeth(left: u8, up: u8, corner: u8) -> u8 {
    let (a, b, c) = (i16::from(left), i16::from(up), i16::from(corner));
    let (by_left, by_up, by_corner) = ((b - c).abs(), (a - c).abs(), (a + b - 2 * c).abs());
    if by_left <= by_up && by_left <= by_corner {
        left
    } else if by_up <= by_corner {
        up
    } else {
        corner
    }
}

/// A pass of an interlaced picture: the position of its first pixel, and the distances between its pixels.
#[derive(Clone, Copy)]
struct Pass {
    first_column: usize,
    first_row: usize,
    column_step: usize,
    row_step: usize,
}

impl Pass {
    /// All passes, in the order in which a file stores them (W3C PNG, 8.2).
    const ALL: [Self; 7] = [
        Self::new([0, 0], [8, 8]),
        Self::new([4, 0], [8, 8]),
        Self::new([0, 4], [4, 8]),
        Self::new([2, 0], [4, 4]),
        Self::new([0, 2], [2, 4]),
        Self::new([1, 0], [2, 2]),
        Self::new([0, 1], [1, 2]),
    ];

    const fn new([first_column, first_row]: [usize; 2], [column_step, row_step]: [usize; 2]) -> Self {
        Self { first_column, first_row, column_step, row_step }
    }

    /// Returns the shape of the rows in this pass. `picture` is the shape of the whole picture.
    fn shape(self, picture: Shape) -> Shape {
        Shape {
            width: picture.width.saturating_sub(self.first_column).div_ceil(self.column_step),
            height: picture.height.saturating_sub(self.first_row).div_ceil(self.row_step),
            ..picture
        }
    }
}

/// Returns the total number of bytes in the filtered rows of all passes.
pub fn interlaced_len(shape: Shape) -> usize {
    Pass::ALL.into_iter().map(|pass| pass.shape(shape).filtered_len()).sum()
}

/// Returns the rows of an interlaced picture in their usual order, from top to bottom, with new filters.
///
/// Returns `None` if a row has an unknown filter.
pub fn deinterlace(filtered: &[u8], shape: Shape) -> Option<Vec<u8>> {
    let mut bare = vec![0; shape.row_len() * shape.height];
    let mut start = 0;
    for pass in Pass::ALL {
        let part = pass.shape(shape);
        let end = start + part.filtered_len();
        let rows = unfilter(filtered.get(start..end)?, part)?;
        start = end;
        for (j, row) in rows.chunks_exact(part.row_len().max(1)).enumerate().take(part.height) {
            let line_start = (pass.first_row + j * pass.row_step) * shape.row_len();
            let line = bare.get_mut(line_start..line_start + shape.row_len())?;
            for i in 0..part.width {
                copy_pixel(row, i, line, pass.first_column + i * pass.column_step, shape)?;
            }
        }
    }
    Some(filter(&bare, shape))
}

/// Copies a pixel from the position `from` in one bare row to the position `to` in another row. The bits at
/// `to` must be 0. Returns `None` if a position is outside its row.
fn copy_pixel(source: &[u8], from: usize, target: &mut [u8], to: usize, shape: Shape) -> Option<()> {
    let pixel_bits = shape.samples * shape.bits;
    if pixel_bits >= 8 {
        let bytes = pixel_bits / 8;
        let pixel = source.get(from * bytes..(from + 1) * bytes)?;
        target.get_mut(to * bytes..(to + 1) * bytes)?.copy_from_slice(pixel);
    } else {
        let shift = 8 - pixel_bits - (to * pixel_bits) % 8;
        *target.get_mut(to * pixel_bits / 8)? |= sample(source, from, shape.bits) << shift;
    }
    Some(())
}

/// Returns a sample of a bare row. Samples must have 1, 2, 4 or 8 bits.
pub fn sample(row: &[u8], index: usize, bits: usize) -> u8 {
    let byte = row.get(index * bits / 8).copied().unwrap_or(0);
    let shift = 8 - bits - (index * bits) % 8;
    (byte >> shift) & (0xFF >> (8 - bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_can_be_taken_out_of_filtered_rows() {
        let shape = Shape { width: 5, height: 4, samples: 4, bits: 8 };
        let bare: Vec<u8> = (0..80u32).map(|i| (i * i * 7 % 251) as u8).collect();
        let filtered = filter(&bare, shape);
        assert_eq!(filtered.len(), shape.filtered_len());
        assert_eq!(unfilter(&filtered, shape).unwrap(), bare);
        let alpha = take_samples(&filtered, shape, 3..4);
        let one = Shape { samples: 1, ..shape };
        let expected: Vec<u8> = bare.chunks(4).map(|pixel| pixel[3]).collect();
        assert_eq!(unfilter(&alpha, one).unwrap(), expected);
        assert_eq!(is_full(&filter(&[0xFF; 20], one), one), Some(true));
        assert_eq!(is_full(&alpha, one), Some(false));
    }

    #[test]
    fn filter_numbers_beyond_4_are_unknown() {
        let shape = Shape { width: 5, height: 2, samples: 1, bits: 8 };
        assert!(unfilter(&[4, 0, 0, 0, 0, 0], shape).is_some());
        assert_eq!(unfilter(&[5, 0, 0, 0, 0, 0], shape), None);
        // The samples 9 in the first row already show that the result is not full. Even so, the second row
        // must be read, because its filter 5 is unknown.
        assert_eq!(is_full(&[0, 9, 9, 9, 9, 9, 5, 0, 0, 0, 0, 0], shape), None);
    }
}
