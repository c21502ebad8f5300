//! The part of HTTP/1.1 that a single local page needs.
//!
//! - In: the bytes of a connection.
//! - Out: a [`Request`], or the bytes of a [`Response`].
//! - Not here: persistent connections, and methods other than `GET` and `POST`. `POST` is only for a
//!   file to be judged.

use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use crate::web_api::{Answer, Target};

/// The longest head of a request, in bytes.
const MAX_HEAD_BYTES: usize = 8 * 1024;
/// How long the server waits for the head of a request.
const PATIENCE: Duration = Duration::from_secs(2);
/// The largest file that may be dropped on the page, in bytes.
const MAX_DROPPED_BYTES: u64 = 64 << 20;
/// How long the server waits for a dropped file. For each [`BYTES_A_SECOND`] bytes of the file, it
/// waits one more second.
///
/// A browser on the same computer sends 64 MiB in less than a second.
const DROPPED_PATIENCE: Duration = Duration::from_secs(2);
/// The lowest speed at which a dropped file may arrive, in bytes per second.
const BYTES_A_SECOND: u64 = 8 << 20;
/// The number of bytes of a dropped file that are read at a time.
const PART: usize = 64 << 10;

/// The head of a request, and the beginning of the file that may follow the head.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The path and the query.
    pub target: Target,
    /// The host and the port of the server, as the request states them.
    pub host: String,
    /// Whether a page of another website sent the request.
    pub is_foreign: bool,
    /// A file that was dropped on the page.
    pub body: Option<Body>,
}

/// A dropped file. Perhaps only its beginning has been received.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Body {
    /// The length of the file in bytes.
    length: u64,
    /// The beginning of the file, which was received together with the head of the request.
    arrived: Vec<u8>,
}

impl Body {
    /// Reads the whole file.
    ///
    /// # Errors
    /// The browser has closed the connection, or is too slow.
    pub fn read(self, from: &mut impl Read) -> Result<Vec<u8>, Refusal> {
        let Self { length, arrived: mut body } = self;
        let patience = DROPPED_PATIENCE + Duration::from_secs(length / BYTES_A_SECOND);
        let (began, length) = (Instant::now(), usize::try_from(length).unwrap_or(usize::MAX));
        body.truncate(length);
        let mut part = [0; PART];
        while body.len() < length {
            match from.read(&mut part) {
                Ok(0) | Err(_) => return Err(Refusal::Gone),
                Ok(_) if began.elapsed() > patience => return Err(Refusal::Gone),
                Ok(n) => body.extend(part.iter().take(n.min(length - body.len()))),
            }
        }
        Ok(body)
    }
}

/// A response to a browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    pub status: u16,
    /// The media type of the body.
    pub kind: String,
    /// Additional header fields, as names and values.
    pub head: Vec<(&'static str, String)>,
    pub body: Vec<u8>,
}

impl Response {
    /// Creates a response with status 200.
    pub fn ok(kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, kind: kind.to_owned(), head: Vec::new(), body: body.into() }
    }

    /// Creates a response with an error message.
    pub fn error(status: u16, message: &str) -> Self {
        Answer::error(status, message).into()
    }
}

impl From<Answer> for Response {
    fn from(answer: Answer) -> Self {
        let Answer { status, kind, name, body } = answer;
        let head = name.map(|name| ("Content-Disposition", attachment(&name)));
        Self { status, kind, head: head.into_iter().collect(), body }
    }
}

/// The reason why a request gets no normal answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The request is not acceptable. The browser gets this response.
    Answered(Response),
    /// The browser has closed the connection, or is too slow.
    Gone,
}

impl Refusal {
    fn error(status: u16, message: &str) -> Self {
        Self::Answered(Response::error(status, message))
    }

    /// Returns the HTTP status of the response. Returns `None` if the browser gets no response.
    pub fn status(&self) -> Option<u16> {
        match self {
            Self::Answered(response) => Some(response.status),
            Self::Gone => None,
        }
    }

    fn bad_request() -> Self {
        Self::error(400, "invalid request")
    }
}

/// Returns the value of the header field `Content-Disposition` for a file with this name.
///
/// The value contains the name twice (RFC 6266): once with `_` for each character that is not printable
/// ASCII, and once with all characters.
fn attachment(name: &str) -> String {
    let coded: String = name.bytes().map(percent_encoded).collect();
    let plain: String =
        name.chars().map(|c| if c.is_ascii_graphic() && !"\"\\".contains(c) { c } else { '_' }).collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{coded}")
}

fn percent_encoded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-._".contains(&byte) {
        return char::from(byte).to_string();
    }
    format!("%{byte:02X}")
}

