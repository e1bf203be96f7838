import { loadModule } from "#storefront/load-module.ts";

/** Few look at their history: its script comes once somebody opens it, and asks for it then. */
export function bringHistory() {
  const hear = (opened: EventTarget | null, at: number) => {
    const details = opened as HTMLDetailsElement | null;
    const place = details?.closest<HTMLElement>("perennial-history");
    if (!details?.open || !place?.matches(":not(:defined)")) return;
    place.dataset.opened = `${at}`;
    loadModule(place.dataset.script).catch(() => {
      place.querySelector("[data-p=body]")?.replaceChildren();
      place.querySelector("[data-p=unavailable]")?.removeAttribute("hidden");
    });
  };
  document.addEventListener("toggle", ({ target, timeStamp }) => hear(target, timeStamp), true);
  // Opened before this script has come.
  hear(document.querySelector("perennial-history details[open]"), 0);
}
