//! Rows of samples as PNG stores them: each led by the number of its filter (W3C PNG, 9).
//!
//! A filter foretells a byte from those of the same sample in the pixels before and above; so the samples of one
//! kind can be taken out of filtered rows, and the rows stay rightly filtered.

/// How large a picture's rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Pixels across.
    pub width: usize,
    /// Pixels down.
    pub height: usize,
    /// Samples a pixel.
    pub samples: usize,
    /// Bits a sample.
    pub bits: usize,
}

impl Shape {
    /// Bytes of a row, without its filter.
    pub fn row(self) -> usize {
        (self.width * self.samples * self.bits).div_ceil(8)
    }

    /// Bytes of all rows, with their filters.
    pub fn filtered(self) -> usize {
        if self.width == 0 { 0 } else { (self.row() + 1) * self.height }
    }

    /// How many bytes lie between a sample's and that of the pixel before; at least one.
    fn step(self) -> usize {
        (self.samples * self.bits / 8).max(1)
    }
}

/// The samples `keep` of filtered rows, filtered as they were. A sample is one byte or two.
pub fn take(filtered: &[u8], shape: Shape, keep: std::ops::Range<usize>) -> Vec<u8> {
    let bytes = shape.bits / 8;
    let (keep, pixel) = (keep.start * bytes..keep.end * bytes, shape.samples * bytes);
    let mut out = Vec::with_capacity(shape.height * (1 + shape.width * keep.len()));
    for row in filtered.chunks_exact(shape.row() + 1) {
        let Some((filter, samples)) = row.split_first() else { continue };
        out.push(*filter);
        match (pixel, keep.clone().count(), keep.start) {
            // Nearly all that are taken apart: colours of three bytes, and one that is how opaque they are.
            (4, 3, 0) => {
                let start = out.len();
                out.resize(start + shape.width * 3, 0);
                let to = out[start..].as_chunks_mut().0;
                to.iter_mut().zip(samples.as_chunks().0).for_each(|(to, [r, g, b, _])| *to = [*r, *g, *b]);
            }
            (4, 1, 3) => out.extend(samples.as_chunks().0.iter().map(|[_, _, _, a]| *a)),
            _ => {
                let pixels = samples.chunks_exact(pixel);
                out.extend(pixels.filter_map(|pixel| pixel.get(keep.clone())).flatten());
            }
        }
    }
    out
}

/// The bare rows; none where a filter's number is none.
pub fn unfilter(filtered: &[u8], shape: Shape) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(shape.row() * shape.height);
    each_bare(filtered, shape, |row| {
        out.extend_from_slice(row);
        true
    })?;
    Some(out)
}

/// Whether all samples are as large as they can be; none where a filter's number is none.
pub fn is_full(filtered: &[u8], shape: Shape) -> Option<bool> {
    let mut full = true;
    each_bare(filtered, shape, |row| {
        full = row.iter().all(|byte| *byte == 0xFF);
        full
    })?;
    Some(full)
}

/// Shows each bare row, as long as more are wanted; none where a filter's number is none.
fn each_bare(filtered: &[u8], shape: Shape, mut see: impl FnMut(&[u8]) -> bool) -> Option<()> {
    let (length, step) = (shape.row(), shape.step());
    let (mut above, mut bare) = (vec![0; length], vec![0; length]);
    let mut wanted = true;
    for row in filtered.chunks_exact(length + 1) {
        let (filter, coded) = row.split_first()?;
        if *filter > 4 {
            return None;
        }
        if !wanted {
            continue;
        }
        bare.copy_from_slice(coded);
        match filter {
            1 => (step..length).for_each(|i| bare[i] = bare[i].wrapping_add(bare[i - step])),
            2 => bare.iter_mut().zip(&above).for_each(|(b, up)| *b = b.wrapping_add(*up)),
            3 => {
                for i in 0..length {
                    let left = if i < step { 0 } else { u16::from(bare[i - step]) };
                    bare[i] = bare[i].wrapping_add(((left + u16::from(above[i])) / 2) as u8);
                }
            }
            4 => {
                for i in 0..length {
                    let (left, corner) = if i < step { (0, 0) } else { (bare[i - step], above[i - step]) };
                    bare[i] = bare[i].wrapping_add(paeth(left, above[i], corner));
                }
            }
            _ => {}
        }
        wanted = see(&bare);
        std::mem::swap(&mut above, &mut bare);
    }
    Some(())
}

