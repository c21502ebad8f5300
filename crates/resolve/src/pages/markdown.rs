//! Parses Markdown: CommonMark with tables.
//!
//! - In: a text.
//! - Out: the blocks of the text, and the mistakes in it. The places of mistakes are byte ranges in
//!   the text.
//! - Not here: looking up pictures, icons, boards and components.

use std::ops::Range;

use pulldown_cmark::{Alignment, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

use super::{placeholder, text_links};
use hexpress_base::diag::{Diagnostic, FileId, SourceSpan, codes};
use hexpress_game::pages::{
    Block, BlockKind, CellAlignment, Figure, FigureSubject, Link, List, Prose, Table, plain_words,
};
use hexpress_scene::LinkTarget;
use hexpress_scene::text::Style;
use hexpress_scene::text::inline::{Inline, read};

/// The largest depth of nested lists and quotes.
pub const MAX_LEVELS: usize = 8;
/// The largest number of columns of a table.
pub const MAX_COLUMNS: usize = 16;

/// The text of a page, and the position of the text in its file.
#[derive(Clone, Copy)]
pub struct Markdown<'t> {
    pub text: &'t str,
    pub file: FileId,
    /// The offset in the file at which the text starts, in bytes.
    pub start: usize,
    /// The length in bytes of the quoted text in the layout, if it does not contain the text unchanged
    /// (for example, because of escapes). All mistakes are then reported at the whole quoted text.
    pub whole: Option<usize>,
}

impl<'t> Markdown<'t> {
    /// Returns the text of a Markdown file.
    pub fn of_file(text: &'t str, file: FileId) -> Self {
        Self { text, file, start: 0, whole: None }
    }

    /// Returns a text that is a value in a layout. `span` is the byte range of this value, with its
    /// quotes.
    pub fn in_layout(text: &'t str, file: FileId, layout: &str, span: Range<usize>) -> Self {
        let typed = layout.get(span.clone()).unwrap_or_default();
        // If characters are escaped, the layout does not contain the text unchanged.
        match typed.find(text).filter(|_| !text.is_empty()) {
            Some(start) => Self { text, file, start: span.start + start, whole: None },
            None => Self { text, file, start: span.start, whole: Some(span.len()) },
        }
    }

    fn place(self, range: Range<usize>) -> SourceSpan {
        let range = self.whole.map_or(range, |length| 0..length);
        SourceSpan::new(self.file, self.start + range.start..self.start + range.end)
    }

    /// Parses the text. `is_icon` returns whether an icon with the given name exists.
    pub fn blocks(self, is_icon: &dyn Fn(&str) -> bool) -> (Vec<Block>, Vec<Diagnostic>) {
        let bottom = OpenBlock::new(Content::Blocks(Vec::new()), 0);
        let mut tree = Tree {
            markdown: self,
            is_icon,
            open: vec![bottom],
            mistakes: Vec::new(),
            levels: 0,
            pictures: 0,
        };
        for (event, range) in Parser::new_ext(self.text, Options::ENABLE_TABLES).into_offset_iter() {
            tree.take(event, range);
        }
        tree.close_loose(self.text.len());
        let mut blocks = match tree.open.pop().map(|open| open.content) {
            Some(Content::Blocks(blocks)) => blocks,
            _ => Vec::new(),
        };
        tree.mistakes.extend(text_links::resolve(&mut blocks));
        (blocks, tree.mistakes)
    }
}

/// A block that is not complete yet.
struct OpenBlock {
    content: Content,
    /// The offset in the text at which the block begins, in bytes.
    start: usize,
}

impl OpenBlock {
    fn new(content: Content, start: usize) -> Self {
        Self { content, start }
    }
}

enum Content {
    /// The blocks of the text, of a quote, or of an item in a list.
    Blocks(Vec<Block>),
    List(List),
    Words(Words),
    Table(Table),
    /// The complete cells of a row.
    Row(Vec<Prose>),
    Code(String),
    /// Raw HTML. It is reported, because it cannot be printed.
    Html,
}

/// Text that is being read, and the styles that apply to the next characters.
#[derive(Default)]
struct Words {
    prose: Prose,
    bold: usize,
    italic: usize,
    /// The link that is being read, if there is one. Links are never inside one another.
    link: Option<OpenLink>,
    /// The number of inlines (runs of text in one style) that are complete: no more characters are added
    /// to them, because a link begins or ends after them.
    complete: usize,
    /// Whether the text belongs directly to an item of a list, without a paragraph around it.
    is_loose: bool,
}

