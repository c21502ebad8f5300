//! Tests of the program as its users run it: what they type, what it prints, and which files it
//! writes.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(clippy::print_stdout, reason = "a test that is left out says so")]

mod board;
mod check;
mod commands;
mod documents;
mod drawing;
mod foreign;
mod formats;
mod games;
mod hostile;
mod house;
mod language;
mod pieces;
mod sheets;
mod support;
mod versions;
