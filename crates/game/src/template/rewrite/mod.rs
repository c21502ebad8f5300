//! Templates and conditions, written anew so that fields mean what they mean in a spreadsheet: each operator becomes one of
//! the filters of [`super::operators`]. minijinja reads both the text as it is typed and the text that comes of it.

use std::fmt::Write as _;

use minijinja::machinery::ast::{BinOpKind, Expr, Stmt};
use minijinja::machinery::{WhitespaceConfig, parse, parse_expr};
use minijinja::{Error, ErrorKind};

mod expressions;

/// How deep expressions and statements may lie in one another.
const DEEPEST: usize = 400;

/// A template, written anew.
///
/// # Errors
/// It cannot be read.
pub(super) fn template(source: &str) -> Result<String, Error> {
    let parsed = parse(source, "", Default::default(), WhitespaceConfig::default())?;
    let mut written = Writer::default();
    written.statement(&parsed)?;
    Ok(written.finish())
}

/// A condition as a template, which gives text where it holds and none if it does not.
///
/// # Errors
/// It cannot be read.
pub(super) fn condition(source: &str) -> Result<String, Error> {
    let parsed = parse_expr(source)?;
    // An expression alone is read up to the first sign that is unknown, as in `kind == 'ship' && cost > 2`.
    if parse(&format!("{{{{ ({source}) }}}}"), "", Default::default(), WhitespaceConfig::default()).is_err() {
        return Err(Error::new(ErrorKind::SyntaxError, "unexpected character"));
    }
    let mut written = Writer::default();
    written.text.push_str("{{ ");
    written.expression(&parsed)?;
    written.text.push_str(" | __holds }}");
    Ok(written.text)
}

/// Finds a text or a number that stands by itself beside `and` or `or`, as in `kind == 'sea' or 'land'`, and the name that
/// another part of the condition compares.
pub(super) fn by_itself(source: &str) -> Option<(String, Option<String>)> {
    let parsed = parse_expr(source).ok()?;
    let mut name = None;
    let found = lone(&parsed, &mut name)?;
    Some((found, name))
}

/// The text that a whole condition is, if it may be the name of a field: `'rare'`.
pub(super) fn quoted_field(source: &str) -> Option<String> {
    let Expr::Const(value) = parse_expr(source).ok()? else { return None };
    let text = value.value.as_str()?;
    let is_name = !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| text.to_owned())
}

/// Whether a part of a condition compares something with `none`.
pub(super) fn compares_with_nothing(source: &str) -> bool {
    // Few conditions have the word.
    source.to_lowercase().contains("none") && parse_expr(source).is_ok_and(|parsed| has_nothing(&parsed))
}

fn has_nothing(expr: &Expr<'_>) -> bool {
    let is_none = |side: &Expr<'_>| matches!(side, Expr::Const(value) if value.value.is_none());
    match expr {
        Expr::BinOp(of) => match of.op {
            BinOpKind::ScAnd | BinOpKind::ScOr => has_nothing(&of.left) || has_nothing(&of.right),
            _ => is_none(&of.left) || is_none(&of.right),
        },
        Expr::Compare(chain) => is_none(&chain.expr) || chain.ops.iter().any(|next| is_none(&next.expr)),
        Expr::UnaryOp(unary) => has_nothing(&unary.expr),
        _ => false,
    }
}

