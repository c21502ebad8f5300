//! JPEG files (ITU-T T.81): their headers are read, and the codes of their scans are counted; the whole file is
//! what a PDF takes.

use super::bytes::{profile, u16_be};
use super::exif;
use super::found::{Found, broken, check_bytes, check_size, cut_short, unusable};
use super::scan::Tables;
use crate::base::stored::Stored;
use crate::diag::{Diagnostic, Result};
use crate::scene::{Coding, Plane, Space};

/// Reads the headers of a file that is kept, and sees whether it is whole.
pub fn read(file: &[u8], stored: &Stored) -> Result<Found> {
    let mut frame = None;
    let mut tables = Tables::default();
    let mut adobe = false;
    let mut orientation = 1;
    // Pieces of the colour profile: their numbers, from 1, and their bytes.
    let mut pieces: Vec<(u8, &[u8])> = Vec::new();
    let mut at = 2;
    loop {
        // Any number of FF may stand before a marker.
        if file.get(at) != Some(&0xFF) {
            return Err(wrong_at(file, at));
        }
        let Some(marker) = file.get(at + 1).copied() else { return Err(cut_short()) };
        if marker == 0xFF {
            at += 1;
            continue;
        }
        at += 2;
        match marker {
            0x01 | 0xD0..=0xD7 => continue,
            0xD9 => break,
            _ => {}
        }
        let length = usize::from(u16_be(file, at).ok_or_else(cut_short)?);
        if length < 2 {
            return Err(wrong_at(file, at));
        }
        let body = file.get(at + 2..at + length).ok_or_else(cut_short)?;
        at += length;
        match marker {
            0xC0..=0xC2 if frame.is_none() => {
                frame = Some(start_of_frame(body)?);
                tables.frame(marker, body);
            }
            0xC4 => tables.codes(body),
            0xDD => tables.restarts(body),
            0xC0..=0xCF if !matches!(marker, 0xC4 | 0xC8 | 0xCC) && frame.is_none() => {
                return Err(unusable("is a kind of JPEG that printers do not take (lossless or arithmetic)")
                    .hint("save it as an ordinary JPEG, or as PNG"));
            }
            0xE1 => {
                if let Some(tiff) = body.strip_prefix(b"Exif\0\0") {
                    orientation = exif::orientation(tiff);
                }
            }
            0xE2 => {
                if let Some([number, _, bytes @ ..]) = body.strip_prefix(b"ICC_PROFILE\0") {
                    pieces.push((*number, bytes));
                }
            }
            0xEE => adobe |= body.starts_with(b"Adobe"),
            0xDA => {
                let end = after_scan(file, at)?;
                if !tables.has_all(body, file.get(at..end).unwrap_or_default()) {
                    return Err(broken("it has fewer pixels than it says"));
                }
                at = end;
            }
            _ => {}
        }
    }
    let Some((pixels, samples)) = frame else { return Err(broken("it has no pixels")) };
    pieces.sort_by_key(|(number, _)| *number);
    let icc: Vec<u8> = pieces.into_iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect();
    let space = match samples {
        1 => Space::Grey,
        3 => Space::Rgb,
        // Adobe's programs store their inks the other way round, and say so only by their name.
        _ => Space::Cmyk { inverted: adobe },
    };
    Ok(Found {
        pixels,
        colours: Plane { coding: Coding::Jpeg, bits: 8, space, bytes: stored.clone() },
        alpha: None,
        profile: profile(&icc, samples),
        orientation,
    })
}

fn wrong_at(file: &[u8], at: usize) -> Diagnostic {
    if at >= file.len() {
        return cut_short();
    }
    broken(format!("byte {at} is none that can stand there in a JPEG"))
}

/// Width, height, and samples a pixel (T.81, B.2.2).
fn start_of_frame(body: &[u8]) -> Result<((u32, u32), u8)> {
    let (Some(bits), Some(height), Some(width), Some(samples)) =
        (body.first(), u16_be(body, 1), u16_be(body, 3), body.get(5))
    else {
        return Err(broken("its header is too short"));
    };
    if *bits != 8 {
        let what = format!("has {bits} bits a colour, and a JPEG that printers take has 8");
        return Err(unusable(what).hint("save it as an ordinary JPEG, or as PNG"));
    }
    check_size(u32::from(width), u32::from(height))?;
    if ![1, 3, 4].contains(samples) {
        return Err(broken(format!("its pixels have {samples} parts, not 1, 3 or 4")));
    }
    check_bytes(usize::from(width) * usize::from(height) * usize::from(*samples))?;
    Ok(((u32::from(width), u32::from(height)), *samples))
}

/// Where the next marker stands behind the bytes of a scan, in which FF is followed by 00 or counts restarts.
fn after_scan(file: &[u8], from: usize) -> Result<usize> {
    let mut at = from;
    while let Some(found) = file.get(at..).and_then(|rest| memchr::memchr(0xFF, rest)) {
        at += found;
        match file.get(at + 1) {
            Some(0x00 | 0xD0..=0xD7) => at += 2,
            Some(0xFF) => at += 1,
            Some(_) => return Ok(at),
            None => break,
        }
    }
    Err(cut_short())
}
