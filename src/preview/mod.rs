//! `hexpress preview`: a local page with every sheet, redrawn whenever the layout is saved.
//!
//! - In: a [`Desk`] with the layout, and requests of a browser.
//! - Out: the page and its answers.
//! - Not here: changing or writing anything. Only `GET`, and `POST` of a file for the checker, are
//!   supported.
//!
//! Other websites cannot read the page: the server listens on the loopback address only, and
//! refuses requests that name another host or that a browser marks as coming from another page
//! (`Sec-Fetch-Site`).

mod desk;
pub mod http;
mod watch;

use std::io::{self, Read};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

pub use desk::{Desk, Helper, Reader, Source};

use http::{Refusal, Request, Response};

/// A static file of the page.
struct Asset {
    path: &'static str,
    media_type: &'static str,
    text: &'static str,
}

const fn script(path: &'static str, text: &'static str) -> Asset {
    Asset { path, media_type: "text/javascript; charset=utf-8", text }
}

const fn style(path: &'static str, text: &'static str) -> Asset {
    Asset { path, media_type: "text/css; charset=utf-8", text }
}

/// The static files of the page.
const ASSETS: &[Asset] = &[
    Asset { path: "/", media_type: "text/html; charset=utf-8", text: include_str!("page/index.html") },
    style("/page.css", include_str!("page/page.css")),
    style("/desk.css", include_str!("page/desk.css")),
    style("/start.css", include_str!("page/start.css")),
    style("/help.css", include_str!("page/help.css")),
    script("/boot.js", include_str!("page/boot.js")),
    script("/page.js", include_str!("page/page.js")),
    script("/dom.js", include_str!("page/dom.js")),
    script("/sheets.js", include_str!("page/sheets.js")),
    script("/pieces.js", include_str!("page/pieces.js")),
    script("/marks.js", include_str!("page/marks.js")),
    script("/told.js", include_str!("page/told.js")),
    script("/drop.js", include_str!("page/drop.js")),
    script("/choices.js", include_str!("page/choices.js")),
    script("/calm.js", include_str!("page/calm.js")),
    script("/help.js", include_str!("page/help.js")),
    script("/links.js", include_str!("page/links.js")),
    script("/menus.js", include_str!("page/menus.js")),
    script("/panes.js", include_str!("page/panes.js")),
    script("/take.js", include_str!("page/take.js")),
    script("/where.js", include_str!("page/where.js")),
    script("/backend.js", include_str!("page/backend.js")),
];

/// The most connections at the same time. A browser opens six for a page; the others are for
/// browsers that connect and send nothing, which end after two seconds.
const MOST_CONNECTIONS: usize = 128;
/// The most dropped files that are read, judged or waiting for that at the same time. One at a time
/// is read, because each may have 64 MiB.
const MOST_DROPPED: usize = 4;
/// How many more connections get an error; any others are closed without an answer.
const MOST_REFUSED: usize = 8;
/// The longest time that a request waits for a change.
const WAIT: Duration = Duration::from_secs(20);
/// The longest time that a request waits for a change if one thread answers all requests.
const WAIT_SINGLE_THREADED: Duration = Duration::from_millis(500);
/// How long a browser may take to send the next part of a request.
const READ_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a browser may take to read an answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long what a browser sends after the answer is still read.
const CLOSING_TIMEOUT: Duration = Duration::from_millis(100);
/// How many times 4 KiB are still read after the answer.
const CLOSING_READS: usize = 16;

/// A server that has a port but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Takes a port of the loopback address. Port 0 chooses any free port.
    ///
    /// # Errors
    /// The error of the system, for example that another program has the port.
    pub fn bind(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }

    /// Returns the address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers until the program ends. Watches the layout at `file`, and the files that the layout
    /// names.
    pub fn run(self, desk: Arc<Desk>, file: Option<PathBuf>) -> ! {
        let watched = Arc::clone(&desk);
        let is_watched = thread::Builder::new().spawn(move || watch::run(&watched, file)).is_ok();
        let site = Arc::new(Site::new(desk, self.address.port()));
        let open = Arc::new(AtomicUsize::new(0));
        loop {
            let Ok((connection, _)) = self.listener.accept() else { continue };
            let (seat, taken) = Seat::take(&open);
            if taken >= MOST_CONNECTIONS + MOST_REFUSED {
                continue;
            }
            // If the system has no thread left, this thread answers.
            let fallback = connection.try_clone();
            let site_of_thread = Arc::clone(&site);
            let spawned = thread::Builder::new().spawn(move || {
                let _seat = seat;
                match taken < MOST_CONNECTIONS {
                    true => site_of_thread.serve(connection, WAIT),
                    false => refuse(connection),
                }
            });
            if spawned.is_err()
                && let Ok(connection) = fallback
            {
                if !is_watched {
                    site.desk.reload_if_changed();
                }
                site.serve(connection, WAIT_SINGLE_THREADED);
            }
        }
    }
}

