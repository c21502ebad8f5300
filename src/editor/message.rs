//! Reads and writes the messages of the language server protocol. A message is a header with a
//! length, followed by JSON.

use std::io::{self, BufRead, Read};

use serde_json::{Value, json};

/// The longest message that is accepted, in bytes.
const MAX_MESSAGE_BYTES: u64 = 16 << 20;
/// The longest header line that is accepted, in bytes.
const MAX_LINE_BYTES: u64 = 4096;

/// An error in the form of the protocol.
#[derive(Debug)]
pub struct ResponseError {
    pub code: i32,
    pub message: String,
}

impl ResponseError {
    pub const PARSE_ERROR: i32 = -32700;
    pub const INVALID_REQUEST: i32 = -32600;
    pub const METHOD_NOT_FOUND: i32 = -32601;
    pub const INVALID_PARAMS: i32 = -32602;
    pub const INTERNAL_ERROR: i32 = -32603;

    pub fn new(code: i32, message: String) -> Self {
        Self { code, message }
    }

    pub fn unknown_method(method: &str) -> Self {
        Self::new(Self::METHOD_NOT_FOUND, format!("unknown method `{method}`"))
    }

    /// Returns the response with this error to the request with this id. If the request could not be
    /// read, `id` is null.
    pub fn response(&self, id: &Value) -> Value {
        let error = json!({ "code": self.code, "message": self.message });
        json!({ "jsonrpc": "2.0", "id": id, "error": error })
    }

    /// Reads an error that another server sent.
    pub fn from_json(error: &Value) -> Self {
        let code = error["code"].as_i64().and_then(|code| i32::try_from(code).ok());
        let message = error["message"].as_str().unwrap_or_default().to_owned();
        Self { code: code.unwrap_or(Self::INTERNAL_ERROR), message }
    }
}

/// Reads the next message. Returns `None` at the end of the input.
///
/// If a message cannot be read, it is skipped, and the error says why.
pub fn read(input: &mut dyn BufRead) -> Option<Result<Value, String>> {
    let mut length = None;
    let mut is_empty = true;
    loop {
        let mut line = Vec::new();
        if (&mut *input).take(MAX_LINE_BYTES).read_until(b'\n', &mut line).ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        if line.is_empty() {
            // Empty lines before a message are skipped.
            if is_empty { continue } else { break }
        }
        is_empty = false;
        if let Some((key, value)) = line.split_once(':')
            && key.trim().eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<u64>().ok();
        }
    }
    let Some(length) = length else { return Some(Err("the message has no Content-Length".to_owned())) };
    if length > MAX_MESSAGE_BYTES {
        io::copy(&mut input.take(length), &mut io::sink()).ok()?;
        return Some(Err(format!("the message is longer than {} MiB", MAX_MESSAGE_BYTES >> 20)));
    }
    let mut bytes = Vec::new();
    input.take(length).read_to_end(&mut bytes).ok()?;
    Some(serde_json::from_slice(&bytes).map_err(|error| format!("the message is not valid JSON: {error}")))
}

/// Writes a message: passes a header and the message to `send`.
pub fn write(message: &Value, send: &mut dyn FnMut(&[u8])) {
    let body = message.to_string();
    send(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_comes_back_as_it_was_written() {
        let mut bytes = Vec::new();
        write(&json!({ "id": "é" }), &mut |part| bytes.extend_from_slice(part));
        assert_eq!(read(&mut bytes.as_slice()), Some(Ok(json!({ "id": "é" }))));
    }

    #[test]
    fn a_message_that_cannot_be_read_is_skipped() {
        let long = vec![b' '; usize::try_from(MAX_MESSAGE_BYTES).unwrap() + 1];
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
