// Writes and reads ZIP files.
const MOST = 400e6; // The maximum size of an unpacked ZIP file, in bytes,
const MOST_FILES = 4000; // and the maximum number of its files.
const DATE = 0x21; // 1 January 1980, so that a ZIP of the same files always has the same bytes.

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) sum = table[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

// Passes bytes through a stream, and fails if more than `most` bytes come out.
async function through(stream, bytes, most = Infinity) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error(`its files have more than ${MOST / 1e6} MB`);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export const packed = (bytes) => through(new CompressionStream("deflate-raw"), bytes);
export const unpacked = (bytes, most) => through(new DecompressionStream("deflate-raw"), bytes, most);

// Returns numbers as bytes, the lowest byte first. A number takes two or four bytes, as `sizes` says.
function numbers(sizes, values) {
  const view = new DataView(new ArrayBuffer(sizes.reduce((sum, size) => sum + size, 0)));
  let at = 0;
  sizes.forEach((size, index) => {
    if (size === 2) view.setUint16(at, values[index], true);
    else view.setUint32(at, values[index], true);
    at += size;
  });
  return new Uint8Array(view.buffer);
}

// Returns a ZIP file. `files` maps the names of the files to their bytes.
export async function zip(files) {
  const [bodies, heads] = [[], []];
  let at = 0;
  for (const [name, contents] of files) {
    const coded = new TextEncoder().encode(name);
    const small = await packed(contents);
    const isSmaller = small.length < contents.length;
    const body = isSmaller ? small : contents;
    // The flag 0x800 says that names are in UTF-8.
    const common = [20, 0x800, isSmaller ? 8 : 0, 0, DATE, crc(contents), body.length, contents.length, coded.length, 0];
    const sizes = [2, 2, 2, 2, 2, 4, 4, 4, 2, 2];
    const local = numbers([4, ...sizes], [0x04034b50, ...common]);
    heads.push(numbers([4, 2, ...sizes, 2, 2, 2, 4, 4], [0x02014b50, 20, ...common, 0, 0, 0, 0, at]), coded);
    bodies.push(local, coded, body);
    at += local.length + coded.length + body.length;
  }
  const size = heads.reduce((sum, part) => sum + part.length, 0);
  const end = numbers([4, 2, 2, 2, 2, 4, 4, 2], [0x06054b50, 0, 0, files.size, files.size, size, at, 0]);
  return new Uint8Array(await new Blob([...bodies, ...heads, end]).arrayBuffer());
}

export const isZip = (bytes) => bytes.length > 22 && bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

// Returns the files of a ZIP file, by name.
export async function unzip(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new Error("it is cut off, or not a ZIP file");
  const count = view.getUint16(end + 10, true);
  if (count > MOST_FILES) throw new Error(`it has more than ${MOST_FILES} files`);
  let at = view.getUint32(end + 16, true);
  let left = MOST;
  const files = new Map();
  for (let i = 0; i < count; i += 1) {
    const [method, size, length] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true), view.getUint16(at + 28, true)];
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + length)).replaceAll("\\", "/");
    const place = view.getUint32(at + 42, true);
    const start = place + 30 + view.getUint16(place + 26, true) + view.getUint16(place + 28, true);
    const body = bytes.subarray(start, start + size);
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (name.endsWith("/")) continue;
    if (method !== 0 && method !== 8) throw new Error(`${name} is packed in a way that browsers do not know`);
    const contents = method ? await unpacked(body, left) : body.slice();
    left -= contents.length;
    if (left < 0) throw new Error(`its files have more than ${MOST / 1e6} MB`);
    files.set(name, contents);
  }
  return files;
}
