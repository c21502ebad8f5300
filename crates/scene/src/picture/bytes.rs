//! Reads numbers and colour profiles from the bytes of a file.

/// Returns the big-endian number in the two bytes that start at `at`. Returns `None` if the bytes end too
/// early.
pub fn u16_be(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Returns the big-endian number in the four bytes that start at `at`. Returns `None` if the bytes end too
/// early.
pub fn u32_be(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Returns the bytes as an ICC profile (ICC.1:2022, 7.2).
///
/// Returns `None` if the bytes are not a profile for pictures with `samples` samples per pixel.
pub fn icc_profile(bytes: &[u8], samples: u8) -> Option<std::sync::Arc<[u8]>> {
    let space: &[u8] = match samples {
        1 => b"GRAY",
        3 => b"RGB ",
        _ => b"CMYK",
    };
    let is_complete = u32_be(bytes, 0).is_some_and(|size| size as usize == bytes.len());
    let is_profile = bytes.get(16..20) == Some(space) && bytes.get(36..40) == Some(b"acsp");
    (is_complete && is_profile).then(|| bytes.into())
}
