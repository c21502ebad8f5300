//! The sheets of a workbook and their cells (ECMA-376, part 1, chapter 18).

use roxmltree::Node;

use super::package::{Package, children, parse};
use crate::spec::values::scalar::Scalar;

/// Why a cell has no value that can be printed.
#[derive(Debug, Clone, Copy)]
pub(super) struct NoValue {
    /// What the cell is.
    pub(super) what: &'static str,
    pub(super) hint: &'static str,
}

/// A cell that shows `#REF!` and the like.
const ERROR: NoValue = NoValue { what: "an error of the spreadsheet", hint: "mend its formula" };
/// A day or an hour is a number, and how it is shown is the spreadsheet's matter.
const DATE: NoValue = NoValue {
    what: "a date or a time",
    hint: "format the column as text, then type this value again: the spreadsheet has put a number in its place",
};
/// A program wrote the file, and never worked its formulas out.
const FORMULA: NoValue = NoValue {
    what: "a formula without a value",
    hint: "open the file in a spreadsheet, which works it out, and save it",
};

/// How a style shows a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shown {
    Number,
    /// As a date or a time.
    Date,
    /// As a percentage with this many decimals.
    Percent(u8),
    /// As a whole number with leading zeros, with at least this many digits.
    Padded(u8),
}

/// Row and column, from 0.
pub(super) type Position = (u32, u32);

/// A cell that is not empty.
#[derive(Debug)]
pub(super) struct Cell {
    pub(super) at: Position,
    pub(super) value: Result<Scalar, NoValue>,
}

/// Cells that are shown as one: the first and the last.
#[derive(Debug)]
pub(super) struct Merged {
    pub(super) first: Position,
    pub(super) last: Position,
}

/// What a sheet holds, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Cells {
    pub(super) cells: Vec<Cell>,
    pub(super) merged: Vec<Merged>,
    /// The rows that the spreadsheet does not show, from 0, in order.
    pub(super) hidden: Vec<u32>,
}

/// A workbook, and what its sheets share.
#[derive(Debug)]
pub(super) struct Workbook<'a> {
    package: Package<'a>,
    sheets: Vec<SheetPart>,
    /// Texts that cells name by number. Cells with one text share it.
    texts: Vec<Scalar>,
    /// How cells of each style show a number.
    shown: Vec<Shown>,
}

#[derive(Debug)]
struct SheetPart {
    name: String,
    part: String,
    hidden: bool,
}

