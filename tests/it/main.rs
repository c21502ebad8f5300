//! The program as its users meet it: what is typed, what is said, and what lies in the folder afterwards.

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