/// A link whose words are being read.
struct OpenLink {
    /// The address as the user typed it.
    typed: String,
    to: LinkTarget,
    /// The index of the first inline of the link.
    first: usize,
    place: SourceSpan,
}

struct Tree<'t> {
    markdown: Markdown<'t>,
    is_icon: &'t dyn Fn(&str) -> bool,
    /// The blocks that are not complete yet, from the outermost to the innermost.
    open: Vec<OpenBlock>,
    mistakes: Vec<Diagnostic>,
    /// The number of lists and quotes that are open.
    levels: usize,
    /// The number of pictures whose description is being read. Descriptions are not printed.
    pictures: usize,
}

impl Tree<'_> {
    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            _ if self.levels > MAX_LEVELS => self.skip(&event),
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag, range),
            Event::Text(_) | Event::Code(_) | Event::SoftBreak | Event::HardBreak if self.pictures > 0 => {}
            Event::Text(text) => self.add_text(&text, range),
            Event::Code(text) => self.words(range.start).push_plain(&text),
            Event::SoftBreak => self.words(range.start).push_plain(" "),
            Event::HardBreak => self.words(range.start).push_plain("\n"),
            Event::Rule => {
                self.close_loose(range.start);
                self.add(BlockKind::Rule, range);
            }
            Event::Html(_) => {}
            Event::InlineHtml(_) => self.report_html(range),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
            Event::InlineMath(_) | Event::DisplayMath(_) => {}
        }
    }

    /// Ignores an event in lists and quotes that are nested too deeply. Only counts their levels.
    fn skip(&mut self, event: &Event<'_>) {
        match event {
            Event::Start(Tag::List(_) | Tag::BlockQuote(_)) => self.levels += 1,
            Event::End(TagEnd::List(_) | TagEnd::BlockQuote(_)) => self.levels -= 1,
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        let content = match tag {
            Tag::Emphasis => return self.words(range.start).italic += 1,
            Tag::Strong => return self.words(range.start).bold += 1,
            Tag::Link { link_type, dest_url, .. } => {
                let place = self.markdown.place(range.clone());
                let scheme = if link_type == LinkType::Email { "mailto:" } else { "" };
                let to = LinkTarget::Address(format!("{scheme}{dest_url}").into());
                return self.words(range.start).begin_link(dest_url.to_string(), to, place);
            }
            Tag::Image { dest_url, .. } => return self.start_picture(&dest_url, range),
            Tag::Paragraph | Tag::Heading { .. } | Tag::TableCell => Content::Words(Words::default()),
            Tag::List(first) => Content::List(List { first, items: Vec::new() }),
            Tag::Table(ref columns) => self.table(columns, range.clone()),
            Tag::TableHead | Tag::TableRow => Content::Row(Vec::new()),
            Tag::CodeBlock(_) => Content::Code(String::new()),
            Tag::HtmlBlock => {
                self.report_html(range.clone());
                Content::Html
            }
            _ => Content::Blocks(Vec::new()),
        };
        if !matches!(content, Content::Row(_)) {
            self.close_loose(range.start);
        }
        if matches!(tag, Tag::List(_) | Tag::BlockQuote(_)) {
            self.levels += 1;
            if self.levels > MAX_LEVELS {
                return self.report_depth(range);
            }
        }
        self.open.push(OpenBlock::new(content, range.start));
    }

    fn end(&mut self, tag: TagEnd, range: Range<usize>) {
        match tag {
            TagEnd::Emphasis => return self.words(range.start).italic -= 1,
            TagEnd::Strong => return self.words(range.start).bold -= 1,
            TagEnd::Link => return self.words(range.start).end_link(),
            TagEnd::Image => return self.pictures -= 1,
            TagEnd::Item | TagEnd::BlockQuote(_) => self.close_loose(range.end),
            _ => {}
        }
        if matches!(tag, TagEnd::List(_) | TagEnd::BlockQuote(_)) {
            self.levels -= 1;
        }
        let Some(OpenBlock { content, start }) = self.open.pop() else { return };
        let range = start..range.end;
        match (tag, content) {
            (TagEnd::Paragraph, Content::Words(words)) => self.add_paragraph(words.prose, range),
            (TagEnd::Heading(level), Content::Words(words)) => {
                self.add(BlockKind::Heading(number(level), words.prose), range);
            }
            (TagEnd::BlockQuote(_), Content::Blocks(blocks)) => self.add(BlockKind::Quote(blocks), range),
            (TagEnd::Item, Content::Blocks(blocks)) => {
                if let Some(OpenBlock { content: Content::List(list), .. }) = self.open.last_mut() {
                    list.items.push(blocks);
                }
            }
            (TagEnd::List(_), Content::List(list)) => self.add(BlockKind::List(list), range),
            (TagEnd::CodeBlock, Content::Code(code)) => {
                let lines = code.lines().map(str::to_owned).collect();
                self.add(BlockKind::Code(lines), range);
            }
            (TagEnd::TableCell, Content::Words(words)) => {
                if let Some(OpenBlock { content: Content::Row(row), .. }) = self.open.last_mut() {
                    row.push(words.prose);
                }
            }
            (TagEnd::TableHead | TagEnd::TableRow, Content::Row(row)) => {
                if let Some(OpenBlock { content: Content::Table(table), .. }) = self.open.last_mut() {
                    match tag {
                        TagEnd::TableHead => table.head = row,
                        _ => table.rows.push(row),
                    }
                }
            }
            (TagEnd::Table, Content::Table(table)) => self.add(BlockKind::Table(table), range),
            _ => {}
        }
    }

    fn table(&mut self, columns: &[Alignment], range: Range<usize>) -> Content {
        if columns.len() > MAX_COLUMNS {
            let message = format!("this table has {} columns; the limit is {MAX_COLUMNS}", columns.len());
            let hint = "divide the table into several tables";
            self.report(codes::BAD_COUNT.error(message).hint(hint), range);
        }
        let columns = columns.iter().map(|column| match column {
            Alignment::None => CellAlignment::Start,
            Alignment::Left => CellAlignment::Left,
            Alignment::Center => CellAlignment::Middle,
            Alignment::Right => CellAlignment::Right,
        });
        Content::Table(Table { columns: columns.collect(), head: Vec::new(), rows: Vec::new() })
    }

    /// Adds a picture between paragraphs. The description of the picture is read next, as text.
    fn start_picture(&mut self, file: &str, range: Range<usize>) {
        self.pictures += 1;
        let source = self.markdown.text.get(range.clone()).unwrap_or_default();
        let alt = source.strip_prefix("![").and_then(|rest| rest.split_once(']')).map_or("", |(alt, _)| alt);
        let shows = FigureSubject::File(file.to_owned());
        let kind = BlockKind::Figure(Figure { shows, width: None, alt: alt.into() });
        let place = self.markdown.place(range);
        let blocks = self.open.iter_mut().rev().find_map(|open| match &mut open.content {
            Content::Blocks(blocks) => Some(blocks),
            _ => None,
        });
        if let Some(blocks) = blocks {
            blocks.push(Block { kind, place });
        }
    }

    fn add_text(&mut self, text: &str, range: Range<usize>) {
        let is_icon = self.is_icon;
        match self.open.last_mut().map(|open| &mut open.content) {
            Some(Content::Code(code)) => code.push_str(text),
            Some(Content::Html) => {}
            _ => self.words(range.start).push(text, is_icon),
        }
    }

    /// Returns the text that is being read. If there is none, begins one that belongs directly to an item
    /// of a list, without a paragraph around it.
    fn words(&mut self, start: usize) -> &mut Words {
        if !matches!(self.open.last(), Some(OpenBlock { content: Content::Words(_), .. })) {
            let words = Words { is_loose: true, ..Words::default() };
            self.open.push(OpenBlock::new(Content::Words(words), start));
        }
        match self.open.last_mut().map(|open| &mut open.content) {
            Some(Content::Words(words)) => words,
            // If no text was being read, one was added above.
            _ => unreachable!("the last block consists of words"),
        }
    }

    /// Ends a text that belongs directly to an item of a list.
    fn close_loose(&mut self, end: usize) {
        let is_loose = |open: &OpenBlock| matches!(&open.content, Content::Words(words) if words.is_loose);
        if self.open.last().is_some_and(is_loose)
            && let Some(OpenBlock { content: Content::Words(words), start }) = self.open.pop()
        {
            self.add_paragraph(words.prose, start..end);
        }
    }

    /// Adds a paragraph. If the paragraph is a placeholder, adds the block that replaces the
    /// placeholder.
    fn add_paragraph(&mut self, prose: Prose, range: Range<usize>) {
        // In a placeholder such as `{piece:deck:1}`, `:deck:` is not an icon.
        let typed = self.markdown.text.get(range.clone()).unwrap_or_default();
        if let Some(inside) = placeholder::inside(typed) {
            match placeholder::read(inside) {
                Ok(kind) => self.add(kind, range),
                Err(diagnostic) => self.report(diagnostic, range),
            }
        } else if let Some(placeholder) = placeholder::among_words(typed) {
            let message = format!("`{placeholder}` has other words beside it");
            let hint = "put an empty line before and after it, so that it is a paragraph of its own";
            self.report(codes::BAD_VALUE.error(message).hint(hint), range);
        } else if !prose.is_empty() {
            self.add(BlockKind::Paragraph(prose), range);
        }
    }

    fn add(&mut self, kind: BlockKind, range: Range<usize>) {
        let place = self.markdown.place(range);
        if let Some(OpenBlock { content: Content::Blocks(blocks), .. }) = self.open.last_mut() {
            blocks.push(Block { kind, place });
        }
    }

    fn report_html(&mut self, range: Range<usize>) {
        let diagnostic = codes::BAD_VALUE.error("HTML is not printed");
        let hint = "write Markdown, such as **bold** or *italic*, or put a backslash before the `<`";
        self.report(diagnostic.hint(hint), range);
    }

    fn report_depth(&mut self, range: Range<usize>) {
        let message = format!("lists and quotes are more than {MAX_LEVELS} levels deep");
        let hint = "indent this line less, or delete a `>` before it";
        self.report(codes::BAD_COUNT.error(message).hint(hint), range);
    }

    fn report(&mut self, diagnostic: Diagnostic, range: Range<usize>) {
        self.mistakes.push(diagnostic.at(self.markdown.place(range)));
    }
}

