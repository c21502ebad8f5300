//! Checks whether a scan of a JPEG file is truncated (ITU-T T.81, annexes B, F, G).
//!
//! - In: the headers of a file, and the bytes of a scan.
//! - Out: whether the scan contains the codes of all its blocks.
//! - Not here: decoding pixels. Codes are counted but not stored, so this needs no memory. Scans that refine
//!   an earlier scan, and scans with missing tables, are not checked. In a progressive file, only scans of
//!   the first coefficients are checked.

use super::super::bytes::u16_be;

/// The number of samples along each side of a block.
const BLOCK_SIDE: usize = 8;

/// The number of coefficients in a block.
const COEFFICIENTS: usize = 64;

/// A colour component of the frame, with its sampling factors.
///
/// A unit (the MCU of the standard) consists of several blocks of each component. The sampling factors
/// are the numbers of columns and rows of these blocks.
#[derive(Debug, Clone, Copy)]
struct Component {
    id: u8,
    across: usize,
    down: usize,
}

/// All Huffman codes that have the same length.
#[derive(Debug, Clone, Copy, Default)]
struct CodeRange {
    first: u32,
    count: u32,
}

/// A table of Huffman codes (T.81, F.2.2.3).
#[derive(Debug, Clone, Default)]
struct Codes {
    /// The codes of each length. The index is the length in bits.
    by_length: [CodeRange; 17],
    /// The values that the codes represent, in the order of the codes.
    values: Vec<u8>,
}

/// The headers and tables that are needed to count the codes of a scan. They are read from the segments
/// before the scan.
#[derive(Debug, Default)]
pub struct Tables {
    is_progressive: bool,
    /// The width of the picture, in samples.
    width: usize,
    /// The height of the picture, in samples.
    height: usize,
    components: Vec<Component>,
    /// The tables for the first coefficient of a block.
    dc: [Option<Codes>; 4],
    /// The tables for all other coefficients of a block.
    ac: [Option<Codes>; 4],
    /// The number of units between two restarts, or 0 if there are no restarts.
    restart_interval: usize,
}

impl Tables {
    /// Reads the header of a frame (T.81, B.2.2).
    pub fn read_frame(&mut self, is_progressive: bool, body: &[u8]) {
        self.is_progressive = is_progressive;
        self.height = usize::from(u16_be(body, 1).unwrap_or(0));
        self.width = usize::from(u16_be(body, 3).unwrap_or(0));
        let components = body.get(6..).unwrap_or_default().as_chunks().0;
        self.components = components
            .iter()
            .map(|&[id, factors, _]| Component {
                id,
                across: usize::from(factors >> 4),
                down: usize::from(factors & 15),
            })
            .collect();
    }

    /// Reads Huffman tables (T.81, B.2.4.2).
    pub fn read_codes(&mut self, mut body: &[u8]) {
        while let Some((target, after_target)) = body.split_first() {
            let Some((counts, after_counts)) = after_target.split_at_checked(16) else { return };
            let total = counts.iter().map(|count| usize::from(*count)).sum();
            let Some((values, rest)) = after_counts.split_at_checked(total) else { return };
            let tables = if target >> 4 == 0 { &mut self.dc } else { &mut self.ac };
            if let Some(table) = tables.get_mut(usize::from(target & 15)) {
                *table = Some(Codes::new(counts, values));
            }
            body = rest;
        }
    }

    /// Reads the number of units between restarts (T.81, B.2.4.4).
    pub fn read_restart_interval(&mut self, body: &[u8]) {
        self.restart_interval = usize::from(u16_be(body, 0).unwrap_or(0));
    }

    /// Returns whether the bytes of a scan contain the codes of all its blocks. Also returns true for scans
    /// whose codes cannot be counted.
    pub fn has_all_codes(&self, header: &[u8], bytes: &[u8]) -> bool {
        let Some(scan) = self.scan(header) else { return true };
        let mut bits = Bits { bytes, at: 0, buffer: 0, buffered: 0 };
        let mut until_restart = self.restart_interval;
        for _ in 0..scan.units {
            if self.restart_interval > 0 {
                if until_restart == 0 {
                    bits.skip_restart();
                    until_restart = self.restart_interval;
                }
                until_restart -= 1;
            }
            if !scan.components.iter().all(|component| component.skip_blocks(&mut bits).is_some()) {
                return false;
            }
        }
        true
    }

