//! Reads the orientation of a picture from its Exif data (Exif 2.32, 4.6.4, tag 0x0112).
//!
//! - In: a block of Exif data.
//! - Out: the transform that shows the picture upright.
//! - Not here: any other tag.

use kurbo::Affine;

const ORIENTATION_TAG: u16 = 0x0112;

/// The number of the Exif type `SHORT`. A value of this type has two bytes, and is stored inside the entry of
/// its tag.
const SHORT_TYPE: u16 = 3;

/// The orientation of stored pixels, as a number from 1 to 8.
///
/// 1 means upright. The other numbers mean rotated or mirrored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Orientation(u16);

impl Default for Orientation {
    fn default() -> Self {
        Self(1)
    }
}

impl Orientation {
    /// Reads the orientation from a block of Exif data. The block begins like a TIFF file.
    ///
    /// A block without an orientation counts as upright.
    pub fn from_exif(tiff: &[u8]) -> Self {
        let number = Tiff::new(tiff).and_then(|tiff| tiff.orientation());
        number.filter(|number| (1..=8).contains(number)).map_or_else(Self::default, Self)
    }

    /// Returns the transform from the stored pixels to the upright picture.
    ///
    /// Before and after the transform, the picture is a unit square, with y pointing down.
    pub fn to_affine(self) -> Affine {
        Affine::new(match self.0 {
            2 => [-1.0, 0.0, 0.0, 1.0, 1.0, 0.0],
            3 => [-1.0, 0.0, 0.0, -1.0, 1.0, 1.0],
            4 => [1.0, 0.0, 0.0, -1.0, 0.0, 1.0],
            5 => [0.0, 1.0, 1.0, 0.0, 0.0, 0.0],
            6 => [0.0, 1.0, -1.0, 0.0, 1.0, 0.0],
            7 => [0.0, -1.0, -1.0, 0.0, 1.0, 1.0],
            8 => [0.0, -1.0, 1.0, 0.0, 0.0, 1.0],
            _ => [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        })
    }

    /// Returns whether the stored rows become the columns of the upright picture.
    pub fn swaps_sides(self) -> bool {
        self.0 >= 5
    }
}

struct Tiff<'f> {
    bytes: &'f [u8],
    is_little_endian: bool,
}

impl<'f> Tiff<'f> {
    /// Creates a reader of TIFF data. Returns `None` if the bytes do not begin with a TIFF header.
    fn new(bytes: &'f [u8]) -> Option<Self> {
        let is_little_endian = match bytes.get(..4)? {
            b"II*\0" => true,
            b"MM\0*" => false,
            _ => return None,
        };
        Some(Self { bytes, is_little_endian })
    }

    fn u16(&self, at: usize) -> Option<u16> {
        let bytes = *self.bytes.get(at..)?.first_chunk()?;
        Some(if self.is_little_endian { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    }

    fn u32(&self, at: usize) -> Option<u32> {
        let bytes = *self.bytes.get(at..)?.first_chunk()?;
        Some(if self.is_little_endian { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    }

    /// Returns the value of the orientation tag in the first directory. Returns `None` if the tag is missing
    /// or the data is damaged.
    fn orientation(&self) -> Option<u16> {
        let directory = self.u32(4)? as usize;
        let entries = usize::from(self.u16(directory)?);
        for entry in 0..entries {
            let at = directory.checked_add(2 + entry * 12)?;
            if self.u16(at)? == ORIENTATION_TAG && self.u16(at + 2)? == SHORT_TYPE {
                return self.u16(at + 8);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Point;

    #[test]
    fn the_stored_first_row_comes_where_exif_says() {
        // For each orientation: the side of the upright picture that shows the first stored row, and the side
        // that shows the first stored column. A side is represented by its midpoint.
        let (top, bottom) = (Point::new(0.5, 0.0), Point::new(0.5, 1.0));
        let (left, right) = (Point::new(0.0, 0.5), Point::new(1.0, 0.5));
        let table = [
            (top, left),
            (top, right),
            (bottom, right),
            (bottom, left),
            (left, top),
            (right, top),
            (right, bottom),
            (left, bottom),
        ];
        for (number, (row, column)) in (1..).zip(table) {
            let orientation = Orientation(number);
            assert_eq!(orientation.to_affine() * top, row, "{number}");
            assert_eq!(orientation.to_affine() * left, column, "{number}");
            assert_eq!(orientation.swaps_sides(), number > 4);
        }
    }

    #[test]
    fn both_byte_orders_are_read_and_damaged_data_is_upright() {
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        let big = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0\0\0\0\0";
        assert_eq!(Orientation::from_exif(little), Orientation(6));
        assert_eq!(Orientation::from_exif(big), Orientation(8));
        for damaged in [b"II*\0\xFF\xFF\xFF\xFF", &little[..14], b""] {
            assert_eq!(Orientation::from_exif(damaged), Orientation::default());
        }
    }

    #[test]
    fn numbers_beyond_8_are_no_orientation() {
        let nine = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x09\0\0\0\0\0\0\0";
        assert_eq!(Orientation::from_exif(nine), Orientation::default());
    }
}