/// Answers that there are too many connections.
fn refuse(mut connection: TcpStream) {
    let _ = connection.set_write_timeout(Some(CLOSING_TIMEOUT));
    send(&mut connection, &Response::error(503, "too many requests at once"));
}

/// Sends a response. Then reads what the browser still sends, because closing a connection with
/// unread data would discard the response.
fn send(connection: &mut TcpStream, response: &Response) {
    // An error means that the browser has closed the page.
    if http::write(connection, response).is_err() || connection.shutdown(Shutdown::Write).is_err() {
        return;
    }
    let _ = connection.set_read_timeout(Some(CLOSING_TIMEOUT));
    let mut rest = [0; 4096];
    for _ in 0..CLOSING_READS {
        if !matches!(connection.read(&mut rest), Ok(1..)) {
            return;
        }
    }
}

/// One of the open connections. Dropping it makes room for another, even if answering panics.
struct Seat(Arc<AtomicUsize>);

impl Seat {
    /// Counts a connection. Returns how many were open before.
    fn take(open: &Arc<AtomicUsize>) -> (Self, usize) {
        let taken = open.fetch_add(1, Ordering::SeqCst);
        (Self(Arc::clone(open)), taken)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The preview page of a layout, and the port that serves it.
struct Site {
    desk: Arc<Desk>,
    port: String,
    /// The dropped files that are read, judged or waiting for that.
    dropped: Arc<AtomicUsize>,
    /// Held while a dropped file is in memory.
    one_file: Mutex<()>,
}

impl Site {
    fn new(desk: Arc<Desk>, port: u16) -> Self {
        Self { desk, port: port.to_string(), dropped: Arc::default(), one_file: Mutex::default() }
    }

    /// Answers one request. A request that waits for a change waits at most for `patience`.
    fn serve(&self, mut connection: TcpStream, patience: Duration) {
        let _ = connection.set_read_timeout(Some(READ_TIMEOUT));
        let _ = connection.set_write_timeout(Some(WRITE_TIMEOUT));
        let _ = connection.set_nodelay(true);
        let answered =
            http::read(&mut connection).and_then(|request| self.answer(request, &mut connection, patience));
        match answered {
            Ok(response) | Err(Refusal::Answered(response)) => send(&mut connection, &response),
            Err(Refusal::Gone) => {}
        }
    }

    /// Whether a request is for this server. Another website may have a name that leads to the
    /// loopback address.
    fn is_own_host(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        (name == "127.0.0.1" || name == "localhost") && port == self.port
    }

    /// Answers a request whose head has arrived. The rest is read only if the head says that
    /// the page of this server sends it.
    fn answer(
        &self,
        request: Request,
        connection: &mut TcpStream,
        patience: Duration,
    ) -> Result<Response, Refusal> {
        if !self.is_own_host(&request.host) {
            return Ok(Response::error(403, "open this page at 127.0.0.1"));
        }
        if request.is_foreign {
            return Ok(Response::error(403, "requests from other pages are refused"));
        }
        let path = request.target.path.as_str();
        if let Some(asset) = ASSETS.iter().find(|asset| asset.path == path) {
            return Ok(Response::ok(asset.media_type, asset.text));
        }
        if path == "/wait" {
            return Ok(self.desk.wait(request.target.value("known"), patience).into());
        }
        let Some(body) = request.body else { return Ok(self.desk.answer(&request.target, None).into()) };
        let (_seat, taken) = Seat::take(&self.dropped);
        if taken >= MOST_DROPPED {
            return Ok(Response::error(503, "too many files at once"));
        }
        let _one_at_a_time = self.one_file.lock().unwrap_or_else(PoisonError::into_inner);
        let file = body.read(connection)?;
        Ok(self.desk.answer(&request.target, Some(&file)).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_names_are_answered() {
        let reader = Box::new(|| Err(hexpress_base::diag::codes::NOTHING.error("nothing")));
        let helper =
            Box::new(|_: &_, _: Option<&_>| Err(hexpress_base::diag::codes::NOTHING.error("nothing")));
        let options = hexpress_language::record::Options::new("iso", 6.35);
        let site = Site::new(Arc::new(Desk::new(reader, helper, options)), 8000);
        for host in ["127.0.0.1:8000", "localhost:8000"] {
            assert!(site.is_own_host(host), "{host}");
        }
        for host in ["127.0.0.1", "localhost", "127.0.0.1:8001", "example.org:8000", "[::1]:8000", ""]
            .into_iter()
            .chain(["127.0.0.1:+8000", "127.0.0.1:08000", "127.0.0.1: 8000"])
        {
            assert!(!site.is_own_host(host), "{host}");
        }
    }
}