    /// Reads the header of a scan. Returns `None` if the codes of the scan cannot be counted.
    fn scan(&self, header: &[u8]) -> Option<Scan<'_>> {
        let (count, rest) = header.split_first()?;
        let count = usize::from(*count);
        let (selectors, spectrum) = rest.split_at_checked(count * 2)?;
        let [first, last, approximation] = *spectrum.first_chunk()?;
        // Codes are counted only in scans that contain the high bits of the coefficients, not in scans that
        // add the low bits. In a progressive file, they are counted only in scans of the first coefficient
        // (DC). In other files, a scan contains all coefficients.
        if first != 0 || approximation >> 4 != 0 || (last == 0) != self.is_progressive {
            return None;
        }
        let across =
            self.components.iter().map(|component| component.across).max().filter(|most| *most > 0)?;
        let down = self.components.iter().map(|component| component.down).max().filter(|most| *most > 0)?;
        let mut units = self.width.div_ceil(BLOCK_SIDE * across) * self.height.div_ceil(BLOCK_SIDE * down);
        let mut components = Vec::new();
        for &[id, tables] in selectors.as_chunks().0 {
            let component = self.components.iter().find(|component| component.id == id)?;
            let dc = self.dc.get(usize::from(tables >> 4))?.as_ref()?;
            let ac = match self.is_progressive {
                true => None,
                false => Some(self.ac.get(usize::from(tables & 15))?.as_ref()?),
            };
            let mut blocks = component.across * component.down;
            if count == 1 {
                // In a scan with only one component, each block is a unit. Blocks that are completely outside
                // the picture are left out.
                units = (self.width * component.across).div_ceil(BLOCK_SIDE * across)
                    * (self.height * component.down).div_ceil(BLOCK_SIDE * down);
                blocks = 1;
            }
            components.push(ScanComponent { blocks, dc, ac });
        }
        (!components.is_empty()).then_some(Scan { units, components })
    }
}

impl Codes {
    /// Builds a table. `counts` contains the number of codes of each length, starting with the
    /// length 1. `values` contains the values of all codes.
    fn new(counts: &[u8], values: &[u8]) -> Self {
        let mut codes = Self { values: values.to_vec(), ..Self::default() };
        let mut first = 0_u32;
        for (range, count) in codes.by_length[1..].iter_mut().zip(counts) {
            let count = u32::from(*count);
            *range = CodeRange { first, count };
            first = first.saturating_add(count).saturating_mul(2);
        }
        codes
    }
}

struct Scan<'t> {
    units: usize,
    components: Vec<ScanComponent<'t>>,
}

/// The number of blocks that a component has in each unit, and the tables for these blocks.
struct ScanComponent<'t> {
    blocks: usize,
    dc: &'t Codes,
    /// The table for all coefficients after the first. `None` if the scan contains only the first
    /// coefficient of each block.
    ac: Option<&'t Codes>,
}

impl ScanComponent<'_> {
    /// Skips the blocks of one unit. Returns `None` if codes are missing.
    fn skip_blocks(&self, bits: &mut Bits<'_>) -> Option<()> {
        (0..self.blocks).try_for_each(|_| self.skip_block(bits))
    }

    /// Skips the codes of a block (T.81, F.2.2). Returns `None` if codes are missing.
    ///
    /// The value of a code in `ac` consists of two numbers with four bits each. The first is the number of
    /// zero coefficients before the next coefficient. The second is the number of bits of this coefficient.
    fn skip_block(&self, bits: &mut Bits<'_>) -> Option<()> {
        let length = bits.value(self.dc)?;
        bits.skip(length & 15)?;
        let Some(ac) = self.ac else { return Some(()) };
        let mut coefficient = 1;
        while coefficient < COEFFICIENTS {
            let value = bits.value(ac)?;
            match (value >> 4, value & 15) {
                (15, 0) => coefficient += 16,
                (_, 0) => break,
                (zeros, length) => {
                    bits.skip(length)?;
                    coefficient += 1 + usize::from(zeros);
                }
            }
        }
        Some(())
    }
}

/// The bits of a scan. In the file, a 00 byte is added after every FF byte. These 00 bytes are skipped.
struct Bits<'b> {
    bytes: &'b [u8],
    at: usize,
    buffer: u32,
    /// The number of bits in `buffer` that have not been read yet.
    buffered: u8,
}

