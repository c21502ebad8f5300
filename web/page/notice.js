// Shows messages at the bottom of the page, some with a button to undo what has happened. Also asks questions in
// dialogs.
import { make } from "./dom.js";

let box = null;

// If a dialog is open, the message is shown inside it, because the user cannot click anything outside it.
function theBox() {
  if (!box) {
    box = make("div");
    box.id = "notice";
    box.setAttribute("role", "status");
    document.addEventListener("close", place, true);
  }
  place();
  return box;
}

function place() {
  const around = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (box.parentElement !== around) around.append(box);
}

// Shows a message until the user closes it or another message replaces it. The button `label` calls `act`.
export function notice(words, label, act) {
  const close = make("button", "", "Close");
  close.type = "button";
  close.addEventListener("click", hideNotice);
  const made = [make("span", "", words)];
  if (label) {
    const button = make("button", "", label);
    button.type = "button";
    button.addEventListener("click", () => {
      hideNotice();
      act();
    });
    made.push(button);
  }
  theBox().replaceChildren(...made, close);
}

// Removes the message.
export const hideNotice = () => box?.replaceChildren();

// Asks a question in a dialog. Returns the text of its field, true if it has no field, or null if the user cancels.
// `second` is the label of another button, whose answer is "second".
export function question({ title, words = "", label, value, yes = "OK", second }) {
  const dialog = make("dialog", "question");
  const form = make("form");
  form.method = "dialog";
  const head = make("h2", "", title);
  head.id = "question-title";
  dialog.setAttribute("aria-labelledby", head.id);
  const field = value === undefined ? null : make("input");
  form.append(head);
  if (words) form.append(make("p", "", words));
  if (field) {
    Object.assign(field, { value, type: "text", autocomplete: "off", spellcheck: false, required: true });
    const around = make("label", "", label);
    around.append(field);
    form.append(around);
  }
  const row = make("div", "set");
  const button = (words, result) => {
    const made = make("button", "", words);
    made.value = result;
    if (result === "no") made.formNoValidate = true;
    row.append(made);
  };
  button(yes, "yes");
  if (second) button(second, "second");
  button("Cancel", "no");
  form.append(row);
  dialog.append(form);
  document.body.append(dialog);
  dialog.showModal();
  field?.select();
  return new Promise((done) => dialog.addEventListener("close", () => {
    const answers = { yes: field ? field.value.trim() || null : true, second: "second" };
    dialog.remove();
    done(answers[dialog.returnValue] ?? null);
  }));
}

export const button = (words, act, name = "") => {
  const made = make("button", "", words);
  made.type = "button";
  if (name) made.setAttribute("aria-label", name);
  made.addEventListener("click", act);
  return made;
};

