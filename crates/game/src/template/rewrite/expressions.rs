//! Expressions, written anew with filters in the place of their operators.

use std::fmt::Write as _;

use minijinja::machinery::ast::{
    BinOp, BinOpKind, Call, CallArg, CompareOpKind, Const, Expr, Filter, UnaryOpKind,
};
use minijinja::value::ValueKind;

use super::{Writer, Written};

/// Filters that take a field as it is: they know what it means.
const KNOWING: [&str; 5] = ["default", "d", "number", "words", "plural"];
/// Filters that take what a field means.
const RECKONING: [&str; 4] = ["abs", "round", "int", "float"];
/// Filters of lists whose values are compared.
const COMPARING: [&str; 4] = ["max", "min", "sort", "unique"];
/// Filters whose arguments are numbers.
const COUNTED: [&str; 4] = ["round", "batch", "slice", "indent"];
/// Tests that take a field as it is printed.
const SPELLING: [&str; 5] = ["startingwith", "endingwith", "containing", "lower", "upper"];

impl Writer {
    /// An expression in brackets, unless it is a single one.
    pub(super) fn expression(&mut self, expression: &Expr<'_>) -> Written {
        self.deeper()?;
        match expression {
            Expr::Var(var) => self.text.push_str(var.id),
            Expr::Const(constant) => self.constant(constant),
            Expr::Slice(slice) => {
                self.filtered("(", &slice.expr, "__slice(")?;
                for (index, bound) in [&slice.start, &slice.stop, &slice.step].into_iter().enumerate() {
                    self.text.push_str(if index > 0 { ", " } else { "" });
                    match bound {
                        Some(bound) => self.expression(bound)?,
                        None => self.text.push_str("none"),
                    }
                }
                self.text.push_str("))");
            }
            Expr::UnaryOp(unary) => match unary.op {
                UnaryOpKind::Not => self.between("(not ", &unary.expr, ")")?,
                UnaryOpKind::Neg => {
                    self.text.push_str("(-");
                    self.operand("-", &unary.expr)?;
                    self.text.push(')');
                }
            },
            Expr::BinOp(binary) => self.binary(binary, true)?,
            Expr::Compare(compare) => {
                self.compared(&compare.expr)?;
                for next in &compare.ops {
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
                    self.with(op, &next.expr)?;
                }
                self.text.push_str("))");
            }
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
                let as_printed = SPELLING.contains(&test.name);
                self.filtered("(", &test.expr, if as_printed { "__text" } else { "__meant" })?;
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
                for (index, item) in list.items.iter().enumerate() {
                    self.text.push_str(if index > 0 { ", " } else { "" });
                    self.expression(item)?;
                }
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

    fn between(&mut self, before: &str, expression: &Expr<'_>, behind: &str) -> Written {
        self.text.push_str(before);
        self.expression(expression)?;
        self.text.push_str(behind);
        Ok(())
    }

    /// An expression with a filter behind it.
    fn filtered(&mut self, before: &str, expression: &Expr<'_>, filter: &str) -> Written {
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
                // Digits alone would be whole.
                self.text.push_str(if number.fract() == 0.0 { ".0" } else { "" });
            }
            _ => {
                let _ = write!(self.text, "{value}");
            }
        }
    }

    /// Two values and what lies between them; `whole` where no number is reckoned with its result.
    fn binary(&mut self, binary: &BinOp<'_>, whole: bool) -> Written {
        let (left, right) = (&binary.left, &binary.right);
        let sign = match binary.op {
            BinOpKind::ScAnd => " and ",
            BinOpKind::ScOr => " or ",
            BinOpKind::Concat => " ~ ",
            BinOpKind::Add => "+",
            BinOpKind::Sub => "-",
            BinOpKind::Mul => "*",
            BinOpKind::Div => "/",
            BinOpKind::FloorDiv => "//",
            BinOpKind::Rem => "%",
            BinOpKind::Pow => "**",
            BinOpKind::Eq | BinOpKind::Ne if !is_number(left) && !is_number(right) => {
                self.compared(left)?;
                self.with(if matches!(binary.op, BinOpKind::Eq) { "same" } else { "other" }, right)?;
                self.text.push_str("))");
                return Ok(());
            }
            BinOpKind::Eq => "==",
            BinOpKind::Ne => "!=",
            BinOpKind::Lt => "<",
            BinOpKind::Lte => "<=",
            BinOpKind::Gt => ">",
            BinOpKind::Gte => ">=",
            BinOpKind::In => "in",
        };
        match binary.op {
            BinOpKind::ScAnd | BinOpKind::ScOr | BinOpKind::Concat => {
                self.between("(", left, sign)?;
                self.between("", right, ")")?;
            }
            _ if is_arithmetic(&binary.op) => {
                self.text.push_str(if whole { "((" } else { "(" });
                // A text times a number is that text again and again.
                let repeats = sign == "*";
                for (side, before) in [(left, ""), (right, sign)] {
                    self.text.push_str(before);
                    match repeats && is_text(side) {
                        true => self.expression(side)?,
                        false => self.operand(sign, side)?,
                    }
                }
                self.text.push(')');
                if whole {
                    self.text.push_str(" | __result(");
                    self.string(sign);
                    self.text.push_str("))");
                }
            }
            _ => {
                self.compared(left)?;
                self.with(sign, right)?;
                self.text.push_str("))");
            }
        }
        Ok(())
    }

