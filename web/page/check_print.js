// Compares a scan or a photo of a printed sheet with the open layout, and shows rings around the faults. Nothing is
// sent over the network.
import { ask } from "./backend.js";
import { by, make, say, shape } from "./dom.js";
import { showFindings } from "./findings.js";

const LARGEST = 60e6; // The maximum size of a picture, in bytes.
const isPicture = (name) => /\.(png|jpe?g)$/i.test(name);

// Adds the buttons below the findings.
export function begin() {
  const section = make("section");
  section.id = "prints";
  section.setAttribute("aria-labelledby", "prints-title");
  const title = make("h2", "", "Is the print right?");
  title.id = "prints-title";
  section.append(title, make("p", "quiet", "Scan a printed sheet, or lay it on something dark and take a photo from above. Or drop a scan on the findings. The picture stays on this machine."));
  const row = make("div", "set");
  const sheet = make("input");
  Object.assign(sheet, { id: "print-sheet", type: "number", min: 1, placeholder: "any" });
  const label = make("label", "", "Sheet ");
  label.append(sheet);
  row.append(button("print-scan", "Check a scan …", "scan"), button("print-photo", "Take a photo …", "photo"), label);
  section.append(row);
  by("told-body").append(section);
}

function button(id, words, print) {
  const label = make("label", "button file", words);
  const input = make("input");
  Object.assign(input, { id, type: "file", accept: "image/png,image/jpeg" });
  // On a phone, this opens the camera.
  if (print === "photo") input.setAttribute("capture", "environment");
  input.addEventListener("change", () => {
    if (input.files[0]) judge(input.files[0], print);
    input.value = "";
  });
  label.append(input);
  return label;
}

// Checks a picture that was dropped on the findings. Returns whether the file is a picture.
export function checkDroppedPicture(event) {
  const [file, ...others] = event.dataTransfer.files;
  if (!file || others.length || !isPicture(file.name) || !event.target.closest?.("#told")) return false;
  judge(file, "scan");
  return true;
}

async function judge(file, print) {
  const dialog = by("judged");
  by("judged-title").textContent = file.name;
  showFindings("judged-faults", []);
  for (const id of ["judged-pages", "judged-found"]) by(id).replaceChildren();
  say("judged-verdict", "One moment …");
  if (!dialog.open) dialog.showModal();
  if (file.size > LARGEST) return say("judged-verdict", `This picture has more than ${LARGEST / 1e6} MB. Scan the sheet with fewer dots per inch, or save the picture as JPEG.`, true);
  const source = URL.createObjectURL(file);
  dialog.addEventListener("close", () => URL.revokeObjectURL(source), { once: true });
  const sheet = by("print-sheet").value;
  const body = new Uint8Array(await file.arrayBuffer());
  const answer = await ask("/judge", { name: file.name, print, ...(sheet && { sheet }) }, { body });
  const text = new TextDecoder().decode(answer.bytes);
  if (!answer.ok) return say("judged-verdict", text.trim(), true);
  const { verdict, clean, faults = [], found = [], mistakes = [], picture } = JSON.parse(text);
  say("judged-verdict", verdict ? `${verdict}.` : "The picture cannot be checked.", !clean);
  by("judged-found").replaceChildren(...found.map((words) => make("li", "", words)));
  showFindings("judged-faults", [...mistakes, ...faults]);
  if (picture) by("judged-pages").replaceChildren(drawn(picture, source));
  return undefined;
}

// Returns the picture with the outlines of pieces and with numbered rings.
function drawn({ width, height, "per-mm": perMm, outlines, rings }, source) {
  const figure = make("figure");
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", class: "print", "aria-label": "The print" });
  svg.append(shape("image", { href: source, width, height }));
  const group = (name, paths, wide) => {
    const all = shape("g", { class: name, "stroke-width": wide * perMm });
    all.append(...paths.map((path) => shape("path", { d: path })));
    svg.append(all);
  };
  group("print-pieces", outlines, 0.2);
  group("print-rings", rings.map(({ path }) => path), 0.5);
  const numbers = shape("g", { class: "print-numbers", "font-size": 5 * perMm });
  rings.forEach(({ x, y }, index) => {
    const number = shape("text", { x, y });
    number.textContent = index + 1;
    numbers.append(number);
  });
  svg.append(numbers);
  figure.append(svg);
  return figure;
}
