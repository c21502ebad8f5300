//! hexpress for a page: a folder of files in memory, and answers to what the page asks.
//!
//! The page writes bytes to where [`reserve`] says, and then has them taken: as a file of the folder, or as a question,
//! each a line of text and then bytes. An answer lies where [`answer`] says, [`length`] bytes of it: a line of JSON, then
//! the body.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use hexpress::make::Input;
use hexpress::diag::{Result, codes};
use hexpress::files::{Files, PlainPath};
use hexpress::layout::DEFAULT_MARGIN;
use hexpress::page::{self, Asked, Target};
use hexpress::record::{Options, RECORD};
use hexpress::text::Fonts;
use serde_json::Value;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Has the page bring the file of the folder `fonts` whose name lies there: it is given as a file is.
    safe fn bring(name: *const u8, length: usize);
}

/// What lies on the desk of the page.
struct Desk {
    files: BTreeMap<PlainPath, Arc<[u8]>>,
    answer: Vec<u8>,
    fonts: Fonts,
}

thread_local! {
    /// What the page gives.
    static GIVEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static DESK: RefCell<Desk> = RefCell::new(Desk {
        files: BTreeMap::new(),
        answer: Vec::new(),
        fonts: Fonts::elsewhere(font),
    });
}

/// Room for so many bytes that the page gives.
#[unsafe(no_mangle)]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    GIVEN.with_borrow_mut(|given| {
        *given = vec![0; length];
        given.as_mut_ptr()
    })
}

/// Empties the folder.
#[unsafe(no_mangle)]
pub extern "C" fn clear() {
    DESK.with_borrow_mut(|desk| desk.files.clear());
}

/// Takes what was given as a file of the folder: its name, then its contents. Whether it may be called so.
#[unsafe(no_mangle)]
pub extern "C" fn put() -> bool {
    DESK.with_borrow_mut(|desk| {
        let given = GIVEN.take();
        let (name, bytes) = parted(&given);
        name.parse().map(|name| desk.files.insert(name, bytes.into())).is_ok()
    })
}

/// Takes what was given as a question, and answers it: a target as in the address of a page, then a body. `layout` in the
/// target says which file of the folder is the layout.
#[unsafe(no_mangle)]
pub extern "C" fn ask() {
    DESK.with_borrow_mut(|desk| {
        let given = GIVEN.take();
        let (target, body) = parted(&given);
        let target = Target::parse(target);
        let input = &desk.input(target.value("layout").unwrap_or_default());
        let options = &Options::new("iso", DEFAULT_MARGIN);
        let asked = Asked { target: &target, input, options, fonts: &desk.fonts, body };
        desk.answer = page::answer(&asked).to_bytes(&Value::Null);
    });
}

/// Where the answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}

/// How long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    DESK.with_borrow(|desk| desk.answer.len())
}

/// A file of the folder `fonts`; it lies beside the module, since a game needs three of them and not eighteen.
fn font(name: &'static str) -> Vec<u8> {
    bring(name.as_ptr(), name.len());
    GIVEN.take()
}

/// A line of text, and the bytes after it.
fn parted(given: &[u8]) -> (&str, &[u8]) {
    let end = given.iter().position(|byte| *byte == b'\n').unwrap_or(given.len());
    let (line, rest) = given.split_at(end);
    (std::str::from_utf8(line).unwrap_or_default(), rest.get(1..).unwrap_or_default())
}

impl Desk {
    /// The layout of this name in the folder.
    fn input(&self, layout: &str) -> Result<Arc<Input>> {
        let named = layout.parse::<PlainPath>().ok().and_then(|name| self.files.get(&name));
        let bytes = named.ok_or_else(|| codes::UNREADABLE.error(format!("{layout} is not in the folder")))?;
        let files = Files::in_memory(layout, self.files.clone(), RECORD);
        Input::layout(Path::new(layout), bytes, files).map(Arc::new)
    }
}
