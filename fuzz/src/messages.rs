//! Splits and joins messages to a language server. The layout in a message is a separate part,
//! without the escapes of JSON.

use super::forms::Part;

const TEXT: &str = "\"text\":\"";

pub fn apart(file: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = file;
    while let Some(end) = rest.windows(4).position(|part| part == b"\r\n\r\n") {
        let head = String::from_utf8_lossy(&rest[..end]).into_owned();
        let length = head.rsplit(' ').next().and_then(|digits| digits.parse::<usize>().ok()).unwrap_or(0);
        let body = &rest[end + 4..];
        let (body, after) = body.split_at(length.min(body.len()));
        parts.push(with_layout(body).unwrap_or_else(|| Part { name: Vec::new(), bytes: body.to_vec() }));
        rest = after;
    }
    parts
}

/// Returns the layout in a message, together with the rest of the message.
fn with_layout(body: &[u8]) -> Option<Part> {
    let body = std::str::from_utf8(body).ok()?;
    let start = body.find(TEXT)? + TEXT.len() - 1;
    let mut values = serde_json::Deserializer::from_str(&body[start..]).into_iter::<String>();
    let bytes = values.next()?.ok()?.into_bytes();
    let name = [&body[..start], &body[start + values.byte_offset()..]].join("\0").into_bytes();
    Some(Part { name, bytes })
}

pub fn together(parts: &[Part]) -> Vec<u8> {
    let mut file = Vec::new();
    for part in parts {
        let name = String::from_utf8_lossy(&part.name);
        let body = match name.split_once('\0') {
            Some((before, behind)) => {
                let text = serde_json::Value::from(String::from_utf8_lossy(&part.bytes));
                format!("{before}{text}{behind}").into_bytes()
            }
            None => part.bytes.clone(),
        };
        file.extend(format!("Content-Length: {}\r\n\r\n", body.len()).bytes());
        file.extend(body);
    }
    file
}
