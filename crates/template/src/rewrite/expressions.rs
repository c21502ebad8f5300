//! Rewrites expressions so that filters replace the operators.
//!
//! - In: an expression that minijinja has parsed.
//! - Out: the source of the new expression, with brackets around every part.
//! - Not here: statements.

use std::fmt::Write as _;

use minijinja::machinery::ast::{
    BinOp, BinOpKind, Call, CallArg, Compare, CompareOpKind, Const, Expr, Filter, Slice, UnaryOpKind,
};
use minijinja::value::ValueKind;

use super::{WriteResult, Writer};

/// Filters that get a field unchanged, because they find out themselves which number the field stands
/// for.
const FIELD_FILTERS: [&str; 5] = ["default", "d", "number", "words", "plural"];
/// Filters that get a field as a number.
const NUMBER_FILTERS: [&str; 4] = ["abs", "round", "int", "float"];
/// Filters that compare the items of a list with each other.
const ORDER_FILTERS: [&str; 4] = ["max", "min", "sort", "unique"];
/// Filters whose arguments are numbers.
const WITH_NUMBERS: [&str; 4] = ["round", "batch", "slice", "indent"];
/// Tests that get the text of a field.
const TEXT_TESTS: [&str; 5] = ["startingwith", "endingwith", "containing", "lower", "upper"];

impl Writer {
    /// Writes an expression. An expression that is neither a name nor a constant gets brackets.
    pub(super) fn expression(&mut self, expression: &Expr<'_>) -> WriteResult {
        self.enter()?;
        match expression {
            Expr::Var(var) => self.text.push_str(var.id),
            Expr::Const(constant) => self.constant(constant),
            Expr::Slice(slice) => self.slice(slice)?,
            Expr::UnaryOp(unary) => match unary.op {
                UnaryOpKind::Not => self.between("(not ", &unary.expr, ")")?,
                UnaryOpKind::Neg => {
                    self.text.push_str("(-");
                    self.operand("-", &unary.expr)?;
                    self.text.push(')');
                }
            },
            Expr::BinOp(binary) => self.binary(binary, true)?,
            Expr::Compare(chain) => self.comparison_chain(chain)?,
            Expr::IfExpr(either) => {
                self.between("(", &either.true_expr, " if ")?;
                self.expression(&either.test_expr)?;
                if let Some(other) = &either.false_expr {
                    self.between(" else ", other, "")?;
                }
                self.text.push(')');
            }
            Expr::Filter(filter) => self.filter(filter)?,
            Expr::Test(test) => {
                let takes_text = TEXT_TESTS.contains(&test.name);
                self.filtered("(", &test.expr, if takes_text { "__text" } else { "__meant" })?;
                self.text.push_str(" is ");
                self.text.push_str(test.name);
                self.arguments(&test.args)?;
                self.text.push(')');
            }
            Expr::GetAttr(attribute) => {
                self.between("(", &attribute.expr, ").")?;
                self.text.push_str(attribute.name);
            }
            Expr::GetItem(item) => {
                self.filtered("(", &item.expr, "__text)[")?;
                self.filtered("", &item.subscript_expr, "__meant]")?;
            }
            Expr::Call(call) => self.call(call)?,
            Expr::List(list) => {
                self.text.push('[');
                self.separated(&list.items, Self::expression)?;
                self.text.push(']');
            }
            Expr::Map(map) => {
                self.text.push('{');
                for (index, (key, value)) in map.keys.iter().zip(&map.values).enumerate() {
                    self.between(if index > 0 { ", " } else { "" }, key, ": ")?;
                    self.expression(value)?;
                }
                self.text.push('}');
            }
        }
        self.depth -= 1;
        Ok(())
    }

    fn slice(&mut self, slice: &Slice<'_>) -> WriteResult {
        self.filtered("(", &slice.expr, "__slice(")?;
        self.separated([&slice.start, &slice.stop, &slice.step], |writer, bound| match bound {
            Some(bound) => writer.expression(bound),
            None => {
                writer.text.push_str("none");
                Ok(())
            }
        })?;
        self.text.push_str("))");
        Ok(())
    }

    fn comparison_chain(&mut self, chain: &Compare<'_>) -> WriteResult {
        self.begin_comparison(&chain.expr)?;
        for next in &chain.ops {
            let op = match next.op {
                CompareOpKind::Eq => "==",
                CompareOpKind::Ne => "!=",
                CompareOpKind::Lt => "<",
                CompareOpKind::Lte => "<=",
                CompareOpKind::Gt => ">",
                CompareOpKind::Gte => ">=",
                CompareOpKind::In => "in",
                CompareOpKind::NotIn => "not in",
            };
            self.continue_comparison(op, &next.expr)?;
        }
        self.text.push_str("))");
        Ok(())
    }