/// Bare rows, each foretold by its neighbours (filter 4), or as they are where a byte holds several pixels.
pub fn filter(bare: &[u8], shape: Shape) -> Vec<u8> {
    let (length, step) = (shape.row(), shape.step());
    let mut out = Vec::with_capacity(shape.filtered());
    let mut above: &[u8] = &[];
    for row in bare.chunks_exact(length.max(1)) {
        if shape.bits < 8 {
            out.push(0);
            out.extend_from_slice(row);
            continue;
        }
        out.push(4);
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

/// Whichever of three neighbours is nearest to left + up - corner.
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

/// The seven passes of an interlaced picture: first column, first row, and the steps between (W3C PNG, 8.2).
const PASSES: [(usize, usize, usize, usize); 7] =
    [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)];

fn passes(shape: Shape) -> impl Iterator<Item = ((usize, usize, usize, usize), Shape)> {
    PASSES.into_iter().map(move |pass| {
        let (x, y, across, down) = pass;
        let width = shape.width.saturating_sub(x).div_ceil(across);
        let height = shape.height.saturating_sub(y).div_ceil(down);
        (pass, Shape { width, height, ..shape })
    })
}

/// Bytes of the rows of all passes, with their filters.
pub fn interlaced(shape: Shape) -> usize {
    passes(shape).map(|(_, part)| part.filtered()).sum()
}

/// The rows of an interlaced picture as those of a plain one; none where a filter's number is none.
pub fn deinterlace(filtered: &[u8], shape: Shape) -> Option<Vec<u8>> {
    let length = shape.row();
    let mut bare = vec![0; length * shape.height];
    let pixel = shape.samples * shape.bits;
    let mut from = 0;
    for ((x, y, across, down), part) in passes(shape) {
        let rows = unfilter(filtered.get(from..from + part.filtered())?, part)?;
        from += part.filtered();
        for (j, row) in rows.chunks_exact(part.row().max(1)).enumerate().take(part.height) {
            for i in 0..part.width {
                let (column, line) = (x + i * across, (y + j * down) * length);
                if pixel >= 8 {
                    let bytes = pixel / 8;
                    let (to, source) = (line + column * bytes, i * bytes);
                    bare.get_mut(to..to + bytes)?.copy_from_slice(row.get(source..source + bytes)?);
                } else {
                    let value = bits(row, i, shape.bits);
                    let shift = 8 - pixel - (column * pixel) % 8;
                    *bare.get_mut(line + column * pixel / 8)? |= value << shift;
                }
            }
        }
    }
    Some(filter(&bare, shape))
}

/// The `index`-th sample of a row whose samples are of 1, 2, 4 or 8 bits.
pub fn bits(row: &[u8], index: usize, bits: usize) -> u8 {
    let byte = row.get(index * bits / 8).copied().unwrap_or(0);
    let shift = 8 - bits - (index * bits) % 8;
    (byte >> shift) & (0xFF >> (8 - bits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_come_back_and_samples_can_be_taken_out_of_filtered_rows() {
        let shape = Shape { width: 5, height: 4, samples: 4, bits: 8 };
        let bare: Vec<u8> = (0..80u32).map(|i| (i * i * 7 % 251) as u8).collect();
        let filtered = filter(&bare, shape);
        assert_eq!(filtered.len(), shape.filtered());
        assert_eq!(unfilter(&filtered, shape).unwrap(), bare);
        let alpha = take(&filtered, shape, 3..4);
        let one = Shape { samples: 1, ..shape };
        let expected: Vec<u8> = bare.chunks(4).map(|pixel| pixel[3]).collect();
        assert_eq!(unfilter(&alpha, one).unwrap(), expected);
        assert_eq!(unfilter(&[9, 0, 0, 0, 0, 0], one), None);
        assert_eq!(is_full(&filter(&[0xFF; 20], one), one), Some(true));
        assert_eq!(is_full(&alpha, one), Some(false));
        // What is seen through in the first row, and what is no filter in the last one.
        let damaged = [&alpha[..18], &[9, 0, 0, 0, 0, 0]].concat();
        assert_eq!(is_full(&damaged, one), None);
    }
}
