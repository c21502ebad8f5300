// Requests the slowest files first: the fonts that nearly every game needs are loaded together with the program.

const USUAL = ["source-sans-3/SourceSans3-Regular.ttf", "source-sans-3/SourceSans3-Bold.ttf"];

// The fonts that have arrived, by name. A font that does not arrive is requested again when it is needed.
export const usualFonts = Promise.all(USUAL.map(brought)).then((fonts) => fonts.filter(Boolean));

async function brought(name) {
  const response = await fetch(`fonts/${name}`, { priority: "low" }).catch(() => null);
  return response?.ok ? [name, new Uint8Array(await response.arrayBuffer())] : null;
}