impl Words {
    fn style(&self) -> Style {
        Style { bold: self.bold > 0, italic: self.italic > 0 }
    }

    /// Adds a text that may contain icons. Stars in the text are ordinary characters, because the
    /// Markdown parser has already removed the stars that stand for bold or italic text.
    fn push(&mut self, text: &str, is_icon: &dyn Fn(&str) -> bool) {
        for inline in read(&text.replace('*', "\\*"), is_icon) {
            match inline {
                Inline::Words { string, .. } => self.push_plain(&string),
                icon @ Inline::Icon(_) => self.prose.inlines.push(icon),
            }
        }
    }

    /// Adds a text that contains no icons and no other markup.
    fn push_plain(&mut self, text: &str) {
        let own_style = self.style();
        let is_open = self.prose.inlines.len() > self.complete;
        match self.prose.inlines.last_mut().filter(|_| is_open) {
            Some(Inline::Words { string, style }) if *style == own_style => string.push_str(text),
            _ => self.prose.inlines.push(Inline::Words { string: text.to_owned(), style: own_style }),
        }
    }

    /// Ends a link. On paper, the address is printed after the words of the link. The address is left
    /// out if the words contain it, or if the link leads to a heading.
    fn end_link(&mut self) {
        let Some(OpenLink { typed, to, first, place }) = self.link.take() else { return };
        let words = plain_words(self.prose.inlines.get(first..).unwrap_or_default());
        let is_printed = words.contains(&typed) || typed.starts_with('#');
        let end = self.prose.inlines.len();
        self.complete = end;
        if !is_printed {
            self.push_plain(&format!(" ({typed})"));
        }
        // A link without words shows its address.
        let end = if first == end { self.prose.inlines.len() } else { end };
        self.complete = end;
        self.prose.links.push(Link { to, inlines: first..end, place });
    }

    fn begin_link(&mut self, typed: String, to: LinkTarget, place: SourceSpan) {
        let first = self.prose.inlines.len();
        self.complete = first;
        self.link = Some(OpenLink { typed, to, first, place });
    }
}

fn number(level: HeadingLevel) -> usize {
    level as usize
}
