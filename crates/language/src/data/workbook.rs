//! The sheets of a workbook and their cells (ECMA-376, part 1, chapter 18).
//!
//! - In: the bytes of an `.xlsx` file.
//! - Out: the cells of a sheet. Each has its value as the spreadsheet shows it, or the reason why
//!   it has no value.
//! - Not here: computing formulas.

use std::fmt;

use roxmltree::Node;

use super::package::{Package, Relationship, children, parse};
use crate::values::scalar::Scalar;
use hexpress_base::units::letters;

/// The reason why a cell has no printable value.
#[derive(Debug, Clone, Copy)]
pub(super) struct NoValue {
    /// The content of the cell, for a message.
    pub(super) what: &'static str,
    pub(super) hint: &'static str,
}

/// The highest column number of a cell, counting from 1.
///
/// No spreadsheet has that many columns. The limit keeps numbers from overflowing.
const LARGEST_COLUMN: u32 = 1_000_000;

/// A cell with an error such as `#REF!`.
const ERROR: NoValue = NoValue { what: "an error value of the spreadsheet", hint: "correct its formula" };
/// A cell with a date or a time. The file stores it as a number, and only the spreadsheet knows its
/// format.
const DATE: NoValue = NoValue {
    what: "a date or a time",
    hint: "format the column as text, then type this value again: the spreadsheet has replaced it with a number",
};
/// A cell whose formula was not computed by the program that wrote the file.
const FORMULA: NoValue = NoValue {
    what: "a formula without a value",
    hint: "open the file in a spreadsheet, which computes the formula, then save the file",
};

/// How a style shows a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NumberFormat {
    Plain,
    /// As a date or a time.
    Date,
    /// As a percentage with this number of decimals.
    Percent(u8),
    /// As a whole number with at least this many digits, padded with zeros.
    Padded(u8),
}

/// The position of a cell in its sheet, from 0. Positions are ordered by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    pub(super) row: u32,
    pub(super) column: u32,
}

impl fmt::Display for Position {
    /// Writes the position as a spreadsheet does: `B3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", letters(self.column as usize), self.row + 1)
    }
}

#[derive(Debug)]
pub(super) struct Cell {
    pub(super) position: Position,
    pub(super) value: Result<Scalar, NoValue>,
}

/// Merged cells: a rectangle, given by its first and last cell.
#[derive(Debug)]
pub(super) struct Merged {
    pub(super) first: Position,
    pub(super) last: Position,
}

/// The contents of a sheet, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub(super) cells: Vec<Cell>,
    pub(super) merged: Vec<Merged>,
    /// The indices of hidden rows, from 0, in order.
    pub(super) hidden: Vec<u32>,
}

/// A workbook, with the texts and styles that its sheets share.
#[derive(Debug)]
pub(super) struct Workbook<'a> {
    package: Package<'a>,
    sheets: Vec<SheetPart>,
    /// The texts that cells refer to by index.
    texts: Vec<Scalar>,
    /// The number format of each style of cells.
    formats: Vec<NumberFormat>,
}

/// A sheet, and the part with its cells.
#[derive(Debug)]
struct SheetPart {
    name: String,
    /// The name of the part.
    part: String,
    is_hidden: bool,
}

impl SheetPart {
    /// Reads a sheet from an element of the workbook. Returns `None` if an attribute is missing.
    fn from_xml(node: Node<'_, '_>, related: &[Relationship]) -> Option<Self> {
        // The attribute is `r:id`; its namespace differs between versions of the format.
        let id = node.attributes().find(|a| a.name() == "id" && a.namespace().is_some())?.value();
        Some(Self {
            name: node.attribute("name")?.to_owned(),
            part: related.iter().find(|relationship| relationship.id == id)?.target.clone(),
            is_hidden: node.attribute("state").is_some_and(|state| state != "visible"),
        })
    }
}

