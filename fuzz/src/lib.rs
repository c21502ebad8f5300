//! The readers of untrusted files as fuzz targets.
//!
//! cargo-fuzz and the driver in this folder use the same targets. The driver needs no nightly
//! compiler.

pub mod forms;
pub mod messages;
pub mod mutate;
pub mod run;
pub mod seeds;
pub mod targets;
#[rustfmt::skip]
pub mod words;

use std::path::PathBuf;

/// Feeds an input to the target with this name.
#[allow(dead_code, reason = "the targets of cargo-fuzz call it")]
pub fn feed(target: &str, bytes: &[u8]) {
    if let Some(target) = targets::find(target) {
        let _ = (target.run)(bytes);
    }
}

/// Returns the folder of the project.
#[must_use]
pub fn root() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    if here.ends_with("fuzz") { here.join("..") } else { here }
}
