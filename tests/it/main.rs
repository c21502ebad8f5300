//! The program as its users meet it: what is typed, what is said, and what lies in the folder afterwards.

mod cards;
mod cli;
mod games;
mod measure;
mod mistakes;
mod mutations;
mod notes;
mod papers;
mod readme;
mod record;
mod run;
mod tidy;
mod tiles;
