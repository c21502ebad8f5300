//! How a workbook's styles show numbers.
//!
//! - In: the part of a workbook that contains the styles.
//! - Out: numbers as the spreadsheet shows them. The spreadsheet writes the same texts to CSV files.
//! - Not here: the parts of a date.

use super::calendar::{Epoch, Moment};
use super::date_format::DateFormat;
use super::package::{children, parse};
use super::workbook::{NoValue, text_scalar};
use crate::values::scalar::Scalar;

/// The error for a date or a time in a cell whose number format does not show dates.
const UNSHOWN_DATE: NoValue = NoValue {
    what: "a date or a time without a format",
    hint: "give the column a format such as yyyy-mm-dd, or format it as text and type this value again",
};

/// How a style shows a number.
#[derive(Debug, Clone, PartialEq, Eq)]
enum NumberFormat {
    Plain,
    /// The number is shown as a date or a time. The value is an error if hexpress does not know the
    /// format.
    Date(Result<DateFormat, NoValue>),
    /// The number is shown as a percentage with this many decimals.
    Percent(u8),
    /// The number is shown as a whole number with leading zeros. The value is the least number of
    /// digits.
    Padded(u8),
}

/// A style of cells.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Style {
    format: NumberFormat,
    /// Whether the settings of the computer determine how a date is shown.
    is_of_system: bool,
}

/// The number formats of a workbook.
#[derive(Debug)]
pub(super) struct Formats {
    /// The styles. Cells refer to them by index.
    styles: Vec<Style>,
    epoch: Epoch,
}

impl Formats {
    /// Returns the formats of a workbook without styles.
    pub(super) fn new(epoch: Epoch) -> Self {
        Self { styles: Vec::new(), epoch }
    }

    /// Parses the styles of a workbook. `language` is the language tag of the layout.
    ///
    /// # Errors
    /// The text is not XML.
    pub(super) fn parse(text: &str, epoch: Epoch, language: &str) -> Result<Self, String> {
        let xml = parse(text)?;
        let root = xml.root_element();
        let codes: Vec<(&str, &str)> = children(root, "numFmts")
            .flat_map(|list| children(list, "numFmt"))
            .filter_map(|format| Some((format.attribute("numFmtId")?, format.attribute("formatCode")?)))
            .collect();
        let style = |id: Option<&str>| {
            let id = id.unwrap_or_default();
            match codes.iter().find(|(known, _)| *known == id) {
                Some((_, code)) => {
                    Style { format: NumberFormat::from_code(code, language), is_of_system: false }
                }
                None => Style {
                    format: NumberFormat::from_known_id(id, language),
                    is_of_system: ["14", "22"].contains(&id),
                },
            }
        };
        let styles = children(root, "cellXfs")
            .flat_map(|list| children(list, "xf"))
            .map(|node| style(node.attribute("numFmtId")))
            .collect();
        Ok(Self { styles, epoch })
    }

    fn format(&self, style: Option<usize>) -> &NumberFormat {
        self.styles.get(style.unwrap_or(usize::MAX)).map_or(&NumberFormat::Plain, |style| &style.format)
    }

    /// Returns whether the settings of the computer determine how a cell with this style is shown.
    /// The file does not contain these settings.
    pub(super) fn is_of_system(&self, style: Option<usize>) -> bool {
        style.and_then(|style| self.styles.get(style)).is_some_and(|style| style.is_of_system)
    }

    /// Returns a number as a style shows it. `typed` is the number as it is written in the file.
    pub(super) fn show_number(
        &self,
        style: Option<usize>,
        number: f64,
        typed: &str,
    ) -> Result<Scalar, NoValue> {
        match self.format(style) {
            NumberFormat::Date(format) => {
                let format = format.as_ref().map_err(|why| *why)?;
                format.text(Moment::from_serial(number, self.epoch)).map(|text| text_scalar(&text))
            }
            _ if !number.is_finite() => Ok(text_scalar(typed)),
            NumberFormat::Percent(digits) => {
                Ok(text_scalar(&format!("{:.*}%", usize::from(*digits), number * 100.0)))
            }
            NumberFormat::Padded(digits) if number >= 0.0 => {
                Ok(text_scalar(&format!("{number:0digits$.0}", digits = usize::from(*digits))))
            }
            NumberFormat::Padded(_) | NumberFormat::Plain => Ok(Scalar::from_number(number)),
        }
    }

    /// Returns a date as a style shows it. In the file, the date is a text in the form of ISO 8601.
    pub(super) fn show_date(&self, style: Option<usize>, typed: &str) -> Result<Scalar, NoValue> {
        let NumberFormat::Date(format) = self.format(style) else { return Err(UNSHOWN_DATE) };
        let format = format.as_ref().map_err(|why| *why)?;
        format.text(Moment::parse(typed, self.epoch)).map(|text| text_scalar(&text))
    }
}

