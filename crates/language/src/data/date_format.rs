//! Number formats that show a date or a time, such as `dd.mm.yyyy` (ECMA-376, part 1, 18.8.31).
//!
//! - In: the code of a format, and the number or the text of a cell.
//! - Out: the text that the spreadsheet shows, or the reason why hexpress cannot show it.
//! - Not here: formats of numbers that are not dates.

use super::calendar::{Date, Moment, Names};
use super::workbook::NoValue;

/// The error for a date with a format that hexpress does not fully know.
const UNKNOWN_FORMAT: NoValue = NoValue {
    what: "a date or a time in a format that hexpress does not know",
    hint: "give the column another format, such as yyyy-mm-dd, or format it as text and type this value again",
};

/// The error for a date or a time outside the range in which all spreadsheets agree.
const OUT_OF_RANGE: NoValue = NoValue {
    what: "a date before 1 March 1900, a date after the year 9999, or a negative time",
    hint: "format the column as text, then type this value again",
};

/// The error for a date whose format shows the name of a month or day, if hexpress does not know this
/// name.
const UNKNOWN_NAME: NoValue = NoValue {
    what: "a date with the name of a month or day, in a language or a short form that hexpress does not know",
    hint: "give the column a format with digits, such as yyyy-mm-dd, or format it as text and type this value again",
};

/// The colours that may be at the beginning of a format, such as `[Red]`.
const COLOURS: [&str; 8] = ["black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"];

/// Characters that are shown as they are, even without quotes.
const PLAIN: &str = "-/:.,;()!^&'~{}<>=+$ \u{a0}";

