//! `hexpress preview`: one page on this machine with every sheet, drawn anew as the layout is saved.
//!
//! The server answers on the loopback address only, and only those who ask for it by that name, so that no page from
//! elsewhere can look in; a browser says which page asks (`Sec-Fetch-Site`), and other pages are refused. It understands
//! `GET` and changes nothing.

mod apart;
mod desk;
pub mod http;
mod mistakes;
mod watch;

use std::io::{self, Read};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

pub use desk::{Choice, Desk, Helper, Pdf, Reader, Source, Task};

use crate::print::paper::PAPERS;
use http::{Request, Response};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// How many may ask at the same time: a browser opens six connections for a page.
const MOST: usize = 32;
/// How many more are told that there are too many; others are left without an answer.
const REFUSED: usize = 8;
/// How long somebody who waits for a change is left without an answer.
const WAIT: Duration = Duration::from_secs(20);
/// The same where one thread answers everybody.
const LONELY: Duration = Duration::from_millis(500);
/// How long a browser that does not read is waited for.
const SLOW: Duration = Duration::from_secs(20);
/// How long somebody who goes on speaking after the answer is listened to.
const PARTING: Duration = Duration::from_millis(100);

/// A server that has its port, and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes a port of the loopback address; any free one for 0.
    ///
    /// # Errors
    /// What the system says: somebody else has it.
    pub fn bind(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }

    /// What to type into a browser.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers until the program ends. `file` is watched, and so are those that the layout names; `paper` is what
    /// the page shows first.
    pub fn run(self, desk: Arc<Desk>, file: Option<PathBuf>, paper: &str) -> ! {
        let watched = Arc::clone(&desk);
        let is_watched = thread::Builder::new().spawn(move || watch::run(&watched, file)).is_ok();
        let site = Arc::new(Site { desk, port: self.address.port(), paper: paper.to_owned() });
        let busy = Arc::new(AtomicUsize::new(0));
        loop {
            let Ok((connection, _)) = self.listener.accept() else { continue };
            let before = busy.fetch_add(1, Ordering::SeqCst);
            // Given back even where an answer cannot be worked out.
            let place = Place(Arc::clone(&busy));
            if before >= MOST + REFUSED {
                continue;
            }
            // For the case that no thread can be had: then one after the other is answered here.
            let here = connection.try_clone();
            let of_thread = Arc::clone(&site);
            let serve = move || {
                let _place = place;
                match before < MOST {
                    true => of_thread.serve(connection, WAIT),
                    false => refuse(connection),
                }
            };
            if thread::Builder::new().spawn(serve).is_err()
                && let Ok(connection) = here
            {
                if !is_watched {
                    site.desk.look_if_changed();
                }
                site.serve(connection, LONELY);
            }
        }
    }
}

/// Tells somebody that too many ask.
fn refuse(mut connection: TcpStream) {
    let _ = connection.set_write_timeout(Some(PARTING));
    send(&mut connection, &Response::error(503, "too many ask at once"));
}

/// Sends a response, and takes what is still coming: a connection that is closed on somebody who is speaking loses
/// the answer as well.
fn send(connection: &mut TcpStream, response: &Response) {
    // Whoever has gone has seen enough.
    if http::write(connection, response).is_err() || connection.shutdown(Shutdown::Write).is_err() {
        return;
    }
    let _ = connection.set_read_timeout(Some(PARTING));
    let mut rest = [0; 4096];
    for _ in 0..16 {
        if !matches!(connection.read(&mut rest), Ok(1..)) {
            return;
        }
    }
}

/// A place among those who ask.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// What there is to ask for.
struct Site {
    desk: Arc<Desk>,
    port: u16,
    paper: String,
}

impl Site {
    /// Answers somebody, who waits for a change for as long as `patience` says.
    fn serve(&self, mut connection: TcpStream, patience: Duration) {
        let _ = connection.set_read_timeout(Some(Duration::from_secs(5)));
        let _ = connection.set_write_timeout(Some(SLOW));
        let _ = connection.set_nodelay(true);
        let response = match http::read(&mut connection) {
            Ok(request) => self.answer(&request, patience),
            Err(Some(response)) => response,
            Err(None) => return,
        };
        send(&mut connection, &response);
    }

