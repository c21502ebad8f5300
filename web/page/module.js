// Loads the program as a compiled module. Reports the progress, and what prevents the loading.

// Loads and compiles the module. `progress` gets the number of bytes that have arrived and, if known, the total.
export async function load(address, progress) {
  if (typeof WebAssembly !== "object") {
    throw new Error("This browser has no WebAssembly, or it is turned off. Use a newer browser, or allow WebAssembly for this site.");
  }
  const response = await fetch(address).catch(() => {
    throw new Error("The server does not answer. Check the connection, then load the page again.");
  });
  if (!response.ok) {
    throw new Error(`The server has no ${address} next to this page (it answers ${response.status}). Upload the whole folder that web/build makes.`);
  }
  // A compressed response states its compressed size, so the total is not known.
  const sum = response.headers.get("Content-Encoding") ? 0 : Number(response.headers.get("Content-Length"));
  const right = (response.headers.get("Content-Type") ?? "").startsWith("application/wasm");
  if (!right || !WebAssembly.compileStreaming) return compiled(await counted(response, sum, progress), address);
  counted(response.clone(), sum, progress).catch(() => {});
  return WebAssembly.compileStreaming(response);
}

async function counted(response, sum, progress) {
  const parts = [];
  let size = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    progress((size += value.length), sum);
  }
  return new Blob(parts);
}

// Compiles the module, even if the server states a wrong media type.
async function compiled(blob, address) {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return WebAssembly.compile(bytes).catch(() => {
    throw new Error(`${address} is not the program: the server sends something else at this address.`);
  });
}
