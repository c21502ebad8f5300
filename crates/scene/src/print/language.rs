//! Translates notes for the printer into the language of the game, and writes numbers in words.
//!
//! - In: an English note or a number, and the code of a language.
//! - Out: the note in that language, or the number in words of that language. A note without a translation
//!   stays English.
//! - Not here: texts of the game itself.
//!
//! Each language has a file in `languages`. The files also explain the rules for numbers.

use std::sync::OnceLock;

/// The code and the file of each language.
const FILES: [(&str, &str); 4] = [
    ("de", include_str!("../../languages/de.txt")),
    ("es", include_str!("../../languages/es.txt")),
    ("fr", include_str!("../../languages/fr.txt")),
    ("it", include_str!("../../languages/it.txt")),
];

/// The languages. Each is parsed when it is first needed.
static LANGUAGES: [OnceLock<Language>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

/// A parsed file of `languages`.
#[derive(Default)]
struct Language {
    /// The rules for writing numbers in words, in ascending order.
    numbers: Vec<NumberRule>,
    /// Pairs of endings of numbers in words. The first is the usual ending, such as `eins`. The second
    /// is the ending before a noun, such as `ein`.
    short: Vec<(&'static str, &'static str)>,
    /// The word for "minus".
    minus: &'static str,
    /// The names of one piece and of several pieces, for each table of a component, such as `cards`.
    pieces: Vec<(&'static str, [&'static str; 2])>,
    /// The notes for the printer on sheets.
    phrases: Vec<Phrase>,
    /// The phrases of job tickets, which are files that describe a print job.
    ticket: Vec<Phrase>,
}

/// An English phrase and its translation. Both contain the same number of gaps `{}`, for values.
struct Phrase {
    english: &'static str,
    translated: &'static str,
}

/// A rule for writing numbers in words. It applies to all numbers that are at least `from` and below
/// the next rule.
struct NumberRule {
    from: u64,
    /// The number to divide by. For example, 345 divided by 100 has the quotient 3 and the remainder 45.
    divisor: u64,
    /// The words of the rule. `<` stands for the quotient in words, and `>` for the remainder in words.
    pattern: &'static str,
}