    /// A value that an operator reckons with.
    fn operand(&mut self, op: &str, side: &Expr<'_>) -> Written {
        match side {
            Expr::BinOp(inner) if is_arithmetic(&inner.op) => {
                self.deeper()?;
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
                self.string(name_of(other));
                self.text.push_str("))");
                Ok(())
            }
        }
    }

    /// The first value of a comparison; what follows is [`Self::with`], and two brackets.
    fn compared(&mut self, first: &Expr<'_>) -> Written {
        self.filtered("(", first, "__compare(")?;
        self.string(name_of(first));
        Ok(())
    }

    fn with(&mut self, op: &str, other: &Expr<'_>) -> Written {
        self.text.push_str(", ");
        self.string(op);
        self.between(", ", other, ", ")?;
        self.string(name_of(other));
        Ok(())
    }

    fn filter(&mut self, filter: &Filter<'_>) -> Written {
        // The filter of a block has nothing before it.
        let chained = matches!(&filter.expr, Some(Expr::Filter(inner)) if begins_block(inner));
        if let Some(inner) = &filter.expr {
            let before = if begins_block(filter) { "" } else { "(" };
            match filter.name {
                name if KNOWING.contains(&name) || chained => self.between(before, inner, " | ")?,
                name if RECKONING.contains(&name) => self.filtered(before, inner, "__meant | ")?,
                name if COMPARING.contains(&name) => self.filtered(before, inner, "__comparable | ")?,
                "sum" => self.filtered(before, inner, "__all_meant | ")?,
                _ => self.filtered(before, inner, "__text | ")?,
            }
        }
        self.text.push_str(filter.name);
        self.reckons = COUNTED.contains(&filter.name) || formats_numbers(filter);
        self.arguments(&filter.args)?;
        self.text.push_str(if begins_block(filter) { "" } else { ")" });
        Ok(())
    }

    pub(super) fn call(&mut self, call: &Call<'_>) -> Written {
        self.expression(&call.expr)?;
        self.text.push('(');
        self.reckons = name_of(&call.expr) == "range";
        self.list(&call.args)?;
        self.text.push(')');
        Ok(())
    }

    fn arguments(&mut self, arguments: &[CallArg<'_>]) -> Written {
        if arguments.is_empty() {
            self.reckons = false;
            return Ok(());
        }
        self.text.push('(');
        self.list(arguments)?;
        self.text.push(')');
        Ok(())
    }

    fn list(&mut self, arguments: &[CallArg<'_>]) -> Written {
        let reckons = std::mem::take(&mut self.reckons);
        for (index, argument) in arguments.iter().enumerate() {
            self.text.push_str(if index > 0 { ", " } else { "" });
            let value = match argument {
                CallArg::Pos(value) => value,
                CallArg::Kwarg(name, value) => {
                    let _ = write!(self.text, "{name}=");
                    value
                }
                CallArg::PosSplat(value) => {
                    self.text.push('*');
                    value
                }
                CallArg::KwargSplat(value) => {
                    self.text.push_str("**");
                    value
                }
            };
            match reckons {
                true => self.filtered("", value, "__meant")?,
                false => self.expression(value)?,
            }
        }
        Ok(())
    }
}

/// Whether a filter writes numbers in digits of its own: `'%05.2f' | format(cost)`.
fn formats_numbers(filter: &Filter<'_>) -> bool {
    let Some(Expr::Const(text)) = filter.expr.as_ref().filter(|_| filter.name == "format") else {
        return false;
    };
    let text = text.value.as_str().unwrap_or_default();
    text.split('%').skip(1).any(|directive| {
        let sign = directive.chars().find(|c| c.is_alphabetic());
        sign.is_some_and(|sign| sign != 's')
    })
}

/// Whether a filter, or the first of a chain, is that of a block.
fn begins_block(filter: &Filter<'_>) -> bool {
    match &filter.expr {
        None => true,
        Some(Expr::Filter(inner)) => begins_block(inner),
        Some(_) => false,
    }
}

/// The name of a field, for messages.
fn name_of<'a>(expression: &Expr<'a>) -> &'a str {
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

/// Whether an expression is typed as a number, or reckons one.
fn is_number(expression: &Expr<'_>) -> bool {
    match expression {
        Expr::Const(constant) => constant.value.kind() == ValueKind::Number,
        Expr::BinOp(binary) => is_arithmetic(&binary.op),
        Expr::UnaryOp(unary) => matches!(unary.op, UnaryOpKind::Neg),
        Expr::Filter(filter) => ["number", "length", "abs", "round", "int", "float"].contains(&filter.name),
        _ => false,
    }
}

/// Whether an expression is typed as a text or as a list, or puts texts together.
fn is_text(expression: &Expr<'_>) -> bool {
    match expression {
        Expr::Const(constant) => constant.value.as_str().is_some(),
        Expr::BinOp(binary) => matches!(binary.op, BinOpKind::Concat),
        Expr::List(_) => true,
        _ => false,
    }
}
