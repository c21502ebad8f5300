//! As much of HTTP/1.1 as one page on this machine needs: `GET`, and `POST` of a file that is looked at; one request for
//! each connection, small heads.

use std::io::{self, Read, Write};
use std::time::{Duration, Instant};

use crate::page::{Answer, Target};

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 8 * 1024;
/// How long a request may take to arrive.
const PATIENCE: Duration = Duration::from_secs(5);
/// The largest file that may be dropped on the page, in bytes, and how long it may take to arrive.
const LARGEST_DROPPED: u64 = 64 << 20;
const DROPPING: Duration = Duration::from_secs(30);

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// What for.
    pub target: Target,
    /// Which host the asker believes to speak to.
    pub host: String,
    /// Whether a browser says that a page from elsewhere asks.
    pub is_foreign: bool,
    /// A file that was sent along.
    pub body: Option<Vec<u8>>,
}

/// What is sent back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Response {
    /// The status: 200.
    pub status: u16,
    /// What `body` is.
    pub kind: String,
    /// More lines of the head, as names and values.
    pub head: Vec<(&'static str, String)>,
    /// The contents.
    pub body: Vec<u8>,
}

impl Response {
    /// A response that says all is well.
    pub fn ok(kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, kind: kind.to_owned(), head: Vec::new(), body: body.into() }
    }

    /// A response that says what is wrong.
    pub fn error(status: u16, words: &str) -> Self {
        Answer::error(status, words).into()
    }
}

impl From<Answer> for Response {
    fn from(answer: Answer) -> Self {
        let Answer { status, kind, name, body } = answer;
        let head = name.map(|name| ("Content-Disposition", attachment(&name)));
        Self { status, kind, head: head.into_iter().collect(), body }
    }
}

/// A file to be saved under this name; a sign that a head cannot hold becomes `_` (RFC 6266 has another form for it).
fn attachment(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_graphic() && !"\"\\".contains(c) { c } else { '_' };
    let coded: String = name.bytes().map(coded).collect();
    let plain: String = name.chars().map(plain).collect();
    format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{coded}")
}

/// A byte as it stands in an address.
fn coded(byte: u8) -> String {
    if byte.is_ascii_alphanumeric() || b"-._".contains(&byte) {
        return char::from(byte).to_string();
    }
    format!("%{byte:02X}")
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
    let (mut request, length) = parse(text).ok_or_else(bad)??;
    if let Some(length) = length {
        let mut body = head.get(end + 4..).unwrap_or_default().to_vec();
        while (body.len() as u64) < length {
            match from.read(&mut part) {
                Ok(0) | Err(_) => return Err(None),
                Ok(_) if began.elapsed() > DROPPING => return Err(None),
                Ok(n) => body.extend(part.iter().take(n)),
            }
        }
        request.body = Some(body);
    }
    Ok(request)
}

/// A request without its body, and how long that is; none where it has none.
type Head = (Request, Option<u64>);

fn parse(head: &str) -> Option<Result<Head, Option<Response>>> {
    let mut lines = head.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let (method, target, version) = (first.next()?, first.next()?, first.next()?);
    if !version.starts_with("HTTP/1.") || first.next().is_some() || !target.starts_with('/') {
        return None;
    }
    let target = Target::parse(target);
    // A file can be dropped on the checker, and on nothing else.
    let is_dropped = method == "POST" && target.path == "/judge";
    if method != "GET" && !is_dropped {
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
    let mut is_foreign = values("sec-fetch-site").iter().any(|site| !["same-origin", "none"].contains(site));
    // What sends a file says where it comes from.
    is_foreign |= values("origin").iter().any(|origin| is_dropped && *origin != format!("http://{host}"));
    let length = match (is_dropped, &values("content-length")[..]) {
        (false, _) => None,
        (true, [length]) => Some(length.parse().ok()?),
        (true, _) => return None,
    };
    if length.is_some_and(|length| length > LARGEST_DROPPED) {
        let words = format!("a file of more than {} MiB is not judged here", LARGEST_DROPPED >> 20);
        return Some(Err(Some(Response::error(413, &words))));
    }
    Some(Ok((Request { target, host, is_foreign, body: None }, length)))
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
        413 => "Content Too Large",
        431 => "Request Header Fields Too Large",
        503 => "Service Unavailable",
        _ => "Error",
    };
    let mut head = format!("HTTP/1.1 {} {phrase}\r\n", response.status);
    let length = response.body.len().to_string();
    let lines = [
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
        let request = post("/judge?name=x", "Origin: http://a:1\r\nContent-Length: 4\r\n", "%PDF").unwrap();
        assert_eq!((request.is_foreign, request.body.as_deref()), (false, Some(&b"%PDF"[..])));
        let elsewhere = post("/judge", "Origin: http://b\r\nContent-Length: 0\r\n", "").unwrap();
        assert!(elsewhere.is_foreign);
        assert_eq!(post("/judge", "", ""), Err(Some(400)));
        assert_eq!(post("/judge", "Content-Length: 4\r\n", "%P"), Err(None));
        assert_eq!(post("/judge", "Content-Length: 99999999999\r\n", ""), Err(Some(413)));
        assert_eq!(post("/sheets", "Content-Length: 0\r\n", ""), Err(Some(405)));
    }
}
