//! Finds the comparisons in conditions.
//!
//! - In: a condition, or a text with conditions, as the user typed it.
//! - Out: the fields that are compared with texts or numbers. Also the fields that are used as a
//!   condition without a comparison.
//! - Not here: the results of conditions.

use minijinja::Value;
use minijinja::machinery::ast::{BinOpKind, CompareOpKind, Expr, Stmt, UnaryOpKind};
use minijinja::machinery::{WhitespaceConfig, parse, parse_expr};

/// The comparisons in a condition or a text.
#[derive(Debug, Default, PartialEq)]
pub struct Comparisons {
    /// Fields that are compared with a text, each with this text, as in `kind == 'ship'`.
    pub texts: Vec<(String, String)>,
    /// Fields that are compared with a number, each with this number, as in `cost > 2`.
    pub numbers: Vec<(String, f64)>,
    /// Fields that are used as a condition without a comparison, as in `not draft`.
    pub flags: Vec<String>,
    /// The first part of the condition or text that is always true, such as
    /// `kind != 'ship' or kind != 'boat'`.
    pub always: Option<AlwaysTrue>,
}

/// A condition such as `kind != 'ship' or kind != 'boat'`. It is always true, because a field
/// cannot be equal to both constants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlwaysTrue {
    pub field: String,
    /// The two constants as the user typed them.
    pub constants: [String; 2],
}

/// The largest depth of nested statements and expressions that are searched.
const MAX_NESTING: usize = 100;

impl Comparisons {
    /// Returns the comparisons in a condition.
    ///
    /// The result is empty if the condition has a syntax error.
    pub fn of_condition(source: &str) -> Self {
        let mut comparisons = Self::default();
        if let Ok(parsed) = parse_expr(source) {
            comparisons.condition(&parsed, 0);
        }
        comparisons
    }

    /// Returns the comparisons in the conditions of a text.
    ///
    /// Such conditions are in `{% if … %}` and in `{{ … if … else … }}`.
    pub fn of_text(source: &str) -> Self {
        let mut comparisons = Self::default();
        if !source.contains("{%") && !source.contains(" if ") {
            return comparisons;
        }
        if let Ok(parsed) = parse(source, "", Default::default(), WhitespaceConfig::default()) {
            comparisons.statement(&parsed, 0);
        }
        comparisons
    }

    pub fn extend(&mut self, other: Self) {
        self.texts.extend(other.texts);
        self.numbers.extend(other.numbers);
        self.flags.extend(other.flags);
        self.always = self.always.take().or(other.always);
    }

