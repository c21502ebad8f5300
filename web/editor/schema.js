// What the JSON Schema says of a place in a layout: which keys may stand there, and what they mean.

// The way to a place: the tables and keys that are open there, from the root. Brackets and texts are followed, no more.
export function wayTo(text) {
  let table = [];
  const open = []; // What `{` and `[` were opened for, inside a value.
  let key = [];
  let word = "";
  const own = () => [...table, ...open.flat()];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    const fence = ["'''", '"""'].find((fence) => text.startsWith(fence, at));
    if (fence) {
      const end = text.indexOf(fence, at + 3);
      if (end < 0) return { way: [...own(), ...key], inText: true };
      at = end + 2;
    } else if (sign === '"' || sign === "'") {
      let end = at + 1;
      while (end < text.length && text[end] !== sign && text[end] !== "\n") end += sign === '"' && text[end] === "\\" ? 2 : 1;
      if (end >= text.length) return { way: [...own(), ...key], inText: true };
      if (text[end] === sign && /^\s*=/.test(text.slice(end + 1))) word = text.slice(at + 1, end);
      at = end;
    } else if (sign === "#") {
      const end = text.indexOf("\n", at);
      if (end < 0) return { way: [], inText: true };
      at = end - 1;
    } else if (sign === "[" && !open.length && !key.length) {
      const head = /^\[\[?([^\]\n]*)/.exec(text.slice(at));
      table = head[1].split(".").map((name) => name.trim().replaceAll('"', ""));
      at = text.indexOf("\n", at);
      if (at < 0) return { way: table.slice(0, -1), inHead: true };
    } else if (sign === "=" && !key.length) {
      key = word.split(".");
      word = "";
    } else if (sign === "{" || sign === "[") {
      open.push(key);
      key = [];
      word = "";
    } else if (sign === "}" || sign === "]") {
      key = open.pop() ?? [];
      word = "";
    } else if (sign === "," || (sign === "\n" && !open.length)) {
      key = [];
      word = "";
    } else if (/[\w.-]/.test(sign)) {
      word += sign;
    } else if (!/\s/.test(sign)) word = "";
  }
  return { way: [...own(), ...key], inValue: key.length > 0 };
}

// All that a part of the schema may be: references followed, alternatives side by side, lists by what is in them.
function parts(schema, part, seen = new Set()) {
  if (!part || typeof part !== "object" || seen.has(part)) return [];
  seen.add(part);
  const more = [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])];
  if (part.$ref) more.push(part.$ref.split("/").slice(1).reduce((at, step) => at?.[step], schema));
  if (part.items) more.push(part.items);
  return [part, ...more.flatMap((one) => parts(schema, one, seen))];
}

function at(schema, way) {
  let here = parts(schema, schema);
  for (const step of way) {
    const own = here.map((part) => part.properties?.[step]).filter(Boolean);
    const other = here.map((part) => part.additionalProperties).filter((part) => typeof part === "object");
    here = (own.length ? own : other).flatMap((part) => parts(schema, part));
  }
  return here;
}

const told = (part) => (part.description ?? "").trim();

// What may be typed after this text.
export function suggest(schema, before) {
  const { way, inText, inHead, inValue } = wayTo(before);
  if (inText && !/=\s*"$/.test(before)) return [];
  const here = at(schema, way);
  if (inValue || inText) {
    const words = here.flatMap((part) => [...(part.enum ?? []), ...(part.const !== undefined ? [part.const] : [])]);
    const quote = inText ? "" : '"';
    return [...new Set(words)].map((word) => ({ label: typeof word === "string" ? `${quote}${word}${quote}` : String(word), type: "enum" }));
  }
  const keys = new Map(here.flatMap((part) => Object.entries(part.properties ?? {})));
  return [...keys].map(([label, part]) => ({
    label,
    type: "property",
    info: parts(schema, part).map(told).find(Boolean),
    apply: inHead ? label : `${label} = `,
  }));
}

// What the key between two places of a text means.
export function explain(schema, text, from, to) {
  let [start, end] = [from, to];
  while (start > 0 && /[\w-]/.test(text[start - 1])) start -= 1;
  while (end < text.length && /[\w-]/.test(text[end])) end += 1;
  const { way, inText, inValue } = wayTo(text.slice(0, start));
  if (inText || inValue) return null;
  return at(schema, [...way, text.slice(start, end)]).map(told).find(Boolean) ?? null;
}
