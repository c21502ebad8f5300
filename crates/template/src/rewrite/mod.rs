//! Rewrites templates and conditions so that they compute with fields as a spreadsheet does: a field
//! whose text is a number counts as this number.
//!
//! - In: a template or a condition as the user typed it.
//! - Out: a minijinja template that uses filters of [`crate::operators`] in place of operators.
//! - Not here: the filters.

use std::fmt::Write as _;

use minijinja::machinery::ast::{BinOpKind, Expr, ForLoop, Stmt};
use minijinja::machinery::{WhitespaceConfig, parse, parse_expr};
use minijinja::{Error, ErrorKind};

mod expressions;

/// The largest depth of nested expressions and statements.
const MAX_NESTING: usize = 400;

/// Rewrites a template.
///
/// # Errors
/// The template cannot be parsed.
pub(super) fn template(source: &str) -> Result<String, Error> {
    let parsed = parse(source, "", Default::default(), WhitespaceConfig::default())?;
    let mut writer = Writer::default();
    writer.statement(&parsed)?;
    Ok(writer.finish())
}

/// Rewrites a condition as a template. The text of this template is empty if the condition is false.
pub(super) fn condition(source: &str) -> Result<String, Error> {
    let parsed = parse_expr(source)?;
    // `parse_expr` stops without an error at the first character that it does not know, as in
    // `kind == 'ship' && cost > 2`.
    if parse(&format!("{{{{ ({source}) }}}}"), "", Default::default(), WhitespaceConfig::default()).is_err() {
        return Err(Error::new(ErrorKind::SyntaxError, "unexpected character"));
    }
    let mut writer = Writer::default();
    writer.text.push_str("{{ ");
    writer.expression(&parsed)?;
    writer.text.push_str(" | __holds }}");
    Ok(writer.text)
}

/// Finds a constant that is itself an operand of `and` or `or`, and is not compared with anything. An
/// example is `'land'` in `kind == 'sea' or 'land'`.
///
/// Returns the constant, and the first field that the condition compares with `==`. Returns `None` if
/// there is no such constant.
pub(super) fn lone_constant(source: &str) -> Option<(String, Option<String>)> {
    let parsed = parse_expr(source).ok()?;
    let mut field = None;
    let found = find_lone_constant(&parsed, &mut field)?;
    Some((found, field))
}

/// If a condition consists only of a text in quotes, such as `'rare'`, returns this text.
///
/// Returns `None` for any other condition, or if the text cannot be the name of a field.
pub(super) fn quoted_field(source: &str) -> Option<String> {
    let Expr::Const(constant) = parse_expr(source).ok()? else { return None };
    let text = constant.value.as_str()?;
    let is_name = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| text.to_owned())
}

/// Returns whether any part of a condition compares a value with `none`.
pub(super) fn compares_with_none(source: &str) -> bool {
    // Most conditions do not contain `none`, so they are not parsed.
    source.to_lowercase().contains("none") && parse_expr(source).is_ok_and(|parsed| has_none(&parsed))
}

fn has_none(expr: &Expr<'_>) -> bool {
    match expr {
        Expr::BinOp(binary) => match binary.op {
            BinOpKind::ScAnd | BinOpKind::ScOr => has_none(&binary.left) || has_none(&binary.right),
            _ => is_none(&binary.left) || is_none(&binary.right),
        },
        Expr::Compare(chain) => is_none(&chain.expr) || chain.ops.iter().any(|next| is_none(&next.expr)),
        Expr::UnaryOp(unary) => has_none(&unary.expr),
        _ => false,
    }
}

fn is_none(expr: &Expr<'_>) -> bool {
    matches!(expr, Expr::Const(constant) if constant.value.is_none())
}

/// Finds a constant that is itself an operand of `and` or `or`, and is not compared with anything.
///
/// Also sets `field` to the first field that is compared with `==`.
fn find_lone_constant(expr: &Expr<'_>, field: &mut Option<String>) -> Option<String> {
    let Expr::BinOp(binary) = expr else { return None };
    match binary.op {
        BinOpKind::ScAnd | BinOpKind::ScOr => {
            let operands = [&binary.left, &binary.right];
            // Both operands are searched, so that a field after the constant is found too.
            let [left, right] = operands.map(|operand| find_lone_constant(operand, field));
            let constant = operands.into_iter().find_map(|operand| match operand {
                Expr::Const(constant) if constant.value.as_str().is_some() => {
                    Some(format!("'{}'", constant.value))
                }
                Expr::Const(constant) if constant.value.is_number() => Some(constant.value.to_string()),
                _ => None,
            });
            constant.or(left).or(right)
        }
        BinOpKind::Eq => {
            if let Expr::Var(var) = &binary.left {
                field.get_or_insert_with(|| var.id.to_owned());
            }
            None
        }
        _ => None,
    }
}

