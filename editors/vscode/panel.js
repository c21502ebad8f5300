// The page of the panel: every sheet as a picture, drawn when it comes into sight.
const { randomBytes } = require("node:crypto");

const style = `
  body { margin: 0; padding: 0 1rem 1rem; color: var(--vscode-foreground); font-family: var(--vscode-font-family) }
  figure { margin: 1rem auto; max-width: 60rem }
  figcaption { margin-bottom: .3rem; opacity: .8 }
  .sheet { background: white; box-shadow: 0 0 0 1px var(--vscode-widget-border, #8888) }
  .sheet img { display: block; width: 100%; height: 100% }
  #status { position: sticky; top: 0; margin: 0 -1rem; padding: .4rem 1rem; background: var(--vscode-editor-background); white-space: pre-wrap }`;

// Runs in the panel.
function script() {
  const vscode = acquireVsCodeApi();
  const status = document.getElementById("status");
  const all = document.getElementById("sheets");
  let version = "";
  const seen = new IntersectionObserver((entries) => {
    const need = entries.filter(({ isIntersecting, target }) => isIntersecting && target.dataset.version !== version)
      .map(({ target }) => target.dataset.number);
    if (need.length) vscode.postMessage({ need: need.join(",") });
  }, { rootMargin: "400px" });
  const make = (number) => {
    const figure = document.createElement("figure");
    const [caption, sheet] = [document.createElement("figcaption"), document.createElement("div")];
    sheet.className = "sheet";
    sheet.dataset.number = String(number);
    figure.append(caption, sheet);
    all.append(figure);
    return figure;
  };
  const fill = (figure, { name, paper, width, height, svg }, number) => {
    const [caption, sheet] = figure.children;
    caption.textContent = `${number + 1}: ${name}, ${paper}`;
    sheet.style.aspectRatio = `${width} / ${height}`;
    if (!svg) return;
    const picture = sheet.firstChild ?? sheet.appendChild(document.createElement("img"));
    picture.alt = `Sheet ${number + 1}: ${name}`;
    picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    sheet.dataset.version = version;
  };
  addEventListener("message", ({ data }) => {
    if (data.words) return void (status.textContent = data.words);
    const count = data.mistakes;
    const found = count === 1 ? "1 mistake" : `${count} mistakes`;
    if (!data.good) return void (status.textContent = `${found}. The sheets show the last version without mistakes.`);
    status.textContent = `${data.title}${count ? `: ${count === 1 ? "1 warning" : `${count} warnings`}` : ""}`;
    const isNew = data.version !== version;
    version = data.version;
    while (all.children.length > data.sheets.length) all.lastChild.remove();
    data.sheets.forEach((sheet, number) => fill(all.children[number] ?? make(number), sheet, number));
    if (!isNew) return;
    seen.disconnect();
    for (const sheet of all.querySelectorAll(".sheet")) seen.observe(sheet);
  });
}

// Returns the document of a panel.
function page() {
  const nonce = randomBytes(16).toString("hex");
  const policy = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-${nonce}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Sheets</title>
<style>${style}</style>
</head>
<body>
<div id="status" role="status">Drawing the sheets …</div>
<main id="sheets"></main>
<script nonce="${nonce}">(${script})()</script>
</body>
</html>`;
}

module.exports = { page };
