//! Decompresses WOFF 1.0 (W3C, 2012). In this font format, each table is compressed separately with
//! zlib.
//!
//! - In: a WOFF file.
//! - Out: the TrueType or OpenType font in the file.
//! - Not here: WOFF 2, and the contents of tables.

use libdeflater::Decompressor;

/// The largest size of a decompressed font, in bytes.
const MAX_FONT_BYTES: usize = 64 << 20;

/// The first bytes of a WOFF file.
const SIGNATURE: &[u8] = b"wOFF";

/// The number of bytes before the list of tables in a WOFF file.
const WOFF_HEADER_LEN: usize = 44;

/// The number of bytes per entry in the list of tables of a WOFF file.
const WOFF_ENTRY_LEN: usize = 20;

/// The number of bytes before the list of tables in a font.
const HEADER_LEN: usize = 12;

/// The number of bytes per entry in the list of tables of a font.
const ENTRY_LEN: usize = 16;

/// Returns whether a file starts like a WOFF file.
pub fn is_woff(file: &[u8]) -> bool {
    file.starts_with(SIGNATURE)
}

/// Returns the font in a WOFF file. Returns `None` if the file is damaged or too large.
pub fn unpack(file: &[u8]) -> Option<Vec<u8>> {
    let count = u16_at(file, 12)?;
    let mut font = file.get(4..8)?.to_vec();
    font.extend_from_slice(&search_fields(count)?);
    font.resize(HEADER_LEN + ENTRY_LEN * usize::from(count), 0);
    let mut inflater = Decompressor::new();
    for index in 0..usize::from(count) {
        let entry_start = WOFF_HEADER_LEN + WOFF_ENTRY_LEN * index;
        let entry = file.get(entry_start..entry_start.checked_add(WOFF_ENTRY_LEN)?)?;
        let (tag, checksum) = (entry.get(..4)?, entry.get(16..)?);
        let [offset, packed_len, length] = [u32_at(entry, 4)?, u32_at(entry, 8)?, u32_at(entry, 12)?];
        let packed = file.get(offset..offset.checked_add(packed_len)?)?;
        let start = font.len();
        if length > MAX_FONT_BYTES.checked_sub(start)? {
            return None;
        }
        let table_start = u32::try_from(start).ok()?.to_be_bytes();
        let table_len = u32::try_from(length).ok()?.to_be_bytes();
        let listed = [tag, checksum, &table_start, &table_len].concat();
        let listed_start = HEADER_LEN + ENTRY_LEN * index;
        font.get_mut(listed_start..listed_start + ENTRY_LEN)?.copy_from_slice(&listed);
        font.resize((start + length).next_multiple_of(4), 0);
        let table = font.get_mut(start..start + length)?;
        if packed_len == length {
            table.copy_from_slice(packed);
        } else if inflater.zlib_decompress(packed, table).ok()? != length {
            return None;
        }
    }
    Some(font)
}

/// Returns the bytes of four numbers in the header of a font: the number of tables, and `searchRange`,
/// `entrySelector` and `rangeShift`, with which programs search for a table. Returns `None` if there are no
/// tables, or too many.
fn search_fields(count: u16) -> Option<Vec<u8>> {
    let selector = count.checked_ilog2()?;
    let range = 1_u16.checked_shl(selector)?.checked_mul(ENTRY_LEN as u16)?;
    let shift = count.checked_mul(ENTRY_LEN as u16)?.checked_sub(range)?;
    Some([count, range, u16::try_from(selector).ok()?, shift].map(u16::to_be_bytes).concat())
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    let number = u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?);
    usize::try_from(number).ok()
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::FontData;

    const GRENZE: &[u8] = include_bytes!("../../fonts/grenze/Grenze-Bold.woff");

    #[test]
    fn damaged_files_are_not_unpacked() {
        let font = unpack(GRENZE).unwrap();
        assert!(is_woff(GRENZE) && !is_woff(&font));
        assert_eq!(Some(font.len()), u32_at(GRENZE, 16), "the size in the header");
        assert!(crate::text::examine(&font).is_ok());
        for length in [0, 5, 43, 60, 300, GRENZE.len() - 9] {
            assert_eq!(unpack(&GRENZE[..length]), None, "{length}");
        }
        let mut damaged = GRENZE.to_vec();
        damaged[44 + 12] = 0x7F;
        assert_eq!(unpack(&damaged), None, "a table of gigabytes");
        assert_eq!(FontData::own(damaged.clone()).bytes(), damaged);
    }

    #[test]
    fn the_search_fields_are_those_of_opentype() {
        assert_eq!(search_fields(9).unwrap(), [0, 9, 0, 128, 0, 3, 0, 16]);
        assert_eq!(search_fields(0), None);
        assert_eq!(search_fields(4096), None);
    }
}