impl<'a> Workbook<'a> {
    /// Opens a workbook.
    ///
    /// # Errors
    /// The file is not a workbook, or has no sheets.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, String> {
        let package = Package::open(bytes)?;
        let main = package
            .relationships("")?
            .into_iter()
            .find(|relationship| relationship.kind == "officeDocument")
            .map_or_else(|| "xl/workbook.xml".to_owned(), |relationship| relationship.target);
        let related = package.relationships(&main)?;
        let texts = match related_text(&package, &related, "sharedStrings")? {
            Some(text) => shared_texts(&text)?,
            None => Vec::new(),
        };
        let formats = match related_text(&package, &related, "styles")? {
            Some(text) => number_formats(&text)?,
            None => Vec::new(),
        };
        let text = package.required_text(&main)?;
        let sheets: Vec<SheetPart> = children(parse(&text)?.root_element(), "sheets")
            .flat_map(|sheets| children(sheets, "sheet"))
            .filter_map(|sheet| SheetPart::from_xml(sheet, &related))
            .collect();
        if sheets.is_empty() {
            return Err("it has no sheets".to_owned());
        }
        Ok(Self { package, sheets, texts, formats })
    }

    /// Returns the names of the sheets, in order.
    pub(super) fn names(&self) -> Vec<&str> {
        self.sheets.iter().map(|sheet| sheet.name.as_str()).collect()
    }

    /// Returns whether the spreadsheet hides the sheet with this name.
    pub(super) fn is_hidden(&self, name: &str) -> bool {
        self.sheets.iter().any(|sheet| sheet.name == name && sheet.is_hidden)
    }

    /// Returns the contents of the sheet with this name.
    ///
    /// # Errors
    /// The part with the cells cannot be read.
    pub(super) fn cells(&self, name: &str) -> Result<Cells, String> {
        let Some(sheet) = self.sheets.iter().find(|sheet| sheet.name == name) else {
            return Ok(Cells::default());
        };
        let text = self.package.required_text(&sheet.part)?;
        let xml = parse(&text)?;
        let root = xml.root_element();
        if root.tag_name().name() != "worksheet" {
            return Err(format!("it is a `{}`, not a worksheet", root.tag_name().name()));
        }
        let mut found = Cells::default();
        // A row or cell without a position follows the previous one.
        let mut next = Position { row: 0, column: 0 };
        for row in children(root, "sheetData").flat_map(|data| children(data, "row")) {
            let number = row.attribute("r").and_then(|r| r.parse::<u32>().ok()?.checked_sub(1));
            next = Position { row: number.unwrap_or(next.row), column: 0 };
            if row.attribute("hidden").is_some_and(|hidden| ["1", "true"].contains(&hidden)) {
                found.hidden.push(next.row);
            }
            for cell in children(row, "c") {
                let position = cell.attribute("r").map_or(Ok(next), parse_position)?;
                next = Position { column: position.column.saturating_add(1), ..position };
                if let Some(value) = self.value(cell)? {
                    found.cells.push(Cell { position, value });
                }
            }
            next.row = next.row.saturating_add(1);
        }
        let merged = children(root, "mergeCells").flat_map(|list| children(list, "mergeCell"));
        for area in merged.filter_map(|cell| cell.attribute("ref")) {
            let (first, last) = area.split_once(':').unwrap_or((area, area));
            found.merged.push(Merged { first: parse_position(first)?, last: parse_position(last)? });
        }
        Ok(found)
    }

    /// Returns the value of a cell; `None` if the cell is empty.
    fn value(&self, cell: Node<'_, '_>) -> Result<Option<Result<Scalar, NoValue>>, String> {
        let kind = cell.attribute("t").unwrap_or("n");
        let inline_text = children(cell, "is").next().map(|text| Ok(text_scalar(&runs(text))));
        let typed = children(cell, "v").next().map(text_in);
        let Some(value) = typed.filter(|value| kind == "str" || !value.is_empty()) else {
            let formula = children(cell, "f").next().map(|_| Err(FORMULA));
            return Ok(inline_text.or(formula));
        };
        Ok(Some(match kind {
            "inlineStr" => return Ok(inline_text),
            "s" => {
                let text = value.parse::<usize>().ok().and_then(|number| self.texts.get(number));
                Ok(text.ok_or("a cell refers to a missing text")?.clone())
            }
            "str" => Ok(text_scalar(&unescaped(&value))),
            "b" => Ok(text_scalar(if ["1", "true"].contains(&value.trim()) { "TRUE" } else { "FALSE" })),
            "e" => Err(ERROR),
            "d" => Err(DATE),
            _ => match value.parse() {
                Ok(number) => self.format(cell).value(number, &value),
                Err(_) => Ok(text_scalar(&value)),
            },
        }))
    }

    /// Returns the number format of a cell.
    fn format(&self, cell: Node<'_, '_>) -> NumberFormat {
        let style = cell.attribute("s").and_then(|s| s.parse::<usize>().ok());
        style.and_then(|style| self.formats.get(style)).copied().unwrap_or(NumberFormat::Plain)
    }
}

