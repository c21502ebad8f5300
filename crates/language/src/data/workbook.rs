//! The sheets of a workbook and their cells (ECMA-376, part 1, chapter 18).
//!
//! - In: the bytes of an `.xlsx` file.
//! - Out: the cells of a sheet. Each cell has a value as the spreadsheet shows it, or the reason
//!   why it has no value.
//! - Not here: computing formulas.

use std::fmt;

use roxmltree::Node;

use super::calendar::Epoch;
use super::number_format::Formats;
use super::package::{Package, Relationship, children, parse};
use crate::values::scalar::Scalar;
use hexpress_base::units::column_letters;

/// The reason why a cell has no value to print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NoValue {
    /// The content of the cell, for a message.
    pub(super) what: &'static str,
    pub(super) hint: &'static str,
}

/// The largest column number that the name of a cell may have, counted from 1.
///
/// Spreadsheets have far fewer columns. The limit prevents an overflow while the name is read.
const MAX_COLUMN_NUMBER: u32 = 1_000_000;

/// The reason why a cell with an error such as `#REF!` has no value.
const ERROR: NoValue = NoValue { what: "an error value of the spreadsheet", hint: "correct the formula" };
/// The reason why a cell with a formula has no value: the program that wrote the file did not compute
/// the formula.
const FORMULA: NoValue = NoValue {
    what: "a formula without a value",
    hint: "open the file in a spreadsheet, which computes the formula, then save the file",
};

/// The position of a cell in its sheet, counted from 0. Positions are sorted by row, and then by
/// column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Position {
    pub(super) row: u32,
    pub(super) column: u32,
}

impl fmt::Display for Position {
    /// Writes the position as spreadsheets do, such as `B3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", column_letters(self.column as usize), self.row + 1)
    }
}

#[derive(Debug)]
pub(super) struct Cell {
    pub(super) position: Position,
    pub(super) value: Result<Scalar, NoValue>,
    /// Whether the settings of the computer determine how the value is shown. The file does not
    /// contain these settings.
    pub(super) is_shown_by_system: bool,
}

/// A rectangle of cells that are merged into one. It is given by its first and its last cell.
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
    /// The indices of the hidden rows, counted from 0, in ascending order.
    pub(super) hidden: Vec<u32>,
}

/// A workbook: its sheets, and the texts and styles that the sheets share.
#[derive(Debug)]
pub(super) struct Workbook<'a> {
    package: Package<'a>,
    sheets: Vec<SheetPart>,
    /// The texts that all sheets share. Cells refer to them by index.
    texts: Vec<Scalar>,
    formats: Formats,
}

/// A sheet, and the part with its cells.
#[derive(Debug)]
struct SheetPart {
    name: String,
    /// The name of the part that contains the cells. A part is a file inside the `.xlsx` file.
    part: String,
    is_hidden: bool,
}

impl SheetPart {
    /// Reads an XML element that describes a sheet of the workbook. Returns `None` if an attribute is
    /// missing.
    fn from_xml(node: Node<'_, '_>, related: &[Relationship]) -> Option<Self> {
        // The attribute is `r:id`. Different versions of the format use different namespaces for it, so
        // any namespace is accepted.
        let id = node.attributes().find(|a| a.name() == "id" && a.namespace().is_some())?.value();
        Some(Self {
            name: node.attribute("name")?.to_owned(),
            part: related.iter().find(|relationship| relationship.id == id)?.target.clone(),
            is_hidden: node.attribute("state").is_some_and(|state| state != "visible"),
        })
    }
}