impl NumberFormat {
    /// Returns the format for a format code such as `0.0%`.
    fn from_code(code: &str, language: &str) -> Self {
        if format_is_date(code) {
            return Self::Date(DateFormat::parse(code, language));
        }
        percent(code).map(Self::Percent).or_else(|| min_digits(code).map(Self::Padded)).unwrap_or(Self::Plain)
    }

    /// Returns the built-in format with this id. A workbook contains no code for such a format. Source:
    /// ECMA-376, part 1, 18.8.30.
    fn from_known_id(id: &str, language: &str) -> Self {
        let code = match id {
            "9" => return Self::Percent(0),
            "10" => return Self::Percent(2),
            "14" => return Self::Date(DateFormat::of_system(language, "")),
            "22" => return Self::Date(DateFormat::of_system(language, " h:mm")),
            "15" => "d-mmm-yy",
            "16" => "d-mmm",
            "17" => "mmm-yy",
            "18" => "h:mm AM/PM",
            "19" => "h:mm:ss AM/PM",
            "20" => "h:mm",
            "21" => "h:mm:ss",
            "45" => "mm:ss",
            "46" => "[h]:mm:ss",
            "47" => "mm:ss.0",
            // Formats for dates in East Asia. The settings of the computer determine the form of
            // such a date.
            _ if id.parse().is_ok_and(|id| matches!(id, 27..=36 | 50..=58)) => "[$-F800]",
            _ => return Self::Plain,
        };
        Self::Date(DateFormat::parse(code, language))
    }
}

/// Returns the number of decimals in a format for percentages, such as 1 for `0.0%`. Returns `None`
/// for any other format.
fn percent(format: &str) -> Option<u8> {
    let number = format.split(';').next()?.trim().strip_suffix('%')?.trim_end();
    if !number.chars().all(|sign| "0#.,?".contains(sign)) {
        return None;
    }
    let digits = number.split_once('.').map_or(0, |(_, digits)| digits.len());
    u8::try_from(digits).ok()
}

/// Returns the least number of digits in a format with leading zeros, such as 3 for `000`. Returns
/// `None` for any other format.
fn min_digits(format: &str) -> Option<u8> {
    let zeros = format.split(';').next()?.trim();
    let is_padded = zeros.len() > 1 && zeros.bytes().all(|sign| sign == b'0');
    u8::try_from(zeros.len()).ok().filter(|_| is_padded)
}

/// Returns whether a format shows a day, a month, a year or a time, such as `dd.mm.yyyy` or `[h]:mm`.
///
/// Examines only the first section of the format. Skips texts in quotes or after a backslash. Also
/// skips brackets such as `[Red]`, unless they contain a length of time.
fn format_is_date(format: &str) -> bool {
    let mut signs = format.chars();
    while let Some(sign) = signs.next() {
        match sign.to_ascii_lowercase() {
            ';' => return false,
            '\\' | '_' | '*' => drop(signs.next()),
            '"' => drop(signs.find(|sign| *sign == '"')),
            '[' => {
                let inside: String = signs.by_ref().take_while(|sign| *sign != ']').collect();
                if !inside.is_empty() && inside.to_ascii_lowercase().trim_matches(['h', 'm', 's']).is_empty()
                {
                    return true;
                }
            }
            'd' | 'm' | 'y' | 'h' | 's' => return true,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_dates_differ_from_those_of_numbers() {
        for date in ["dd.mm.yyyy", "H:MM:SS;@", "[h]:mm", "[$-404]e\"x\"m", "m\"M\"d", "h:mm AM/PM", "mmm-yy"]
        {
            assert!(format_is_date(date), "{date}");
        }
        for number in
            ["General", "0.00", "[Red]0", "0\" days\"", "0\\d", "0;d", "#,##0_)", "\"$\"#,##0", "[]0"]
        {
            assert!(!format_is_date(number), "{number}");
        }
    }

    #[test]
    fn formats_with_leading_zeros_say_how_many_digits_are_seen() {
        for (format, digits) in
            [("000", Some(3)), ("00;-00", Some(2)), ("0", None), ("0.00", None), ("#,##0", None)]
        {
            assert_eq!(min_digits(format), digits, "{format}");
        }
    }

    #[test]
    fn formats_of_percentages_say_how_many_digits_are_seen() {
        for (format, digits) in
            [("0%", Some(0)), ("#,##0.00%", Some(2)), ("0.0 %;-0.0 %", Some(1)), ("0", None), ("\"%\"", None)]
        {
            assert_eq!(percent(format), digits, "{format}");
        }
    }
}
