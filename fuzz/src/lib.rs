//! What strangers' files are read with, to be fed with damaged ones: the same targets for cargo-fuzz and for the
//! driver beside this folder, which needs no nightly compiler.

pub mod forms;
pub mod messages;
pub mod mutate;
pub mod run;
pub mod seeds;
pub mod targets;
#[rustfmt::skip]
pub mod words;

use std::path::PathBuf;

/// Reads an input with the target of this name.
#[allow(dead_code, reason = "the targets of cargo-fuzz call it")]
pub fn feed(target: &str, bytes: &[u8]) {
    if let Some(target) = targets::find(target) {
        let _ = (target.run)(bytes);
    }
}

/// The project's folder.
#[must_use]
pub fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    if here.ends_with("fuzz") { here.join("..") } else { here }
}
