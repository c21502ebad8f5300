//! Days, times of day, and the names of months and days.
//!
//! - In: the serial number of a day in a spreadsheet, or an ISO 8601 text. Also a language tag.
//! - Out: a [`Moment`], whose parts can be printed, and names in a language.
//! - Not here: number formats.

/// The number of milliseconds in a day.
const DAY: i64 = 86_400_000;

/// The day 1904-01-01, in days from 1970-01-01. This day has the serial number 0 in a workbook with
/// `date1904`.
const FIRST_OF_1904: i64 = -24_107;

/// The day with the serial number 0 in a workbook without `date1904`, in days from 1970-01-01.
///
/// Serial numbers from 61 on (1 March 1900) give correct dates. Spreadsheets disagree about smaller
/// numbers, because some of them count a 29 February 1900, a day that did not exist.
const ZERO_OF_1900: i64 = -25_569;

/// The day 1900-03-01, in days from 1970-01-01. It is the first day about which spreadsheets agree.
const FIRST_DAY: i64 = ZERO_OF_1900 + 61;

/// The day 9999-12-31, in days from 1970-01-01.
const LAST_DAY: i64 = 2_932_896;

/// The day from which a workbook counts days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Epoch {
    Of1900,
    Of1904,
}

/// A point in time, or a length of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    /// The day, counted from 1970-01-01.
    day: i64,
    /// The number of milliseconds since the beginning of the day with the serial number 0. The format
    /// `[h]:mm` shows it as a length of time.
    since_zero: i64,
}

/// A day of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) year: i64,
    /// The month. January is 1.
    pub(super) month: usize,
    pub(super) day: i64,
    /// The day of the week. Sunday is 0.
    pub(super) weekday: usize,
}

impl Moment {
    /// Converts a serial number to a moment. Returns `None` if the number is negative, or if the moment
    /// is after the year 9999.
    pub(super) fn from_serial(number: f64, epoch: Epoch) -> Option<Self> {
        let is_usual = (0.0..=(LAST_DAY - ZERO_OF_1900 + 1) as f64).contains(&number);
        is_usual.then(|| Self::new((number * DAY as f64).round() as i64, epoch))
    }

    fn new(since_zero: i64, epoch: Epoch) -> Self {
        let zero = match epoch {
            Epoch::Of1900 => ZERO_OF_1900,
            Epoch::Of1904 => FIRST_OF_1904,
        };
        Self { day: zero + since_zero.div_euclid(DAY), since_zero }
    }

    /// Parses a text such as `2026-03-04`, `2026-03-04T18:30:00.5` or `18:30`. Returns `None` for any
    /// other text, and for days before the epoch.
    pub(super) fn parse(text: &str, epoch: Epoch) -> Option<Self> {
        let text = text.trim().trim_end_matches('Z');
        let (date, time) = match text.split_once('T') {
            Some((date, time)) => (Some(date), Some(time)),
            None if text.contains(':') => (None, Some(text)),
            None => (Some(text), None),
        };
        let zero = Self::new(0, epoch).day;
        let days = match date {
            Some(date) => parse_date(date)? - zero,
            None => 0,
        };
        let since_zero = days * DAY + time.map_or(Some(0), parse_time)?;
        (since_zero >= 0).then(|| Self::new(since_zero, epoch))
    }

    /// Returns the moment rounded to a multiple of `milliseconds`.
    pub(super) fn rounded(self, milliseconds: i64) -> Self {
        let since_zero = (self.since_zero + milliseconds / 2) / milliseconds * milliseconds;
        Self { day: self.day - self.since_zero.div_euclid(DAY) + since_zero.div_euclid(DAY), since_zero }
    }

    /// Returns the number of milliseconds since the beginning of the day with the serial number 0.
    pub(super) fn since_zero(self) -> i64 {
        self.since_zero
    }

    /// Returns the time of day, in milliseconds since midnight.
    pub(super) fn time(self) -> i64 {
        self.since_zero.rem_euclid(DAY)
    }

    /// Returns the day of the calendar. Returns `None` for days before 1 March 1900, about which
    /// spreadsheets disagree, and for days after the year 9999.
    pub(super) fn date(self) -> Option<Date> {
        (FIRST_DAY..=LAST_DAY).contains(&self.day).then(|| date_of(self.day))
    }
}

