//! Reads JPEG files (ITU-T T.81).
//!
//! - In: the bytes of a file.
//! - Out: the size, colours, profile and orientation of the picture. A PDF embeds the whole file.
//! - Not here: decoding pixels. To find truncated files, the codes in the scans are counted, but not
//!   decoded.

mod scan;

use self::scan::Tables;
use super::bytes::{icc_profile, u16_be};
use super::exif::Orientation;
use super::pixel_file::{PixelFile, broken, check_bytes, check_size, cut_short, unusable};
use crate::{Coding, PixelSize, Plane, Space};
use hexpress_base::diag::{Diagnostic, Result};
use hexpress_base::stored::Stored;

/// Reads the headers of a file and checks that the file is complete.
///
/// `stored` contains the same bytes as `file`.
///
/// # Errors
/// The file is damaged, exceeds a limit, or is a kind of JPEG that PDF does not support.
pub fn read(file: &[u8], stored: &Stored) -> Result<PixelFile> {
    let mut headers = Headers::default();
    let mut segments = Segments { file, at: 2 };
    while let Some(Segment { marker, body }) = segments.next()? {
        headers.add(marker, body)?;
        if marker == marker::START_OF_SCAN {
            let codes = segments.skip_scan()?;
            if !headers.tables.has_all_codes(body, codes) {
                return Err(broken("it has fewer pixels than its header says"));
            }
        }
    }
    headers.finish(stored)
}

/// The markers of segments (T.81, table B.1).
mod marker {
    pub const TEMPORARY: u8 = 0x01;
    pub const BASELINE: u8 = 0xC0;
    pub const PROGRESSIVE: u8 = 0xC2;
    pub const HUFFMAN_TABLES: u8 = 0xC4;
    pub const EXTENSIONS: u8 = 0xC8;
    pub const ARITHMETIC_CONDITIONING: u8 = 0xCC;
    pub const LAST_START_OF_FRAME: u8 = 0xCF;
    pub const FIRST_RESTART: u8 = 0xD0;
    pub const LAST_RESTART: u8 = 0xD7;
    pub const END_OF_IMAGE: u8 = 0xD9;
    pub const START_OF_SCAN: u8 = 0xDA;
    pub const RESTART_INTERVAL: u8 = 0xDD;
    pub const EXIF: u8 = 0xE1;
    pub const ICC_PROFILE: u8 = 0xE2;
    pub const ADOBE: u8 = 0xEE;
}

/// A segment of the file. `body` does not include the two bytes with its length.
struct Segment<'f> {
    marker: u8,
    body: &'f [u8],
}

struct Segments<'f> {
    file: &'f [u8],
    at: usize,
}

impl<'f> Segments<'f> {
    /// Returns the next segment that has a body. Returns `None` at the end of the image.
    fn next(&mut self) -> Result<Option<Segment<'f>>> {
        loop {
            if self.file.get(self.at) != Some(&0xFF) {
                return Err(self.unexpected_byte());
            }
            let marker = *self.file.get(self.at + 1).ok_or_else(cut_short)?;
            // Any number of FF bytes may precede a marker.
            if marker == 0xFF {
                self.at += 1;
                continue;
            }
            self.at += 2;
            match marker {
                marker::TEMPORARY | marker::FIRST_RESTART..=marker::LAST_RESTART => {}
                marker::END_OF_IMAGE => return Ok(None),
                _ => return Ok(Some(Segment { marker, body: self.body()? })),
            }
        }
    }

    fn body(&mut self) -> Result<&'f [u8]> {
        let length = usize::from(u16_be(self.file, self.at).ok_or_else(cut_short)?);
        if length < 2 {
            return Err(self.unexpected_byte());
        }
        let body = self.file.get(self.at + 2..self.at + length).ok_or_else(cut_short)?;
        self.at += length;
        Ok(body)
    }

    /// Skips a scan, and returns the bytes from its start to the next marker.
    ///
    /// An FF byte before a 00 byte is not a marker. A restart marker is part of the scan, so it does not end
    /// the scan.
    fn skip_scan(&mut self) -> Result<&'f [u8]> {
        let start = self.at;
        while let Some(found) = self.file.get(self.at..).and_then(|rest| memchr::memchr(0xFF, rest)) {
            self.at += found;
            match self.file.get(self.at + 1) {
                Some(0x00 | marker::FIRST_RESTART..=marker::LAST_RESTART) => self.at += 2,
                Some(0xFF) => self.at += 1,
                Some(_) => return Ok(self.file.get(start..self.at).unwrap_or_default()),
                None => break,
            }
        }
        Err(cut_short())
    }

    fn unexpected_byte(&self) -> Diagnostic {
        if self.at >= self.file.len() {
            return cut_short();
        }
        broken(format!("byte {} is not valid at its place in a JPEG", self.at))
    }
}

