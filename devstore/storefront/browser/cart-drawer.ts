/** The theme's cart drawer: opens it, and draws it again after each change of the cart, as themes do. */

export {};

/** What is drawn again, in a theme of either kind. */
const content = "#CartDrawer, .cart-drawer__inner";
let opener: HTMLElement | null = null;

const drawer = () => document.querySelector<HTMLElement>("cart-drawer");
const dialog = () => document.querySelector<HTMLDialogElement>("#cart-drawer > dialog");

function open(): void {
  opener ??= document.activeElement as HTMLElement | null;
  const native = dialog();
  if (native !== null) {
    if (!native.open) native.showModal();
    native.querySelector<HTMLElement>("[data-drawer-close]")?.focus();
    return;
  }
  drawer()?.classList.add("active");
  document.body.classList.add("overflow-hidden");
  drawer()?.querySelector<HTMLElement>(".drawer__inner")?.focus();
}

function close(): void {
  dialog()?.close();
  drawer()?.classList.remove("active");
  document.body.classList.remove("overflow-hidden");
  opener?.focus();
  opener = null;
}

/** Sends a form of the cart, and puts the sections that come back in the place of what is shown. */
async function send(form: HTMLFormElement): Promise<void> {
  const body = new FormData(form);
  body.set("sections", "cart-drawer");
  const answer = await fetch(`${form.action}.js`, { method: "POST", body });
  if (!answer.ok) return form.submit();
  const { item_count: count, sections } = await answer.json();
  const fresh = new DOMParser().parseFromString(sections["cart-drawer"], "text/html");
  const shown = document.querySelector(content);
  shown?.replaceChildren(...(fresh.querySelector(content)?.childNodes ?? []));
  for (const bubble of document.querySelectorAll(".cart-link__count")) bubble.textContent = count;
  open();
}

/** Tab stays in a drawer that is no dialog of the browser's. */
function keepInside(event: KeyboardEvent): void {
  const inner = document.querySelector(".drawer.active .drawer__inner");
  if (inner === null) return;
  const stops = [...inner.querySelectorAll<HTMLElement>("a, button, input, summary")].filter(
    (stop) => stop.getClientRects().length > 0,
  );
  const [first, last] = [stops.at(0), stops.at(-1)];
  const at = document.activeElement;
  if (event.shiftKey && (at === first || at === inner)) last?.focus();
  else if (!event.shiftKey && at === last) first?.focus();
  else return;
  event.preventDefault();
}

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (!/\/cart\/(add|change)$/.test(form.action)) return;
  event.preventDefault();
  void send(form);
});
document.addEventListener("click", (event) => {
  const target = event.target as Element;
  if (target.closest(".cart-link") !== null) {
    event.preventDefault();
    open();
  } else if (target.closest("[data-drawer-close], #CartDrawer-Overlay") !== null) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && drawer()?.classList.contains("active")) close();
  if (event.key === "Tab") keepInside(event);
});
dialog()?.addEventListener("close", () => {
  opener?.focus();
  opener = null;
});