/// Reads the head of a request.
///
/// # Errors
/// The request is not acceptable, or the browser has closed the connection.
pub fn read(from: &mut impl Read) -> Result<Request, Refusal> {
    let began = Instant::now();
    let mut received = Vec::new();
    let mut part = [0; 1024];
    let end = loop {
        if let Some(end) = received.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if received.len() > MAX_HEAD_BYTES {
            return Err(Refusal::error(431, "the request is too long"));
        }
        if began.elapsed() > PATIENCE {
            return Err(Refusal::Gone);
        }
        match from.read(&mut part) {
            Ok(0) | Err(_) => return Err(Refusal::Gone),
            Ok(n) => received.extend(part.iter().take(n)),
        }
    };
    let head = received
        .get(..end)
        .and_then(|head| std::str::from_utf8(head).ok())
        .and_then(Head::parse)
        .ok_or_else(Refusal::bad_request)?;
    let arrived = received.get(end + 4..).unwrap_or_default().to_vec();
    let body = head.body_length()?.map(|length| Body { length, arrived });
    head.into_request(body)
}

/// The head of a request.
struct Head<'h> {
    method: &'h str,
    target: Target,
    /// The header fields, as names and values.
    fields: Vec<(&'h str, &'h str)>,
}

impl<'h> Head<'h> {
    /// Splits a head into its parts. Returns `None` if it is not an HTTP/1 head.
    fn parse(head: &'h str) -> Option<Self> {
        let mut lines = head.split("\r\n");
        let mut first = lines.next()?.split(' ');
        let (method, target, version) = (first.next()?, first.next()?, first.next()?);
        if !version.starts_with("HTTP/1.") || first.next().is_some() || !target.starts_with('/') {
            return None;
        }
        // A field name that is empty or ends with a space is refused, because other programs may read
        // such a field differently (RFC 9112, 5.1).
        let is_name = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_graphic());
        let fields = lines.map(|line| line.split_once(':').filter(|(name, _)| is_name(name)));
        let fields = fields.collect::<Option<_>>()?;
        Some(Self { method, target: Target::parse(target), fields })
    }

    /// Returns all values of a header field.
    fn values(&self, wanted: &str) -> Vec<&'h str> {
        let fields = self.fields.iter().filter(|(name, _)| name.eq_ignore_ascii_case(wanted));
        fields.map(|(_, value)| value.trim()).collect()
    }

    /// Returns whether the request sends a file to be judged. The body of any other request is not
    /// read.
    fn has_file(&self) -> bool {
        self.method == "POST" && self.target.path == "/judge"
    }

    /// Returns the host that the request names.
    ///
    /// # Errors
    /// The request names no host, or more than one.
    fn host(&self) -> Result<&'h str, Refusal> {
        match self.values("host")[..] {
            [host] => Ok(host),
            _ => Err(Refusal::bad_request()),
        }
    }

    /// Returns the length of the body in bytes, or `None` if the request has no body.
    ///
    /// # Errors
    /// The method or the length is not acceptable.
    fn body_length(&self) -> Result<Option<u64>, Refusal> {
        if self.method != "GET" && !self.has_file() {
            let mut response = Response::error(405, "only GET is supported");
            response.head.push(("Allow", "GET".to_owned()));
            return Err(Refusal::Answered(response));
        }
        self.host()?;
        if !self.has_file() {
            return Ok(None);
        }
        let [length] = self.values("content-length")[..] else { return Err(Refusal::bad_request()) };
        // `parse` would also accept a sign, as in `+5`.
        if !length.bytes().all(|digit| digit.is_ascii_digit()) {
            return Err(Refusal::bad_request());
        }
        match length.parse::<u64>() {
            Ok(length) if length > MAX_DROPPED_BYTES => {
                let message = format!(
                    "this page checks files of at most {} MiB; use `hexpress check` for this file",
                    MAX_DROPPED_BYTES >> 20
                );
                Err(Refusal::error(413, &message))
            }
            Ok(length) => Ok(Some(length)),
            Err(_) => Err(Refusal::bad_request()),
        }
    }

    /// Returns whether a page of another website sent the request.
    ///
    /// In the field `Sec-Fetch-Site`, `none` means that the user typed the address. Programs other
    /// than browsers do not send this field.
    fn is_foreign(&self, host: &str) -> bool {
        let is_other_site =
            self.values("sec-fetch-site").iter().any(|site| !["same-origin", "none"].contains(site));
        // When a page sends a file, the browser adds the field `Origin`, which names the website of the
        // page.
        let own_origin = format!("http://{host}");
        let is_other_origin =
            self.has_file() && self.values("origin").iter().any(|origin| *origin != own_origin);
        is_other_site || is_other_origin
    }

    fn into_request(self, body: Option<Body>) -> Result<Request, Refusal> {
        let host = self.host()?.to_owned();
        let is_foreign = self.is_foreign(&host);
        Ok(Request { target: self.target, host, is_foreign, body })
    }
}

