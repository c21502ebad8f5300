//! What a condition, or the conditions of a text, ask of fields. The text as it is typed goes in; the comparisons of a field
//! with a text or a number come out, and the fields that are taken for yes or no. Nothing is worked out.

use minijinja::Value;
use minijinja::machinery::ast::{BinOpKind, CompareOpKind, Expr, Stmt, UnaryOpKind};
use minijinja::machinery::{WhitespaceConfig, parse, parse_expr};

/// What is asked of fields.
#[derive(Debug, Default, PartialEq)]
pub struct Asked {
    /// Fields that are compared with a text, as in `kind == 'ship'`.
    pub texts: Vec<(String, String)>,
    /// Fields that are compared with a number, as in `cost > 2`.
    pub numbers: Vec<(String, f64)>,
    /// Fields that are taken for yes or no, as in `not draft`.
    pub flags: Vec<String>,
    /// A part that holds whatever the field is: `kind != 'ship' or kind != 'boat'`.
    pub always: Option<(String, String, String)>,
}

/// How deep statements and expressions are looked at.
const DEEPEST: usize = 100;

impl Asked {
    /// What a condition asks.
    pub fn of_condition(source: &str) -> Self {
        let mut asked = Self::default();
        if let Ok(parsed) = parse_expr(source) {
            asked.condition(&parsed, 0);
        }
        asked
    }

    /// What the conditions of a text ask: those of `{% if … %}`, and of `{{ … if … else … }}`.
    pub fn of_text(source: &str) -> Self {
        let mut asked = Self::default();
        if !source.contains("{%") && !source.contains(" if ") {
            return asked;
        }
        if let Ok(parsed) = parse(source, "", Default::default(), WhitespaceConfig::default()) {
            asked.statement(&parsed, 0);
        }
        asked
    }

    /// Adds what another one asks.
    pub fn extend(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.numbers.extend(other.numbers);
        self.flags.extend(other.flags);
        self.always = self.always.take().or(other.always);
    }

    fn statement(&mut self, statement: &Stmt<'_>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match statement {
            Stmt::Template(template) => self.statements(&template.children, depth),
            Stmt::EmitExpr(emitted) => self.choice(&emitted.expr, depth),
            Stmt::ForLoop(each) => {
                self.statements(&each.body, depth);
                self.statements(&each.else_body, depth);
            }
            Stmt::IfCond(either) => {
                self.condition(&either.expr, depth);
                self.statements(&either.true_body, depth);
                self.statements(&either.false_body, depth);
            }
            _ => {}
        }
    }

    fn statements(&mut self, list: &[Stmt<'_>], depth: usize) {
        list.iter().for_each(|statement| self.statement(statement, depth + 1));
    }

    /// What a value asks that is one of two.
    fn choice(&mut self, expr: &Expr<'_>, depth: usize) {
        match expr {
            Expr::IfExpr(either) if depth < DEEPEST => {
                self.condition(&either.test_expr, depth + 1);
                self.choice(&either.true_expr, depth + 1);
                either.false_expr.iter().for_each(|other| self.choice(other, depth + 1));
            }
            Expr::Filter(filter) if depth < DEEPEST => {
                filter.expr.iter().for_each(|inner| self.choice(inner, depth + 1));
            }
            _ => {}
        }
    }

    fn condition(&mut self, expr: &Expr<'_>, depth: usize) {
        if depth > DEEPEST {
            return;
        }
        match expr {
            Expr::Var(var) => self.flags.push(var.id.to_owned()),
            Expr::UnaryOp(unary) if matches!(unary.op, UnaryOpKind::Not) => {
                self.condition(&unary.expr, depth + 1);
            }
            Expr::BinOp(of) => match of.op {
                BinOpKind::ScAnd | BinOpKind::ScOr => {
                    if matches!(of.op, BinOpKind::ScOr) {
                        self.always = self.always.take().or_else(|| either_differs(&of.left, &of.right));
                    }
                    self.condition(&of.left, depth + 1);
                    self.condition(&of.right, depth + 1);
                }
                BinOpKind::In => self.compared(&of.left, &of.right, true),
                BinOpKind::Eq | BinOpKind::Ne => self.compared(&of.left, &of.right, true),
                BinOpKind::Lt | BinOpKind::Lte | BinOpKind::Gt | BinOpKind::Gte => {
                    self.compared(&of.left, &of.right, false);
                }
                _ => {}
            },
            Expr::Compare(chain) => {
                let mut before = &chain.expr;
                for next in &chain.ops {
                    let equal = !matches!(
                        next.op,
                        CompareOpKind::Lt | CompareOpKind::Lte | CompareOpKind::Gt | CompareOpKind::Gte
                    );
                    self.compared(before, &next.expr, equal);
                    before = &next.expr;
                }
            }
            _ => {}
        }
    }

    /// Notes a comparison of a field with what is typed.
    fn compared(&mut self, one: &Expr<'_>, other: &Expr<'_>, equal: bool) {
        for (field, typed) in [(one, other), (other, one)] {
            let Expr::Var(field) = field else { continue };
            let mut note = |value: &Value| {
                if let Some(text) = value.as_str().filter(|_| equal) {
                    self.texts.push((field.id.to_owned(), text.to_owned()));
                } else if let Ok(number) = f64::try_from(value.clone()) {
                    self.numbers.push((field.id.to_owned(), number));
                }
            };
            match typed {
                Expr::Const(constant) => note(&constant.value),
                Expr::List(list) => list.items.iter().for_each(|item| {
                    if let Expr::Const(constant) = item {
                        note(&constant.value);
                    }
                }),
                _ => {}
            }
        }
    }
}

