//! Reads and writes the messages of the language server protocol: JSON after a header with its
//! length.

use std::io::{BufRead, Read};

use serde_json::Value;

/// The longest message that is read, in bytes.
const LONGEST: u64 = 16 << 20;
/// The longest line of a header that is read, in bytes.
const LONGEST_LINE: u64 = 4096;

/// Reads the next message; `None` at the end of the input, or for a message that cannot be read.
pub fn read(input: &mut dyn BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut buffer = String::new();
        if (&mut *input).take(LONGEST_LINE).read_line(&mut buffer).ok()? == 0 {
            return None;
        }
        let line = buffer.trim_end();
        if line.is_empty() {
            break;
        }
        let (key, value) = line.split_once(':')?;
        if key.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let mut bytes = Vec::new();
    input.take(length.filter(|length| *length <= LONGEST)?).read_to_end(&mut bytes).ok()?;
    serde_json::from_slice(&bytes).ok()
}

/// Passes a message with its header to `send`.
pub fn write(message: &Value, send: &mut dyn FnMut(&[u8])) {
    let body = message.to_string();
    send(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_message_comes_back_as_it_was_written() {
        let mut bytes = Vec::new();
        write(&json!({ "id": "é" }), &mut |part| bytes.extend_from_slice(part));
        assert_eq!(read(&mut bytes.as_slice()), Some(json!({ "id": "é" })));
    }

    #[test]
    fn a_message_without_a_length_or_that_is_too_long_is_not_read() {
        assert_eq!(read(&mut &b"\r\n{}"[..]), None);
        let header = format!("Content-Length: {}\r\n\r\n{{}}", LONGEST + 1);
        assert_eq!(read(&mut header.as_bytes()), None);
        assert_eq!(read(&mut &b""[..]), None);
    }
}