fn lone(expr: &Expr<'_>, name: &mut Option<String>) -> Option<String> {
    let Expr::BinOp(of) = expr else { return None };
    match of.op {
        BinOpKind::ScAnd | BinOpKind::ScOr => {
            let parts = [&of.left, &of.right];
            let inside = parts.map(|part| lone(part, name));
            let own = parts.into_iter().find_map(|part| match part {
                Expr::Const(value) if value.value.as_str().is_some() => Some(format!("'{}'", value.value)),
                Expr::Const(value) if value.value.is_number() => Some(value.value.to_string()),
                _ => None,
            });
            own.or(inside.into_iter().flatten().next())
        }
        BinOpKind::Eq => {
            if let Expr::Var(var) = &of.left {
                name.get_or_insert_with(|| var.id.to_owned());
            }
            None
        }
        _ => None,
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    depth: usize,
    /// Whether the arguments that come next are taken for what they mean.
    reckons: bool,
    /// Where the last plain text begins, and that text.
    plain: Option<(usize, String)>,
}

type Written = Result<(), Error>;

impl Writer {
    /// A line's end at the very end would be taken for that of the file.
    fn finish(mut self) -> String {
        if let Some((at, raw)) = self.plain.take().filter(|_| self.text.ends_with('\n')) {
            self.text.truncate(at);
            self.quoted(&raw);
        }
        self.text
    }

    fn statements(&mut self, list: &[Stmt<'_>]) -> Written {
        list.iter().try_for_each(|statement| self.statement(statement))
    }

    /// A statement with words between signs: `{% if … %}`.
    fn block(&mut self, word: &str, inside: impl FnOnce(&mut Self) -> Written) -> Written {
        let _ = write!(self.text, "{{% {word} ");
        inside(self)?;
        self.text.push_str(" %}");
        Ok(())
    }

    fn end(&mut self, word: &str) {
        self.plain = None;
        let _ = write!(self.text, "{{% {word} %}}");
    }

    fn statement(&mut self, statement: &Stmt<'_>) -> Written {
        self.deeper()?;
        self.plain = None;
        match statement {
            Stmt::Template(template) => self.statements(&template.children)?,
            Stmt::EmitExpr(emitted) => {
                self.text.push_str("{{ ");
                self.expression(&emitted.expr)?;
                self.text.push_str(" }}");
            }
            Stmt::EmitRaw(raw) if raw.raw.contains('{') => self.quoted(raw.raw),
            Stmt::EmitRaw(raw) => {
                self.plain = Some((self.text.len(), raw.raw.to_owned()));
                self.text.push_str(raw.raw);
            }
            Stmt::ForLoop(each) => {
                self.block("for", |own| {
                    own.target(&each.target)?;
                    own.text.push_str(" in ");
                    own.expression(&each.iter)?;
                    if let Some(filter) = &each.filter_expr {
                        own.text.push_str(" if ");
                        own.expression(filter)?;
                    }
                    own.text.push_str(if each.recursive { " recursive" } else { "" });
                    Ok(())
                })?;
                self.statements(&each.body)?;
                if !each.else_body.is_empty() {
                    self.end("else");
                    self.statements(&each.else_body)?;
                }
                self.end("endfor");
            }
            Stmt::IfCond(condition) => {
                self.block("if", |own| own.expression(&condition.expr))?;
                self.statements(&condition.true_body)?;
                if !condition.false_body.is_empty() {
                    self.end("else");
                    self.statements(&condition.false_body)?;
                }
                self.end("endif");
            }
            Stmt::WithBlock(with) => {
                self.block("with", |own| {
                    for (index, (target, value)) in with.assignments.iter().enumerate() {
                        own.text.push_str(if index > 0 { ", " } else { "" });
                        own.assignment(target, value)?;
                    }
                    Ok(())
                })?;
                self.statements(&with.body)?;
                self.end("endwith");
            }
            Stmt::Set(set) => self.block("set", |own| own.assignment(&set.target, &set.expr))?,
            Stmt::SetBlock(set) => {
                self.block("set", |own| {
                    own.target(&set.target)?;
                    let Some(filter) = &set.filter else { return Ok(()) };
                    own.text.push_str(" | ");
                    own.expression(filter)
                })?;
                self.statements(&set.body)?;
                self.end("endset");
            }
            Stmt::AutoEscape(escaped) => {
                self.block("autoescape", |own| own.expression(&escaped.enabled))?;
                self.statements(&escaped.body)?;
                self.end("endautoescape");
            }
            Stmt::FilterBlock(filtered) => {
                self.block("filter", |own| own.expression(&filtered.filter))?;
                self.statements(&filtered.body)?;
                self.end("endfilter");
            }
            Stmt::Do(done) => self.block("do", |own| own.call(&done.call))?,
        }
        self.depth -= 1;
        Ok(())
    }

    fn deeper(&mut self) -> Written {
        self.depth += 1;
        match self.depth > DEEPEST {
            true => Err(Error::new(ErrorKind::SyntaxError, "expressions lie too deep in one another")),
            false => Ok(()),
        }
    }

    /// A text that is printed as it stands, whatever is in it.
    fn quoted(&mut self, raw: &str) {
        self.text.push_str("{{ ");
        self.string(raw);
        self.text.push_str(" }}");
    }

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

    /// What takes a value: a name, or several in brackets.
    fn target(&mut self, target: &Expr<'_>) -> Written {
        match target {
            Expr::List(list) => {
                self.text.push('(');
                for (index, item) in list.items.iter().enumerate() {
                    self.text.push_str(if index > 0 { ", " } else { "" });
                    self.target(item)?;
                }
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

    fn assignment(&mut self, target: &Expr<'_>, value: &Expr<'_>) -> Written {
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
    fn what_is_written_anew_is_read_again() {
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
            environment.template_from_str(&written).unwrap_or_else(|wrong| panic!("{written}: {wrong}"));
            assert!(template(&written).is_ok());
        }
    }
}