/// Sends a response.
///
/// The header fields forbid the browser to store the response, to show it in a frame, to guess its
/// type, and to load anything from other servers.
///
/// # Errors
/// The system reports an error, for example that the browser has closed the connection.
pub fn write(to: &mut impl Write, response: &Response) -> io::Result<()> {
    let phrase = match response.status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        409 => "Conflict",
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    };
    let mut head = format!("HTTP/1.1 {} {phrase}\r\n", response.status);
    let length = response.body.len().to_string();
    let fields = [
        ("Content-Type", response.kind.as_str()),
        ("Content-Length", &length),
        ("Connection", "close"),
        ("Cache-Control", "no-store"),
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data: blob:; \
             base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ];
    let more = response.head.iter().map(|(name, value)| (*name, value.as_str()));
    for (name, value) in fields.into_iter().chain(more) {
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
        read(&mut text.as_bytes()).map_err(|refusal| refusal.status())
    }

    #[test]
    fn reads_what_browsers_send() {
        let request =
            asked("GET /state?paper=a3%2Ba4&after=1-2&x HTTP/1.1\r\nHost: localhost:80\r\nA: b\r\n\r\n");
        let request = request.unwrap();
        let Request { target, host, .. } = &request;
        assert_eq!((target.path.as_str(), host.as_str()), ("/state", "localhost:80"));
        assert_eq!(target.value("paper"), Some("a3+a4"));
        assert!(!request.is_foreign);
        for (site, is_foreign) in
            [("none", false), ("same-origin", false), ("same-site", true), ("cross-site", true)]
        {
            let request = asked(&format!("GET / HTTP/1.1\r\nHost: a\r\nSEC-fetch-site: {site}\r\n\r\n"));
            assert_eq!(request.unwrap().is_foreign, is_foreign, "{site}");
        }
        assert_eq!((request.target.value("x"), request.target.value("y")), (Some(""), None));
    }

    #[test]
    fn refuses_what_is_not_for_it() {
        assert_eq!(asked("POST / HTTP/1.1\r\nHost: a\r\n\r\n"), Err(Some(405)));
        assert_eq!(asked("GET / HTTP/1.1\r\n\r\n"), Err(Some(400)));
        assert_eq!(asked("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), Err(Some(400)));
        assert_eq!(asked("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"), Err(Some(400)));
        assert_eq!(asked("nonsense\r\n\r\n"), Err(Some(400)));
        assert_eq!(asked("GET / HTTP/1.1\r\nHost: a\r\nSec-Fetch-Site : cross-site\r\n\r\n"), Err(Some(400)));
        assert_eq!(asked("GET / HTTP/1.1\r\nHost: a\r\n folded: b\r\n\r\n"), Err(Some(400)));
        assert_eq!(asked("GET / HTTP/1.1\r\nHost: a\r\nnonsense\r\n\r\n"), Err(Some(400)));
        assert_eq!(asked(&format!("GET /{} HTTP/1.1\r\n", "a".repeat(20_000))), Err(Some(431)));
        assert_eq!(asked("GET / HTTP/1.1\r\nHost: a\r\n"), Err(None));
    }

    #[test]
    fn names_of_files_are_safe_in_a_head() {
        assert_eq!(
            attachment("a b\r\n\"é.pdf"),
            "attachment; filename=\"a_b____.pdf\"; filename*=UTF-8''a%20b%0D%0A%22%C3%A9.pdf"
        );
    }

    #[test]
    fn a_file_is_dropped_on_the_checker_alone_and_from_this_page_alone() {
        let post = |target: &str, more: &str, body: &str| {
            asked(&format!("POST {target} HTTP/1.1\r\nHost: a:1\r\n{more}\r\n{body}"))
        };
        let request = post("/judge?name=x", "Origin: http://a:1\r\nContent-Length: 4\r\n", "%P").unwrap();
        assert!(!request.is_foreign);
        let body = request.body.unwrap();
        assert_eq!(body.clone().read(&mut &b"DFx"[..]), Ok(b"%PDF".to_vec()));
        assert_eq!(body.read(&mut &b"D"[..]), Err(Refusal::Gone));
        let elsewhere = post("/judge", "Origin: http://b\r\nContent-Length: 0\r\n", "").unwrap();
        assert!(elsewhere.is_foreign);
        assert_eq!(post("/judge", "", ""), Err(Some(400)));
        assert_eq!(post("/judge", "Content-Length: +4\r\n", "%PDF"), Err(Some(400)));
        assert_eq!(post("/judge", "Content-Length: \r\n", ""), Err(Some(400)));
        assert_eq!(post("/judge", "Content-Length: 99999999999\r\n", ""), Err(Some(413)));
        assert_eq!(post("/sheets", "Content-Length: 0\r\n", ""), Err(Some(405)));
    }
}
