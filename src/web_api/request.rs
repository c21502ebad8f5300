//! Reads the request of a web page, such as `/sheets?paper=a4&seed=3`.
//!
//! - In: a path with a query.
//! - Out: the names and the values in the query, and the options of a build.

use std::str::FromStr;

use hexpress_language::record::Options;

/// A path, and the names and values in its query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The path, such as `/sheets`. Escapes are not decoded.
    pub path: String,
    /// The query after `?`. Escapes are not decoded.
    query: String,
    /// The names and values in the query. Escapes are decoded.
    values: Vec<(String, String)>,
}

impl Target {
    /// Splits a request into path and query. Accepts any text.
    pub fn parse(text: &str) -> Self {
        let (path, query) = text.split_once('?').unwrap_or((text, ""));
        let values = query
            .split('&')
            .filter(|pair| !pair.is_empty())
            .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
            .map(|(name, value)| (decoded(name), decoded(value)))
            .collect();
        Self { path: path.to_owned(), query: query.to_owned(), values }
    }

    /// Returns the path and the query as text. Escapes are not decoded.
    pub fn text(&self) -> String {
        format!("{}?{}", self.path, self.query)
    }

    /// Returns the first value with this name. Returns `None` if the query has no such value.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Returns the options in `base`, changed by the values in the query. Empty values are ignored.
    ///
    /// # Errors
    /// A value in the query is not valid. The error is the text of a message.
    pub fn options(&self, base: &Options) -> Result<Options, String> {
        let mut options = base.clone();
        if let Some(paper) = self.chosen("paper") {
            options.paper = paper.to_ascii_lowercase();
        }
        if let Some(seed) = self.chosen("seed") {
            let number = seed.parse();
            options.seed =
                Some(number.map_err(|_| format!("a seed must be a whole number from 0 to {}", u64::MAX))?);
        }
        if let Some(numbers) = self.chosen("numbers") {
            options.numbers = numbers.lines().map(str::to_owned).collect();
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

    fn word<W: FromStr<Err = hexpress_base::diag::Diagnostic>>(
        &self,
        name: &str,
    ) -> Result<Option<W>, String> {
        self.chosen(name)
            .map(|word| word.parse().map_err(|diagnostic: W::Err| diagnostic.to_string()))
            .transpose()
    }
}

/// Decodes escapes such as `%41`, and `+` as a space. Bytes that are not UTF-8 become `�`.
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
    use hexpress_scene::print::setup::Inking;

    #[test]
    fn what_cannot_be_decoded_is_kept() {
        assert_eq!(decoded("a%20b+c%C3%A9%4"), "a b cé%4");
        assert_eq!(decoded("%ff"), "\u{fffd}");
        assert_eq!(Target::parse("/%zz%4").path, "/%zz%4");
    }

    #[test]
    fn the_query_overrides_the_options() {
        let base = Options { seed: Some(7), ..Options::new("iso", 5.0) };
        let options = Target::parse("/x?paper=A3%2Ba4&seed=&ink=Low").options(&base).unwrap();
        assert_eq!((options.paper.as_str(), options.seed), ("a3+a4", Some(7)));
        assert_eq!((options.print_setup.ink, options.print_setup.cut), (Some(Inking::Low), None));
        for wrong in ["/x?seed=-1", "/x?seed=1.5", "/x?ink=blue"] {
            assert!(Target::parse(wrong).options(&base).is_err(), "{wrong}");
        }
    }
}
