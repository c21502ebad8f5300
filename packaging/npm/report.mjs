// Formats mistakes as the program does: code, message, the line in the file, and a hint.

/** A mistake on the command line. It has the same fields as a mistake in a layout. */
export class Problem extends Error {
  constructor(code, message, hint) {
    super(message);
    this.mistake = { code, severity: "error", message, hint, place: null, also: null, more: 0 };
  }
}

/** Returns the line of the file at a place, with marks below the wrong part. */
function excerpt({ file, line, column, text, length }, remark = "") {
  const gap = " ".repeat(String(line).length);
  const before = text.slice(0, column - 1).replace(/[^\t]/g, " ");
  return [`${gap}--> ${file}:${line}:${column}`, `${gap} |`, `${line} | ${text}`, `${gap} | ${before}${"^".repeat(length)}${remark && ` ${remark}`}`];
}

/** Returns a mistake as a message of several lines. */
export function shown({ code, severity, message, hint, place, also, more }) {
  const gap = place ? " ".repeat(String(place.line).length) : "";
  const lines = [`${severity}[${code}]: ${message}`];
  if (place) lines.push(...excerpt(place));
  if (also) lines.push(...excerpt(also, also.what));
  if (hint) lines.push(`${gap} |`, `${gap} = help: ${hint}`);
  if (more) lines.push("", `… and ${more} more like this`);
  return `${lines.join("\n")}\n`;
}

/** Returns the mistake for a file that cannot be read. The message has the same text as that of the program. */
export function unreadable(path, error) {
  const why = { ENOENT: "the file does not exist", EACCES: "you have no permission to read it", EISDIR: "it is a folder" };
  return new Problem("HX001", `${path} cannot be read: ${why[error.code] ?? error.message}`);
}

/** Returns the name that is most similar to a mistyped one, or undefined if no name is similar enough. */
export function nearest(typed, names) {
  const low = typed.toLowerCase();
  if (low === "" || low.length > 60) return undefined;
  let best;
  for (const name of names) {
    const far = low.length >= 3 && name.toLowerCase().startsWith(low) ? 0.9 : distance(low, name.toLowerCase());
    // The distance may be a third of the length of the longer word, but at most three letters.
    const limit = Math.min(3, Math.max(1, Math.max(low.length, name.length) / 3));
    if (far <= limit && (best === undefined || far < best.far)) best = { far, name };
  }
  return best?.name;
}

/** Returns how many letters are wrong, missing, added or exchanged. */
function distance(a, b) {
  const rows = [[...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, rows[i - 2][j - 2] + 1);
      rows[i].push(least);
    }
  }
  return rows[a.length][b.length];
}
