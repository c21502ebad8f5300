//! The seal of a PDF. It shows whether the file was changed, and can be read without parsing the PDF.
//!
//! - In: the bytes of a file.
//! - Out: the two halves of the file's identifier (ISO 32000-1, 14.4). The first half contains the
//!   id of the build, and a digest of all objects. The objects are the bytes before the
//!   cross-reference table. The second half is a digest of all bytes of the file, computed while the
//!   digits of this half are `0`.
//! - Not here: protection against changes on purpose, because a program that changes a file can write a
//!   new seal. If it updates only the second half, the first half still shows that the objects were
//!   changed.

use std::ops::Range;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::BuildId;

/// The number of bytes in each half of an identifier.
pub const HALF_BYTES: usize = 16;

/// The number of hex digits in each half.
const DIGITS: usize = 2 * HALF_BYTES;

/// The bytes directly before the first half.
const ID: &[u8] = b"/ID[<";

/// The keyword before the byte offset of the cross-reference table.
const TABLE_OFFSET: &[u8] = b"startxref";

/// The bytes between the two halves.
const HALF_SEPARATOR: &[u8] = b"><";

/// The contents of a file's identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal {
    /// The id of the build that made the file.
    pub build: BuildId,
    /// Whether the digest of the file's bytes equals the second half. If so, the file is unchanged.
    pub file_matches: bool,
    /// Whether the digest of the objects equals the digest in the first half.
    pub objects_match: bool,
    /// Whether both halves are equal, as in files of versions that wrote no seals.
    pub unsealed: bool,
}

/// The byte ranges of the hexadecimal digits of an identifier.
struct Halves {
    first: Range<usize>,
    second: Range<usize>,
}

impl Halves {
    /// Finds the last identifier in a file. Returns `None` if there is no identifier with two halves of
    /// the right length.
    fn find(file: &[u8]) -> Option<Self> {
        let start = file.windows(ID.len()).rposition(|window| window == ID)? + ID.len();
        let end = start + DIGITS;
        let second_start = end + HALF_SEPARATOR.len();
        let (first, second) = (start..end, second_start..second_start + DIGITS);
        let is_identifier = file.get(end..second_start)? == HALF_SEPARATOR
            && file.get(first.clone())?.iter().all(u8::is_ascii_hexdigit)
            && file.get(second.clone())?.iter().all(u8::is_ascii_hexdigit);
        is_identifier.then_some(Self { first, second })
    }
}

/// Returns the first half of an identifier: the id of the build, and the [XXH3](Xxh3) digest of all
/// objects.
pub fn first_half(BuildId(build): BuildId, objects: u64) -> [u8; HALF_BYTES] {
    let mut half = [0; HALF_BYTES];
    build.into_iter().chain(objects.to_be_bytes()).zip(&mut half).for_each(|(byte, to)| *to = byte);
    half
}

/// Returns the digest of the objects of a file, which are all bytes before the last cross-reference
/// table. Returns `None` if the table is not found.
fn objects_digest(file: &[u8]) -> Option<u64> {
    let at =
        file.windows(TABLE_OFFSET.len()).rposition(|window| window == TABLE_OFFSET)? + TABLE_OFFSET.len();
    let digits = file.get(at..)?.trim_ascii_start().split(|byte| !byte.is_ascii_digit()).next()?;
    let table: usize = str::from_utf8(digits).ok()?.parse().ok()?;
    Some(xxh3_64(file.get(..table)?))
}

/// Returns the digest of a file in hexadecimal digits. The bytes in the range `seal` are set to `0`
/// first.
///
/// `hash_so_far` is the hash of the bytes that come before `file`.
fn digest_without_seal(mut hash_so_far: Xxh3, file: &mut [u8], seal: Range<usize>) -> String {
    if let Some(seal) = file.get_mut(seal) {
        seal.fill(b'0');
    }
    hash_so_far.update(file);
    format!("{:032x}", hash_so_far.digest128())
}