    fn between(&mut self, before: &str, expression: &Expr<'_>, behind: &str) -> WriteResult {
        self.text.push_str(before);
        self.expression(expression)?;
        self.text.push_str(behind);
        Ok(())
    }

    /// Writes `before`, an expression, and a filter that is applied to this expression.
    fn filtered(&mut self, before: &str, expression: &Expr<'_>, filter: &str) -> WriteResult {
        self.between(before, expression, " | ")?;
        self.text.push_str(filter);
        Ok(())
    }

    fn constant(&mut self, constant: &Const) {
        let value = &constant.value;
        match (value.as_str(), value.kind()) {
            (Some(text), _) => self.string(text),
            (None, ValueKind::Number) if !value.is_integer() => {
                let number = f64::try_from(value.clone()).unwrap_or_default();
                let _ = write!(self.text, "{number}");
                // Without `.0`, minijinja would parse the number as an integer.
                self.text.push_str(if number.fract() == 0.0 { ".0" } else { "" });
            }
            _ => {
                let _ = write!(self.text, "{value}");
            }
        }
    }

    /// Writes a binary operator.
    ///
    /// `rounds` says whether the result of arithmetic is rounded. In nested arithmetic, only the
    /// outermost operator rounds.
    fn binary(&mut self, binary: &BinOp<'_>, rounds: bool) -> WriteResult {
        let (left, right) = (&binary.left, &binary.right);
        let sign = match binary.op {
            BinOpKind::ScAnd | BinOpKind::ScOr | BinOpKind::Concat => return self.plain_binary(binary),
            BinOpKind::Add => "+",
            BinOpKind::Sub => "-",
            BinOpKind::Mul => "*",
            BinOpKind::Div => "/",
            BinOpKind::FloorDiv => "//",
            BinOpKind::Rem => "%",
            BinOpKind::Pow => "**",
            BinOpKind::Eq if !is_number(left) && !is_number(right) => "same",
            BinOpKind::Ne if !is_number(left) && !is_number(right) => "other",
            BinOpKind::Eq => "==",
            BinOpKind::Ne => "!=",
            BinOpKind::Lt => "<",
            BinOpKind::Lte => "<=",
            BinOpKind::Gt => ">",
            BinOpKind::Gte => ">=",
            BinOpKind::In => "in",
        };
        if is_arithmetic(&binary.op) {
            return self.arithmetic(binary, sign, rounds);
        }
        self.begin_comparison(left)?;
        self.continue_comparison(sign, right)?;
        self.text.push_str("))");
        Ok(())
    }

    /// Writes an operator that is not replaced by a filter.
    fn plain_binary(&mut self, binary: &BinOp<'_>) -> WriteResult {
        let sign = match binary.op {
            BinOpKind::ScAnd => " and ",
            BinOpKind::ScOr => " or ",
            _ => " ~ ",
        };
        self.between("(", &binary.left, sign)?;
        self.between("", &binary.right, ")")
    }

    fn arithmetic(&mut self, binary: &BinOp<'_>, sign: &str, rounds: bool) -> WriteResult {
        self.text.push_str(if rounds { "((" } else { "(" });
        for (side, before) in [(&binary.left, ""), (&binary.right, sign)] {
            self.text.push_str(before);
            // `*` also accepts a text on one side, and then repeats the text.
            if sign == "*" && is_text(side) { self.expression(side)? } else { self.operand(sign, side)? }
        }
        self.text.push(')');
        if rounds {
            self.text.push_str(" | __result(");
            self.string(sign);
            self.text.push_str("))");
        }
        Ok(())
    }

    /// Writes an operand of the arithmetic operator `op`.
    fn operand(&mut self, op: &str, side: &Expr<'_>) -> WriteResult {
        match side {
            Expr::BinOp(inner) if is_arithmetic(&inner.op) => {
                self.enter()?;
                self.binary(inner, false)?;
                self.depth -= 1;
                Ok(())
            }
            Expr::Const(constant) if constant.value.kind() == ValueKind::Number => {
                self.constant(constant);
                Ok(())
            }
            other => {
                self.filtered("(", other, "__operand(")?;
                self.string(op);
                self.text.push_str(", ");
                self.string(field_name(other));
                self.text.push_str("))");
                Ok(())
            }
        }
    }

    /// Writes the first value of a comparison, and the start of the filter that compares it.
    ///
    /// The caller then calls [`Self::continue_comparison`] for each operator, and writes two closing
    /// brackets.
    fn begin_comparison(&mut self, first: &Expr<'_>) -> WriteResult {
        self.filtered("(", first, "__compare(")?;
        self.string(field_name(first));
        Ok(())
    }

    /// Writes an operator of a comparison, and the value that follows the operator.
    fn continue_comparison(&mut self, op: &str, other: &Expr<'_>) -> WriteResult {
        self.text.push_str(", ");
        self.string(op);
        self.between(", ", other, ", ")?;
        self.string(field_name(other));
        Ok(())
    }

