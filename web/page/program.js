// Runs the program as WebAssembly. It has a folder of files in memory, and answers requests.

// The error if the program needs a function that its module lacks. After this error, the program cannot be used.
export class Incomplete extends Error {}

// Makes an instance of the program from a compiled module. `font` returns the bytes of a file in the folder `fonts`. It
// must not return a promise.
export async function loadProgram(module, font) {
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
    // The functions that the module exports.
    exports,
    // Replaces all files in the folder.
    put(files) {
      exports.clear();
      this.add(files);
    },
    // Sets the files of the earlier version, which later requests compare with the folder. Removes all files from the
    // folder.
    setAside(files) {
      this.put(files);
      exports.set_aside();
    },
    // Adds files to the folder. A file replaces one of the same name.
    add(files) {
      for (const [name, bytes] of files) {
        give(name, bytes);
        exports.put();
      }
    },
    // Sends a request, and returns the answer. `target` looks like the address of a page, such as
    // `/papers?layout=game.toml`.
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

// Returns a substitute for each function that the module lacks. Calling a substitute throws `Incomplete`.
function placeholders(module) {
  const missing = WebAssembly.Module.imports(module).filter((entry) => entry.module === "placeholder");
  const fail = () => {
    throw new Incomplete("the whole program is needed");
  };
  return Object.fromEntries(missing.map(({ name }) => [name, fail]));
}
