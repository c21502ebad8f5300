//! The scans of a JPEG: whether each has the codes of all blocks that its header speaks of (ITU-T T.81, annexes B, F, G).
//!
//! Codes are counted, not worked out: no pixel is made, and no memory is taken. Scans that refine an earlier one are not
//! counted, nor those whose tables are missing.

use super::bytes::u16_be;

/// A component of the frame: how many blocks of it a unit has across and down.
#[derive(Debug, Clone, Copy)]
struct Component {
    id: u8,
    across: usize,
    down: usize,
}

/// The codes of a table, by their length (T.81, F.2.2.3).
#[derive(Debug, Clone, Default)]
struct Codes {
    /// The first code of each length, and how many there are.
    first: [(u32, u32); 17],
    values: Vec<u8>,
}

/// What the segments before a scan say.
#[derive(Debug, Default)]
pub struct Tables {
    progressive: bool,
    size: (usize, usize),
    components: Vec<Component>,
    direct: [Option<Codes>; 4],
    others: [Option<Codes>; 4],
    restart: usize,
}

impl Tables {
    /// Takes note of a frame (T.81, B.2.2).
    pub fn frame(&mut self, marker: u8, body: &[u8]) {
        self.progressive = marker == 0xC2;
        let side = |at| usize::from(u16_be(body, at).unwrap_or(0));
        self.size = (side(3), side(1));
        let parts = body.get(6..).unwrap_or_default().chunks_exact(3);
        self.components = parts
            .filter_map(|part| {
                let [id, sides, _] = *part else { return None };
                Some(Component { id, across: usize::from(sides >> 4), down: usize::from(sides & 15) })
            })
            .collect();
    }

    /// Takes note of tables of codes (T.81, B.2.4.2).
    pub fn codes(&mut self, mut body: &[u8]) {
        while let Some((kind, rest)) = body.split_first() {
            let Some((lengths, rest)) = rest.split_at_checked(16) else { return };
            let count = lengths.iter().map(|length| usize::from(*length)).sum();
            let Some((values, rest)) = rest.split_at_checked(count) else { return };
            let mut codes = Codes { values: values.to_vec(), ..Codes::default() };
            let mut code = 0_u32;
            for (length, count) in (1..).zip(lengths) {
                if let Some(first) = codes.first.get_mut(length) {
                    *first = (code, u32::from(*count));
                }
                code = code.saturating_add(u32::from(*count)).saturating_mul(2);
            }
            let tables = if kind >> 4 == 0 { &mut self.direct } else { &mut self.others };
            if let Some(table) = tables.get_mut(usize::from(kind & 15)) {
                *table = Some(codes);
            }
            body = rest;
        }
    }

    /// Takes note of how many units there are between restarts (T.81, B.2.4.4).
    pub fn restarts(&mut self, body: &[u8]) {
        self.restart = usize::from(u16_be(body, 0).unwrap_or(0));
    }

