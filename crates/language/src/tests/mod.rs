//! Compares the files in `schemas` with the types. Serde reads the types; the files are their JSON
//! Schemas, which the program has built in.
//!
//! After a change of the types, `UPDATE=1 cargo test -p hexpress-language the_file_is_the_schema`
//! writes the files again.

pub(crate) mod types;

use std::path::Path;

use schemars::{JsonSchema, SchemaGenerator};

/// Gives types with their own parser a schema that is written inline, without a name in `$defs`.
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

/// Fails if a file in `schemas` is not the schema of the type. Writes it if `UPDATE` is set.
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