impl<'a> Workbook<'a> {
    /// Opens a workbook.
    ///
    /// # Errors
    /// Why the file is none.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, String> {
        let package = Package::open(bytes)?;
        let main = package.relationships("")?.into_iter().find(|r| r.kind == "officeDocument");
        let main = main.map_or_else(|| "xl/workbook.xml".to_owned(), |relationship| relationship.target);
        let related = package.relationships(&main)?;
        let shared = |kind: &str| match related.iter().find(|r| r.kind == kind) {
            Some(relationship) => package.text(&relationship.target),
            None => Ok(None),
        };
        let texts = shared("sharedStrings")?.map_or(Ok(Vec::new()), |text| shared_texts(&text))?;
        let shown = shared("styles")?.map_or(Ok(Vec::new()), |text| styles(&text))?;
        let text = package.needed(&main)?;
        let xml = parse(&text)?;
        let sheet = |node: Node<'_, '_>| {
            // `r:id`, whose namespace has two names.
            let id = node.attributes().find(|a| a.name() == "id" && a.namespace().is_some())?.value();
            let part = related.iter().find(|r| r.id == id)?.target.clone();
            let hidden = node.attribute("state").is_some_and(|state| state != "visible");
            Some(SheetPart { name: node.attribute("name")?.to_owned(), part, hidden })
        };
        let list = children(xml.root_element(), "sheets").flat_map(|sheets| children(sheets, "sheet"));
        let sheets: Vec<SheetPart> = list.filter_map(sheet).collect();
        if sheets.is_empty() {
            return Err("it has no sheets".to_owned());
        }
        Ok(Self { package, sheets, texts, shown })
    }

    /// The names of the sheets, in order.
    pub(super) fn names(&self) -> Vec<&str> {
        self.sheets.iter().map(|sheet| sheet.name.as_str()).collect()
    }

    /// Whether the spreadsheet does not show the sheet of this name.
    pub(super) fn is_hidden(&self, name: &str) -> bool {
        self.sheets.iter().any(|sheet| sheet.name == name && sheet.hidden)
    }

    /// What the sheet of this name holds.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(super) fn cells(&self, name: &str) -> Result<Cells, String> {
        let Some(sheet) = self.sheets.iter().find(|sheet| sheet.name == name) else {
            return Ok(Cells::default());
        };
        let text = self.package.needed(&sheet.part)?;
        let xml = parse(&text)?;
        let root = xml.root_element();
        if root.tag_name().name() != "worksheet" {
            return Err(format!("it is no sheet of cells but a `{}`", root.tag_name().name()));
        }
        let mut found = Cells::default();
        let mut next_row = 0_u32;
        for row in children(root, "sheetData").flat_map(|data| children(data, "row")) {
            let number = row.attribute("r").and_then(|r| r.parse::<u32>().ok()?.checked_sub(1));
            let mut next = (number.unwrap_or(next_row), 0_u32);
            if row.attribute("hidden").is_some_and(|hidden| ["1", "true"].contains(&hidden)) {
                found.hidden.push(next.0);
            }
            for cell in children(row, "c") {
                let at = cell.attribute("r").map_or(Ok(next), position)?;
                next = (at.0, at.1.saturating_add(1));
                if let Some(value) = self.value(cell)? {
                    found.cells.push(Cell { at, value });
                }
            }
            next_row = next.0.saturating_add(1);
        }
        let merged = children(root, "mergeCells").flat_map(|list| children(list, "mergeCell"));
        for area in merged.filter_map(|cell| cell.attribute("ref")) {
            let (first, last) = area.split_once(':').unwrap_or((area, area));
            found.merged.push(Merged { first: position(first)?, last: position(last)? });
        }
        Ok(found)
    }

    /// The value of a cell; none where it is empty.
    fn value(&self, cell: Node<'_, '_>) -> Result<Option<Result<Scalar, NoValue>>, String> {
        let value = children(cell, "v").next().map(text_in);
        let kind = cell.attribute("t").unwrap_or("n");
        let empty = children(cell, "f").next().map(|_| Err(FORMULA));
        let Some(value) = value.filter(|value| kind == "str" || !value.is_empty()) else {
            return Ok(children(cell, "is").next().map(|text| Ok(words(&runs(text)))).or(empty));
        };
        Ok(Some(match kind {
            "inlineStr" => return Ok(children(cell, "is").next().map(|text| Ok(words(&runs(text))))),
            "s" => {
                let text = value.parse::<usize>().ok().and_then(|number| self.texts.get(number));
                Ok(text.ok_or("a cell names a text that the workbook does not have")?.clone())
            }
            "str" => Ok(words(&unescaped(&value))),
            "b" => Ok(words(if ["1", "true"].contains(&value.trim()) { "TRUE" } else { "FALSE" })),
            "e" => Err(ERROR),
            "d" => Err(DATE),
            _ => match (value.parse::<f64>(), self.shown(cell)) {
                (Ok(_), Shown::Date) => Err(DATE),
                // As it is seen in the spreadsheet, and as it stands in a table that is saved as CSV.
                (Ok(x), Shown::Percent(digits)) if x.is_finite() => {
                    Ok(words(&format!("{:.*}%", usize::from(digits), x * 100.0)))
                }
                (Ok(x), Shown::Padded(digits)) if x.is_finite() && x >= 0.0 => {
                    Ok(words(&format!("{x:0digits$.0}", digits = usize::from(digits))))
                }
                (Ok(x), _) if x.is_finite() => Ok(Scalar::from_number(x)),
                _ => Ok(words(&value)),
            },
        }))
    }

    fn shown(&self, cell: Node<'_, '_>) -> Shown {
        let style = cell.attribute("s").and_then(|s| s.parse::<usize>().ok());
        style.and_then(|style| self.shown.get(style)).copied().unwrap_or(Shown::Number)
    }
}

fn words(text: &str) -> Scalar {
    Scalar::Text(text.replace("\r\n", "\n").into())
}

fn shared_texts(text: &str) -> Result<Vec<Scalar>, String> {
    Ok(children(parse(text)?.root_element(), "si").map(|node| words(&runs(node))).collect())
}

/// The text directly in an element.
fn text_in(node: Node<'_, '_>) -> String {
    node.children().filter(|child| child.is_text()).filter_map(|child| child.text()).collect()
}

/// A text in one piece or in runs of different letters, without how it is spoken.
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

