//! hexpress for a web page: keeps a folder of files in memory and answers the requests of the page.
//!
//! The page writes bytes to the address that [`reserve`] returns. Then it calls [`put`] to store
//! them as a file of the folder, or [`ask`] to send them as a request. In both cases the bytes are
//! a line of text, followed by other bytes.
//!
//! The answer is at the address that [`answer`] returns, and is [`length`] bytes long. It is a line
//! of JSON, followed by the body.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use hexpress::make::Input;
use hexpress::diag::{Result, codes};
use hexpress::files::{Files, PlainPath};
use hexpress::layout::DEFAULT_MARGIN;
use hexpress::web_api::{self, PageRequest, Target};
use hexpress::record::{Options, RECORD};
use hexpress::text::Fonts;
use serde_json::Value;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Asks the page for a file of the folder `fonts`.
    ///
    /// `name` is the address of the file name, and `length` is its length in bytes. The page writes the
    /// contents of the file to the address that [`reserve`] returns.
    safe fn bring(name: *const u8, length: usize);
}

/// The files of a folder by name.
type Folder = BTreeMap<PlainPath, Arc<[u8]>>;

/// The files of the page, the last answer, and the fonts.
struct Desk {
    files: Folder,
    /// An earlier version of the folder; empty if nothing is compared.
    earlier: Folder,
    answer: Vec<u8>,
    fonts: Fonts,
}

thread_local! {
    /// The bytes that the page has written.
    static GIVEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DESK: RefCell<Desk> = RefCell::new(Desk {
        files: Folder::new(),
        earlier: Folder::new(),
        answer: Vec::new(),
        fonts: Fonts::elsewhere(font),
    });
}

/// Reserves memory for bytes that the page will write. Returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    GIVEN.with_borrow_mut(|bytes| {
        *bytes = vec![0; length];
        bytes.as_mut_ptr()
    })
}

/// Removes all files from the folder.
#[unsafe(no_mangle)]
pub extern "C" fn clear() {
    DESK.with_borrow_mut(|desk| desk.files.clear());
}

/// Moves all files out of the folder. They become the earlier version, which later requests compare
/// with the folder.
#[unsafe(no_mangle)]
pub extern "C" fn set_aside() {
    DESK.with_borrow_mut(|desk| desk.earlier = std::mem::take(&mut desk.files));
}

/// Stores a file in the folder. The written bytes are a line with the name of the file, then its
/// contents.
///
/// Returns `false` if the name is not allowed.
#[unsafe(no_mangle)]
pub extern "C" fn put() -> bool {
    DESK.with_borrow_mut(|desk| {
        let data = GIVEN.take();
        let (name, bytes) = parted(&data);
        name.parse().map(|name| desk.files.insert(name, bytes.into())).is_ok()
    })
}

/// Answers the request in the written bytes: a line with a target, then a body.
///
/// The target has the form of the path and query of a web address. In the query, `layout` is the name
/// of the layout in the folder, and `earlier` is the name of the layout in the earlier version. The
/// names of PDFs begin with `called`, or without it with the file name of the layout.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    DESK.with_borrow_mut(|desk| {
        let bytes = GIVEN.take();
        let (target, body) = parted(&bytes);
        let target = Target::parse(target);
        let name = target.value("called");
        let input = &layout_in(&desk.files, target.value("layout").unwrap_or_default(), name);
        let earlier = target.value("earlier").map(|layout| layout_in(&desk.earlier, layout, name));
        let earlier = earlier.as_ref();
        let options = &Options::new("iso", DEFAULT_MARGIN);
        let asked = PageRequest { target: &target, input, earlier, options, fonts: &desk.fonts, body };
        desk.answer = web_api::answer(&asked).to_bytes(&Value::Null);
    });
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}

/// Returns the length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    DESK.with_borrow(|desk| desk.answer.len())
}

/// Returns a file of the folder `fonts`.
///
/// The fonts are separate from the WebAssembly module, because a game needs only three of the
/// eighteen font files.
fn font(name: &'static str) -> Vec<u8> {
    bring(name.as_ptr(), name.len());
    GIVEN.take()
}

/// Splits bytes into the first line and the bytes after it.
fn parted(bytes: &[u8]) -> (&str, &[u8]) {
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
    let (line, rest) = bytes.split_at(end);
    (std::str::from_utf8(line).unwrap_or_default(), rest.get(1..).unwrap_or_default())
}

/// Reads the layout `layout` from a folder. The names of its PDFs begin with `name`, unless files cannot
/// have this name.
fn layout_in(folder: &Folder, layout: &str, name: Option<&str>) -> Result<Arc<Input>> {
    let named = layout.parse::<PlainPath>().ok().and_then(|name| folder.get(&name));
    let bytes = named.ok_or_else(|| codes::UNREADABLE.error(format!("{layout} is not in the folder")))?;
    let files = Files::in_memory(layout, folder.clone(), RECORD);
    let mut input = Input::layout(Path::new(layout), bytes, files)?;
    if let Some(id) = name.and_then(|name| name.parse().ok()) {
        input.id = id;
    }
    Ok(Arc::new(input))
}
