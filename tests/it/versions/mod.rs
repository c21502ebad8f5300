//! Tests of versions: `diff`, `build --since`, version marks and `which`.

mod differences;
mod exchanges;
mod marks;
mod page;
mod pairs;
mod pixels;
mod poster_sheets;
mod posters;
