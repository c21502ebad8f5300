// The program as WebAssembly: a folder of files in memory, and answers.

// What a press throws if its module lacks a function that is needed. After that, it cannot be used any more.
export class Incomplete extends Error {}

// Makes a press of a compiled module. `font` brings the bytes of a file of the folder `fonts`, at once.
export async function press(module, font) {
  const bring = (at, length) => {
    const bytes = font(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, at, length)));
    const room = exports.reserve(bytes.length);
    new Uint8Array(exports.memory.buffer, room, bytes.length).set(bytes);
  };
  const { exports } = await WebAssembly.instantiate(module, { page: { bring }, placeholder: placeholders(module) });
  const give = (line, bytes = new Uint8Array()) => {
    const head = new TextEncoder().encode(`${line}\n`);
    const at = exports.reserve(head.length + bytes.length);
    const room = new Uint8Array(exports.memory.buffer, at, head.length + bytes.length);
    room.set(head);
    room.set(bytes, head.length);
  };
  return {
    // The functions of the module itself.
    exports,
    // Puts files into the folder, by name, in place of all that were there.
    put(files) {
      exports.clear();
      this.add(files);
    },
    // Puts files into the folder as the earlier version that is compared with.
    setAside(files) {
      this.put(files);
      exports.set_aside();
    },
    // Puts files next to those that are there, or in place of those of the same names.
    add(files) {
      for (const [name, bytes] of files) {
        give(name, bytes);
        exports.put();
      }
    },
    // What is asked, as in the address of a page, and how it is answered.
    ask(target, body) {
      give(target, body);
      exports.ask();
      const answer = new Uint8Array(exports.memory.buffer, exports.answer(), exports.length());
      const end = answer.indexOf(10);
      const { status, kind, name } = JSON.parse(new TextDecoder().decode(answer.subarray(0, end)));
      return { ok: status === 200, kind, name, bytes: answer.slice(end + 1) };
    },
  };
}

// Imports in place of the functions that a module lacks.
function placeholders(module) {
  const missing = WebAssembly.Module.imports(module).filter((entry) => entry.module === "placeholder");
  const fail = () => {
    throw new Incomplete("the whole program is needed");
  };
  return Object.fromEntries(missing.map(({ name }) => [name, fail]));
}