/// The contents of the segments that were read so far.
#[derive(Default)]
struct Headers<'f> {
    frame: Option<Frame>,
    tables: Tables,
    /// Whether the file says that a program by Adobe wrote it.
    is_adobe: bool,
    orientation: Orientation,
    profile: Vec<ProfilePart<'f>>,
}

#[derive(Clone, Copy)]
struct Frame {
    size: PixelSize,
    samples: u8,
}

struct ProfilePart<'f> {
    /// The number of this part of the profile, counted from 1.
    number: u8,
    bytes: &'f [u8],
}

impl<'f> Headers<'f> {
    fn add(&mut self, marker: u8, body: &'f [u8]) -> Result<()> {
        match marker {
            marker::BASELINE..=marker::PROGRESSIVE if self.frame.is_none() => {
                self.frame = Some(Frame::read(body)?);
                self.tables.read_frame(marker == marker::PROGRESSIVE, body);
            }
            marker::HUFFMAN_TABLES => self.tables.read_codes(body),
            marker::EXTENSIONS | marker::ARITHMETIC_CONDITIONING => {}
            marker::BASELINE..=marker::LAST_START_OF_FRAME if self.frame.is_none() => {
                return Err(unusable(
                    "is a lossless or arithmetic-coded JPEG, which printers do not support",
                )
                .hint("save it as an ordinary JPEG, or as PNG"));
            }
            marker::RESTART_INTERVAL => self.tables.read_restart_interval(body),
            marker::EXIF => {
                if let Some(tiff) = body.strip_prefix(b"Exif\0\0") {
                    self.orientation = Orientation::from_exif(tiff);
                }
            }
            marker::ICC_PROFILE => {
                if let Some([number, _, bytes @ ..]) = body.strip_prefix(b"ICC_PROFILE\0") {
                    self.profile.push(ProfilePart { number: *number, bytes });
                }
            }
            marker::ADOBE => self.is_adobe |= body.starts_with(b"Adobe"),
            _ => {}
        }
        Ok(())
    }

    fn finish(mut self, stored: &Stored) -> Result<PixelFile> {
        let Some(Frame { size, samples }) = self.frame else { return Err(broken("it has no pixels")) };
        self.profile.sort_by_key(|part| part.number);
        let icc: Vec<u8> = self.profile.iter().flat_map(|part| part.bytes).copied().collect();
        let space = match samples {
            1 => Space::Grey,
            3 => Space::Rgb,
            // Programs by Adobe store the amounts of ink inverted. The file contains no sign of this except
            // the name `Adobe`.
            _ => Space::Cmyk { inverted: self.is_adobe },
        };
        Ok(PixelFile {
            size,
            colours: Plane { coding: Coding::Jpeg, bits: 8, space, bytes: stored.clone() },
            alpha: None,
            profile: icc_profile(&icc, samples),
            orientation: self.orientation,
        })
    }
}

impl Frame {
    /// Reads the header of a frame (T.81, B.2.2).
    fn read(body: &[u8]) -> Result<Self> {
        let (Some(bits), Some(height), Some(width), Some(samples)) =
            (body.first(), u16_be(body, 1), u16_be(body, 3), body.get(5))
        else {
            return Err(broken("its header is too short"));
        };
        if *bits != 8 {
            let what = format!("has {bits} bits per colour; printers support only JPEGs with 8");
            return Err(unusable(what).hint("save it as an ordinary JPEG, or as PNG"));
        }
        let size = PixelSize { width: u32::from(width), height: u32::from(height) };
        check_size(size)?;
        if ![1, 3, 4].contains(samples) {
            return Err(broken(format!("its pixels have {samples} channels, not 1, 3 or 4")));
        }
        check_bytes(usize::from(width) * usize::from(height) * usize::from(*samples))?;
        Ok(Self { size, samples: *samples })
    }
}
