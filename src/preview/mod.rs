//! `hexpress preview`: serves a local page with every sheet. The page is updated each time that the
//! layout is saved.
//!
//! - In: a [`PreviewServer`] with the layout, and requests of a browser.
//! - Out: the page and its answers.
//! - Not here: changing or writing anything. The only methods are `GET`, and `POST` for a file to be
//!   judged.
//!
//! Other websites cannot read the page. The server listens only on the loopback address. It refuses a
//! request that names another host. It also refuses a request if the browser states in `Sec-Fetch-Site`
//! that another website sends it.

pub mod http;
mod preview_server;
mod watch;

use std::io::{self, Read};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

pub use preview_server::{Helper, PreviewServer, Reader, Source};

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

/// All static files of the page.
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
    script("/findings.js", include_str!("page/findings.js")),
    script("/check_file.js", include_str!("page/check_file.js")),
    script("/choices.js", include_str!("page/choices.js")),
    script("/typing_pause.js", include_str!("page/typing_pause.js")),
    script("/help.js", include_str!("page/help.js")),
    script("/links.js", include_str!("page/links.js")),
    script("/menus.js", include_str!("page/menus.js")),
    script("/panes.js", include_str!("page/panes.js")),
    script("/downloads.js", include_str!("page/downloads.js")),
    script("/key_at.js", include_str!("page/key_at.js")),
    script("/backend.js", include_str!("page/backend.js")),
];

/// The largest number of connections that are open at the same time.
///
/// A browser opens six connections for a page. The limit is much higher, because some browsers open
/// connections and send nothing. The server closes such a connection after two seconds.
const MAX_CONNECTIONS: usize = 128;
/// The largest number of dropped files that are waiting, being read or being judged at the same
/// time.
///
/// Only one of them is read at a time, because a file may be as large as 64 MiB.
const MAX_DROPPED_REQUESTS: usize = 4;
/// If there are more than [`MAX_CONNECTIONS`] connections, this number of additional connections get an
/// error as the answer. All others are closed without an answer.
const MAX_REFUSED_REQUESTS: usize = 8;
/// The longest time that a request waits for a change.
const WAIT: Duration = Duration::from_secs(20);
/// The longest time that a request waits for a change if one thread answers all requests. It is short,
/// because meanwhile no other request is answered.
const WAIT_SINGLE_THREADED: Duration = Duration::from_millis(500);
/// The longest time that the server waits for the next part of a request.
const READ_TIMEOUT: Duration = Duration::from_secs(2);
/// The longest time that the browser may take to read an answer.
const WRITE_TIMEOUT: Duration = Duration::from_secs(20);
/// How long the server waits for the rest of a request after it has sent the answer; see [`send`].
const CLOSING_TIMEOUT: Duration = Duration::from_millis(100);
/// The largest number of blocks of 4 KiB that the server reads from the rest of a request.
const CLOSING_READS: usize = 16;

/// A server that listens on a port, but does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
}

impl Server {
    /// Opens a port of the loopback address. Port 0 chooses any free port.
    ///
    /// # Errors
    /// The system reports an error, for example that another program uses the port.
    pub fn bind(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let address = listener.local_addr()?;
        Ok(Self { listener, address })
    }

    /// Returns the address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Answers requests until the program ends.
    ///
    /// Watches the layout at `file`, and the files that the layout names.
    pub fn run(self, preview_server: Arc<PreviewServer>, file: Option<PathBuf>) -> ! {
        let watched = Arc::clone(&preview_server);
        let is_watched = thread::Builder::new().spawn(move || watch::run(&watched, file)).is_ok();
        let site = Arc::new(Site::new(preview_server, self.address.port()));
        let open = Arc::new(AtomicUsize::new(0));
        loop {
            let Ok((connection, _)) = self.listener.accept() else { continue };
            let (guard, taken) = CountGuard::add_one(&open);
            if taken >= MAX_CONNECTIONS + MAX_REFUSED_REQUESTS {
                continue;
            }
            // If the system cannot start another thread, this thread answers the request itself.
            let fallback = connection.try_clone();
            let site_of_thread = Arc::clone(&site);
            let spawned = thread::Builder::new().spawn(move || {
                let _guard = guard;
                match taken < MAX_CONNECTIONS {
                    true => site_of_thread.serve(connection, WAIT),
                    false => refuse(connection),
                }
            });
            if spawned.is_err()
                && let Ok(connection) = fallback
            {
                if !is_watched {
                    site.preview_server.reload_if_changed();
                }
                site.serve(connection, WAIT_SINGLE_THREADED);
            }
        }
    }
}

/// Sends the error that too many connections are open.
fn refuse(mut connection: TcpStream) {
    let _ = connection.set_write_timeout(Some(CLOSING_TIMEOUT));
    send(&mut connection, &Response::error(503, "too many requests at once"));
}

/// Sends a response, and then reads the rest of the request.
///
/// If the connection were closed before all data is read, the browser would lose the response.
fn send(connection: &mut TcpStream, response: &Response) {
    // If sending fails, the browser has closed the page.
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

/// Counts one open connection, or one dropped file that is not judged yet. Dropping this guard
/// subtracts one from the count, even after a panic.
struct CountGuard(Arc<AtomicUsize>);

impl CountGuard {
    /// Adds one to the count `open`. Returns the guard that later subtracts one, and the previous
    /// count.
    fn add_one(open: &Arc<AtomicUsize>) -> (Self, usize) {
        let taken = open.fetch_add(1, Ordering::SeqCst);
        (Self(Arc::clone(open)), taken)
    }
}

impl Drop for CountGuard {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The preview page of a layout, and the port that serves it.
struct Site {
    preview_server: Arc<PreviewServer>,
    port: String,
    /// The number of dropped files that are waiting, being read or being judged.
    dropped: Arc<AtomicUsize>,
    /// Locked while a dropped file is in memory, so that only one such file is in memory at a time.
    one_file: Mutex<()>,
}

impl Site {
    fn new(preview_server: Arc<PreviewServer>, port: u16) -> Self {
        Self { preview_server, port: port.to_string(), dropped: Arc::default(), one_file: Mutex::default() }
    }

    /// Answers one request. If the request waits for a change, it waits at most for the time
    /// `patience`.
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

    /// Returns whether the host in a request is this server.
    ///
    /// Without this check, another website could read the page, by making its own name resolve to the
    /// loopback address.
    fn is_own_host(&self, host: &str) -> bool {
        let Some((name, port)) = host.rsplit_once(':') else { return false };
        (name == "127.0.0.1" || name == "localhost") && port == self.port
    }

    /// Answers a request after its head has arrived. The body is read only if a page of this server
    /// sent the request.
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
            return Ok(self.preview_server.wait(request.target.value("known"), patience).into());
        }
        let Some(body) = request.body else {
            return Ok(self.preview_server.answer(&request.target, None).into());
        };
        let (_guard, taken) = CountGuard::add_one(&self.dropped);
        if taken >= MAX_DROPPED_REQUESTS {
            return Ok(Response::error(
                503,
                "too many files at once: wait until the other files are checked",
            ));
        }
        let _one_at_a_time = self.one_file.lock().unwrap_or_else(PoisonError::into_inner);
        let file = body.read(connection)?;
        Ok(self.preview_server.answer(&request.target, Some(&file)).into())
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
        let site = Site::new(Arc::new(PreviewServer::new(reader, helper, options)), 8000);
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