    /// Whether the asker means this server: a name from elsewhere that leads here is somebody else's page.
    fn is_meant(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        (name == "127.0.0.1" || name == "localhost") && port.parse() == Ok(self.port)
    }

    /// What is chosen; without a seed, or with an empty one, it is the layout's own.
    fn choice(&self, request: &Request) -> Result<Choice, Response> {
        let paper = request.value("paper").unwrap_or(&self.paper).trim().to_ascii_lowercase();
        let typed = request.value("seed").unwrap_or_default().trim();
        let seed = (!typed.is_empty()).then(|| typed.parse::<u64>()).transpose();
        let wrong = |_| Response::error(400, &format!("a seed is a whole number from 0 to {}", u64::MAX));
        Ok(Choice { paper, seed: seed.map_err(wrong)? })
    }

    fn answer(&self, request: &Request, patience: Duration) -> Response {
        if !self.is_meant(&request.host) {
            return Response::error(403, "this page is at 127.0.0.1");
        }
        if request.is_foreign {
            return Response::error(403, "another page asks for this");
        }
        let choice = match self.choice(request) {
            Ok(choice) => choice,
            Err(response) => return response,
        };
        match request.path.as_str() {
            "/" => Response::ok("text/html; charset=utf-8", PAGE),
            "/page.css" => Response::ok("text/css; charset=utf-8", STYLE),
            "/page.js" => Response::ok("text/javascript; charset=utf-8", SCRIPT),
            "/papers" => json_response(&papers(&self.paper)),
            "/state" => json_response(&self.desk.state(&choice, request.value("known"), patience)),
            "/verdict" => json_response(&self.desk.verdict(&choice, request.value("known"))),
            "/pdf" => match self.desk.pdf(&choice, request.value("file")) {
                Ok(None) => Response::error(404, "no PDF of this layout has that name"),
                Ok(Some((name, bytes))) => {
                    let mut response = Response::ok("application/pdf", bytes);
                    response.head.push(("Content-Disposition", attachment(&name)));
                    response
                }
                Err(_) => Response::error(409, "the layout has mistakes; the page tells them"),
            },
            _ => Response::error(404, "there is nothing here"),
        }
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

fn json_response(value: &Value) -> Response {
    Response::ok("application/json", value.to_string())
}

/// The papers to choose from, and the one to begin with.
fn papers(first: &str) -> Value {
    let families = [("iso", "A3 and A4"), ("us", "11 x 17 and 8.5 x 11 in"), ("both", "pages for either")];
    let families = families.into_iter().map(|(name, note)| (name.to_owned(), note.to_owned()));
    let single = PAPERS.iter().map(|paper| {
        let size = kurbo::Size::new(paper.size.0, paper.size.1);
        (paper.name.to_owned(), crate::print::paper::sheet_name(size))
    });
    let mut all: Vec<(String, String)> = families.chain(single).collect();
    if !all.iter().any(|(name, _)| name == first) {
        all.insert(0, (first.to_owned(), String::new()));
    }
    let papers: Vec<_> = all.into_iter().map(|(name, note)| json!({ "name": name, "note": note })).collect();
    json!({ "first": first, "papers": papers })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_safe_in_a_head() {
        assert_eq!(
            attachment("a b\r\n\"é.pdf"),
            "attachment; filename=\"a_b____.pdf\"; filename*=UTF-8''a%20b%0D%0A%22%C3%A9.pdf"
        );
    }

    #[test]
    fn only_the_loopback_names_are_meant() {
        let reader: Box<Reader> =
            Box::new(|| Err(crate::diag::Diagnostic::error(crate::diag::codes::NOTHING, "nothing")));
        let options = crate::record::Options::new("iso", 6.35);
        let site = Site { desk: Arc::new(Desk::new(reader, options)), port: 8000, paper: "iso".into() };
        for host in ["127.0.0.1:8000", "localhost:8000"] {
            assert!(site.is_meant(host), "{host}");
        }
        for host in ["127.0.0.1", "localhost", "127.0.0.1:8001", "example.org:8000", "[::1]:8000", ""] {
            assert!(!site.is_meant(host), "{host}");
        }
    }
}