impl Language {
    fn parse(text: &'static str) -> Self {
        let mut language = Self::default();
        let mut section = "";
        for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            match (section, line.split_once(' ')) {
                _ if line.starts_with('[') => section = line,
                ("[numbers]", Some((range, pattern))) => {
                    let (from, divisor) = range.split_once("/").unwrap_or((range, range));
                    let [from, divisor] = [from, divisor].map(|number| number.parse().unwrap_or(0));
                    language.numbers.push(NumberRule { from, divisor, pattern });
                }
                ("[short]", Some(endings)) => language.short.push(endings),
                ("[minus]", _) => language.minus = line,
                ("[pieces]", Some((table, names))) => {
                    language.pieces.extend(names.split_once('|').map(|(one, many)| (table, [one, many])));
                }
                ("[phrases]", _) => language.phrases.extend(Phrase::parse(line, " = ")),
                ("[ticket]", _) => language.ticket.extend(Phrase::parse(line, "\t")),
                _ => {}
            }
        }
        language
    }

    /// Writes a number in words.
    fn number(&self, n: u64) -> String {
        let Some(rule) = self.numbers.iter().rev().find(|rule| rule.from <= n) else { return n.to_string() };
        let divisor = rule.divisor.max(1);
        let (quotient, remainder) = if rule.from < 20 { (0, 0) } else { (n / divisor, n % divisor) };
        let mut words = String::new();
        let mut rest = rule.pattern;
        while let Some(next) = rest.chars().next() {
            rest = &rest[next.len_utf8()..];
            match next {
                '<' | '>' => {
                    let part = self.number(if next == '<' { quotient } else { remainder });
                    let after_short = rest.strip_prefix('!');
                    words.push_str(&if after_short.is_some() { self.shorten(&part) } else { part });
                    rest = after_short.unwrap_or(rest);
                }
                '[' => {
                    let (choices, after) = rest.split_once(']').unwrap_or((rest, ""));
                    words.push_str(&self.choice(choices, remainder));
                    rest = after;
                }
                other => words.push(other),
            }
        }
        words
    }

    /// Chooses one of two texts that are separated by `|`: the second if the remainder is 0, and otherwise
    /// the first. Replaces `>` in the chosen text by the remainder in words.
    fn choice(&self, choices: &str, remainder: u64) -> String {
        let (with, without) = choices.split_once('|').unwrap_or((choices, ""));
        let chosen = if remainder == 0 { without } else { with };
        let words = self.number(remainder);
        chosen.replace(">!", &self.shorten(&words)).replace('>', &words)
    }

    /// Translates a line of a job ticket. The columns of the line keep their positions.
    fn ticket_line(&self, line: &str) -> String {
        let mut translated = String::new();
        let mut rest = line;
        while !rest.is_empty() {
            let column = rest.trim_start_matches(' ');
            translated.push_str(&rest[..rest.len() - column.len()]);
            let (english, after) = column.split_at(column.find("  ").unwrap_or(column.len()));
            let text = self.ticket_text(english);
            let (old_width, new_width) = (english.chars().count(), text.chars().count());
            translated.push_str(&text);
            // If the translation is longer than the English text, some of the spaces after it are left out.
            // At least two spaces must remain between columns.
            let spaces = after.len() - after.trim_start_matches(' ').len();
            rest = &after[new_width.saturating_sub(old_width).min(spaces.saturating_sub(2))..];
            if !rest.is_empty() {
                translated.push_str(&" ".repeat(old_width.saturating_sub(new_width)));
            }
        }
        translated
    }

    /// Translates a part of a job ticket.
    ///
    /// The part is one phrase, or several phrases separated by semicolons, colons or commas.
    fn ticket_text(&self, text: &str) -> String {
        let translated =
            self.ticket.iter().find_map(|phrase| phrase.translate(text, |value| self.ticket_text(value)));
        if let Some(translated) = translated {
            return translated;
        }
        let Some(separator) = ["; ", ": ", ", "].into_iter().find(|separator| text.contains(separator))
        else {
            return text.to_owned();
        };
        let parts: Vec<String> = text.split(separator).map(|part| self.ticket_text(part)).collect();
        parts.join(separator)
    }

    /// Replaces the ending of a number in words, such as `eins`, by the ending before a noun, such as
    /// `ein`.
    fn shorten(&self, words: &str) -> String {
        let shortened =
            self.short.iter().find_map(|(long, short)| Some(words.strip_suffix(long)?.to_owned() + short));
        shortened.unwrap_or_else(|| words.to_owned())
    }
}

impl Phrase {
    fn parse(line: &'static str, separator: &str) -> Option<Self> {
        let (english, translated) = line.split_once(separator)?;
        Some(Self { english, translated })
    }

    /// Translates a line if it matches this phrase. Returns `None` for other lines.
    ///
    /// `convert` translates the values in the gaps.
    fn translate(&self, line: &str, convert: impl Fn(&str) -> String) -> Option<String> {
        let mut parts = self.translated.split("{}");
        let mut translated = parts.next()?.to_owned();
        for (value, part) in self.values(line)?.into_iter().zip(parts) {
            translated.push_str(&convert(value));
            translated.push_str(part);
        }
        Some(translated)
    }

    /// Returns the parts of a line that fill the gaps of the English phrase. Returns `None` if the
    /// line does not match the phrase.
    fn values<'l>(&self, line: &'l str) -> Option<Vec<&'l str>> {
        let mut parts = self.english.split("{}").peekable();
        let mut rest = line.strip_prefix(parts.next()?)?;
        let mut values = Vec::new();
        while let Some(part) = parts.next() {
            let (value, after) = match parts.peek() {
                Some(_) => rest.split_once(part)?,
                None => (rest.strip_suffix(part)?, ""),
            };
            values.push(value);
            rest = after;
        }
        rest.is_empty().then_some(values)
    }
}

