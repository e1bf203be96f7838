import type { SaveBar } from "../../messages.ts";
import type { AdminLink } from "./admin-link.ts";
import { hasFlag, watchElement } from "./watch-element.ts";

/** Whatever can ask the admin for its save bar: a `<ui-save-bar>` or a form with `data-save-bar`. */
export interface SaveBarOwner {
  describe(): SaveBar;
  save(): void;
  discard(): void;
}

/** Decides whose save bar the admin shows: the one that asked last, until it no longer asks. */
export class SaveBarStack {
  readonly #link: AdminLink;
  #owners: SaveBarOwner[] = [];

  constructor(link: AdminLink) {
    this.#link = link;
    link.onMessage((message) => {
      if (message.type !== "saveBarAction") return;
      const top = this.#owners.at(-1);
      if (message.action === "save") top?.save();
      else top?.discard();
    });
  }

  show(owner: SaveBarOwner): void {
    this.#owners = [...this.#owners.filter((other) => other !== owner), owner];
    this.refresh();
  }

  hide(owner: SaveBarOwner): void {
    if (!this.#owners.includes(owner)) return;
    this.#owners = this.#owners.filter((other) => other !== owner);
    this.refresh();
  }

  isShown(owner: SaveBarOwner): boolean {
    return this.#owners.includes(owner);
  }

  get isEmpty(): boolean {
    return this.#owners.length === 0;
  }

  refresh(): void {
    this.#link.send({ type: "saveBar", saveBar: this.#owners.at(-1)?.describe() ?? null });
  }
}

/** Defines `<ui-save-bar>`, whose two buttons act as the admin's Save and Discard. */
export function defineSaveBar(stack: SaveBarStack): void {
  class SaveBarElement extends HTMLElement implements SaveBarOwner {
    #observer: MutationObserver | null = null;

    connectedCallback(): void {
      this.#observer = watchElement(this, () => {
        if (this.showing) stack.refresh();
      });
    }

    disconnectedCallback(): void {
      this.#observer?.disconnect();
      stack.hide(this);
    }

    get showing(): boolean {
      return stack.isShown(this);
    }

    get discardConfirmation(): boolean {
      return hasFlag(this, "discardConfirmation");
    }

    set discardConfirmation(on: boolean) {
      this.toggleAttribute("discardConfirmation", on);
    }

    async show(): Promise<void> {
      if (this.showing) return;
      stack.show(this);
      this.dispatchEvent(new CustomEvent("show"));
    }

    async hide(): Promise<void> {
      if (!this.showing) return;
      stack.hide(this);
      this.dispatchEvent(new CustomEvent("hide"));
    }

    toggle(): Promise<void> {
      return this.showing ? this.hide() : this.show();
    }

    describe(): SaveBar {
      return {
        save: describeButton(this.#button("primary")),
        discard: describeButton(this.#button(null)),
        confirmDiscard: this.discardConfirmation,
      };
    }

    save(): void {
      this.#button("primary")?.click();
    }

    discard(): void {
      this.#button(null)?.click();
    }

    #button(variant: "primary" | null): HTMLButtonElement | undefined {
      return [...this.querySelectorAll("button")].find(
        (button) => (button.getAttribute("variant") === "primary") === (variant === "primary"),
      );
    }
  }
  customElements.define("ui-save-bar", SaveBarElement);
}

function describeButton(button: HTMLButtonElement | undefined): SaveBar["save"] {
  return {
    disabled: button !== undefined && hasFlag(button, "disabled"),
    loading: button !== undefined && hasFlag(button, "loading"),
  };
}
