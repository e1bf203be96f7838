import { askLoyalty } from "./ask-loyalty.ts";
import { type Line, type Numbers, numbersOf } from "./lines.ts";

/** An event of the page: the element in `detail` has changed where the customer stands. */
const CHANGED = "perennial-loyalty-changed";

/**
 * What the loyalty blocks have in common: the page brings all words, and what the store had published when it was made.
 * This asks for the present state when the page is opened, and again when a shopper comes back to it.
 */
export abstract class LoyaltyElement<T> extends HTMLElement {
  numbers: Numbers = numbersOf("en", "EUR");
  #turn = 0;
  #gone = new AbortController();

  /** Shows the present state. */
  protected abstract draw(data: T): void;
  /** The store has nothing of this customer. */
  protected drawNothing() {}
  /** There is nothing to show, neither of the page nor of the store. */
  protected abstract claimNothing(): void;

  connectedCallback() {
    this.numbers = numbersOf(this.lang, this.dataset.currency || "EUR");
    this.#gone = new AbortController();
    const { signal } = this.#gone;
    void this.load();
    // A page that the browser had put aside shows what was so when it was left, and so does another tab.
    addEventListener("pageshow", ({ persisted }) => persisted && this.load(), { signal });
    addEventListener("online", () => this.load(), { signal });
    const look = () => document.visibilityState === "visible" && this.load();
    document.addEventListener("visibilitychange", look, { signal });
    // What a shopper does in one block changes what another one shows.
    const hear = (event: Event) => (event as CustomEvent).detail !== this && this.load();
    document.addEventListener(CHANGED, hear, { signal });
  }

  disconnectedCallback() {
    this.#gone.abort();
  }

  /** Asks for the present state, and shows it. */
  async load() {
    this.#turn += 1;
    const turn = this.#turn;
    const answer = await askLoyalty<T>(this.dataset.url ?? "");
    // A later question has been asked meanwhile, and its answer is newer.
    if (turn !== this.#turn || !this.isConnected) return;
    const trouble = "trouble" in answer ? answer.trouble : null;
    this.show("stale", trouble === "stale");
    this.show("offline", trouble === "stale" && !navigator.onLine);
    this.show("signed_out", trouble === "signed_out");
    if ("data" in answer) {
      this.show("unavailable", false);
      if (answer.data) this.draw(answer.data);
      else this.drawNothing();
      this.dataset.known = "";
    } else if (this.dataset.known === undefined) {
      this.claimNothing();
      this.show("unavailable", trouble === "stale");
    }
  }

  find(name: string, within: ParentNode = this): HTMLElement | null {
    return within.querySelector(`[data-p=${name}]`);
  }

  show(name: string, isShown: boolean, within: ParentNode = this) {
    const part = this.find(name, within);
    if (part) part.hidden = !isShown;
  }

  /** Writes one of the page's sentences. Unchanged text stays in place: replacing it could shift the layout slightly. */
  say(name: string, line: Line, within: ParentNode = this) {
    const part = this.find(name, within);
    const place = part?.querySelector("span") ?? part;
    const said = document.createElement("span");
    said.append(...this.sentence(line));
    if (place?.textContent?.trim() !== said.textContent) place?.replaceChildren(...said.childNodes);
  }

  /** One of the page's sentences, with its values. */
  sentence([key, values = {}]: Line): (string | Node)[] {
    const words = this.querySelector("template")?.content.querySelector(`[data-k=${key}]`);
    return (words?.textContent ?? "").split(/\{(\w+)\}/).map((piece, at) => {
      if (at % 2 === 0) return piece;
      // A value keeps its order in a text that runs the other way.
      const place = document.createElement("bdi");
      const value = values[piece] ?? "";
      place.append(...(typeof value === "string" ? [value] : this.sentence(value)));
      return place;
    });
  }
}