    fn filter(&mut self, filter: &Filter<'_>) -> WriteResult {
        // In a block such as `{% filter upper | trim %}`, `trim` gets the text that `upper` returns, and
        // not a field. So no conversion is written.
        let chained = matches!(&filter.expr, Some(Expr::Filter(inner)) if begins_block(inner));
        if let Some(inner) = &filter.expr {
            let before = if begins_block(filter) { "" } else { "(" };
            match filter.name {
                name if FIELD_FILTERS.contains(&name) || chained => self.between(before, inner, " | ")?,
                name if NUMBER_FILTERS.contains(&name) => self.filtered(before, inner, "__meant | ")?,
                name if ORDER_FILTERS.contains(&name) => self.filtered(before, inner, "__comparable | ")?,
                "sum" => self.filtered(before, inner, "__all_meant | ")?,
                _ => self.filtered(before, inner, "__text | ")?,
            }
        }
        self.text.push_str(filter.name);
        self.takes_numbers = WITH_NUMBERS.contains(&filter.name) || formats_numbers(filter);
        self.arguments(&filter.args)?;
        self.text.push_str(if begins_block(filter) { "" } else { ")" });
        Ok(())
    }

    pub(super) fn call(&mut self, call: &Call<'_>) -> WriteResult {
        self.expression(&call.expr)?;
        self.text.push('(');
        self.takes_numbers = field_name(&call.expr) == "range";
        self.list(&call.args)?;
        self.text.push(')');
        Ok(())
    }

    fn arguments(&mut self, arguments: &[CallArg<'_>]) -> WriteResult {
        if arguments.is_empty() {
            self.takes_numbers = false;
            return Ok(());
        }
        self.text.push('(');
        self.list(arguments)?;
        self.text.push(')');
        Ok(())
    }

    fn list(&mut self, arguments: &[CallArg<'_>]) -> WriteResult {
        let takes_numbers = std::mem::take(&mut self.takes_numbers);
        self.separated(arguments, |writer, argument| {
            let value = match argument {
                CallArg::Pos(value) => value,
                CallArg::Kwarg(name, value) => {
                    let _ = write!(writer.text, "{name}=");
                    value
                }
                CallArg::PosSplat(value) => {
                    writer.text.push('*');
                    value
                }
                CallArg::KwargSplat(value) => {
                    writer.text.push_str("**");
                    value
                }
            };
            if takes_numbers { writer.filtered("", value, "__meant") } else { writer.expression(value) }
        })
    }
}

/// Returns whether a filter formats numbers, as in `'%05.2f' | format(cost)`.
fn formats_numbers(filter: &Filter<'_>) -> bool {
    let Some(Expr::Const(constant)) = filter.expr.as_ref().filter(|_| filter.name == "format") else {
        return false;
    };
    let directives = constant.value.as_str().unwrap_or_default().split('%').skip(1);
    let mut kinds = directives.filter_map(|directive| directive.chars().find(|c| c.is_alphabetic()));
    kinds.any(|kind| kind != 's')
}

/// Returns whether a filter belongs to a block, as in `{% filter upper | trim %}`. In a block, the first
/// filter of the chain has no value in front of it.
fn begins_block(filter: &Filter<'_>) -> bool {
    match &filter.expr {
        None => true,
        Some(Expr::Filter(inner)) => begins_block(inner),
        Some(_) => false,
    }
}

/// If an expression is only a field, returns the name of the field, for messages. Otherwise, returns an
/// empty text.
fn field_name<'a>(expression: &Expr<'a>) -> &'a str {
    match expression {
        Expr::Var(var) => var.id,
        _ => "",
    }
}

fn is_arithmetic(op: &BinOpKind) -> bool {
    matches!(
        op,
        BinOpKind::Add
            | BinOpKind::Sub
            | BinOpKind::Mul
            | BinOpKind::Div
            | BinOpKind::FloorDiv
            | BinOpKind::Rem
            | BinOpKind::Pow
    )
}

/// Returns whether an expression is a constant number, or computes a number.
fn is_number(expression: &Expr<'_>) -> bool {
    match expression {
        Expr::Const(constant) => constant.value.kind() == ValueKind::Number,
        Expr::BinOp(binary) => is_arithmetic(&binary.op),
        Expr::UnaryOp(unary) => matches!(unary.op, UnaryOpKind::Neg),
        Expr::Filter(filter) => ["number", "length", "abs", "round", "int", "float"].contains(&filter.name),
        _ => false,
    }
}

/// Returns whether an expression is a constant text, a list, or a concatenation of texts.
fn is_text(expression: &Expr<'_>) -> bool {
    match expression {
        Expr::Const(constant) => constant.value.as_str().is_some(),
        Expr::BinOp(binary) => matches!(binary.op, BinOpKind::Concat),
        Expr::List(_) => true,
        _ => false,
    }
}
