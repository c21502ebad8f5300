// Makes the help of the page from the folders docs/how-do-i and docs/reference. Writes it as book.json, and copies the
// pictures.
//
//   node web/book.mjs FOLDER
//
// The script supports only the Markdown that these pages use: headings, paragraphs, lists, tables, code, links,
// pictures.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, posix } from "node:path";

const docs = new URL("../docs/", import.meta.url).pathname;
const out = process.argv[2];
// The parts, in the order of the help. A page is named by its path in docs, such as reference/style.md.
const parts = [
  { title: "How do I …?", pages: pagesIn("how-do-i") },
  { title: "The layout language", pages: ["reference/README.md", ...pagesIn("reference")] },
];
const all = parts.flatMap(({ pages }) => pages);
const pictures = new Set();

const escape = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const anchor = (heading) => heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");

// Returns a line as HTML, with its code, links, and bold and italic texts.
function words(text, file) {
  const code = [];
  const kept = text.replace(/(`+)(.*?[^`])\1(?!`)/g, (_, __, inner) => `\u0000${code.push(`<code>${escape(inner.trim())}</code>`) - 1}\u0000`);
  const html = escape(kept)
    .replace(/!\[([^\]]*)\]\(([^)\s]+)\)/g, (_, alt, source) => picture(alt, source))
    .replace(/\[([^\]]*)\]\(([^)\s]+)\)/g, (_, inner, to) => link(inner, to, file))
    .replace(/\*\*(.+?)\*\*/g, "<strong>$1</strong>")
    .replace(/\*(.+?)\*/g, "<em>$1</em>");
  return html.replace(/\u0000(\d+)\u0000/g, (_, at) => code[at].replaceAll("\\|", "|"));
}

function picture(alt, source) {
  const name = basename(source);
  pictures.add(name);
  return `<img src="book/${name}" alt="${alt.replaceAll('"', "&quot;")}" loading="lazy">`;
}

// Links to pages of the help stay links. Other links become plain text.
function link(inner, to, file) {
  const [path, id = ""] = to.split("#");
  const page = path ? posix.join(posix.dirname(file), path) : file;
  return all.includes(page) ? `<a href="#help" data-to="${page}#${id}">${inner}</a>` : inner;
}

const isItem = (line) => /^\s*(-|\d+\.) /.test(line);
const cells = (line) => line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim());

// Returns lines of Markdown as HTML: paragraphs, lists, tables and code.
function blocks(lines, file) {
  let html = "";
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    const fence = /^(\s*)```/.exec(line);
    if (fence) {
      const end = lines.findIndex((other, index) => index > at && other.trim() === "```");
      const code = lines.slice(at + 1, end).map((row) => row.slice(fence[1].length));
      html += `<pre tabindex="0"><code>${escape(code.join("\n"))}</code></pre>`;
      at = end + 1;
    } else if (!line.trim()) at += 1;
    else if (line.startsWith("|")) {
      let end = at;
      while (lines[end]?.startsWith("|")) end += 1;
      const [head, , ...rows] = lines.slice(at, end).map(cells);
      const row = (tag) => (one) => `<tr>${one.map((cell) => `<${tag}>${words(cell, file)}</${tag}>`).join("")}</tr>`;
      html += `<table><thead>${row("th")(head)}</thead><tbody>${rows.map(row("td")).join("")}</tbody></table>`;
      at = end;
    } else if (isItem(line)) {
      const tag = /^\s*-/.test(line) ? "ul" : "ol";
      const items = [];
      while (at < lines.length && (isItem(lines[at]) || /^\s+\S/.test(lines[at]))) {
        if (/^(-|\d+\.) /.test(lines[at])) items.push([lines[at].replace(/^(-|\d+\.) /, "")]);
        else items.at(-1).push(lines[at].replace(/^ {2,3}/, ""));
        at += 1;
        // Skips a blank line inside a list item.
        if (!lines[at]?.trim() && /^\s+\S/.test(lines[at + 1] ?? "")) at += 1;
      }
      const inner = (item) => (item.some((row) => isItem(row) || row.startsWith("```")) ? blocks(item, file) : words(item.join(" "), file));
      html += `<${tag}>${items.map((item) => `<li>${inner(item)}</li>`).join("")}</${tag}>`;
    } else {
      let end = at;
      while (end < lines.length && lines[end].trim() && !/^(```|\|)/.test(lines[end]) && !(end > at && isItem(lines[end]))) end += 1;
      html += `<p>${words(lines.slice(at, end).join(" "), file)}</p>`;
      at = end;
    }
  }
  return html;
}

// Returns the sections of a page. Leaves out the table of contents.
function page(file) {
  const sections = [];
  let fenced = false;
  for (const line of readFileSync(join(docs, file), "utf8").split("\n")) {
    if (line.startsWith("```")) fenced = !fenced;
    const head = fenced ? null : /^(#+) (.*)$/.exec(line);
    if (head) sections.push({ level: head[1].length, heading: head[2], lines: [] });
    else sections.at(-1).lines.push(line);
  }
  const made = sections.map(({ level, heading, lines }) => {
    const from = lines.indexOf("**On this page**");
    const end = lines.findIndex((line, at) => at > from + 1 && line.trim() && !line.startsWith("-"));
    const body = from < 0 ? lines : [...lines.slice(0, from), ...(end < 0 ? [] : lines.slice(end))];
    const tag = `h${Math.min(level + 1, 4)}`;
    return { id: anchor(heading), level, html: `<${tag}>${words(heading, file)}</${tag}>${blocks(body, file)}` };
  });
  return { title: sections[0].heading, sections: made };
}

// Returns the pages of a folder, without its README and the table of all keys.
function pagesIn(folder) {
  const files = readdirSync(join(docs, folder)).filter((file) => file.endsWith(".md") && !["keys.md", "README.md"].includes(file));
  return files.sort().map((file) => `${folder}/${file}`);
}

// The table of all keys: each key, the table it belongs to, and the section that explains it.
const keys = readFileSync(join(docs, "reference", "keys.md"), "utf8").split("\n")
  .map((line) => /^\| \[`([^`]+)`\]\(([^)]+)\) \| ([^|]+) \|/.exec(line)).filter(Boolean)
  .map(([, key, to, where]) => [key, where.trim(), `reference/${to}`]);

const pages = Object.fromEntries(all.map((file) => [file, page(file)]));
mkdirSync(out, { recursive: true });
writeFileSync(join(out, "book.json"), JSON.stringify({ parts, pages, keys }));
for (const name of pictures) copyFileSync(join(docs, "pictures", name), join(out, name));
