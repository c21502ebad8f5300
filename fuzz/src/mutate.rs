//! Damages files. The same seed gives the same damage on every machine.

/// The random generator SplitMix64. It is small, and good enough to choose where damage is done.
#[derive(Debug, Clone)]
pub struct Chance(pub u64);

impl Chance {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number less than `n`, or 0 if `n` is 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 16) as usize % n.max(1)
    }

    pub fn of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    /// Returns a random length up to `most`. Small lengths are more likely than large ones.
    fn length(&mut self, most: usize) -> usize {
        let bits = self.below(usize::BITS as usize - most.leading_zeros() as usize + 1);
        self.below((1 << bits).min(most + 1)).max(1).min(most)
    }
}

/// Numbers that often break programs, as digits.
const NUMBERS: &[&[u8]] = &[
    b"0",
    b"-0",
    b"1",
    b"-1",
    b"2",
    b"7",
    b"16",
    b"127",
    b"128",
    b"255",
    b"256",
    b"32767",
    b"32768",
    b"65535",
    b"65536",
    b"1000000",
    b"2147483647",
    b"-2147483648",
    b"4294967295",
    b"4294967296",
    b"9007199254740993",
    b"9223372036854775807",
    b"-9223372036854775808",
    b"18446744073709551615",
    b"18446744073709551616",
    b"0.5",
    b"1e-320",
    b"1e-9",
    b"1e9",
    b"1e38",
    b"1e39",
    b"1e308",
    b"-1e308",
    b"1e400",
    b"nan",
    b"inf",
    b"-inf",
    b"0.0000000000000000000001",
    b"99999999999999999999999999999999999999",
    b"3.4028236e38",
    b".",
    b"-",
    b"+",
];

/// Damages `bytes`, once or a few times. The result has at most `most` bytes. If `bytes` is already
/// longer, the damage does not make it longer.
///
/// `words` are words of the file format. `other` is another file of the same format.
pub fn damage(bytes: &mut Vec<u8>, chance: &mut Chance, words: &[&[u8]], other: &[u8], most: usize) {
    // In half of the files, only one to three digits or letters are replaced. Such files are often
    // still accepted.
    if chance.below(2) == 0 {
        let is_part = if chance.below(3) > 0 { u8::is_ascii_digit } else { u8::is_ascii_alphanumeric };
        for _ in 0..1 + chance.below(3) {
            let at = chance.below(bytes.len());
            sign(bytes, chance, at, is_part);
        }
        return;
    }
    // Decompressed pixels may already have more than `most` bytes.
    let most = most.max(bytes.len());
    let more = if chance.below(4) > 0 { 0 } else { chance.length(6) };
    for _ in 0..1 + more {
        once(bytes, chance, words, other);
        bytes.truncate(most);
    }
}

fn once(bytes: &mut Vec<u8>, chance: &mut Chance, words: &[&[u8]], other: &[u8]) {
    let at = chance.below(bytes.len() + 1);
    let rest = bytes.len() - at;
    match chance.below(16) {
        0 if rest > 0 => bytes[at] ^= 1 << chance.below(8),
        1 if rest > 0 => bytes[at] = chance.next() as u8,
        8 if rest > 0 && chance.below(8) > 0 => sign(bytes, chance, at, u8::is_ascii_alphanumeric),
        // A binary integer of two or four bytes, in either byte order.
        2 => {
            const EDGES: [u32; 12] = [
                0,
                1,
                0x7f,
                0xff,
                0x100,
                0x7fff,
                0x8000,
                0xffff,
                0x1_0000,
                0x7fff_ffff,
                0x8000_0000,
                u32::MAX,
            ];
            let edge = *chance.of(&EDGES).unwrap_or(&0);
            let four = if chance.below(2) == 0 { edge.to_be_bytes() } else { edge.to_le_bytes() };
            let part = if chance.below(2) == 0 { &four[..] } else { &four[2..] };
            for (to, from) in bytes.iter_mut().skip(at).zip(part) {
                *to = *from;
            }
        }
        3 => drop(bytes.drain(at..at + chance.length(rest.max(1)).min(rest))),
        // Repeats a few bytes, once or many times. Repeated brackets become deeply nested.
        4 => {
            let part = bytes[at..at + chance.length(64).min(rest)].to_vec();
            let times = if chance.below(4) == 0 { chance.length(4000) } else { chance.length(4) };
            insert(bytes, at, &part.repeat(times.min(1 + 100_000 / part.len().max(1))));
        }
        5 => {
            let from = chance.below(other.len() + 1);
            let part = &other[from..from + chance.length(256).min(other.len() - from)];
            insert(bytes, at, part);
        }
        6 => {
            let from = chance.below(other.len() + 1);
            let part = other[from..from + chance.length(64).min(other.len() - from)].to_vec();
            let end = at + part.len().min(rest);
            bytes.splice(at..end, part);
        }
        7 => {
            bytes.truncate(at);
            bytes.extend(&other[chance.below(other.len() + 1)..]);
        }
        8 => bytes.truncate(at),
        9 | 10 if !words.is_empty() => {
            let word = chance.of(words).copied().unwrap_or_default();
            insert(bytes, at, word);
        }
        11 => {
            let length = chance.length(64).min(rest);
            let part: Vec<u8> = bytes.drain(at..at + length).collect();
            let to = chance.below(bytes.len() + 1);
            insert(bytes, to, &part);
        }
        12..=14 => number(bytes, chance, at),
        _ => word(bytes, chance, words, at),
    }
}

fn insert(bytes: &mut Vec<u8>, at: usize, part: &[u8]) {
    bytes.splice(at..at, part.iter().copied());
}

/// Replaces the next digit from `at` on, or the next letter if `is_part` accepts letters.
fn sign(bytes: &mut [u8], chance: &mut Chance, at: usize, is_part: fn(&u8) -> bool) {
    if let Some(sign) = bytes[at..].iter_mut().find(|byte| is_part(byte)) {
        *sign = match *sign {
            b'0'..=b'9' => b'0' + chance.below(10) as u8,
            b'a'..=b'z' => b'a' + chance.below(26) as u8,
            _ => b'A' + chance.below(26) as u8,
        };
    }
}

/// Replaces the next number from `at` on with a number from [`NUMBERS`], or changes one of its digits.
fn number(bytes: &mut Vec<u8>, chance: &mut Chance, at: usize) {
    let is_part = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let Some(from) = bytes.iter().skip(at).position(u8::is_ascii_digit).map(|n| at + n) else { return };
    let to = bytes.iter().skip(from).position(|byte| !is_part(byte)).map_or(bytes.len(), |n| from + n);
    if chance.below(2) == 0 {
        return sign(bytes, chance, from, u8::is_ascii_digit);
    }
    let new = chance.of(NUMBERS).copied().unwrap_or(b"0").to_vec();
    bytes.splice(from..to, new);
}

/// Replaces the next word from `at` on with one of `words`.
fn word(bytes: &mut Vec<u8>, chance: &mut Chance, words: &[&[u8]], at: usize) {
    let is_part = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'-';
    let Some(from) = bytes.iter().skip(at).position(is_part).map(|n| at + n) else { return };
    let to = bytes.iter().skip(from).position(|byte| !is_part(byte)).map_or(bytes.len(), |n| from + n);
    let new = chance.of(words).copied().unwrap_or_default().to_vec();
    bytes.splice(from..to, new);
}
