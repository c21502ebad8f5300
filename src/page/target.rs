//! What is asked for, written as in the address of a page: `/sheets?paper=a4&seed=3`.

use std::str::FromStr;

use crate::record::Options;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// `/` and a word, as it came.
    pub path: String,
    /// As it came.
    query: String,
    /// Names and values, decoded.
    values: Vec<(String, String)>,
}

impl Target {
    /// Reads it.
    pub fn parse(text: &str) -> Self {
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let pairs = query.split('&').filter(|pair| !pair.is_empty());
        let values = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
        let values = values.map(|(name, value)| (decoded(name), decoded(value))).collect();
        Self { path: path.to_owned(), query: query.to_owned(), values }
    }

    /// As it came.
    pub fn text(&self) -> String {
        format!("{}?{}", self.path, self.query)
    }

    /// The value of a name.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// What is chosen; what is not, or is empty, stays as it is.
    ///
    /// # Errors
    /// In words, what cannot be chosen.
    pub fn options(&self, base: &Options) -> Result<Options, String> {
        let mut options = base.clone();
        if let Some(paper) = self.chosen("paper") {
            options.paper = paper.to_ascii_lowercase();
        }
        if let Some(seed) = self.chosen("seed") {
            let seed =
                seed.parse().map_err(|_| format!("a seed is a whole number from 0 to {}", u64::MAX))?;
            options.seed = Some(seed);
        }
        let setup = &mut options.print_setup;
        setup.ink = self.word("ink")?.or(setup.ink);
        setup.cut = self.word("cut")?.or(setup.cut);
        setup.backs = self.word("backs")?.or(setup.backs);
        Ok(options)
    }

    fn chosen(&self, name: &str) -> Option<&str> {
        self.value(name).map(str::trim).filter(|value| !value.is_empty())
    }

    fn word<W: FromStr<Err = crate::diag::Diagnostic>>(&self, name: &str) -> Result<Option<W>, String> {
        self.chosen(name).map(|word| word.parse().map_err(|wrong: W::Err| wrong.to_string())).transpose()
    }
}

/// `%41` and `+` as the characters they stand for; bytes that are no text become `�`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let coded = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        match (byte, coded) {
            (b'%', Some(coded)) => {
                bytes.push(coded);
                rest = after.get(2..).unwrap_or_default();
            }
            (b'+', _) => bytes.push(b' '),
            (byte, _) => bytes.push(*byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::setup::Inking;

    #[test]
    fn decodes_and_keeps_what_it_cannot() {
        assert_eq!(decoded("a%20b+c%C3%A9%4"), "a b cé%4");
        assert_eq!(decoded("%ff"), "\u{fffd}");
        assert_eq!(Target::parse("/%zz%4").path, "/%zz%4");
    }

    #[test]
    fn what_is_chosen_goes_over_what_is_asked_for_elsewhere() {
        let base = Options { seed: Some(7), ..Options::new("iso", 5.0) };
        let options = Target::parse("/x?paper=A3%2Ba4&seed=&ink=Low").options(&base).unwrap();
        assert_eq!((options.paper.as_str(), options.seed), ("a3+a4", Some(7)));
        assert_eq!((options.print_setup.ink, options.print_setup.cut), (Some(Inking::Low), None));
        for wrong in ["/x?seed=-1", "/x?seed=1.5", "/x?ink=blue"] {
            assert!(Target::parse(wrong).options(&base).is_err(), "{wrong}");
        }
    }
}