impl NumberFormat {
    /// Returns the format for a format code, such as `0.0%`.
    fn from_code(code: &str) -> Self {
        if format_is_date(code) {
            return Self::Date;
        }
        percent(code).map(Self::Percent).or_else(|| min_digits(code).map(Self::Padded)).unwrap_or(Self::Plain)
    }

    /// Returns the format for a predefined id (ECMA-376, part 1, 18.8.30).
    fn from_known_id(id: &str) -> Self {
        match id.parse() {
            Ok(14..=22 | 27..=36 | 45..=47 | 50..=58) => Self::Date,
            Ok(9) => Self::Percent(0),
            Ok(10) => Self::Percent(2),
            _ => Self::Plain,
        }
    }

    /// Converts a number to the value that the spreadsheet shows and saves as CSV.
    ///
    /// `typed` is the text of the number in the file.
    fn value(self, number: f64, typed: &str) -> Result<Scalar, NoValue> {
        match self {
            Self::Date => Err(DATE),
            _ if !number.is_finite() => Ok(text_scalar(typed)),
            Self::Percent(digits) => Ok(text_scalar(&format!("{:.*}%", usize::from(digits), number * 100.0))),
            Self::Padded(digits) if number >= 0.0 => {
                Ok(text_scalar(&format!("{number:0digits$.0}", digits = usize::from(digits))))
            }
            Self::Padded(_) | Self::Plain => Ok(Scalar::from_number(number)),
        }
    }
}

/// Returns the text of the part that holds a kind of content of a workbook.
fn related_text(
    package: &Package<'_>,
    related: &[Relationship],
    kind: &str,
) -> Result<Option<String>, String> {
    match related.iter().find(|relationship| relationship.kind == kind) {
        Some(relationship) => package.text(&relationship.target),
        None => Ok(None),
    }
}

fn text_scalar(text: &str) -> Scalar {
    Scalar::Text(text.replace("\r\n", "\n").into())
}

/// Returns the texts that all sheets share.
fn shared_texts(text: &str) -> Result<Vec<Scalar>, String> {
    Ok(children(parse(text)?.root_element(), "si").map(|node| text_scalar(&runs(node))).collect())
}

/// Returns the text directly inside an element, without that of its children.
fn text_in(node: Node<'_, '_>) -> String {
    node.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect()
}

/// Returns a text without its pronunciation. The text may consist of runs with different fonts.
fn runs(node: Node<'_, '_>) -> String {
    let mut all = String::new();
    for child in node.children() {
        match child.tag_name().name() {
            "t" => all += &piece(child),
            "r" => all.extend(children(child, "t").map(piece)),
            _ => {}
        }
    }
    all
}

/// Returns the text of a `t` element. Keeps spaces around it only if its `space` attribute says so.
fn piece(node: Node<'_, '_>) -> String {
    let text = text_in(node);
    let kept = node.attributes().any(|a| a.name() == "space" && a.value() == "preserve");
    unescaped(if kept { &text } else { text.trim_matches([' ', '\t', '\r', '\n']) })
}