/// Converts a number of days since 1970-01-01 to a date.
///
/// In this computation, years begin in March, so that a leap day is the last day of its year. An era
/// has 400 years, or 146,097 days. The first era begins on 0000-03-01, which is 719,468 days before
/// 1970-01-01. Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
fn date_of(day: i64) -> Date {
    let from_0000 = day + 719_468;
    let era = from_0000.div_euclid(146_097);
    let in_era = from_0000.rem_euclid(146_097);
    let year = (in_era - in_era / 1460 + in_era / 36_524 - in_era / 146_096) / 365;
    let in_year = in_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * in_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    Date {
        year: year + era * 400 + i64::from(month <= 2),
        month: month as usize,
        day: in_year - (153 * from_march + 2) / 5 + 1,
        weekday: (day + 4).rem_euclid(7) as usize,
    }
}

/// Parses a text such as `2026-03-04`. Returns the day, counted from 1970-01-01. Returns `None` if the
/// text is not a date.
fn parse_date(text: &str) -> Option<i64> {
    let mut parts = text.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let is_usual = parts.next().is_none()
        && (1900..=9999).contains(&year)
        && (1..=12).contains(&month)
        && (1..=31).contains(&day);
    if !is_usual {
        return None;
    }
    // The inverse of `date_of`, with the same eras, and with years that begin in March.
    let (year_from_march, from_march) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (era, in_era) = (year_from_march.div_euclid(400), year_from_march.rem_euclid(400));
    let in_year = (153 * from_march + 2) / 5 + day - 1;
    let from_1970 = era * 146_097 + in_era * 365 + in_era / 4 - in_era / 100 + in_year - 719_468;
    // A day that does not exist, such as 30 February, becomes a day of the next month here. So the
    // number is converted back to a date, which must equal the date in the text.
    let date = date_of(from_1970);
    (date.month as i64 == month && date.day == day).then_some(from_1970)
}

/// Parses a text such as `18:30:00.5`. Returns the milliseconds since midnight. Returns `None` if the
/// text is not a time.
fn parse_time(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let hours: i64 = parts.next()?.parse().ok()?;
    let minutes: i64 = parts.next()?.parse().ok()?;
    let seconds: f64 = parts.next().map_or(Some(0.0), |part| part.parse().ok())?;
    let is_usual = parts.next().is_none()
        && (0..24).contains(&hours)
        && (0..60).contains(&minutes)
        && (0.0..60.0).contains(&seconds);
    is_usual.then(|| (hours * 60 + minutes) * 60_000 + (seconds * 1000.0).round() as i64)
}

