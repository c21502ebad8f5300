//! Rewrites Rust files, so that one program contains all mutants of a list. The environment variable
//! `MUTANT` chooses the mutant that is in effect.
//!
//! - In: the list of mutants as JSON, as `cargo mutants --list --json` prints it. Each mutant also has a
//!   number `n`.
//! - Out: the changed files, in place. A line for each mutant that cannot be compiled in.
//! - Not here: the function `on`, which reads the variable. `run.py` adds it to each crate.

use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::fs;
use std::ops::Range;
use std::path::Path;

use proc_macro2::{LineColumn, Span};
use serde_json::Value;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A place in a file: the line and the column, both from 1.
type Place = (u64, u64);

/// The expressions of a file that a mutant may change, by the places where a mutant names them.
#[derive(Default)]
struct Expressions {
    /// By the place of the operator: both operands.
    binary: HashMap<Place, (Span, Span)>,
    /// By the place of the operator: the operand.
    unary: HashMap<Place, Span>,
    /// By the place of a field: the field's name and value, the type, and the value of all other fields.
    fields: HashMap<Place, (String, Span, Span, Span)>,
}

impl<'ast> Visit<'ast> for Expressions {
    fn visit_expr_binary(&mut self, expression: &'ast syn::ExprBinary) {
        let operands = (expression.left.span(), expression.right.span());
        self.binary.insert(place(expression.op.span().start()), operands);
        visit::visit_expr_binary(self, expression);
    }

    fn visit_expr_unary(&mut self, expression: &'ast syn::ExprUnary) {
        self.unary.insert(place(expression.op.span().start()), expression.expr.span());
        visit::visit_expr_unary(self, expression);
    }

    fn visit_expr_struct(&mut self, expression: &'ast syn::ExprStruct) {
        if let Some(rest) = &expression.rest {
            for field in &expression.fields {
                let name = match &field.member {
                    syn::Member::Named(name) => name.to_string(),
                    syn::Member::Unnamed(index) => index.index.to_string(),
                };
                let parts = (name, field.expr.span(), expression.path.span(), rest.span());
                self.fields.insert(place(field.span().start()), parts);
            }
        }
        visit::visit_expr_struct(self, expression);
    }
}

fn place(start: LineColumn) -> Place {
    (start.line as u64, start.column as u64 + 1)
}

/// The text of a file, and where its lines begin.
struct Source {
    text: String,
    lines: Vec<usize>,
}

impl Source {
    fn new(text: String) -> Self {
        let lines = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self { text, lines }
    }

    /// Returns the number of bytes before a place.
    fn offset(&self, (line, column): Place) -> usize {
        let start = self.lines[line as usize - 1];
        let letters = self.text[start..].char_indices();
        letters.map(|(at, _)| start + at).nth(column as usize - 1).unwrap_or(self.text.len())
    }

    fn range(&self, span: Span) -> Range<usize> {
        self.offset(place(span.start()))..self.offset(place(span.end()))
    }

    fn get(&self, span: Span) -> &str {
        &self.text[self.range(span)]
    }
}

/// A range of a file, and the text that replaces it.
type Edit = (Range<usize>, String);

/// Returns the edit for a mutant. Returns `None` if its expression is not found, for example inside a
/// macro.
fn edit(mutant: &Value, source: &Source, expressions: &Expressions) -> Option<Edit> {
    let corner = |name: &str| {
        let corner = &mutant["span"][name];
        Some((corner["line"].as_u64()?, corner["column"].as_u64()?))
    };
    let (start, end) = (corner("start")?, corner("end")?);
    let range = source.offset(start)..source.offset(end);
    let old = &source.text[range.clone()];
    let new = mutant["replacement"].as_str()?;
    let on = format!("crate::mutant_switch::on({})", mutant["n"]);
    match mutant["genre"].as_str()? {
        "FnValue" => Some((range.start..range.start, format!("if {on} {{ return {new}; }} "))),
        "BinaryOperator" => {
            let (left, right) = *expressions.binary.get(&start)?;
            let whole = source.range(left).start..source.range(right).end;
            let changed = format!("{} {new} {}", source.get(left), source.get(right));
            let either = format!("if {on} {{ {changed} }} else {{ {} }}", &source.text[whole.clone()]);
            let is_comparison = ["==", "!=", "<=", ">="].contains(&new);
            let is_assignment = new.ends_with('=') && !is_comparison;
            Some((whole, if is_assignment { either } else { format!("({either})") }))
        }
        "UnaryOperator" => {
            let operand = *expressions.unary.get(&start)?;
            let whole = range.start..source.range(operand).end;
            let kept = &source.text[whole.clone()];
            let either = format!("(if {on} {{ {} }} else {{ {kept} }})", source.get(operand));
            Some((whole, either))
        }
        "MatchArmGuard" if new == "true" => Some((range.clone(), format!("({on} || {old})"))),
        "MatchArmGuard" => Some((range.clone(), format!("(!{on} && {old})"))),
        "MatchArm" => {
            let pattern = &old[..old.find("=>")?];
            let at = range.start + pattern.find(" if ").map_or(pattern.len(), |guard| guard + 4);
            let guard = if pattern.contains(" if ") { format!("!{on} && ") } else { format!("if !{on} ") };
            Some((at..at, guard))
        }
        "StructField" => {
            let (name, value, path, rest) = expressions.fields.get(&start)?;
            let others = match source.get(*rest) {
                "Default::default()" => format!("{}::default()", source.get(*path)),
                others => others.to_owned(),
            };
            let own = source.get(*value);
            let field = format!("{name}: if {on} {{ ({others}).{name} }} else {{ {own} }}");
            Some((range.start..source.range(*value).end, field))
        }
        _ => None,
    }
}

/// Rewrites a file, and prints the numbers of the mutants that are left out.
fn rewrite(path: &Path, mutants: &[&Value]) -> Result<(), Box<dyn Error>> {
    let source = Source::new(fs::read_to_string(path)?);
    let mut expressions = Expressions::default();
    expressions.visit_file(&syn::parse_file(&source.text)?);
    let mut edits = Vec::new();
    for mutant in mutants {
        match edit(mutant, &source, &expressions) {
            Some((range, text)) => edits.push((range.start, range.end, text, &mutant["n"])),
            None => println!("{} has no place", mutant["n"]),
        }
    }
    edits.sort_by(|a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
    let (mut text, mut at) = (String::new(), 0);
    for (start, end, new, number) in edits {
        if start < at {
            println!("{number} overlaps another mutant");
            continue;
        }
        text.push_str(&source.text[at..start]);
        text.push_str(&new);
        at = end;
    }
    text.push_str(&source.text[at..]);
    fs::write(path, text)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(list), Some(root)) = (arguments.next(), arguments.next()) else {
        return Err("usage: mutant-rewrite MUTANTS.json FOLDER".into());
    };
    let list: Vec<Value> = serde_json::from_str(&fs::read_to_string(list)?)?;
    let mut files: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for mutant in &list {
        files.entry(mutant["file"].as_str().unwrap_or_default()).or_default().push(mutant);
    }
    files.iter().try_for_each(|(file, mutants)| rewrite(&Path::new(&root).join(file), mutants))
}
