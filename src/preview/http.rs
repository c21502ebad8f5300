//! As much of HTTP/1.1 as one page on this machine needs: `GET`, one request for each connection, small heads.

use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 8 * 1024;
/// How long a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(5);

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The path, `/` first, as it came.
    pub path: String,
    /// The query's names and values, decoded.
    pub query: Vec<(String, String)>,
    /// Which host the asker believes to speak to.
    pub host: String,
    /// Whether a browser says that a page from elsewhere asks.
    pub is_foreign: bool,
}

impl Request {
    /// The value of a name of the query.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// What is sent back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The status: 200.
    pub status: u16,
    /// What `body` is.
    pub kind: &'static str,
    /// More lines of the head, as names and values.
    pub head: Vec<(&'static str, String)>,
    /// The contents.
    pub body: Vec<u8>,
}

impl Response {
    /// A response that says all is well.
    pub fn ok(kind: &'static str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, kind, head: Vec::new(), body: body.into() }
    }

    /// A response that says what is wrong.
    pub fn error(status: u16, words: &str) -> Self {
        let body = format!("{words}\n").into_bytes();
        Self { status, kind: "text/plain; charset=utf-8", head: Vec::new(), body }
    }
}

/// Reads a request.
///
/// # Errors
/// The response to give instead; none where the asker has gone.
pub fn read(from: &mut impl Read) -> Result<Request, Option<Response>> {
    let began = Instant::now();
    let mut head = Vec::new();
    let mut part = [0; 1024];
    let end = loop {
        if let Some(end) = head.windows(4).position(|w| w == b"\r\n\r\n") {
            break end;
        }
        if head.len() > LONGEST_HEAD {
            return Err(Some(Response::error(431, "the request is too long")));
        }
        if began.elapsed() > PATIENCE {
            return Err(None);
        }
        match from.read(&mut part) {
            Ok(0) | Err(_) => return Err(None),
            Ok(n) => head.extend(part.iter().take(n)),
        }
    };
    let bad = || Some(Response::error(400, "this is not a request"));
    let text = head.get(..end).and_then(|head| std::str::from_utf8(head).ok()).ok_or_else(bad)?;
    parse(text).ok_or_else(bad)?
}

fn parse(head: &str) -> Option<Result<Request, Option<Response>>> {
    let mut lines = head.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let (method, target, version) = (first.next()?, first.next()?, first.next()?);
    if !version.starts_with("HTTP/1.") || first.next().is_some() || !target.starts_with('/') {
        return None;
    }
    if method != "GET" {
        let mut response = Response::error(405, "only GET is understood");
        response.head.push(("Allow", "GET".to_owned()));
        return Some(Err(Some(response)));
    }
    let lines: Vec<_> = lines.filter_map(|line| line.split_once(':')).collect();
    let values = |wanted: &str| {
        let of_it = lines.iter().filter(move |(name, _)| name.eq_ignore_ascii_case(wanted));
        of_it.map(|(_, value)| value.trim()).collect::<Vec<_>>()
    };
    let [host] = values("host")[..] else { return None };
    let host = host.to_owned();
    // Fetch Metadata: `none` is somebody who typed the address. What is no browser says nothing.
    let is_foreign = values("sec-fetch-site").iter().any(|site| !["same-origin", "none"].contains(site));
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    let query = pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let query = query.map(|(name, value)| (decoded(name), decoded(value))).collect();
    Some(Ok(Request { path: path.to_owned(), query, host, is_foreign }))
}

/// `%41` and `+` as the characters they stand for; bytes that are no text become `�`.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        let digits = after.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let coded = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        match (byte, coded) {
            (b'%', Some(coded)) => {
                bytes.push(coded);
                rest = after.get(2..).unwrap_or_default();
            }
            (b'+', _) => bytes.push(b' '),
            (byte, _) => bytes.push(*byte),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Sends a response. Nothing of it is kept, framed elsewhere, or taken for what it is not; the page asks nobody but
/// this server for anything.
///
/// # Errors
/// What the system says; the asker may have gone.
pub fn write(to: &mut impl Write, response: &Response) -> io::Result<()> {
    let phrase = match response.status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    };
    let mut head = format!("HTTP/1.1 {} {phrase}\r\n", response.status);
    let length = response.body.len().to_string();
    let lines = [
        ("Content-Type", response.kind),
        ("Content-Length", &length),
        ("Connection", "close"),
        ("Cache-Control", "no-store"),
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ];
    let more = response.head.iter().map(|(name, value)| (*name, value.as_str()));
    for (name, value) in lines.into_iter().chain(more) {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    to.write_all(head.as_bytes())?;
    to.write_all(&response.body)?;
    to.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Result<Request, Option<u16>> {
        read(&mut text.as_bytes()).map_err(|response| response.map(|r| r.status))
    }

    #[test]
    fn reads_what_browsers_send() {
        let request =
            asked("GET /state?paper=a3%2Ba4&after=1-2&x HTTP/1.1\r\nHost: localhost:80\r\nA: b\r\n\r\n");
        let request = request.unwrap();
        assert_eq!((request.path.as_str(), request.host.as_str()), ("/state", "localhost:80"));
        assert_eq!(request.value("paper"), Some("a3+a4"));
        assert!(!request.is_foreign);
        for (site, is_foreign) in
            [("none", false), ("same-origin", false), ("same-site", true), ("cross-site", true)]
        {
            let request = asked(&format!("GET / HTTP/1.1\r\nHost: a\r\nSEC-fetch-site: {site}\r\n\r\n"));
            assert_eq!(request.unwrap().is_foreign, is_foreign, "{site}");
        }
        assert_eq!((request.value("x"), request.value("y")), (Some(""), None));
    }

    #[test]
    fn refuses_what_is_not_for_it() {
        assert_eq!(asked("POST / HTTP/1.1\r\nHost: a\r\n\r\n"), Err(Some(405)));
        assert_eq!(asked("GET / HTTP/1.1\r\n\r\n"), Err(Some(400)));
        assert_eq!(asked("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), Err(Some(400)));
        assert_eq!(asked("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"), Err(Some(400)));
        assert_eq!(asked("nonsense\r\n\r\n"), Err(Some(400)));
        assert_eq!(asked(&format!("GET /{} HTTP/1.1\r\n", "a".repeat(20_000))), Err(Some(431)));
        assert_eq!(asked("GET / HTTP/1.1\r\nHost: a\r\n"), Err(None));
        assert_eq!(asked("GET /%zz%4 HTTP/1.1\r\nHost: a\r\n\r\n").unwrap().path, "/%zz%4");
    }

    #[test]
    fn decodes_and_keeps_what_it_cannot() {
        assert_eq!(decoded("a%20b+c%C3%A9%4"), "a b cé%4");
        assert_eq!(decoded("%ff"), "\u{fffd}");
    }
}