/// The names of months and days in a language, and the usual format of a date in this language.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Names {
    /// The language tag.
    tag: &'static str,
    /// The number of the language in a Windows locale identifier (MS-LCID).
    id: u32,
    /// The names of the months, beginning with January.
    months: [&'static str; 12],
    days: [&'static str; 7],
    /// The number format of a short date, such as `dd.mm.yyyy`.
    pub(super) short_date: &'static str,
    /// Whether all spreadsheets shorten names to their first three letters.
    has_short_names: bool,
}

/// The languages with known names. In all of them except English, spreadsheets disagree about the short
/// names of months.
const LANGUAGES: [Names; 5] = [
    Names {
        tag: "en",
        id: 0x09,
        months: [
            "January",
            "February",
            "March",
            "April",
            "May",
            "June",
            "July",
            "August",
            "September",
            "October",
            "November",
            "December",
        ],
        days: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
        short_date: "m/d/yyyy",
        has_short_names: true,
    },
    Names {
        tag: "de",
        id: 0x07,
        months: [
            "Januar",
            "Februar",
            "März",
            "April",
            "Mai",
            "Juni",
            "Juli",
            "August",
            "September",
            "Oktober",
            "November",
            "Dezember",
        ],
        days: ["Sonntag", "Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag"],
        short_date: "dd.mm.yyyy",
        has_short_names: false,
    },
    Names {
        tag: "es",
        id: 0x0a,
        months: [
            "enero",
            "febrero",
            "marzo",
            "abril",
            "mayo",
            "junio",
            "julio",
            "agosto",
            "septiembre",
            "octubre",
            "noviembre",
            "diciembre",
        ],
        days: ["domingo", "lunes", "martes", "miércoles", "jueves", "viernes", "sábado"],
        short_date: "dd/mm/yyyy",
        has_short_names: false,
    },
    Names {
        tag: "fr",
        id: 0x0c,
        months: [
            "janvier",
            "février",
            "mars",
            "avril",
            "mai",
            "juin",
            "juillet",
            "août",
            "septembre",
            "octobre",
            "novembre",
            "décembre",
        ],
        days: ["dimanche", "lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi"],
        short_date: "dd/mm/yyyy",
        has_short_names: false,
    },
    Names {
        tag: "it",
        id: 0x10,
        months: [
            "gennaio",
            "febbraio",
            "marzo",
            "aprile",
            "maggio",
            "giugno",
            "luglio",
            "agosto",
            "settembre",
            "ottobre",
            "novembre",
            "dicembre",
        ],
        days: ["domenica", "lunedì", "martedì", "mercoledì", "giovedì", "venerdì", "sabato"],
        short_date: "dd/mm/yyyy",
        has_short_names: false,
    },
];

impl Names {
    /// Returns the names in the language of a tag such as `de-CH`. Returns `None` if the language is
    /// unknown.
    pub(super) fn of_tag(tag: &str) -> Option<&'static Self> {
        let language = tag.split(['-', '_']).next().unwrap_or_default();
        LANGUAGES.iter().find(|names| names.tag.eq_ignore_ascii_case(language))
    }

    /// Returns the names in the language of a Windows locale identifier. Returns `None` if the language
    /// is unknown, or if the identifier also selects a calendar or the form of digits.
    pub(super) fn of_id(id: u32) -> Option<&'static Self> {
        LANGUAGES.iter().find(|names| id <= 0xffff && names.id == id & 0x3ff)
    }

    /// Returns the name of a month. January is 1.
    pub(super) fn month(&self, month: usize) -> &'static str {
        self.months[(month + 11) % 12]
    }

    /// Returns the name of a day of the week. Sunday is 0.
    pub(super) fn day(&self, weekday: usize) -> &'static str {
        self.days[weekday % 7]
    }

    /// Returns the short form of a name. Returns `None` if spreadsheets disagree about the short form.
    pub(super) fn short(&self, name: &'static str) -> Option<&'static str> {
        if self.has_short_names { name.get(..3) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(serial: f64, epoch: Epoch) -> Option<(i64, usize, i64, usize)> {
        let Date { year, month, day, weekday } = Moment::from_serial(serial, epoch)?.date()?;
        Some((year, month, day, weekday))
    }

    #[test]
    fn serial_numbers_are_days() {
        // 4 March 2026 was a Wednesday.
        assert_eq!(date(46_085.0, Epoch::Of1900), Some((2026, 3, 4, 3)));
        assert_eq!(date(46_085.0 - 1462.0, Epoch::Of1904), Some((2026, 3, 4, 3)));
        assert_eq!(date(0.0, Epoch::Of1904), Some((1904, 1, 1, 5)));
        assert_eq!(date(61.0, Epoch::Of1900), Some((1900, 3, 1, 4)));
        assert_eq!(date(60.0, Epoch::Of1900), None);
        assert_eq!(date(2_958_465.0, Epoch::Of1900), Some((9999, 12, 31, 5)));
        assert_eq!(date(2_958_466.0, Epoch::Of1900), None);
        assert_eq!(date(36_585.0, Epoch::Of1900), Some((2000, 2, 29, 2)));
        for odd in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(Moment::from_serial(odd, Epoch::Of1900), None);
        }
    }

    #[test]
    fn texts_of_dates_are_days() {
        for epoch in [Epoch::Of1900, Epoch::Of1904] {
            let day = Moment::parse("2026-03-04", epoch).and_then(Moment::date);
            assert_eq!(day.map(|date| (date.year, date.month, date.day)), Some((2026, 3, 4)));
            let moment = Moment::parse("2024-02-29T18:30:01.5Z", epoch).unwrap();
            assert_eq!(moment.time(), ((18 * 60 + 30) * 60 + 1) * 1000 + 500);
        }
        assert_eq!(Moment::parse("18:30", Epoch::Of1900).unwrap().since_zero(), (18 * 60 + 30) * 60_000);
        let all = (FIRST_DAY..=LAST_DAY).step_by(7).map(date_of);
        let wrong = all.filter(|Date { year, month, day, .. }| {
            let text = format!("{year:04}-{month:02}-{day:02}");
            Moment::parse(&text, Epoch::Of1900).and_then(Moment::date).map(|date| date.day) != Some(*day)
        });
        assert_eq!(wrong.count(), 0);
        assert!(Moment::parse("9999-12-31", Epoch::Of1900).is_some());
        for odd in [
            "",
            "2026",
            "2026-02-29",
            "2026-02-30",
            "2026-04-31",
            "2026-13-01",
            "2026-03-04T25:00",
            "1-1-1",
            "99999-01-01",
            "x",
        ] {
            assert_eq!(Moment::parse(odd, Epoch::Of1900), None, "{odd}");
        }
    }

    #[test]
    fn names_belong_to_languages() {
        assert_eq!(Names::of_id(0x407).map(|names| names.month(3)), Some("März"));
        assert_eq!(Names::of_id(0x0809), Names::of_tag("en-GB"));
        assert_eq!(Names::of_tag("fr_CA").map(|names| names.day(0)), Some("dimanche"));
        assert!(Names::of_id(0x411).is_none() && Names::of_id(0x0101_0409).is_none());
    }
}
