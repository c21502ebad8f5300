//! The seal of a file: the second half of its identifier (ISO 32000-1, 14.4) is a digest of all its bytes. So a later
//! build finds out whether the file was changed, without reading it as a PDF.

use std::ops::Range;

use xxhash_rust::xxh3::Xxh3;

use super::BuildId;

/// How many bytes each half of an identifier has.
pub const HALF: usize = 16;
/// How many digits it is written with.
const DIGITS: usize = 2 * HALF;
/// What the identifier begins with in a file.
const ID: &[u8] = b"/ID[<";
/// What stands between its halves.
const BETWEEN: &[u8] = b"><";

/// What the identifier of a file of ours says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal {
    /// The build that the file is of.
    pub build: BuildId,
    /// Whether the file has not been changed since.
    pub untouched: bool,
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
    let build = u128::from_str_radix(digits, 16).ok()? >> 64;
    let build = BuildId(u64::try_from(build).ok()?.to_be_bytes());
    let told = file.get(second.clone())?.to_vec();
    let unsealed = file.get(first) == Some(&told[..]);
    Some(Seal { build, untouched: digest(Xxh3::new(), &mut file, second).as_bytes() == told, unsealed })
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
        assert_eq!(read(file.clone()), Some(Seal { build, untouched: true, unsealed: false }));
        let touched = Some(Seal { build, untouched: false, unsealed: false });
        for at in [5, file.len() - 1] {
            let mut changed = file.clone();
            changed[at] = b'x';
            assert_eq!(read(changed), touched);
        }
        assert_eq!(read([&file[..], b" more"].concat()), touched);
        let unsealed = read(format!("%PDF /ID[<{zeros}><{zeros}>]").into_bytes());
        assert!(unsealed.is_some_and(|seal| seal.unsealed && !seal.untouched));
        assert_eq!(read(b"%PDF /ID[<00".to_vec()), None);
        assert_eq!(read(format!("/ID[<{zeros}>]").into_bytes()), None);
    }
}
