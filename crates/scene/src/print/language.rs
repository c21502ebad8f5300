//! What sheets say to whoever prints, and numbers in words, in the language of the game. English is that of the program; each
//! other one is a file in `languages`.

use std::sync::OnceLock;

/// The languages, each with its file.
const FILES: [(&str, &str); 4] = [
    ("de", include_str!("../../languages/de.txt")),
    ("es", include_str!("../../languages/es.txt")),
    ("fr", include_str!("../../languages/fr.txt")),
    ("it", include_str!("../../languages/it.txt")),
];

/// Each is read when it is first asked for.
static LANGUAGES: [OnceLock<Language>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// What stands in one of the files.
struct Language {
    numbers: Vec<Rule>,
    short: Vec<(&'static str, &'static str)>,
    minus: &'static str,
    phrases: Vec<(&'static str, &'static str)>,
    ticket: Vec<(&'static str, &'static str)>,
}

/// The words of the numbers from `from` on, up to the next rule.
struct Rule {
    from: u64,
    by: u64,
    words: &'static str,
}

impl Language {
    fn read(text: &'static str) -> Self {
        let (numbers, short, phrases, ticket) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut language = Self { numbers, short, minus: "", phrases, ticket };
        let mut part = "";
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            match (part, line.split_once(' ')) {
                _ if line.starts_with('[') => part = line,
                ("[numbers]", Some((from, words))) => {
                    let (from, by) = from.split_once("/").unwrap_or((from, from));
                    let number = |text: &str| text.parse().unwrap_or(0);
                    language.numbers.push(Rule { from: number(from), by: number(by), words });
                }
                ("[short]", Some(pair)) => language.short.push(pair),
                ("[minus]", _) => language.minus = line,
                ("[phrases]", _) => language.phrases.extend(line.split_once(" = ")),
                ("[ticket]", _) => language.ticket.extend(line.split_once('\t')),
                _ => {}
            }
        }
        language
    }

    fn words(&self, n: u64) -> String {
        let Some(rule) = self.numbers.iter().rev().find(|rule| rule.from <= n) else { return n.to_string() };
        let by = rule.by.max(1);
        let (often, rest) = if rule.from < 20 { (0, 0) } else { (n / by, n % by) };
        let mut words = String::new();
        let mut left = rule.words;
        while let Some(next) = left.chars().next() {
            left = &left[next.len_utf8()..];
            match next {
                '<' | '>' => {
                    let part = self.words(if next == '<' { often } else { rest });
                    let short = left.strip_prefix('!');
                    words.push_str(&if short.is_some() { self.short(&part) } else { part });
                    left = short.unwrap_or(left);
                }
                '[' => {
                    let (inside, behind) = left.split_once(']').unwrap_or((left, ""));
                    let (some, none) = inside.split_once('|').unwrap_or((inside, ""));
                    let chosen = if rest == 0 { none } else { some };
                    words.push_str(
                        &chosen.replace(">!", &self.short(&self.words(rest))).replace('>', &self.words(rest)),
                    );
                    left = behind;
                }
                other => words.push(other),
            }
        }
        words
    }

    /// A line of a ticket: columns, which stay where they are.
    fn line(&self, line: &str) -> String {
        let mut told = String::new();
        let mut rest = line;
        while !rest.is_empty() {
            let column = rest.trim_start_matches(' ');
            told.push_str(&rest[..rest.len() - column.len()]);
            let (own, behind) = column.split_at(column.find("  ").unwrap_or(column.len()));
            let own_words = self.told(own);
            let missing = own.chars().count().saturating_sub(own_words.chars().count());
            let too_many = own_words.chars().count().saturating_sub(own.chars().count());
            told.push_str(&own_words);
            // Two spaces at least part columns.
            let blanks = behind.len() - behind.trim_start_matches(' ').len();
            rest = &behind[too_many.min(blanks.saturating_sub(2))..];
            told.push_str(&" ".repeat(if rest.is_empty() { 0 } else { missing }));
        }
        told
    }

    /// What a part of a ticket says: a phrase, or phrases between semicolons, colons and commas.
    fn told(&self, text: &str) -> String {
        let put = |phrase: &(&str, &str)| filled(phrase, text, |value| self.told(value));
        self.ticket.iter().find_map(put).unwrap_or_else(|| {
            let mark = ["; ", ": ", ", "].into_iter().find(|mark| text.contains(mark));
            let parts = |mark| text.split(mark).map(|part| self.told(part)).collect::<Vec<_>>().join(mark);
            mark.map_or_else(|| text.to_owned(), parts)
        })
    }

    /// A number before another word.
    fn short(&self, words: &str) -> String {
        let found = self.short.iter().find_map(|(long, short)| Some((words.strip_suffix(long)?, short)));
        found.map_or_else(|| words.to_owned(), |(head, short)| format!("{head}{short}"))
    }
}

fn find(language: &str) -> Option<&'static Language> {
    let code = language.split(['-', '_']).next().unwrap_or_default();
    let index = FILES.iter().position(|(known, _)| known.eq_ignore_ascii_case(code))?;
    Some(read(index))
}

