//! Checks that the JSON Schemas in `schemas` agree with the types that serde reads. The schemas are
//! part of the program.
//!
//! After you change a type, run `UPDATE=1 cargo test -p hexpress-language the_file_is_the_schema`
//! to write the schemas again.

pub(crate) mod types;

use std::path::Path;

use schemars::{JsonSchema, SchemaGenerator};

/// Implements schemas for types that have a parser of their own. Such a schema is written wherever the
/// type is used, and has no name in `$defs`.
macro_rules! inline_schemas {
    ($($type:ty = $schema:tt;)+) => {
        $(
            impl schemars::JsonSchema for $type {
                fn inline_schema() -> bool {
                    true
                }

                fn schema_name() -> std::borrow::Cow<'static, str> {
                    stringify!($type).into()
                }

                fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                    schemars::json_schema!($schema)
                }
            }
        )+
    };
}
pub(super) use inline_schemas;

/// Checks that a file in `schemas` is the schema of the type `T`. If the variable `UPDATE` is set,
/// writes the file instead.
pub(super) fn file_is_schema_of<T: JsonSchema>(file: &str) {
    let schema = SchemaGenerator::default().into_root_schema_for::<T>().to_value();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/schemas").join(file);
    let expected = format!("{schema:#}\n");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &expected).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap();
    assert!(
        written == expected,
        "{file} is out of date: run `UPDATE=1 cargo test -p hexpress-language the_file_is_the_schema`"
    );
}
