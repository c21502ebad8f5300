// Reads files that the user chose, within the limits of the page.
import { megabytes } from "./bytes.js";
import { LARGEST } from "./storage.js";

export const MOST_FILES = 3000;

// Reads files. `parts` returns the files that one file contains, such as those of a ZIP file. Throws an error with a
// message for the user if there are too many files, or if a file is too large or unreadable.
export async function read(found, parts = (name, bytes) => [[name, bytes]]) {
  const size = found.reduce((sum, [, file]) => sum + file.size, 0);
  if (found.length > MOST_FILES) throw new Error(`These are more than ${MOST_FILES} files, the most that a folder may have. Choose the folder of one game.`);
  if (size > 2 * LARGEST) throw new Error(`These files have ${megabytes(size)}; the page reads up to ${megabytes(2 * LARGEST)} at once. None of them was read.`);
  const all = [];
  for (const [name, file] of found) {
    try {
      all.push(...(await parts(name, new Uint8Array(await file.arrayBuffer()))));
    } catch (error) {
      throw unreadable(name, error);
    }
  }
  return all;
}

// Returns the error about a file or a folder that cannot be read. Some messages of browsers end with a full stop, which
// is removed.
export const unreadable = (name, { message }) => new Error(`${name} cannot be read: ${message.replace(/\.$/, "")}.`);
