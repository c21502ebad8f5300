// The server of `hexpress preview`: files on the disk, and an editor of one's own.
let known = null;

// What is asked, and how it is answered: JSON, or the bytes of a file. What takes long can be given up.
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

// Where a browser gets a file from by itself.
export const address = (path, values) => `${path}?${new URLSearchParams(values)}`;

// Calls `changed` at once and whenever the layout was saved; `lost` while nobody answers.
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

// There is no editor here: a place can be copied, and nothing more.
export const copiesPlaces = true;
export const goTo = () => false;
export const mark = () => {};