/// Returns the language for a code such as `de` or `de-CH`. Returns `None` if the program has no file
/// for this language.
fn find(code: &str) -> Option<&'static Language> {
    let main_code = code.split(['-', '_']).next().unwrap_or_default();
    let index = FILES.iter().position(|(known, _)| known.eq_ignore_ascii_case(main_code))?;
    Some(load(index))
}

fn load(index: usize) -> &'static Language {
    LANGUAGES[index].get_or_init(|| Language::parse(FILES[index].1))
}

/// Writes a number in words. Returns `None` if the program has no file for the language.
pub fn in_words(language: &str, n: i64) -> Option<String> {
    let language = find(language)?;
    let words = language.number(n.unsigned_abs());
    Some(if n < 0 { format!("{} {words}", language.minus) } else { words })
}

/// The English names of one piece and of several pieces, for each table of a component.
const ENGLISH_PIECES: [(&str, [&str; 2]); 5] = [
    ("board", ["board", "boards"]),
    ("cards", ["card", "cards"]),
    ("notes", ["note", "notes"]),
    ("tiles", ["tile", "tiles"]),
    ("counters", ["counter", "counters"]),
];

/// Returns the names of one piece and of several pieces of a component, in a language. `table` is the
/// name of the component's table. If the program has no file for the language, the names are English.
/// Returns `None` for a table without pieces.
pub fn piece_names(language: &str, table: &str) -> Option<[&'static str; 2]> {
    let names = find(language).map_or(ENGLISH_PIECES.as_slice(), |language| &language.pieces);
    names.iter().find(|(known, _)| *known == table).map(|(_, names)| *names)
}

/// Translates a note for the printer. A note without a translation stays English.
pub fn translate_note(language: &str, line: String) -> String {
    let Some(language) = find(language) else { return line };
    let translated = language.phrases.iter().find_map(|phrase| phrase.translate(&line, str::to_owned));
    translated.unwrap_or(line)
}

/// Translates all lines of a job ticket except its title.
pub fn ticket(language: &str, text: String) -> String {
    let (Some(language), Some((title, lines))) = (find(language), text.split_once('\n')) else { return text };
    let translated: Vec<String> = lines.split('\n').map(|line| language.ticket_line(line)).collect();
    format!("{title}\n{}", translated.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{ENGLISH_PIECES, FILES, Phrase, in_words, load, translate_note};

    #[test]
    fn numbers_are_written_in_words() {
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

    fn all(index: usize) -> impl Iterator<Item = &'static Phrase> {
        load(index).phrases.iter().chain(&load(index).ticket)
    }

    fn english(index: usize) -> Vec<&'static str> {
        all(index).map(|phrase| phrase.english).collect()
    }

    #[test]
    fn every_file_has_every_phrase_and_as_many_gaps() {
        for (index, (code, text)) in FILES.iter().enumerate() {
            assert_eq!(english(index), english(0), "{code}");
            assert!(load(index).ticket.len() > 50, "{code}");
            for Phrase { english, translated } in all(index) {
                assert_eq!(
                    english.matches("{}").count(),
                    translated.matches("{}").count(),
                    "{code}: {translated}"
                );
            }
            assert!(load(index).numbers.is_sorted_by_key(|rule| rule.from), "{code}");
            assert!(text.contains("[minus]\n"), "{code}");
            let tables =
                |pieces: &[(&'static str, _)]| pieces.iter().map(|(table, _)| *table).collect::<Vec<_>>();
            assert_eq!(tables(&load(index).pieces), tables(&ENGLISH_PIECES), "{code}");
        }
    }

    #[test]
    fn notes_are_translated_with_their_values() {
        for (english, german) in [
            ("a-iso.pdf · page 2 of 3", "a-iso.pdf · Seite 2 von 3"),
            (
                "Print 5 copies on pale, green at 9, at 100 % (actual size)",
                "5 Exemplare drucken auf pale, green at 9, mit 100 % (tatsächliche Größe)",
            ),
            ("something else", "something else"),
        ] {
            assert_eq!(translate_note("de", english.to_owned()), german);
        }
        assert_eq!(translate_note("en", "deck 1".to_owned()), "deck 1");
    }
}
