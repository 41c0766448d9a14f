/** Popovers, which the tests' browser lacks: a button with `popovertarget` opens and closes its panel. */
const toggle = (panel: HTMLElement, newState: "open" | "closed") => panel.dispatchEvent(Object.assign(new Event("toggle"), { newState }));

HTMLElement.prototype.hidePopover = function hide(this: HTMLElement) { toggle(this, "closed"); };
document.addEventListener("click", ({ target }) => {
  const button = (target as Element).closest?.("[popovertarget]");
  const panel = button && document.getElementById(button.getAttribute("popovertarget")!);
  if (panel) toggle(panel, button.getAttribute("aria-expanded") === "true" ? "closed" : "open");
});
