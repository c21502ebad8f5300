//! `hexpress preview`: one page on this machine with every sheet, drawn anew as the layout is saved.
//!
//! The server answers on the loopback address only, and only those who ask for it by that name, so that no page from
//! elsewhere can look in; a browser says which page asks (`Sec-Fetch-Site`), and other pages are refused. It changes
//! nothing: it understands `GET`, and `POST` of a file that the checker looks at.

mod desk;
pub mod http;
mod watch;

use std::io::{self, Read};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

pub use desk::{Desk, Helper, Reader, Source};

use http::{Request, Response};

/// The page and its parts: name, kind, contents. `/` is the first.
const PARTS: &[(&str, &str, &str)] = &[
    ("/", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("/page.css", "text/css; charset=utf-8", include_str!("page/page.css")),
    ("/page.js", SCRIPT, include_str!("page/page.js")),
    ("/dom.js", SCRIPT, include_str!("page/dom.js")),
    ("/sheets.js", SCRIPT, include_str!("page/sheets.js")),
    ("/told.js", SCRIPT, include_str!("page/told.js")),
    ("/drop.js", SCRIPT, include_str!("page/drop.js")),
    ("/choices.js", SCRIPT, include_str!("page/choices.js")),
    ("/backend.js", SCRIPT, include_str!("page/backend.js")),
];
const SCRIPT: &str = "text/javascript; charset=utf-8";

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

    /// Answers until the program ends. `file` is watched, and so are those that the layout names.
    pub fn run(self, desk: Arc<Desk>, file: Option<PathBuf>) -> ! {
        let watched = Arc::clone(&desk);
        let is_watched = thread::Builder::new().spawn(move || watch::run(&watched, file)).is_ok();
        let site = Arc::new(Site { desk, port: self.address.port() });
        let busy = Arc::new(AtomicUsize::new(0));
        loop {
            let Ok((connection, _)) = self.listener.accept() else { continue };
            let before = busy.fetch_add(1, Ordering::SeqCst);
            // Given back even where an answer cannot be worked out.
            let place = Seat(Arc::clone(&busy));
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
struct Seat(Arc<AtomicUsize>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// What there is to ask for.
struct Site {
    desk: Arc<Desk>,
    port: u16,
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

    fn answer(&self, request: &Request, patience: Duration) -> Response {
        if !self.is_meant(&request.host) {
            return Response::error(403, "this page is at 127.0.0.1");
        }
        if request.is_foreign {
            return Response::error(403, "another page asks for this");
        }
        let path = request.target.path.as_str();
        if let Some((_, kind, text)) = PARTS.iter().find(|(name, ..)| *name == path) {
            return Response::ok(kind, *text);
        }
        if path == "/wait" {
            return self.desk.wait(request.target.value("known"), patience).into();
        }
        self.desk.answer(&request.target, request.body.as_deref()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_loopback_names_are_meant() {
        let nothing = || crate::diag::codes::NOTHING.error("nothing");
        let reader = Box::new(move || Err(nothing()));
        let helper = Box::new(move |_: &_, _: Option<&_>| Err(nothing()));
        let options = crate::record::Options::new("iso", 6.35);
        let site = Site { desk: Arc::new(Desk::new(reader, helper, options)), port: 8000 };
        for host in ["127.0.0.1:8000", "localhost:8000"] {
            assert!(site.is_meant(host), "{host}");
        }
        for host in ["127.0.0.1", "localhost", "127.0.0.1:8001", "example.org:8000", "[::1]:8000", ""] {
            assert!(!site.is_meant(host), "{host}");
        }
    }
}
