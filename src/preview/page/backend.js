// Connects the page to the server of `hexpress preview`. The files are on the disk, and the user has a separate editor.
let known = null;

// Sends a request to the server. Returns the answer: JSON, or the bytes of a file. `signal` can cancel a slow request.
export async function ask(path, values = {}, { body, signal } = {}) {
  const query = new URLSearchParams(values);
  const sent = body ? { method: "POST", body, headers: { "Content-Type": "application/octet-stream" } } : {};
  const answer = await fetch(`${path}?${query}`, { ...sent, signal });
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
  return {
    ok: answer.ok,
    kind: answer.headers.get("Content-Type"),
    name: name && decodeURIComponent(name),
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}

// Calls `changed` at once, and again whenever the layout was saved. Calls `lost` while the server does not answer.
export async function begin({ changed, lost }) {
  for (;;) {
    try {
      const answer = await fetch(`/wait?${new URLSearchParams(known ? { known } : {})}`);
      const { version } = await answer.json();
      if (version !== known) await changed();
      known = version;
    } catch {
      lost("hexpress does not answer, because it has ended. This page continues as soon as hexpress runs again at this address.");
      known = null;
      await new Promise((done) => setTimeout(done, 1000));
    }
  }
}

// This page has no editor: the user can only copy the place of a finding.
export const copiesPlaces = true;
export const goTo = () => false;
export const mark = () => {};