    fn statement(&mut self, statement: &Stmt<'_>, depth: usize) {
        if depth > MAX_NESTING {
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

    /// Adds the comparisons in the conditions of expressions with `if`, such as `'dear' if cost > 3`.
    fn choice(&mut self, expr: &Expr<'_>, depth: usize) {
        match expr {
            Expr::IfExpr(either) if depth < MAX_NESTING => {
                self.condition(&either.test_expr, depth + 1);
                self.choice(&either.true_expr, depth + 1);
                either.false_expr.iter().for_each(|other| self.choice(other, depth + 1));
            }
            Expr::Filter(filter) if depth < MAX_NESTING => {
                filter.expr.iter().for_each(|inner| self.choice(inner, depth + 1));
            }
            _ => {}
        }
    }

    fn condition(&mut self, expr: &Expr<'_>, depth: usize) {
        if depth > MAX_NESTING {
            return;
        }
        match expr {
            Expr::Var(var) => self.flags.push(var.id.to_owned()),
            Expr::UnaryOp(unary) if matches!(unary.op, UnaryOpKind::Not) => {
                self.condition(&unary.expr, depth + 1);
            }
            Expr::BinOp(binary) => match binary.op {
                BinOpKind::ScAnd | BinOpKind::ScOr => {
                    if matches!(binary.op, BinOpKind::ScOr) {
                        self.always =
                            self.always.take().or_else(|| either_differs(&binary.left, &binary.right));
                    }
                    self.condition(&binary.left, depth + 1);
                    self.condition(&binary.right, depth + 1);
                }
                BinOpKind::In => self.compared(&binary.left, &binary.right, true),
                BinOpKind::Eq | BinOpKind::Ne => self.compared(&binary.left, &binary.right, true),
                BinOpKind::Lt | BinOpKind::Lte | BinOpKind::Gt | BinOpKind::Gte => {
                    self.compared(&binary.left, &binary.right, false);
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

    /// Adds a comparison between a field and a constant, or between a field and a list of
    /// constants.
    ///
    /// A constant that is a text is added only if `is_equality` is true.
    fn compared(&mut self, one: &Expr<'_>, other: &Expr<'_>, is_equality: bool) {
        for (side, typed) in [(one, other), (other, one)] {
            let Expr::Var(field) = side else { continue };
            match typed {
                Expr::Const(constant) => self.add(field.id, &constant.value, is_equality),
                Expr::List(list) => {
                    for item in &list.items {
                        if let Expr::Const(constant) = item {
                            self.add(field.id, &constant.value, is_equality);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn add(&mut self, field: &str, constant: &Value, is_equality: bool) {
        if let Some(text) = constant.as_str().filter(|_| is_equality) {
            self.texts.push((field.to_owned(), text.to_owned()));
        } else if let Ok(number) = f64::try_from(constant.clone()) {
            self.numbers.push((field.to_owned(), number));
        }
    }
}

/// Reads the two operands of `or` in a condition such as `kind != 'ship' or kind != 'boat'`.
///
/// Returns `None` for any other operands.
fn either_differs(left: &Expr<'_>, right: &Expr<'_>) -> Option<AlwaysTrue> {
    let (field, one) = differs(left)?;
    let (other_field, other) = differs(right)?;
    (field == other_field && one != other).then_some(AlwaysTrue { field, constants: [one, other] })
}

/// Reads a condition such as `kind != 'ship'`.
///
/// Returns the field and the constant. If the constant is a text, it is returned with quotes. Returns
/// `None` for any other expression.
fn differs(expr: &Expr<'_>) -> Option<(String, String)> {
    let (left, right) = match expr {
        Expr::BinOp(binary) if matches!(binary.op, BinOpKind::Ne) => (&binary.left, &binary.right),
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
    use super::{AlwaysTrue, Comparisons};

    fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect()
    }

    #[test]
    fn what_a_condition_compares_and_takes_for_yes_or_no() {
        let found = Comparisons::of_condition(
            "kind == 'ship' and (cost > 2 or not rare) and size in ['a', \"b\"] and 'x' != way and 1 < age < 3",
        );
        assert_eq!(found.texts, pairs(&[("kind", "ship"), ("size", "a"), ("size", "b"), ("way", "x")]));
        let numbers = [("cost", 2.0), ("age", 1.0), ("age", 3.0)];
        assert_eq!(found.numbers, numbers.map(|(name, number)| (name.to_owned(), number)));
        assert_eq!(found.flags, ["rare"]);
        assert_eq!(found.always, None);
    }

    #[test]
    fn what_the_conditions_of_a_text_ask() {
        let found =
            Comparisons::of_text("{% if rare %}a{% elif kind == 'b' %}c{% endif %}{{ 'x' if odd else 'y' }}");
        assert_eq!(found.flags, ["rare", "odd"]);
        assert_eq!(found.texts, pairs(&[("kind", "b")]));
        assert_eq!(Comparisons::of_text("{{ rare }}"), Comparisons::default());
    }

    #[test]
    fn two_differences_of_one_field_of_which_one_always_holds() {
        let found = Comparisons::of_condition("cost > 1 and (kind != 'ship' or kind != 'boat')");
        let constants = ["'ship'", "'boat'"].map(str::to_owned);
        assert_eq!(found.always, Some(AlwaysTrue { field: "kind".to_owned(), constants }));
        for source in
            ["kind != 'ship' and kind != 'boat'", "kind != 'ship' or age != 'ship'", "a != 1 or a != 1"]
        {
            assert_eq!(Comparisons::of_condition(source).always, None, "{source}");
        }
    }
}