impl<'a> Workbook<'a> {
    /// Opens a workbook. `language` is the language tag of the layout.
    ///
    /// # Errors
    /// The file is not a workbook, or has no sheets.
    pub(super) fn open(bytes: &'a [u8], language: &str) -> Result<Self, String> {
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
        let text = package.required_text(&main)?;
        let xml = parse(&text)?;
        let is_of_1904 =
            children(xml.root_element(), "workbookPr").any(|settings| is_true(settings, "date1904"));
        let epoch = if is_of_1904 { Epoch::Of1904 } else { Epoch::Of1900 };
        let formats = match related_text(&package, &related, "styles")? {
            Some(text) => Formats::parse(&text, epoch, language)?,
            None => Formats::new(epoch),
        };
        let sheets: Vec<SheetPart> = children(xml.root_element(), "sheets")
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
        // A row or a cell may leave out its position. It then directly follows the row or cell before
        // it.
        let mut next = Position { row: 0, column: 0 };
        for row in children(root, "sheetData").flat_map(|data| children(data, "row")) {
            let number = row.attribute("r").and_then(|r| r.parse::<u32>().ok()?.checked_sub(1));
            next = Position { row: number.unwrap_or(next.row), column: 0 };
            if is_true(row, "hidden") {
                found.hidden.push(next.row);
            }
            for cell in children(row, "c") {
                let position = cell.attribute("r").map_or(Ok(next), parse_position)?;
                next = Position { column: position.column.saturating_add(1), ..position };
                if let Some(value) = self.value(cell)? {
                    let is_shown_by_system = self.formats.is_of_system(style(cell));
                    found.cells.push(Cell { position, value, is_shown_by_system });
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

    /// Returns the value of a cell. Returns `None` if the cell is empty. The outer error means that the
    /// file is damaged. The inner error is the reason why the cell has no value.
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
            "d" => self.formats.show_date(style(cell), &value),
            _ => match value.parse() {
                Ok(number) => self.formats.show_number(style(cell), number, &value),
                Err(_) => Ok(text_scalar(&value)),
            },
        }))
    }
}

/// Returns the index of the style of a cell. Returns `None` if the cell has no style.
fn style(cell: Node<'_, '_>) -> Option<usize> {
    cell.attribute("s")?.parse().ok()
}

/// Returns the text of another part of the workbook. `kind` says which part, such as `styles`. Returns
/// `None` if the workbook refers to no part of this kind.
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

pub(super) fn text_scalar(text: &str) -> Scalar {
    Scalar::Text(text.replace("\r\n", "\n").into())
}

/// Returns whether an attribute is true.
fn is_true(node: Node<'_, '_>, name: &str) -> bool {
    node.attribute(name).is_some_and(|value| ["1", "true"].contains(&value))
}

/// Returns the texts that the cells of all sheets share.
fn shared_texts(text: &str) -> Result<Vec<Scalar>, String> {
    Ok(children(parse(text)?.root_element(), "si").map(|node| text_scalar(&runs(node))).collect())
}

/// Returns the text directly inside an element. The text inside its children is left out.
fn text_in(node: Node<'_, '_>) -> String {
    node.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect()
}

/// Returns the text of an element, which may consist of several runs in different fonts. Leaves out the
/// phonetic guides, which show how to pronounce the text.
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

/// Returns the text of a `t` element. Spaces at its beginning and end are kept only if the attribute
/// `space` is `preserve`.
fn piece(node: Node<'_, '_>) -> String {
    let text = text_in(node);
    let kept = node.attributes().any(|a| a.name() == "space" && a.value() == "preserve");
    unescaped(if kept { &text } else { text.trim_matches([' ', '\t', '\r', '\n']) })
}

/// Replaces escapes such as `_x000D_` by the UTF-16 unit that they stand for, here 000D.
///
/// With such escapes, a file can contain characters that XML does not allow (`ST_Xstring`).
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

/// Parses the name of a cell, such as `B3`.
fn parse_position(name: &str) -> Result<Position, String> {
    position_of_cell(name).ok_or_else(|| format!("`{name}` is not the name of a cell"))
}

fn position_of_cell(name: &str) -> Option<Position> {
    let (letters, digits) = name.split_at(name.find(|sign: char| sign.is_ascii_digit())?);
    let mut column = 0_u32;
    for letter in letters.bytes() {
        if !letter.is_ascii_alphabetic() || column > MAX_COLUMN_NUMBER {
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
