//! Takes the place of wasm-bindgen. The module talks to the page through six functions of its own, so nothing needs it
//! but printpdf, which exports its own functions to JavaScript on this target, unasked. They would link everything that
//! printpdf can do, and a colour profile that must not be passed on.

pub mod prelude {
    /// Leaves out the function that it marks, as `#[test]` does outside tests.
    pub use core::prelude::v1::test as wasm_bindgen;
}