    /// Whether the bytes of a scan with this header have the codes of all its blocks.
    pub fn has_all(&self, header: &[u8], bytes: &[u8]) -> bool {
        let Some(blocks) = self.blocks(header) else { return true };
        let mut bits = Bits { bytes, at: 0, held: 0, count: 0 };
        let mut left = self.restart;
        for _ in 0..blocks.units {
            if self.restart > 0 {
                if left == 0 {
                    bits.restart();
                    left = self.restart;
                }
                left -= 1;
            }
            for (count, direct, others) in &blocks.parts {
                for _ in 0..*count {
                    if skip_block(&mut bits, direct, *others).is_none() {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// The units of a scan and what each is made of; none if it cannot be followed.
    fn blocks(&self, header: &[u8]) -> Option<Blocks<'_>> {
        let (count, rest) = header.split_first()?;
        let count = usize::from(*count);
        let named = rest.get(..count * 2)?.chunks_exact(2);
        // Only the first coefficient, when it is read for the first time, or all of them at once.
        let [from, to, approximation] = *rest.get(count * 2..)?.first_chunk()?;
        let is_first = from == 0 && approximation >> 4 == 0 && (to == 0) == self.progressive;
        let most =
            |side: fn(&Component) -> usize| self.components.iter().map(side).max().filter(|most| *most > 0);
        let (across, down) = (most(|c| c.across)?, most(|c| c.down)?);
        let mut parts = Vec::new();
        let mut units = self.size.0.div_ceil(8 * across) * self.size.1.div_ceil(8 * down);
        for part in named {
            let [id, tables] = *part else { return None };
            let own = self.components.iter().find(|component| component.id == id)?;
            let direct = self.direct.get(usize::from(tables >> 4))?.as_ref()?;
            let others = match self.progressive {
                true => None,
                false => Some(self.others.get(usize::from(tables & 15))?.as_ref()?),
            };
            let mut blocks = own.across * own.down;
            if count == 1 {
                // A component by itself has as many blocks as its own samples need.
                let own_blocks = |side: usize, part: usize, most: usize| (side * part).div_ceil(8 * most);
                units = own_blocks(self.size.0, own.across, across) * own_blocks(self.size.1, own.down, down);
                blocks = 1;
            }
            parts.push((blocks, direct, others));
        }
        (is_first && !parts.is_empty()).then_some(Blocks { units, parts })
    }
}

/// What a scan has: units, each of so many blocks with their tables.
struct Blocks<'t> {
    units: usize,
    parts: Vec<(usize, &'t Codes, Option<&'t Codes>)>,
}

/// Passes over a block: its first coefficient, and the others where they are told too.
fn skip_block(bits: &mut Bits<'_>, direct: &Codes, others: Option<&Codes>) -> Option<()> {
    let length = bits.value(direct)?;
    bits.skip(length & 15)?;
    let Some(others) = others else { return Some(()) };
    let mut at = 1;
    while at < 64 {
        let value = bits.value(others)?;
        match (value >> 4, value & 15) {
            (15, 0) => at += 16,
            (_, 0) => break,
            (zeros, length) => {
                bits.skip(length)?;
                at += 1 + usize::from(zeros);
            }
        }
    }
    Some(())
}

/// The bits of a scan, in which FF is followed by 00.
struct Bits<'b> {
    bytes: &'b [u8],
    at: usize,
    held: u32,
    count: u8,
}

impl Bits<'_> {
    /// The next bit; none if a restart or the end comes first.
    fn bit(&mut self) -> Option<u32> {
        if self.count == 0 {
            let byte = *self.bytes.get(self.at)?;
            self.at += 1;
            if byte == 0xFF {
                if self.bytes.get(self.at) != Some(&0) {
                    self.at -= 1;
                    return None;
                }
                self.at += 1;
            }
            self.held = u32::from(byte);
            self.count = 8;
        }
        self.count -= 1;
        Some(self.held >> self.count & 1)
    }

    fn skip(&mut self, count: u8) -> Option<()> {
        (0..count).try_for_each(|_| self.bit().map(drop))
    }

    /// The value of the next code; none if there is no such code.
    fn value(&mut self, codes: &Codes) -> Option<u8> {
        let (mut code, mut before) = (0, 0);
        for (first, count) in codes.first.iter().skip(1) {
            code = code << 1 | self.bit()?;
            if let Some(index) = code.checked_sub(*first).filter(|index| index < count) {
                return codes.values.get((before + index) as usize).copied();
            }
            before += count;
        }
        None
    }

    /// Goes on behind the next restart, if there is one.
    fn restart(&mut self) {
        self.count = 0;
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let next = rest.windows(2).position(|pair| pair[0] == 0xFF && (0xD0..=0xD7).contains(&pair[1]));
        self.at = next.map_or(self.bytes.len(), |next| self.at + next + 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table of the one code 0, of one bit, for this value.
    fn one_code(kind: u8, value: u8) -> Vec<u8> {
        [&[kind, 1][..], &[0; 15], &[value]].concat()
    }

    fn tables(frame: u8, [width, height]: [u8; 2], components: &[(u8, u8)]) -> Tables {
        let mut tables = Tables::default();
        let parts: Vec<u8> = components.iter().flat_map(|(id, sides)| [*id, *sides, 0]).collect();
        tables.frame(frame, &[&[8, 0, height, 0, width, components.len() as u8][..], &parts].concat());
        // A block of one grey takes two bits: 0 for the difference, and 0 for the end.
        tables.codes(&[one_code(0x00, 0), one_code(0x10, 0)].concat());
        tables
    }

    const ALL: &[u8] = &[1, 1, 0, 0, 63, 0];

    #[test]
    fn a_scan_has_a_code_for_each_block() {
        // 16 x 16 pixels: four blocks of two bits.
        let grey = tables(0xC0, [16, 16], &[(1, 0x11)]);
        assert!(grey.has_all(ALL, &[0b0000_0000]));
        assert!(!grey.has_all(ALL, &[]));
        // 17 pixels across: six blocks, so twelve bits.
        let wide = tables(0xC0, [17, 16], &[(1, 0x11)]);
        assert_eq!([&[0][..], &[0, 0]].map(|bytes| wide.has_all(ALL, bytes)), [false, true]);
        // A code that there is not, and a marker before the end.
        assert!(!grey.has_all(ALL, &[0b1000_0000]));
        assert!(!wide.has_all(ALL, &[0, 0xFF, 0xD9]));
    }

    #[test]
    fn components_have_blocks_by_their_share() {
        // Brightness has four blocks in a unit of 16 x 16 pixels, and each colour one: six blocks, twelve bits.
        let colours = tables(0xC0, [16, 16], &[(1, 0x22), (2, 0x11), (3, 0x11)]);
        let scan = &[3, 1, 0, 2, 0, 3, 0, 0, 63, 0];
        assert_eq!([&[0][..], &[0, 0]].map(|bytes| colours.has_all(scan, bytes)), [false, true]);
        // By itself a colour has one block.
        let alone = &[1, 2, 0, 0, 63, 0];
        assert!(colours.has_all(alone, &[0]));
        assert!(!colours.has_all(alone, &[]));
    }

    #[test]
    fn restarts_begin_a_byte_of_their_own() {
        let mut grey = tables(0xC0, [16, 16], &[(1, 0x11)]);
        grey.restarts(&[0, 2]);
        assert!(grey.has_all(ALL, &[0, 0xFF, 0xD0, 0]));
        assert!(!grey.has_all(ALL, &[0, 0xFF, 0xD0]));
    }

    #[test]
    fn what_cannot_be_followed_is_not_blamed() {
        let grey = tables(0xC0, [16, 16], &[(1, 0x11)]);
        // A table and a component that there are not, and a header that is too short.
        for header in [&[1, 1, 0x33, 0, 63, 0][..], &[1, 9, 0, 0, 63, 0], &[1, 1], &[]] {
            assert!(grey.has_all(header, &[]), "{header:?}");
        }
        // The first bits of the first coefficient alone count in a progressive file, and not what refines them.
        let steps = tables(0xC2, [16, 16], &[(1, 0x11)]);
        assert!(!steps.has_all(&[1, 1, 0, 0, 0, 1], &[]));
        assert!(steps.has_all(&[1, 1, 0, 0, 0, 1], &[0]));
        assert!(steps.has_all(&[1, 1, 0, 0, 0, 0x10], &[]) && steps.has_all(&[1, 1, 0, 1, 63, 0], &[]));
    }
}
