//! Tests of elements, texts, pictures, colours and inks. The tests measure the finished file.

pub mod black_ink;
pub mod computed_numbers;
pub mod effects;
pub mod elements;
pub mod engraved;
pub mod images;
pub mod inks;
pub mod justified;
pub mod parts;
pub mod patterns;
pub mod pdf_pages;
pub mod qr_codes;
pub mod shares;
pub mod svg_pictures;
pub mod text;
pub mod themes;
