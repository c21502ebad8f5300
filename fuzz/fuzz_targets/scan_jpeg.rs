#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hexpress_fuzz::feed("scan_jpeg", bytes));
