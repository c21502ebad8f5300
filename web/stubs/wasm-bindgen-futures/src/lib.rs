//! Takes the place of wasm-bindgen-futures, which printpdf names on this target and uses only with features that are off.