/// Writes the digest of a whole file into the second half of its identifier.
///
/// `file_end` contains the last bytes of the whole file, with the identifier. `hash_so_far` is the hash
/// of all bytes that come before them.
pub fn seal(hash_so_far: Xxh3, file_end: &mut [u8]) {
    let Some(Halves { second, .. }) = Halves::find(file_end) else { return };
    let digest = digest_without_seal(hash_so_far, file_end, second.clone());
    if let Some(seal) = file_end.get_mut(second) {
        seal.copy_from_slice(digest.as_bytes());
    }
}

/// Reads the identifier of a file. Returns `None` if the file has no identifier, or if the
/// identifier does not have the form of a seal.
pub fn read(mut file: Vec<u8>) -> Option<Seal> {
    let Halves { first, second } = Halves::find(&file)?;
    let digits = str::from_utf8(file.get(first.clone())?).ok()?;
    let half = u128::from_str_radix(digits, 16).ok()?.to_be_bytes();
    let build = BuildId(*half.first_chunk()?);
    let objects_match = objects_digest(&file).is_some_and(|digest| half.ends_with(&digest.to_be_bytes()));
    let recorded = file.get(second.clone())?.to_vec();
    let unsealed = file.get(first) == Some(&recorded[..]);
    let file_matches = digest_without_seal(Xxh3::new(), &mut file, second).as_bytes() == recorded;
    Some(Seal { build, file_matches, objects_match, unsealed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_byte_breaks_the_seal() {
        let build = BuildId([1, 2, 3, 4, 5, 6, 7, 8]);
        let zeros = "0".repeat(DIGITS);
        let mut file = format!("%PDF page trailer /ID[<01020304050607080000000000000000><{zeros}>]>> %%EOF")
            .into_bytes();
        seal(Xxh3::new(), &mut file);
        assert_eq!(
            read(file.clone()),
            Some(Seal { build, file_matches: true, objects_match: false, unsealed: false })
        );
        let touched = Some(Seal { build, file_matches: false, objects_match: false, unsealed: false });
        for at in [5, file.len() - 1] {
            let mut changed = file.clone();
            changed[at] = b'x';
            assert_eq!(read(changed), touched);
        }
        assert_eq!(read([&file[..], b" more"].concat()), touched);
        let unsealed = read(format!("%PDF /ID[<{zeros}><{zeros}>]").into_bytes());
        assert!(unsealed.is_some_and(|seal| seal.unsealed && !seal.file_matches));
        let (g, short) = ("g".repeat(DIGITS), "0".repeat(DIGITS - 1));
        for halves in [[&g, &zeros], [&zeros, &g], [&short, &zeros], [&zeros, &short]] {
            let file = format!("%PDF /ID[<{}><{}>]", halves[0], halves[1]);
            assert_eq!(read(file.clone().into_bytes()), None, "{file}");
        }
        assert_eq!(read(b"%PDF /ID[<00".to_vec()), None);
        assert_eq!(read(format!("/ID[<{zeros}>]").into_bytes()), None);
    }

    /// Returns the seal of a file with the objects `objects`. The identifier of the file contains the
    /// digest of `recorded`. If `objects` and `recorded` differ, the file looks as if its objects
    /// had been changed.
    fn sealed(objects: &str, recorded: &str) -> Seal {
        let first: String = first_half(BuildId([7; 8]), xxh3_64(recorded.as_bytes()))
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let (zeros, table) = ("0".repeat(DIGITS), objects.len());
        let mut file = format!("{objects}/ID[<{first}><{zeros}>]\nstartxref\n{table}\n%%EOF").into_bytes();
        seal(Xxh3::new(), &mut file);
        read(file).unwrap()
    }

    #[test]
    fn a_file_that_is_sealed_again_keeps_the_digest_of_its_old_objects() {
        let same = sealed("%PDF a page", "%PDF a page");
        assert_eq!((same.file_matches, same.objects_match), (true, true));
        let other = sealed("%PDF a leaf", "%PDF a page");
        assert_eq!((other.file_matches, other.objects_match), (true, false));
    }
}
