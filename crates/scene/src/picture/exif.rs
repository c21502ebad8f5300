//! Which way up a picture is seen: the orientation in Exif data (Exif 2.32, 4.6.4, tag 0x0112).

use kurbo::Affine;

/// The orientation in a block of Exif data, which begins as a TIFF file does; 1 where it says none.
pub fn orientation(tiff: &[u8]) -> u16 {
    find(tiff).filter(|o| (1..=8).contains(o)).unwrap_or(1)
}

fn find(tiff: &[u8]) -> Option<u16> {
    let little = match tiff.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let u16_at = |at: usize| {
        let two = *tiff.get(at..)?.first_chunk()?;
        Some(if little { u16::from_le_bytes(two) } else { u16::from_be_bytes(two) })
    };
    let u32_at = |at: usize| {
        let four = *tiff.get(at..)?.first_chunk()?;
        Some(if little { u32::from_le_bytes(four) } else { u32::from_be_bytes(four) })
    };
    let directory = u32_at(4)? as usize;
    let entries = usize::from(u16_at(directory)?);
    for entry in 0..entries {
        let at = directory.checked_add(2 + entry * 12)?;
        // A tag, the type 3 (a number of two bytes), and the number itself where others have its address.
        if u16_at(at)? == 0x0112 && u16_at(at + 2)? == 3 {
            return u16_at(at + 8);
        }
    }
    None
}

/// From the stored square of side 1 to the one that is seen, y down; and whether width and height change places.
pub fn upright(orientation: u16) -> (Affine, bool) {
    let coefficients = match orientation {
        2 => [-1.0, 0.0, 0.0, 1.0, 1.0, 0.0],
        3 => [-1.0, 0.0, 0.0, -1.0, 1.0, 1.0],
        4 => [1.0, 0.0, 0.0, -1.0, 0.0, 1.0],
        5 => [0.0, 1.0, 1.0, 0.0, 0.0, 0.0],
        6 => [0.0, 1.0, -1.0, 0.0, 1.0, 0.0],
        7 => [0.0, -1.0, -1.0, 0.0, 1.0, 1.0],
        8 => [0.0, -1.0, 1.0, 0.0, 0.0, 1.0],
        _ => [1.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    };
    (Affine::new(coefficients), (5..=8).contains(&orientation))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kurbo::Point;

    #[test]
    fn the_stored_first_row_comes_where_exif_says() {
        // Where the first row and the first column are seen: the middle of that side of the square.
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
        for (orientation, (row, column)) in (1..).zip(table) {
            let (transform, lying) = upright(orientation);
            assert_eq!(transform * top, row, "{orientation}");
            assert_eq!(transform * left, column, "{orientation}");
            assert_eq!(lying, orientation > 4);
        }
    }

    #[test]
    fn reads_both_orders_of_bytes_and_minds_nonsense() {
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        let big = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0\0\0\0\0";
        assert_eq!((orientation(little), orientation(big)), (6, 8));
        assert_eq!(orientation(b"II*\0\xFF\xFF\xFF\xFF"), 1);
        assert_eq!(orientation(&little[..14]), 1);
        assert_eq!(orientation(b""), 1);
    }
}