fn read(index: usize) -> &'static Language {
    LANGUAGES[index].get_or_init(|| Language::read(FILES[index].1))
}

/// A number in the words of a language; none where it has no file.
pub fn in_words(language: &str, n: i64) -> Option<String> {
    let language = find(language)?;
    let words = language.words(n.unsigned_abs());
    Some(if n < 0 { format!("{} {words}", language.minus) } else { words })
}

/// A line for whoever prints, in a language; in English where it has no words for it.
pub fn said(language: &str, line: String) -> String {
    let Some(language) = find(language) else { return line };
    let put = |phrase: &(&str, &str)| filled(phrase, &line, str::to_owned);
    language.phrases.iter().find_map(put).unwrap_or(line)
}

/// A job ticket in a language: below its title, each line in it; in English where it has no words for one.
pub fn ticket(language: &str, text: String) -> String {
    let (Some(language), Some((title, lines))) = (find(language), text.split_once('\n')) else { return text };
    let lines: Vec<String> = lines.split('\n').map(|line| language.line(line)).collect();
    format!("{title}\n{}", lines.join("\n"))
}

/// A phrase in its language, with what stands in an English line for each of its gaps; none where the line says something
/// else.
fn filled((english, own): &(&str, &str), line: &str, value_of: impl Fn(&str) -> String) -> Option<String> {
    let mut parts = own.split("{}");
    let mut told = parts.next()?.to_owned();
    for (value, part) in values(english, line)?.into_iter().zip(parts) {
        told.push_str(&value_of(value));
        told.push_str(part);
    }
    Some(told)
}

/// What stands for each `{}` of a phrase in a line; none where the line says something else.
fn values<'l>(phrase: &str, line: &'l str) -> Option<Vec<&'l str>> {
    let mut parts = phrase.split("{}");
    let mut left = line.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let at = match parts.peek() {
            Some(_) => left.find(part)?,
            None => left.len().checked_sub(part.len()).filter(|at| left.get(*at..) == Some(part))?,
        };
        values.push(&left[..at]);
        left = &left[at + part.len()..];
    }
    left.is_empty().then_some(values)
}

#[cfg(test)]
mod tests {
    use super::{FILES, in_words, read, said};

    #[test]
    fn numbers() {
        for (language, n, words) in [
            ("de", 1, "eins"),
            ("de-CH", 21, "einundzwanzig"),
            ("de", 101, "einhunderteins"),
            ("de", 1_000, "eintausend"),
            ("de", 54_321, "vierundfünfzigtausenddreihunderteinundzwanzig"),
            ("de", 3_000_020, "drei Millionen zwanzig"),
            ("de", -7, "minus sieben"),
            ("fr", 71, "soixante et onze"),
            ("fr", 80, "quatre-vingts"),
            ("fr", 99, "quatre-vingt-dix-neuf"),
            ("fr", 200, "deux cents"),
            ("fr", 201, "deux cent un"),
            ("fr", 1_999, "mille neuf cent quatre-vingt-dix-neuf"),
            ("fr", 80_000, "quatre-vingt mille"),
            ("es", 0, "cero"),
            ("es", 31, "treinta y uno"),
            ("es", 100, "cien"),
            ("es", 121, "ciento veintiuno"),
            ("es", 21_000, "veintiún mil"),
            ("es", 5_500, "cinco mil quinientos"),
            ("it", 23, "ventitré"),
            ("it", 28, "ventotto"),
            ("it", 100, "cento"),
            ("it", 2_013, "duemilatredici"),
            ("it", 333, "trecentotrentatré"),
        ] {
            assert_eq!(in_words(language, n).as_deref(), Some(words), "{language} {n}");
        }
        assert_eq!(in_words("en", 1), None);
    }

    #[test]
    fn every_file_has_every_phrase_and_as_many_gaps() {
        let all = |index: usize| read(index).phrases.iter().chain(&read(index).ticket);
        let english = |index: usize| all(index).map(|(english, _)| *english).collect::<Vec<_>>();
        for (index, (code, text)) in FILES.iter().enumerate() {
            assert_eq!(english(index), english(0), "{code}");
            assert!(read(index).ticket.len() > 50, "{code}");
            for (english, own) in all(index) {
                assert_eq!(english.matches("{}").count(), own.matches("{}").count(), "{code}: {own}");
            }
            assert!(read(index).numbers.is_sorted_by_key(|rule| rule.from), "{code}");
            assert!(text.contains("[minus]\n"), "{code}");
        }
    }

    #[test]
    fn lines() {
        let told = |line: &str| said("de", line.to_owned());
        assert_eq!(told("a-iso.pdf · page 2 of 3"), "a-iso.pdf · Seite 2 von 3");
        assert_eq!(
            told("Print 5 copies on pale, green at 9, at 100 % (actual size)"),
            "5 Exemplare drucken auf pale, green at 9, mit 100 % (tatsächliche Größe)"
        );
        assert_eq!(told("something else"), "something else");
        assert_eq!(said("en", "deck 1".to_owned()), "deck 1");
    }
}