/// The text of a `t`: spaces around it count only where it says so.
fn piece(node: Node<'_, '_>) -> String {
    let text = text_in(node);
    let kept = node.attributes().any(|a| a.name() == "space" && a.value() == "preserve");
    unescaped(if kept { &text } else { text.trim_matches([' ', '\t', '\r', '\n']) })
}

/// `_x000D_` stands for the unit 000D of UTF-16, which XML may not be able to hold (`ST_Xstring`).
fn unescaped(text: &str) -> String {
    let mut units: Vec<u16> = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let (before, escape) = rest.split_at(at);
        let digits = escape.get(2..7).and_then(|digits| digits.strip_suffix('_'));
        let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
        units.extend(before.encode_utf16());
        units.extend(unit.map_or([u16::from(b'_'), u16::from(b'x')].as_slice(), |_| &[]));
        units.extend(unit);
        rest = &escape[if unit.is_some() { 7 } else { 2 }..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16_lossy(&units)
}

/// For each style of cells, how it shows a number.
fn styles(text: &str) -> Result<Vec<Shown>, String> {
    let xml = parse(text)?;
    let root = xml.root_element();
    let own: Vec<(&str, &str)> = children(root, "numFmts")
        .flat_map(|list| children(list, "numFmt"))
        .filter_map(|format| Some((format.attribute("numFmtId")?, format.attribute("formatCode")?)))
        .collect();
    let shown = |id: &str| match own.iter().find(|(own, _)| *own == id) {
        Some((_, format)) if format_is_date(format) => Shown::Date,
        Some((_, format)) => {
            let shown = percent(format).map(Shown::Percent).or_else(|| min_digits(format).map(Shown::Padded));
            shown.unwrap_or(Shown::Number)
        }
        // The formats that every spreadsheet knows: 18.8.30.
        None => match id.parse() {
            Ok(14..=22 | 27..=36 | 45..=47 | 50..=58) => Shown::Date,
            Ok(9) => Shown::Percent(0),
            Ok(10) => Shown::Percent(2),
            _ => Shown::Number,
        },
    };
    let styles = children(root, "cellXfs").flat_map(|list| children(list, "xf"));
    Ok(styles.map(|style| style.attribute("numFmtId").map_or(Shown::Number, shown)).collect())
}

/// Returns the number of decimals that a percentage format shows, such as 1 for `0.0%`; `None` for any other format.
fn percent(format: &str) -> Option<u8> {
    let number = format.split(';').next()?.trim().strip_suffix('%')?.trim_end();
    if !number.chars().all(|sign| "0#.,?".contains(sign)) {
        return None;
    }
    let digits = number.split_once('.').map_or(0, |(_, digits)| digits.len());
    u8::try_from(digits).ok()
}

/// Returns how many digits a format with leading zeros shows at least, such as 3 for `000`; `None` for any other format.
fn min_digits(format: &str) -> Option<u8> {
    let zeros = format.split(';').next()?.trim();
    let is_padded = zeros.len() > 1 && zeros.bytes().all(|sign| sign == b'0');
    u8::try_from(zeros.len()).ok().filter(|_| is_padded)
}

/// Whether a format of numbers shows a day, a month, a year or a time: `dd.mm.yyyy`, `[h]:mm`. What is in quotes, behind
/// a backslash or in other brackets are words and colours; the first section counts.
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

/// Row and column of `B3`.
fn position(name: &str) -> Result<Position, String> {
    let wrong = || format!("`{name}` is no cell");
    let digits = name.find(|sign: char| sign.is_ascii_digit()).ok_or_else(wrong)?;
    let (letters, digits) = name.split_at(digits);
    let mut column = 0_u32;
    for letter in letters.bytes() {
        if !letter.is_ascii_alphabetic() || column > 1_000_000 {
            return Err(wrong());
        }
        column = column * 26 + u32::from(letter.to_ascii_uppercase() - b'A') + 1;
    }
    let row = digits.parse::<u32>().map_err(|_| wrong())?;
    Ok((row.checked_sub(1).ok_or_else(wrong)?, column.checked_sub(1).ok_or_else(wrong)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_of_dates_are_told_from_those_of_numbers() {
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
        assert_eq!(position("A1"), Ok((0, 0)));
        assert_eq!(position("aB12"), Ok((11, 27)));
        for wrong in ["", "A", "1", "A0", "A-1", "é1", "A1B", "ZZZZZZZZZZZZ1", "A99999999999"] {
            assert!(position(wrong).is_err(), "{wrong}");
        }
    }
}
