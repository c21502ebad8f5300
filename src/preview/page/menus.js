// Menus. Only one menu is open at a time. Escape closes it and returns the focus. A click or a focus outside the menu
// closes it too.

export function begin() {
  const open = () => document.querySelector(".menu[open]");
  document.addEventListener("keydown", (event) => {
    const menu = open();
    if (event.key !== "Escape" || !menu || document.querySelector("dialog[open]")) return;
    const inside = menu.contains(document.activeElement);
    menu.open = false;
    if (inside) menu.querySelector("summary").focus();
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  for (const menu of document.querySelectorAll(".menu")) {
    menu.addEventListener("focusout", (event) => {
      if (event.relatedTarget && !menu.contains(event.relatedTarget) && !event.relatedTarget.closest("dialog")) menu.open = false;
    });
  }
}

// Closes all menus. If the focus was in a menu, it goes back to the button of this menu.
export function close() {
  for (const menu of document.querySelectorAll(".menu[open]")) {
    const inside = menu.contains(document.activeElement);
    menu.open = false;
    if (inside) menu.querySelector("summary").focus();
  }
}