/// Replaces escapes such as `_x000D_` by their UTF-16 units, here 000D.
///
/// Such escapes stand for characters that XML cannot contain (`ST_Xstring`).
fn unescaped(text: &str) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let (before, escape) = rest.split_at(at);
        let unit = escape
            .get(2..7)
            .and_then(|digits| digits.strip_suffix('_'))
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u16::from_str_radix(digits, 16).ok());
        units.extend(before.encode_utf16());
        units.extend(unit.map_or([u16::from(b'_'), u16::from(b'x')].as_slice(), |_| &[]));
        units.extend(unit);
        rest = &escape[if unit.is_some() { 7 } else { 2 }..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16_lossy(&units)
}

fn number_formats(text: &str) -> Result<Vec<NumberFormat>, String> {
    let xml = parse(text)?;
    let root = xml.root_element();
    let codes: Vec<(&str, &str)> = children(root, "numFmts")
        .flat_map(|list| children(list, "numFmt"))
        .filter_map(|format| Some((format.attribute("numFmtId")?, format.attribute("formatCode")?)))
        .collect();
    Ok(children(root, "cellXfs")
        .flat_map(|list| children(list, "xf"))
        .map(|style| {
            let Some(id) = style.attribute("numFmtId") else { return NumberFormat::Plain };
            match codes.iter().find(|(known, _)| *known == id) {
                Some((_, code)) => NumberFormat::from_code(code),
                None => NumberFormat::from_known_id(id),
            }
        })
        .collect())
}

/// Returns the number of decimals in a percentage format, such as 1 for `0.0%`.
///
/// Returns `None` for any other format.
fn percent(format: &str) -> Option<u8> {
    let number = format.split(';').next()?.trim().strip_suffix('%')?.trim_end();
    if !number.chars().all(|sign| "0#.,?".contains(sign)) {
        return None;
    }
    let digits = number.split_once('.').map_or(0, |(_, digits)| digits.len());
    u8::try_from(digits).ok()
}

/// Returns the smallest number of digits in a format with leading zeros, such as 3 for `000`.
///
/// Returns `None` for any other format.
fn min_digits(format: &str) -> Option<u8> {
    let zeros = format.split(';').next()?.trim();
    let is_padded = zeros.len() > 1 && zeros.bytes().all(|sign| sign == b'0');
    u8::try_from(zeros.len()).ok().filter(|_| is_padded)
}

/// Returns whether a number format shows a day, a month, a year or a time: `dd.mm.yyyy`, `[h]:mm`.
///
/// Only its first section counts. Texts and colours are skipped: characters in quotes, after a
/// backslash or in other brackets.
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

/// Parses a cell name, such as `B3`.
fn parse_position(name: &str) -> Result<Position, String> {
    position_of_cell(name).ok_or_else(|| format!("`{name}` is not the name of a cell"))
}

fn position_of_cell(name: &str) -> Option<Position> {
    let (letters, digits) = name.split_at(name.find(|sign: char| sign.is_ascii_digit())?);
    let mut column = 0_u32;
    for letter in letters.bytes() {
        if !letter.is_ascii_alphabetic() || column > LARGEST_COLUMN {
            return None;
        }
        column = column * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1;
    }
    let row: u32 = digits.parse().ok()?;
    Some(Position { row: row.checked_sub(1)?, column: column.checked_sub(1)? })
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

    #[test]
    fn escapes_of_units_are_read() {
        assert_eq!(unescaped("a_x000D_\nb_x005F_x000D_"), "a\r\nb_x000D_");
        assert_eq!(unescaped("_xD83D__xDE00_"), "😀");
        assert_eq!(unescaped("_x00_é_xZZZZ_ _x+123_ _xD83D_"), "_x00_é_xZZZZ_ _x+123_ \u{FFFD}");
    }

    #[test]
    fn cells_have_names() {
        assert_eq!(parse_position("A1"), Ok(Position { row: 0, column: 0 }));
        assert_eq!(parse_position("aB12"), Ok(Position { row: 11, column: 27 }));
        assert_eq!(Position { row: 11, column: 27 }.to_string(), "AB12");
        for wrong in ["", "A", "1", "A0", "A-1", "é1", "A1B", "ZZZZZZZZZZZZ1", "A99999999999"] {
            assert!(parse_position(wrong).is_err(), "{wrong}");
        }
    }
}
