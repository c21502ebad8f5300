//! Reads and writes the messages of the language server protocol. A message is a header with a
//! length, followed by JSON.

use std::io::{self, BufRead, Read};

use serde_json::Value;

/// The longest message that is accepted, in bytes.
const LONGEST: u64 = 16 << 20;
/// The longest header line that is accepted, in bytes.
const LONGEST_LINE: u64 = 4096;

/// Reads the next message. Returns `None` at the end of the input.
///
/// A message that cannot be read is skipped. The error gives the reason.
pub fn read(input: &mut dyn BufRead) -> Option<Result<Value, String>> {
    let mut length = None;
    let mut is_empty = true;
    loop {
        let mut line = Vec::new();
        if (&mut *input).take(LONGEST_LINE).read_until(b'\n', &mut line).ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            // Skips empty lines between two messages.
            match is_empty {
                true => continue,
                false => break,
            }
        }
        is_empty = false;
        if let Some((key, value)) = line.split_once(':')
            && key.trim().eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let Some(length) = length else { return Some(Err("the message has no Content-Length".to_owned())) };
    if length > LONGEST {
        io::copy(&mut input.take(length), &mut io::sink()).ok()?;
        return Some(Err(format!("the message is longer than {} MiB", LONGEST >> 20)));
    }
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).map_err(|wrong| format!("the message is not valid JSON: {wrong}")))
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
        assert_eq!(read(&mut bytes.as_slice()), Some(Ok(json!({ "id": "é" }))));
    }

    #[test]
    fn a_message_that_cannot_be_read_is_skipped() {
        let long = vec![b' '; usize::try_from(LONGEST).unwrap() + 1];
        for wrong in [&b"{"[..], b"[{}", b"\xff", &long] {
            let header = format!("Content-Length: {}\r\n\r\n", wrong.len());
            let bytes = [header.as_bytes(), wrong, b"Content-Length: 2\r\n\r\n{}"].concat();
            let mut rest = bytes.as_slice();
            assert!(read(&mut rest).unwrap().is_err());
            assert_eq!(read(&mut rest), Some(Ok(json!({}))));
        }
        let mut rest = &b"nonsense\r\n\r\nContent-Length: 2\r\n\r\n{}"[..];
        assert!(read(&mut rest).unwrap().is_err());
        assert_eq!(read(&mut rest), Some(Ok(json!({}))));
        assert_eq!(read(&mut rest), None);
    }
}