/// The field and the two texts of `kind != 'ship' or kind != 'boat'`.
fn either_differs(left: &Expr<'_>, right: &Expr<'_>) -> Option<(String, String, String)> {
    let (name, one) = differs(left)?;
    let (other_name, other) = differs(right)?;
    (name == other_name && one != other).then_some((name, one, other))
}

fn differs(expr: &Expr<'_>) -> Option<(String, String)> {
    let (left, right) = match expr {
        Expr::BinOp(of) if matches!(of.op, BinOpKind::Ne) => (&of.left, &of.right),
        Expr::Compare(chain) => match chain.ops.as_slice() {
            [only] if matches!(only.op, CompareOpKind::Ne) => (&chain.expr, &only.expr),
            _ => return None,
        },
        _ => return None,
    };
    match (left, right) {
        (Expr::Var(field), Expr::Const(constant)) => {
            let text = match constant.value.as_str() {
                Some(text) => format!("'{text}'"),
                None => constant.value.to_string(),
            };
            Some((field.id.to_owned(), text))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Asked;

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    }

    #[test]
    fn what_a_condition_compares_and_takes_for_yes_or_no() {
        let asked = Asked::of_condition(
            "kind == 'ship' and (cost > 2 or not rare) and size in ['a', \"b\"] and 'x' != way and 1 < age < 3",
        );
        assert_eq!(asked.texts, pairs(&[("kind", "ship"), ("size", "a"), ("size", "b"), ("way", "x")]));
        let numbers = [("cost", 2.0), ("age", 1.0), ("age", 3.0)];
        assert_eq!(asked.numbers, numbers.map(|(name, number)| (name.to_owned(), number)));
        assert_eq!(asked.flags, ["rare"]);
        assert_eq!(asked.always, None);
    }

    #[test]
    fn what_the_conditions_of_a_text_ask() {
        let asked =
            Asked::of_text("{% if rare %}a{% elif kind == 'b' %}c{% endif %}{{ 'x' if odd else 'y' }}");
        assert_eq!(asked.flags, ["rare", "odd"]);
        assert_eq!(asked.texts, pairs(&[("kind", "b")]));
        assert_eq!(Asked::of_text("{{ rare }}"), Asked::default());
    }

    #[test]
    fn two_differences_of_one_field_of_which_one_always_holds() {
        let always = |source| Asked::of_condition(source).always;
        assert!(always("cost > 1 and (kind != 'ship' or kind != 'boat')").is_some());
        for source in
            ["kind != 'ship' and kind != 'boat'", "kind != 'ship' or age != 'ship'", "a != 1 or a != 1"]
        {
            assert_eq!(always(source), None, "{source}");
        }
    }
}
