import { loadModule } from "#storefront/load-module.ts";
import { drawerPlaces } from "./drawer-places.ts";

/** A theme that throws the line out as often as this within the time gets its way. */
const MOST_RETURNS = 20;
const RETURNS_MS = 10_000;

/**
 * `<perennial-cart-credit>`: brings the line of its template into the theme's cart drawer, and back whenever the
 * theme has drawn its drawer again. The line itself is a `<perennial-store-credit>`; its script is loaded only where there is a drawer.
 */
class PerennialCartCredit extends HTMLElement {
  #line: Element | null | undefined;
  #watch: MutationObserver | undefined;

  connectedCallback() {
    const { at, script } = this.dataset;
    const returns: number[] = [];
    this.#line ??= this.querySelector("template")?.content.firstElementChild;
    const line = this.#line;
    const bring = () => {
      if (!line || line.isConnected) return;
      const [place, where] = placeFor(at);
      if (!place) return;
      const now = performance.now();
      returns.push(now);
      // An editor's example has none.
      if (script) loadModule(script).catch(() => {});
      if (returns.length > MOST_RETURNS && now - (returns.shift() as number) < RETURNS_MS) {
        this.#watch?.disconnect();
      } else if (where === "end") place.append(line);
      else place.before(line);
    };
    this.#watch = new MutationObserver(bring);
    this.#watch.observe(document.body, { childList: true, subtree: true });
    bring();
  }

  disconnectedCallback() {
    this.#watch?.disconnect();
    this.#line?.remove();
  }
}

/** The merchant's own place comes first; a text that is no selector is none. */
function placeFor(at: string | undefined): [place: Element | null, where: "before" | "end"] {
  try {
    if (at) return [document.querySelector(at), "end"];
  } catch {}
  for (const [selector, where] of drawerPlaces) {
    const place = document.querySelector(selector);
    if (place) return [place, where];
  }
  return [null, "end"];
}

// The script may be in the page twice.
customElements.get("perennial-cart-credit") ??
  customElements.define("perennial-cart-credit", PerennialCartCredit);
