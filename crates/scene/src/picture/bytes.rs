//! Numbers out of a file's bytes.

/// Two bytes from `at`, the larger first.
pub fn u16_be(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// Four bytes from `at`, the largest first.
pub fn u32_be(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?))
}

/// An ICC profile, if that is what the bytes are, for pictures with so many samples a pixel (ICC.1:2022, 7.2).
pub fn profile(bytes: &[u8], samples: u8) -> Option<std::sync::Arc<[u8]>> {
    let space: &[u8] = match samples {
        1 => b"GRAY",
        3 => b"RGB ",
        _ => b"CMYK",
    };
    let whole = u32_be(bytes, 0).is_some_and(|size| size as usize == bytes.len());
    (whole && bytes.get(16..20) == Some(space) && bytes.get(36..40) == Some(b"acsp")).then(|| bytes.into())
}
