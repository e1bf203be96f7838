import { makeButton } from "#storefront/make.ts";
import { learnWords } from "./learn-words.ts";
import type { Line } from "./lines.ts";
import { LoyaltyElement } from "./loyalty-element.ts";
import type { WordKey } from "./words/en.ts";

/**
 * What the blocks have in common in which a shopper does one thing: it opens on demand, and what it shows, asks for and says comes
 * then.
 */
export abstract class ActionElement<T> extends LoyaltyElement<T> {
  #isBusy = false;
  /** When it was opened, on the page's clock. */
  protected openedMs = 0;

  override connectedCallback() {
    const details = this.querySelector("details");
    if (details) {
      details.ontoggle = ({ timeStamp }) => {
        this.openedMs = timeStamp;
        void this.load();
      };
    }
    super.connectedCallback();
  }

  override async load() {
    // Also not while something is being entered or sent: it would be gone.
    if (
      !this.querySelector("details[open]") ||
      this.#isBusy ||
      this.querySelector("[data-begun]")
    ) {
      return;
    }
    try {
      await learnWords(this);
    } catch {
      this.claimNothing();
      return this.show("unavailable", true);
    }
    // An example for the merchant is of nobody.
    if (this.dataset.url) await super.load();
    else this.drawNothing();
  }

  protected claimNothing() {
    this.body.replaceChildren();
  }

  protected get body(): HTMLElement {
    return this.find("body") as HTMLElement;
  }

  /** A sentence as nodes, and as a text. */
  protected words(key: WordKey, values: Line[1] = {}): (string | Node)[] {
    return this.sentence([key, values]);
  }

  protected text(key: WordKey, values: Line[1] = {}): string {
    const place = document.createElement("p");
    place.append(...this.words(key, values));
    return place.textContent ?? "";
  }

  protected button(key: WordKey, press: () => void): HTMLButtonElement {
    return makeButton(this.text(key), press);
  }

  /** Says what has been done, or what went wrong; the other of the two is no longer so. */
  protected tell(said: WordKey | null, trouble: WordKey | null = null, values: Line[1] = {}) {
    for (const [name, key] of [
      ["said", said],
      ["trouble", trouble],
    ] as const) {
      if (key) this.say(name, [key, values]);
      else this.find(name)?.replaceChildren();
    }
  }

  /** One request at a time: what is pressed meanwhile is one press too many. */
  protected async once(button: HTMLElement, work: () => Promise<void>) {
    if (this.#isBusy) return;
    this.#isBusy = true;
    button.ariaDisabled = "true";
    try {
      await work();
    } finally {
      button.ariaDisabled = null;
      this.#isBusy = false;
    }
  }
}
