//! Schemas for generic types, and for types that have a parser of their own.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};

use super::{file_is_schema_of, inline_schemas};
use crate::data::Data;
use crate::tables::deck::Number;
use crate::tables::layout::{GivenNames, Layout, Names};
use crate::tables::repeat::{CopyCount, Repeat, Repetition};
use crate::values::copies::Copies;
use crate::values::count::CountCondition;
use crate::values::page_text::PageText;
use crate::values::per_row::{Numeral, PerRow};
use crate::values::scalar::Scalar;
use crate::values::spanned::{NameOr, NamedEntries, OneOrMany, Places, Spanned};
use crate::values::style::Tracking;
use crate::values::tiles::{Different, Seed, Straight, TileCount};

/// A value of `set`: a field, or a table of fields.
pub(crate) struct SetField;

inline_schemas! {
    Data = { "type": "string", "examples": ["cards.csv"] };
    PageText = { "type": "string", "examples": ["rules.md"] };
    Scalar = { "type": ["string", "integer", "number", "boolean"] };
    SetField = { "anyOf": [
        { "type": ["string", "integer", "number", "boolean"] },
        { "type": "object", "additionalProperties": { "type": ["string", "integer", "number", "boolean"] } },
    ] };
    Copies = { "anyOf": [
        { "type": "integer", "minimum": 1, "maximum": 100_000, "format": "uint32" },
        { "type": "string", "examples": ["{{ amount }}"] },
    ] };
    CountCondition = { "anyOf": [
        { "type": "integer", "minimum": 0, "format": "uint32" },
        { "type": "string", "format": "count", "examples": [">= 1"] },
    ] };
    Number = { "anyOf": [
        { "type": "object", "additionalProperties": { "type": "integer" }, "examples": ["{ from = 2, to = 12 }"] },
        { "type": "integer" },
        { "type": "string" },
    ] };
    TileCount = { "anyOf": [{ "type": "integer" }, { "type": "string", "enum": ["all", "seats"] }] };
    Different = { "anyOf": [
        { "type": "integer", "minimum": 0, "format": "uint32" },
        { "type": "string", "format": "different-colours", "examples": ["2 colours"] },
    ] };
    Places = { "anyOf": [
        { "type": "object", "additionalProperties": { "type": "string" } },
        { "type": "array", "items": { "type": "string" } },
    ] };
    Straight = { "type": "string", "format": "straight-paths", "examples": ["three straight"] };
    CopyCount = { "anyOf": [{ "type": "integer" }, { "type": "string", "examples": ["1..20"] }] };
    PerRow<Tracking> = { "anyOf": [
        { "type": "number" },
        { "type": "string", "format": "tracking-or-template", "examples": ["0.2mm"] },
    ] };
    Seed = { "type": "integer", "minimum": 0, "format": "uint64" };
}

/// Implements the schemas of types that wrap another type. Each schema is made from the schema of the
/// wrapped type.
macro_rules! schemas_around {
    ($($type:ident: $inner:ident => $schema:tt;)+) => {
        $(
            impl<T: JsonSchema> JsonSchema for $type<T> {
                fn inline_schema() -> bool {
                    true
                }

                fn schema_name() -> Cow<'static, str> {
                    format!("{}{}", stringify!($type), T::schema_name()).into()
                }

                fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                    let $inner = generator.subschema_for::<T>();
                    schemars::json_schema!($schema)
                }
            }
        )+
    };
}

schemas_around! {
    NamedEntries: value => { "type": "object", "additionalProperties": value };
    OneOrMany: one => { "anyOf": [one, { "type": "array", "items": one }] };
    NameOr: full => { "anyOf": [{ "type": "string" }, full] };
}

impl JsonSchema for GivenNames {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "GivenNames".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let scheme = generator.subschema_for::<Names>();
        schemars::json_schema!({ "anyOf": [
            { "type": "string" },
            { "type": "array", "items": { "type": "string" } },
            scheme,
        ] })
    }
}

impl<T: JsonSchema> JsonSchema for PerRow<Numeral<T>> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        format!("Numeral{}", T::schema_name()).into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let number = generator.subschema_for::<T>();
        schemars::json_schema!({ "anyOf": [{ "type": "string" }, number] })
    }
}

impl<T: JsonSchema> JsonSchema for Spanned<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<T>()
    }
}

impl JsonSchema for Repeat {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Repeat".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (count, table) =
            (generator.subschema_for::<CopyCount>(), generator.subschema_for::<Repetition>());
        schemars::json_schema!({ "anyOf": [count, table] })
    }
}

#[test]
fn the_file_is_the_schema_of_a_layout() {
    file_is_schema_of::<Layout>("layout.json");
}