/// A format for dates and times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DateFormat {
    parts: Vec<FormatPart>,
    names: Option<&'static Names>,
    /// The parts that show the number 0. `None` if the format has no section for 0.
    of_zero: Option<Vec<FormatPart>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum FormatPart {
    Text(String),
    Field(Field, usize),
    /// A length of time in whole units, such as hours for `[h]`. The second value is the least number
    /// of digits.
    Elapsed(Field, usize),
    /// The decimals of the seconds. The value is the number of decimals.
    Decimals(usize),
    HalfDay(HalfDay),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Year,
    Month,
    Day,
    Hour,
    Minute,
    Second,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HalfDay {
    /// `AM/PM`
    Long,
    /// `A/P`
    Short,
}

impl DateFormat {
    /// Parses the code of a format. `language` is the language tag of the layout. Names of months
    /// are in this language, unless the format itself names a language.
    pub(super) fn parse(code: &str, language: &str) -> Result<Self, NoValue> {
        let mut sections = sections(code);
        sections.retain(|section| !is_of_text(section));
        let mut names = Names::of_tag(language);
        let parts = parse_section(sections.first().copied().unwrap_or_default(), &mut names)?;
        let of_zero = sections.get(2).map(|section| parse_section(section, &mut names)).transpose()?;
        Ok(Self { parts, names, of_zero })
    }

    /// Returns the usual format of dates in a language. A spreadsheet would take this format from its
    /// settings, which hexpress does not know. `time` is the format for the time after the date, such
    /// as ` h:mm`. It may be empty.
    pub(super) fn of_system(language: &str, time: &str) -> Result<Self, NoValue> {
        // Of the known languages, only English has a date format that depends on the country:
        // `mm/dd/yyyy` in America, otherwise `dd/mm/yyyy`.
        let is_american = ["en", "en-us"].contains(&language.to_ascii_lowercase().as_str());
        let names = Names::of_tag(language).ok_or(UNKNOWN_FORMAT)?;
        let date = if language.starts_with("en") && !is_american { "dd/mm/yyyy" } else { names.short_date };
        Self::parse(&format!("{date}{time}"), language)
    }

    /// Returns the text that a spreadsheet shows for the date and time `moment`. `moment` is `None` if
    /// the number in the cell is not a valid date or time.
    pub(super) fn text(&self, moment: Option<Moment>) -> Result<String, NoValue> {
        let moment = moment.ok_or(OUT_OF_RANGE)?;
        let parts = match &self.of_zero {
            Some(of_zero) if moment.since_zero() == 0 => of_zero,
            _ => &self.parts,
        };
        let decimals = parts.iter().find_map(|part| match part {
            FormatPart::Decimals(digits) => Some(*digits),
            _ => None,
        });
        let has_seconds = parts.iter().any(|part| {
            matches!(part, FormatPart::Field(Field::Second, _) | FormatPart::Elapsed(Field::Second, _))
        });
        // Spreadsheets round seconds, but not hours and minutes.
        let moment = match (has_seconds, decimals.unwrap_or(0)) {
            (true, digits @ 0..3) => moment.rounded(10_i64.pow(3 - digits as u32)),
            _ => moment,
        };
        let is_half_day = parts.iter().any(|part| matches!(part, FormatPart::HalfDay(_)));
        parts.iter().map(|part| self.part(part, moment, is_half_day)).collect()
    }

    fn part(&self, part: &FormatPart, moment: Moment, is_half_day: bool) -> Result<String, NoValue> {
        let time = moment.time();
        let hour = time / 3_600_000;
        Ok(match part {
            FormatPart::Text(text) => text.clone(),
            FormatPart::Field(Field::Hour, width) => {
                let hour = if is_half_day { (hour + 11) % 12 + 1 } else { hour };
                format!("{hour:0width$}")
            }
            FormatPart::Field(Field::Minute, width) => format!("{:0width$}", time / 60_000 % 60),
            FormatPart::Field(Field::Second, width) => format!("{:0width$}", time / 1000 % 60),
            FormatPart::Field(field, width) => {
                self.date_part(*field, *width, moment.date().ok_or(OUT_OF_RANGE)?)?
            }
            FormatPart::Elapsed(field, width) => {
                let unit = match field {
                    Field::Hour => 3_600_000,
                    Field::Minute => 60_000,
                    _ => 1000,
                };
                format!("{:0width$}", moment.since_zero() / unit)
            }
            FormatPart::Decimals(digits) => format!("{:03}", time % 1000)[..*digits].to_owned(),
            FormatPart::HalfDay(HalfDay::Long) => if hour < 12 { "AM" } else { "PM" }.to_owned(),
            FormatPart::HalfDay(HalfDay::Short) => if hour < 12 { "A" } else { "P" }.to_owned(),
        })
    }

    fn date_part(&self, field: Field, width: usize, date: Date) -> Result<String, NoValue> {
        let Date { year, month, day, weekday } = date;
        let names = self.names.ok_or(UNKNOWN_NAME);
        Ok(match (field, width) {
            (Field::Year, 1 | 2) => format!("{:02}", year % 100),
            (Field::Year, _) => year.to_string(),
            (Field::Month, 1 | 2) => format!("{month:0width$}"),
            (Field::Month, 3) => names?.short(names?.month(month)).ok_or(UNKNOWN_NAME)?.to_owned(),
            (Field::Month, 5) => names?.month(month).chars().take(1).collect(),
            (Field::Month, _) => names?.month(month).to_owned(),
            (_, 1 | 2) => format!("{day:0width$}"),
            (_, 3) => names?.short(names?.day(weekday)).ok_or(UNKNOWN_NAME)?.to_owned(),
            _ => names?.day(weekday).to_owned(),
        })
    }
}

/// Splits the code of a format into its sections. The sections show, in this order, positive
/// numbers, negative numbers, 0 and texts.
fn sections(code: &str) -> Vec<&str> {
    let mut sections = Vec::new();
    let (mut start, mut quoted, mut escaped) = (0, false, false);
    for (at, sign) in code.char_indices() {
        match sign {
            _ if escaped => escaped = false,
            '"' => quoted = !quoted,
            '\\' | '_' | '*' if !quoted => escaped = true,
            ';' if !quoted => {
                sections.push(&code[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    sections.push(&code[start..]);
    sections
}

/// Returns whether a section shows texts and not numbers. In such a section, `@` stands for the text of
/// the cell.
fn is_of_text(section: &str) -> bool {
    section.contains('@')
}

/// Parses a section of a format's code. If the section names a language, `names` is set to the
/// names of months and days in this language.
fn parse_section(section: &str, names: &mut Option<&'static Names>) -> Result<Vec<FormatPart>, NoValue> {
    let mut parts: Vec<FormatPart> = Vec::new();
    let mut rest = section;
    while let Some(sign) = rest.chars().next() {
        let after = &rest[sign.len_utf8()..];
        let lower = sign.to_ascii_lowercase();
        let run = rest.chars().take_while(|next| next.to_ascii_lowercase() == lower).count();
        rest = match lower {
            '"' => {
                let (text, rest) = after.split_once('"').unwrap_or((after, ""));
                parts.push(FormatPart::Text(text.to_owned()));
                rest
            }
            '\\' => push_next(&mut parts, after),
            // At `_`, a spreadsheet leaves a gap that is as wide as the next character.
            '_' => {
                parts.push(FormatPart::Text(" ".to_owned()));
                skip_next(after)
            }
            // A spreadsheet repeats the next character to fill the width of the column. A piece has
            // no columns, so the character is skipped.
            '*' => skip_next(after),
            '[' => {
                let (inside, rest) = after.split_once(']').ok_or(UNKNOWN_FORMAT)?;
                parts.extend(parse_brackets(inside, names)?);
                rest
            }
            'a' => match half_day(rest) {
                Some((half_day, rest)) => {
                    parts.push(FormatPart::HalfDay(half_day));
                    rest
                }
                None => return Err(UNKNOWN_FORMAT),
            },
            'y' | 'm' | 'd' | 'h' | 's' => {
                let field = match lower {
                    'y' => Field::Year,
                    'm' if follows_hour(&parts) => Field::Minute,
                    'm' => Field::Month,
                    'd' => Field::Day,
                    'h' => Field::Hour,
                    _ => Field::Second,
                };
                if field == Field::Second {
                    month_before_seconds_is_minute(&mut parts);
                }
                let width = if matches!(lower, 'h' | 's') { run.min(2) } else { run };
                parts.push(FormatPart::Field(field, width));
                &rest[run..]
            }
            '.' if after.starts_with('0') && has_seconds(&parts) => {
                let digits = after.bytes().take_while(|byte| *byte == b'0').count();
                if digits > 3 {
                    return Err(UNKNOWN_FORMAT);
                }
                parts.extend([FormatPart::Text(".".to_owned()), FormatPart::Decimals(digits)]);
                &after[digits..]
            }
            _ if PLAIN.contains(sign) => push_next(&mut parts, rest),
            // Characters of other scripts need no quotes: `yyyy年m月d日`.
            _ if !sign.is_ascii() => push_next(&mut parts, rest),
            _ => return Err(UNKNOWN_FORMAT),
        };
    }
    Ok(parts)
}

/// Adds the first character of a text as a part, and returns the rest of the text.
fn push_next<'t>(parts: &mut Vec<FormatPart>, text: &'t str) -> &'t str {
    parts.extend(text.chars().next().map(|sign| FormatPart::Text(sign.to_string())));
    skip_next(text)
}

fn skip_next(text: &str) -> &str {
    let mut signs = text.chars();
    signs.next();
    signs.as_str()
}

/// Parses `AM/PM` or `A/P` at the beginning of a text. Also returns the rest of the text. Returns
/// `None` if the text begins differently.
fn half_day(text: &str) -> Option<(HalfDay, &str)> {
    let starts = |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    match () {
        () if starts("am/pm") => Some((HalfDay::Long, &text[5..])),
        () if starts("a/p") => Some((HalfDay::Short, &text[3..])),
        () => None,
    }
}

/// Parses the text in brackets: a length of time, a colour or a language. Returns a part only for a
/// length of time. For a language, sets `names`.
fn parse_brackets(inside: &str, names: &mut Option<&'static Names>) -> Result<Option<FormatPart>, NoValue> {
    let lower = inside.to_ascii_lowercase();
    let width = lower.len();
    let only = |sign: char| width > 0 && lower.chars().all(|other| other == sign);
    if let Some(field) = [('h', Field::Hour), ('m', Field::Minute), ('s', Field::Second)]
        .into_iter()
        .find_map(|(sign, field)| only(sign).then_some(field))
    {
        return Ok(Some(FormatPart::Elapsed(field, width)));
    }
    if COLOURS.contains(&lower.as_str()) || is_numbered_colour(&lower) {
        return Ok(None);
    }
    let language = lower.strip_prefix("$-").ok_or(UNKNOWN_FORMAT)?;
    // These codes leave the form of a date or a time to the settings of the computer.
    if ["f800", "f400", "x-sysdate", "x-systime"].contains(&language) {
        return Err(UNKNOWN_FORMAT);
    }
    *names = match language.contains('-') {
        true if language.contains(',') => return Err(UNKNOWN_FORMAT),
        true => Names::of_tag(language),
        false => match u32::from_str_radix(language, 16) {
            // A larger number also selects a calendar or the form of digits.
            Ok(id @ 0..=0xffff) => Names::of_id(id),
            _ => return Err(UNKNOWN_FORMAT),
        },
    };
    Ok(None)
}

/// Returns whether a text is a colour such as `color12`.
fn is_numbered_colour(text: &str) -> bool {
    text.strip_prefix("color").is_some_and(|number| number.trim().parse::<u8>().is_ok())
}

fn last_field(parts: &[FormatPart]) -> Option<&FormatPart> {
    parts.iter().rev().find(|part| matches!(part, FormatPart::Field(..) | FormatPart::Elapsed(..)))
}

/// Returns whether the last field is hours. In this case, an `m` after these parts means minutes.
fn follows_hour(parts: &[FormatPart]) -> bool {
    matches!(last_field(parts), Some(FormatPart::Field(Field::Hour, _) | FormatPart::Elapsed(Field::Hour, _)))
}

fn has_seconds(parts: &[FormatPart]) -> bool {
    matches!(parts.last(), Some(FormatPart::Field(Field::Second, _) | FormatPart::Elapsed(Field::Second, _)))
}

/// Changes the last field to minutes if it is `m` or `mm`. Called if seconds follow: in `m:ss`, `m`
/// means minutes and not a month.
fn month_before_seconds_is_minute(parts: &mut [FormatPart]) {
    let last =
        parts.iter_mut().rev().find(|part| matches!(part, FormatPart::Field(..) | FormatPart::Elapsed(..)));
    if let Some(FormatPart::Field(field @ Field::Month, 1 | 2)) = last {
        *field = Field::Minute;
    }
}

#[cfg(test)]
mod tests {
    use super::super::calendar::Epoch;
    use super::*;

    /// Returns the text that a format shows for a serial number.
    fn shown(code: &str, serial: f64) -> String {
        match DateFormat::parse(code, "en")
            .and_then(|format| format.text(Moment::from_serial(serial, Epoch::Of1900)))
        {
            Ok(text) => text,
            Err(why) => format!("? {}", why.what),
        }
    }

    /// 4 March 2026, 18:05:09.256, a Wednesday.
    const MOMENT: f64 = 46_085.753_579_351_85;

    #[test]
    fn dates_and_times_are_shown_by_their_formats() {
        for (code, text) in [
            ("yyyy-mm-dd", "2026-03-04"),
            ("dd.mm.yyyy;@", "04.03.2026"),
            ("d/m/yy", "4/3/26"),
            ("m/d/yyyy", "3/4/2026"),
            ("d-mmm-yy", "4-Mar-26"),
            ("d-mmm", "4-Mar"),
            ("mmm-yy", "Mar-26"),
            ("[$-409]mmmm\\ d\\,\\ yyyy;@", "March 4, 2026"),
            ("[$-407]dddd, d. mmmm yyyy", "Mittwoch, 4. März 2026"),
            ("[$-fr-FR]dddd d mmmm yyyy", "mercredi 4 mars 2026"),
            ("ddd", "Wed"),
            ("mmmmm", "M"),
            ("h:mm AM/PM", "6:05 PM"),
            ("h:mm:ss A/P", "6:05:09 P"),
            ("h:mm", "18:05"),
            ("hh:mm:ss", "18:05:09"),
            ("mm:ss", "05:09"),
            ("mmss.0", "0509.3"),
            ("ss.00", "09.26"),
            ("hh:mm:ss.000", "18:05:09.256"),
            ("m/d/yy h:mm", "3/4/26 18:05"),
            ("yyyy\"-W\"dd", "2026-W04"),
            ("[Red]d.m._-yyyy*-", "4.3. 2026"),
            ("yyyy年m月d日", "2026年3月4日"),
            ("DD.MM.YYYY", "04.03.2026"),
            ("[Color 3]yyyy", "2026"),
            ("yyyy;;", "2026"),
        ] {
            assert_eq!(shown(code, MOMENT), text, "{code}");
        }
    }

    #[test]
    fn lengths_of_time_go_beyond_a_day() {
        assert_eq!(shown("[h]:mm:ss", 1.5 + 1.0 / 86_400.0), "36:00:01");
        assert_eq!(shown("[mm]:ss", 0.5), "720:00");
        assert_eq!(shown("[s]", 0.5), "43200");
        assert_eq!(shown("[hh]:mm", 0.0625), "01:30");
        assert_eq!(shown("h:mm", 0.0), "0:00");
        assert_eq!(shown("h:mm AM/PM", 0.0), "12:00 AM");
        assert_eq!(shown("h:mm AM/PM", 0.5), "12:00 PM");
    }

    #[test]
    fn seconds_are_rounded_and_minutes_are_not() {
        let just_before_noon = 0.5 - 0.4 / 86_400.0;
        assert_eq!(shown("h:mm:ss", just_before_noon), "12:00:00");
        assert_eq!(shown("h:mm", just_before_noon), "11:59");
        // The fraction of a day for 12:30 cannot be stored exactly.
        assert_eq!(shown("h:mm", 0.520_833_333_333_333_2), "12:30");
        let just_before_midnight = 46_086.0 - 0.4 / 86_400.0;
        assert_eq!(shown("d h:mm:ss", just_before_midnight), "5 0:00:00");
        assert_eq!(shown("d h:mm", just_before_midnight), "4 23:59");
    }

    #[test]
    fn zero_may_have_a_section() {
        assert_eq!(shown("h:mm;;", 0.0), "");
        assert_eq!(shown("h:mm;;\"none\"", 0.0), "none");
        assert_eq!(shown("h:mm;@", 0.0), "0:00");
    }

    #[test]
    fn what_is_not_known_is_refused() {
        for code in [
            "[$-F800]dddd",
            "[$-404]e/m/d",
            "[<1]h:mm",
            "yyyy-mm-ddThh:mm",
            "[$-1010409]d",
            "ss.0000",
            "[h",
            "d#",
        ] {
            assert!(shown(code, MOMENT).starts_with("? a date or a time in a format"), "{code}");
        }
        for code in ["[$-411]mmmm", "[$-407]mmm", "[$-411]dddd"] {
            assert!(shown(code, MOMENT).starts_with("? a date with the name"), "{code}");
        }
        assert_eq!(shown("[$-411]yyyy", MOMENT), "2026");
        for serial in [-1.0, 60.0, 2_958_466.0, f64::NAN] {
            assert!(shown("yyyy", serial).starts_with("? a date before"), "{serial}");
        }
    }

    #[test]
    fn the_language_of_the_layout_decides_where_the_format_does_not() {
        let text = |language: &str| {
            let moment = Moment::from_serial(MOMENT, Epoch::Of1900);
            let system = DateFormat::of_system(language, " h:mm").and_then(|format| format.text(moment));
            let long = DateFormat::parse("d mmmm", language).and_then(|format| format.text(moment));
            [system, long].map(Result::ok)
        };
        let some = |system: &str, long: &str| [Some(system.to_owned()), Some(long.to_owned())];
        assert_eq!(text("en"), some("3/4/2026 18:05", "4 March"));
        assert_eq!(text("en-GB"), some("04/03/2026 18:05", "4 March"));
        assert_eq!(text("de-CH"), some("04.03.2026 18:05", "4 März"));
        assert_eq!(text("ja"), [None, None]);
    }
}
