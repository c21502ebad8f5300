//! The seal of a file: the second half of its identifier (ISO 32000-1, 14.4) is a digest of all its bytes. So a later
//! build finds out whether the file was changed, without reading it as a PDF.
//!
//! The first half is the build that the file is of, and a digest of all objects: everything before the table that says
//! where they are. A file that was written anew and sealed again keeps a first half that does not suit it.

use std::ops::Range;

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::BuildId;

/// How many bytes each half of an identifier has.
pub const HALF: usize = 16;
/// How many digits it is written with.
const DIGITS: usize = 2 * HALF;
/// What the identifier begins with in a file.
const ID: &[u8] = b"/ID[<";
/// What the place of the table stands behind.
const POINTER: &[u8] = b"startxref";
/// What stands between its halves.
const BETWEEN: &[u8] = b"><";

/// What the identifier of a file of ours says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal {
    /// The build that the file is of.
    pub build: BuildId,
    /// Whether the file has not been changed since.
    pub untouched: bool,
    /// Whether its first half holds the digest of all objects.
    pub objects: bool,
    /// Whether its two halves are the same, as in files that were made before there were seals.
    pub unsealed: bool,
}

/// Where the halves of the last identifier of a file stand.
fn halves(file: &[u8]) -> Option<[Range<usize>; 2]> {
    let first = file.windows(ID.len()).rposition(|window| window == ID)? + ID.len();
    let second = first + DIGITS + BETWEEN.len();
    let between = file.get(first + DIGITS..second)?;
    let digits =
        |half: Range<usize>| file.get(half).is_some_and(|half| half.iter().all(u8::is_ascii_hexdigit));
    let [first, second] = [first, second].map(|start| start..start + DIGITS);
    let found = between == BETWEEN && digits(first.clone()) && digits(second.clone());
    found.then_some([first, second])
}

/// The first half of an identifier: the build, and the [XXH3](Xxh3) digest of all objects.
pub fn first_half(BuildId(build): BuildId, objects: u64) -> [u8; HALF] {
    let mut half = [0; HALF];
    build.into_iter().chain(objects.to_be_bytes()).zip(&mut half).for_each(|(byte, own)| *own = byte);
    half
}

/// The digest of all objects of a file: of what stands before the table that its end leads to.
fn objects(file: &[u8]) -> Option<u64> {
    let at = file.windows(POINTER.len()).rposition(|window| window == POINTER)? + POINTER.len();
    let digits = file.get(at..)?.trim_ascii_start();
    let digits = digits.split(|byte| !byte.is_ascii_digit()).next()?;
    let start: usize = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some(xxh3_64(file.get(..start)?))
}

/// The digest of a file but for its seal, as it is written.
fn digest(mut before: Xxh3, file: &mut [u8], seal: Range<usize>) -> String {
    if let Some(seal) = file.get_mut(seal) {
        seal.fill(b'0');
    }
    before.update(file);
    format!("{:032x}", before.digest128())
}

/// Seals a file whose identifier has an empty second half: its end, of which the identifier is a part. All bytes before
/// that were hashed.
pub fn seal(before: Xxh3, file: &mut [u8]) {
    let Some([_, second]) = halves(file) else { return };
    let digest = digest(before, file, second.clone());
    if let Some(seal) = file.get_mut(second) {
        seal.copy_from_slice(digest.as_bytes());
    }
}

/// What the identifier of a file says; none where it has none that is written as ours.
pub fn read(mut file: Vec<u8>) -> Option<Seal> {
    let [first, second] = halves(&file)?;
    let digits = std::str::from_utf8(file.get(first.clone())?).ok()?;
    let half = u128::from_str_radix(digits, 16).ok()?.to_be_bytes();
    let build = BuildId(*half.first_chunk()?);
    let objects = objects(&file).is_some_and(|own| half.ends_with(&own.to_be_bytes()));
    let told = file.get(second.clone())?.to_vec();
    let unsealed = file.get(first) == Some(&told[..]);
    let untouched = digest(Xxh3::new(), &mut file, second).as_bytes() == told;
    Some(Seal { build, untouched, objects, unsealed })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_knows_whether_it_was_changed() {
        let build = BuildId([1, 2, 3, 4, 5, 6, 7, 8]);
        let zeros = "0".repeat(DIGITS);
        let mut file = format!("%PDF page trailer /ID[<01020304050607080000000000000000><{zeros}>]>> %%EOF")
            .into_bytes();
        seal(Xxh3::new(), &mut file);
        assert_eq!(
            read(file.clone()),
            Some(Seal { build, untouched: true, objects: false, unsealed: false })
        );
        let touched = Some(Seal { build, untouched: false, objects: false, unsealed: false });
        for at in [5, file.len() - 1] {
            let mut changed = file.clone();
            changed[at] = b'x';
            assert_eq!(read(changed), touched);
        }
        assert_eq!(read([&file[..], b" more"].concat()), touched);
        let unsealed = read(format!("%PDF /ID[<{zeros}><{zeros}>]").into_bytes());
        assert!(unsealed.is_some_and(|seal| seal.unsealed && !seal.untouched));
        let (g, short) = ("g".repeat(DIGITS), "0".repeat(DIGITS - 1));
        for halves in [[&g, &zeros], [&zeros, &g], [&short, &zeros], [&zeros, &short]] {
            let file = format!("%PDF /ID[<{}><{}>]", halves[0], halves[1]);
            assert_eq!(read(file.clone().into_bytes()), None, "{file}");
        }
        assert_eq!(read(b"%PDF /ID[<00".to_vec()), None);
        assert_eq!(read(format!("/ID[<{zeros}>]").into_bytes()), None);
    }

    #[test]
    fn a_file_that_is_sealed_again_keeps_the_digest_of_its_old_objects() {
        let zeros = "0".repeat(DIGITS);
        let made = |objects: &str, told: &str| {
            let first: String = first_half(BuildId([7; 8]), xxh3_64(told.as_bytes()))
                .iter()
                .map(|b| format!("{b:02x}"))
                .collect();
            let start = objects.len();
            let mut file =
                format!("{objects}/ID[<{first}><{zeros}>]\nstartxref\n{start}\n%%EOF").into_bytes();
            seal(Xxh3::new(), &mut file);
            read(file).map(|seal| (seal.untouched, seal.objects))
        };
        assert_eq!(made("%PDF a page", "%PDF a page"), Some((true, true)));
        assert_eq!(made("%PDF a leaf", "%PDF a page"), Some((true, false)));
    }
}
