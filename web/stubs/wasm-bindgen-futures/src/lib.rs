//! Replaces wasm-bindgen-futures. printpdf depends on this crate for WebAssembly, but uses it only
//! with features that are off.
