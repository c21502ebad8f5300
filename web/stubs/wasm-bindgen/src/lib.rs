//! Replaces wasm-bindgen.
//!
//! The module communicates with the page through six functions of its own, so only printpdf needs
//! wasm-bindgen. For WebAssembly, printpdf always exports its own functions to JavaScript. These
//! exports would link everything that printpdf can do, and a colour profile that must not be
//! redistributed.

pub mod prelude {
    /// The attribute `#[wasm_bindgen]`. It removes the function below it, as `#[test]` does outside
    /// tests.
    pub use core::prelude::v1::test as wasm_bindgen;
}