/// Writes a template in which filters replace operators.
#[derive(Default)]
struct Writer {
    text: String,
    depth: usize,
    /// Whether the arguments that are written next must be numbers. Fields in these arguments are then
    /// replaced by the numbers that they stand for.
    takes_numbers: bool,
    /// The last statement that was written, if it is plain text.
    last_plain: Option<PlainText>,
}

/// Plain text of a template, and the byte at which the text starts in the output.
struct PlainText {
    start: usize,
    text: String,
}

type WriteResult = Result<(), Error>;

impl Writer {
    fn finish(mut self) -> String {
        // minijinja would remove a line feed at the end of the written template. So plain text that ends
        // with a line feed is written as a string.
        if let Some(plain) = self.last_plain.take().filter(|_| self.text.ends_with('\n')) {
            self.text.truncate(plain.start);
            self.quoted(&plain.text);
        }
        self.text
    }

    fn statements(&mut self, list: &[Stmt<'_>]) -> WriteResult {
        list.iter().try_for_each(|statement| self.statement(statement))
    }

    /// Writes a tag that starts with `word`, such as `{% if … %}`. `inside` writes the rest of the
    /// tag.
    fn block(&mut self, word: &str, inside: impl FnOnce(&mut Self) -> WriteResult) -> WriteResult {
        let _ = write!(self.text, "{{% {word} ");
        inside(self)?;
        self.text.push_str(" %}");
        Ok(())
    }

    /// Writes a tag with a single word, such as `{% endif %}`.
    fn end(&mut self, word: &str) {
        self.last_plain = None;
        let _ = write!(self.text, "{{% {word} %}}");
    }

    fn statement(&mut self, statement: &Stmt<'_>) -> WriteResult {
        self.enter()?;
        self.last_plain = None;
        match statement {
            Stmt::Template(template) => self.statements(&template.children)?,
            Stmt::EmitExpr(emitted) => {
                self.text.push_str("{{ ");
                self.expression(&emitted.expr)?;
                self.text.push_str(" }}");
            }
            Stmt::EmitRaw(raw) if raw.raw.contains('{') => self.quoted(raw.raw),
            Stmt::EmitRaw(raw) => {
                self.last_plain = Some(PlainText { start: self.text.len(), text: raw.raw.to_owned() });
                self.text.push_str(raw.raw);
            }
            Stmt::ForLoop(each) => self.for_loop(each)?,
            Stmt::IfCond(condition) => {
                self.block("if", |writer| writer.expression(&condition.expr))?;
                self.statements(&condition.true_body)?;
                if !condition.false_body.is_empty() {
                    self.end("else");
                    self.statements(&condition.false_body)?;
                }
                self.end("endif");
            }
            Stmt::WithBlock(with) => {
                self.block("with", |writer| {
                    writer.separated(&with.assignments, |writer, (target, value)| {
                        writer.assignment(target, value)
                    })
                })?;
                self.statements(&with.body)?;
                self.end("endwith");
            }
            Stmt::Set(set) => self.block("set", |writer| writer.assignment(&set.target, &set.expr))?,
            Stmt::SetBlock(set) => {
                self.block("set", |writer| {
                    writer.target(&set.target)?;
                    let Some(filter) = &set.filter else { return Ok(()) };
                    writer.text.push_str(" | ");
                    writer.expression(filter)
                })?;
                self.statements(&set.body)?;
                self.end("endset");
            }
            Stmt::AutoEscape(escaped) => {
                self.block("autoescape", |writer| writer.expression(&escaped.enabled))?;
                self.statements(&escaped.body)?;
                self.end("endautoescape");
            }
            Stmt::FilterBlock(filtered) => {
                self.block("filter", |writer| writer.expression(&filtered.filter))?;
                self.statements(&filtered.body)?;
                self.end("endfilter");
            }
            Stmt::Do(done) => self.block("do", |writer| writer.call(&done.call))?,
        }
        self.depth -= 1;
        Ok(())
    }

    fn for_loop(&mut self, each: &ForLoop<'_>) -> WriteResult {
        self.block("for", |writer| {
            writer.target(&each.target)?;
            writer.text.push_str(" in ");
            writer.expression(&each.iter)?;
            if let Some(filter) = &each.filter_expr {
                writer.text.push_str(" if ");
                writer.expression(filter)?;
            }
            writer.text.push_str(if each.recursive { " recursive" } else { "" });
            Ok(())
        })?;
        self.statements(&each.body)?;
        if !each.else_body.is_empty() {
            self.end("else");
            self.statements(&each.else_body)?;
        }
        self.end("endfor");
        Ok(())
    }

    /// Writes items separated by commas.
    fn separated<T>(
        &mut self,
        items: impl IntoIterator<Item = T>,
        write: impl Fn(&mut Self, T) -> WriteResult,
    ) -> WriteResult {
        for (index, item) in items.into_iter().enumerate() {
            self.text.push_str(if index > 0 { ", " } else { "" });
            write(self, item)?;
        }
        Ok(())
    }

    /// Counts a nested expression or statement before it is written.
    ///
    /// Returns an error if the nesting is deeper than [`MAX_NESTING`].
    fn enter(&mut self) -> WriteResult {
        self.depth += 1;
        match self.depth > MAX_NESTING {
            true => Err(Error::new(ErrorKind::SyntaxError, "expressions are nested too deeply")),
            false => Ok(()),
        }
    }

    /// Writes an expression that prints `raw` unchanged, whatever characters `raw` contains.
    fn quoted(&mut self, raw: &str) {
        self.text.push_str("{{ ");
        self.string(raw);
        self.text.push_str(" }}");
    }

    /// Writes a string literal.
    fn string(&mut self, text: &str) {
        self.text.push('"');
        for c in text.chars() {
            match c {
                '"' | '\\' => self.text.extend(['\\', c]),
                '\n' => self.text.push_str("\\n"),
                '\r' => self.text.push_str("\\r"),
                other => self.text.push(other),
            }
        }
        self.text.push('"');
    }

    /// Writes the target of an assignment: a name, or several names in brackets.
    fn target(&mut self, target: &Expr<'_>) -> WriteResult {
        match target {
            Expr::List(list) => {
                self.text.push('(');
                self.separated(&list.items, Self::target)?;
                self.text.push(')');
                Ok(())
            }
            Expr::GetAttr(attribute) => {
                self.target(&attribute.expr)?;
                self.text.push('.');
                self.text.push_str(attribute.name);
                Ok(())
            }
            other => self.expression(other),
        }
    }

    fn assignment(&mut self, target: &Expr<'_>, value: &Expr<'_>) -> WriteResult {
        self.target(target)?;
        self.text.push_str(" = ");
        self.expression(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_become_filters() {
        for (source, written) in [
            ("cost > 2", "{{ (cost | __compare(\"cost\", \">\", 2, \"\")) | __holds }}"),
            ("not draft", "{{ (not draft) | __holds }}"),
            ("kind == 'ship'", "{{ (kind | __compare(\"kind\", \"same\", \"ship\", \"\")) | __holds }}"),
            (
                "name[0:3] == 'abc'",
                "{{ ((name | __slice(0, 3, none)) | __compare(\"\", \"same\", \"abc\", \"\")) | __holds }}",
            ),
        ] {
            assert_eq!(condition(source).unwrap(), written);
        }
    }

    #[test]
    fn rewritten_templates_can_be_rewritten_again() {
        let environment = minijinja::Environment::new();
        for source in [
            "{% for a, b in [[1, 2]] if a < b recursive %}{{ loop.index }}{% else %}none{% endfor %}",
            "{% if a %}x{% elif b %}y{% else %}z{% endif %}",
            "{% with a = 1, (b, c) = [1, 2] %}{{ a }}{% endwith %}",
            "{% set a = {'x': 1, 2: none} %}{% set b %}{{ a.x }}{% endset %}{% set c | upper | trim %}q{% endset %}",
            "{% filter upper | replace('A', 'B') %}abc{% endfilter %}{% autoescape false %}<{% endautoescape %}",
            "{% raw %}{{ a }}{% endraw %}{ } \\ \" # {# remark #} {%- if a -%} x {%- endif %}\n\n",
            "{{ a if b else c }} {{ a if b }} {{ -a ** 2 }} {{ a.b.c[0]['x'] }} {{ a[::2] }} {{ a is divisibleby 3 }}",
            "{{ 'x' * 3 }} {{ 1.5 }} {{ 1e300 }} {{ (1, 2) }} {{ f(*a, **b) }} {{ a | round(precision=2) }} {{ () }}",
        ] {
            let written = template(source).unwrap();
            environment.template_from_str(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert!(template(&written).is_ok());
        }
    }

    #[test]
    fn statements_may_follow_one_another_without_end() {
        assert!(template(&"{% set a = 1 %}{% if a %}{{ a }}{% endif %}".repeat(4 * MAX_NESTING)).is_ok());
    }
}