impl Bits<'_> {
    /// Returns the next bit. Returns `None` at a marker or at the end.
    fn bit(&mut self) -> Option<u32> {
        if self.buffered == 0 {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            if byte == 0xFF {
                if self.bytes.get(self.at) != Some(&0) {
                    self.at -= 1;
                    return None;
                }
                self.at += 1;
            }
            self.buffer = u32::from(byte);
            self.buffered = 8;
        }
        self.buffered -= 1;
        Some(self.buffer >> self.buffered & 1)
    }

    fn skip(&mut self, count: u8) -> Option<()> {
        (0..count).try_for_each(|_| self.bit().map(drop))
    }

    /// Reads a code and returns its value. Returns `None` if the table has no such code.
    fn value(&mut self, codes: &Codes) -> Option<u8> {
        let (mut code, mut shorter_codes) = (0, 0);
        for range in codes.by_length.iter().skip(1) {
            code = code << 1 | self.bit()?;
            if let Some(index) = code.checked_sub(range.first).filter(|index| *index < range.count) {
                return codes.values.get((shorter_codes + index) as usize).copied();
            }
            shorter_codes += range.count;
        }
        None
    }

    /// Moves to the byte after the next restart marker, or to the end if there is no such marker.
    fn skip_restart(&mut self) {
        self.buffered = 0;
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let marker = rest.windows(2).position(|pair| pair[0] == 0xFF && (0xD0..=0xD7).contains(&pair[1]));
        self.at = marker.map_or(self.bytes.len(), |marker| self.at + marker + 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bytes of a table with a single code: the bit 0, which represents `value`.
    fn one_code(target: u8, value: u8) -> Vec<u8> {
        [&[target, 1][..], &[0; 15], &[value]].concat()
    }

    fn tables(is_progressive: bool, [width, height]: [u8; 2], components: &[(u8, u8)]) -> Tables {
        let mut tables = Tables::default();
        let parts: Vec<u8> = components.iter().flat_map(|(id, sides)| [*id, *sides, 0]).collect();
        tables.read_frame(
            is_progressive,
            &[&[8, 0, height, 0, width, components.len() as u8][..], &parts].concat(),
        );
        // A block takes two bits. The first bit is the code for a first coefficient that is the same as in
        // the block before. The second bit is the code for the end of the block.
        tables.read_codes(&[one_code(0x00, 0), one_code(0x10, 0)].concat());
        tables
    }

    const ALL: &[u8] = &[1, 1, 0, 0, 63, 0];

    #[test]
    fn a_scan_has_a_code_for_each_block() {
        // A picture of 16 x 16 pixels has four blocks. Each block takes two bits.
        let grey = tables(false, [16, 16], &[(1, 0x11)]);
        assert!(grey.has_all_codes(ALL, &[0b0000_0000]));
        assert!(!grey.has_all_codes(ALL, &[]));
        // A picture of 17 x 16 pixels has six blocks, so its scan needs twelve bits.
        let wide = tables(false, [17, 16], &[(1, 0x11)]);
        assert_eq!([&[0][..], &[0, 0]].map(|bytes| wide.has_all_codes(ALL, bytes)), [false, true]);
        // The first scan contains an unknown code. In the second scan, a marker comes before the last
        // block.
        assert!(!grey.has_all_codes(ALL, &[0b1000_0000]));
        assert!(!wide.has_all_codes(ALL, &[0, 0xFF, 0xD9]));
    }

    #[test]
    fn components_have_blocks_by_their_sampling_factors() {
        // A unit has 16 x 16 pixels. It has four blocks for the first component, and one block for
        // each of the two other components. The six blocks take twelve bits.
        let colours = tables(false, [16, 16], &[(1, 0x22), (2, 0x11), (3, 0x11)]);
        let scan = &[3, 1, 0, 2, 0, 3, 0, 0, 63, 0];
        assert_eq!([&[0][..], &[0, 0]].map(|bytes| colours.has_all_codes(scan, bytes)), [false, true]);
        // A scan with only the second component has a single block.
        let single = &[1, 2, 0, 0, 63, 0];
        assert!(colours.has_all_codes(single, &[0]));
        assert!(!colours.has_all_codes(single, &[]));
    }

    #[test]
    fn restarts_begin_at_a_new_byte() {
        let mut grey = tables(false, [16, 16], &[(1, 0x11)]);
        grey.read_restart_interval(&[0, 2]);
        assert!(grey.has_all_codes(ALL, &[0, 0xFF, 0xD0, 0]));
        assert!(!grey.has_all_codes(ALL, &[0, 0xFF, 0xD0]));
    }

    #[test]
    fn scans_that_cannot_be_counted_are_accepted() {
        let grey = tables(false, [16, 16], &[(1, 0x11)]);
        // The first header refers to an unknown table, and the second to an unknown component. The last two
        // headers have too few bytes.
        for header in [&[1, 1, 0x33, 0, 63, 0][..], &[1, 9, 0, 0, 63, 0], &[1, 1], &[]] {
            assert!(grey.has_all_codes(header, &[]), "{header:?}");
        }
        // In a progressive file, codes are counted only in scans that contain the high bits of the first
        // coefficient. Scans that add the low bits are not counted.
        let progressive = tables(true, [16, 16], &[(1, 0x11)]);
        assert!(!progressive.has_all_codes(&[1, 1, 0, 0, 0, 1], &[]));
        assert!(progressive.has_all_codes(&[1, 1, 0, 0, 0, 1], &[0]));
        assert!(
            progressive.has_all_codes(&[1, 1, 0, 0, 0, 0x10], &[])
                && progressive.has_all_codes(&[1, 1, 0, 1, 63, 0], &[])
        );
    }
}
