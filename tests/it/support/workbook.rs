//! Makes small workbooks for tests: a ZIP file whose parts are deflated, except the lists of
//! relationships.

/// The sheets of a workbook: each has a name and rows of cells. Text that looks like a number
/// becomes a number, and empty cells are left out.
pub type Workbook<'a> = &'a [(&'a str, &'a [&'a [&'a str]])];

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// Returns the bytes of an .xlsx file. A cell that begins with `#` becomes an error value of the
/// spreadsheet.
pub fn workbook(sheets: Workbook<'_>) -> Vec<u8> {
    let sheets: Vec<_> = sheets.iter().map(|(name, rows)| (*name, sheet(rows))).collect();
    of_sheets("", &sheets, &[])
}

/// Returns a workbook with one sheet, `Cards`, that contains this XML.
pub fn raw(parts: &str) -> Vec<u8> {
    of_sheets("", &[("Cards", format!("<worksheet xmlns=\"{MAIN}\">{parts}</worksheet>"))], &[])
}

/// Returns a workbook with one sheet, `Cards`, that has these rows. All sheets of a workbook share
/// the texts and the styles.
pub fn sharing(rows: &str, texts: &str, styles: &str) -> Vec<u8> {
    sharing_with("", rows, texts, styles)
}

/// Returns the same workbook as [`sharing`], with days counted from 1 January 1904.
pub fn of_1904(rows: &str, texts: &str, styles: &str) -> Vec<u8> {
    sharing_with("<workbookPr date1904=\"1\"/>", rows, texts, styles)
}

fn sharing_with(settings: &str, rows: &str, texts: &str, styles: &str) -> Vec<u8> {
    let sheet = format!("<x:worksheet xmlns:x=\"{MAIN}\"><x:sheetData>{rows}</x:sheetData></x:worksheet>");
    let texts = format!("<sst xmlns=\"{MAIN}\">{texts}</sst>");
    let styles = format!("<styleSheet xmlns=\"{MAIN}\">{styles}</styleSheet>");
    of_sheets(settings, &[("Cards", sheet)], &[("sharedStrings", texts), ("styles", styles)])
}

fn of_sheets(settings: &str, sheets: &[(&str, String)], shared: &[(&str, String)]) -> Vec<u8> {
    let mut list = String::new();
    let mut relations = String::new();
    let mut parts = Vec::new();
    for (kind, xml) in shared {
        relations +=
            &format!("<Relationship Id=\"{kind}\" Type=\"{OFFICE}/{kind}\" Target=\"/xl/{kind}.xml\"/>");
        parts.push((format!("xl/{kind}.xml"), xml.clone()));
    }
    for (number, (name, xml)) in (1..).zip(sheets) {
        list += &format!("<sheet name=\"{name}\" sheetId=\"{number}\" r:id=\"r{number}\"/>");
        relations += &format!(
            "<Relationship Id=\"r{number}\" Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet{number}.xml\"/>"
        );
        parts.push((format!("xl/worksheets/sheet{number}.xml"), xml.clone()));
    }
    parts.push((
        "xl/workbook.xml".to_owned(),
        format!(
            "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\">{settings}<sheets>{list}</sheets></workbook>"
        ),
    ));
    parts.push((
        "xl/_rels/workbook.xml.rels".to_owned(),
        format!("<Relationships xmlns=\"{RELATIONS}\">{relations}</Relationships>"),
    ));
    parts.push((
        "_rels/.rels".to_owned(),
        format!(
            "<Relationships xmlns=\"{RELATIONS}\"><Relationship Id=\"r1\" Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
        ),
    ));
    zip(&parts)
}

fn sheet(rows: &[&[&str]]) -> String {
    let mut data = String::new();
    for (row, cells) in (1..).zip(rows) {
        data += &format!("<row r=\"{row}\">");
        for (column, text) in ('A'..).zip(*cells) {
            data += &match text {
                _ if text.is_empty() => continue,
                _ if text.starts_with('#') => format!("<c r=\"{column}{row}\" t=\"e\"><v>{text}</v></c>"),
                _ if text.parse::<f64>().is_ok() => format!("<c r=\"{column}{row}\"><v>{text}</v></c>"),
                _ => format!("<c r=\"{column}{row}\" t=\"inlineStr\"><is><t>{text}</t></is></c>"),
            };
        }
        data += "</row>";
    }
    format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{data}</sheetData></worksheet>")
}

fn zip(parts: &[(String, String)]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut directory = Vec::new();
    for (name, contents) in parts {
        let offset = u32::try_from(file.len()).unwrap();
        let (method, packed) = match name.ends_with(".rels") {
            true => (0, contents.clone().into_bytes()),
            false => (8, deflated(contents.as_bytes())),
        };
        let mut about = vec![20, 0, 0, 0, method, 0, 0, 0, 0x21, 0];
        about.extend(libdeflater::crc32(contents.as_bytes()).to_le_bytes());
        about.extend(u32::try_from(packed.len()).unwrap().to_le_bytes());
        about.extend(u32::try_from(contents.len()).unwrap().to_le_bytes());
        about.extend(u16::try_from(name.len()).unwrap().to_le_bytes());
        about.extend([0, 0]);
        file.extend(b"PK\x03\x04");
        file.extend(&about);
        file.extend(name.as_bytes());
        file.extend(packed);
        directory.extend(b"PK\x01\x02\x14\x00");
        directory.extend(&about);
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let start = u32::try_from(file.len()).unwrap();
    let size = u32::try_from(directory.len()).unwrap();
    let count = u16::try_from(parts.len()).unwrap().to_le_bytes();
    file.extend(directory);
    file.extend(b"PK\x05\x06\x00\x00\x00\x00");
    file.extend([count, count].concat());
    file.extend(size.to_le_bytes());
    file.extend(start.to_le_bytes());
    file.extend([0, 0]);
    file
}

fn deflated(bytes: &[u8]) -> Vec<u8> {
    let mut compressor = libdeflater::Compressor::new(libdeflater::CompressionLvl::default());
    let mut packed = vec![0; compressor.deflate_compress_bound(bytes.len())];
    let size = compressor.deflate_compress(bytes, &mut packed).unwrap();
    packed.truncate(size);
    packed
}
