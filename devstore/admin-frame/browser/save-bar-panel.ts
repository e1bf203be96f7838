import type { SaveBar } from "../messages.ts";
import type { AppLine } from "./app-line.ts";
import { pageElement } from "./page-elements.ts";

/** The admin's bar for unsaved changes, and the question that keeps them from being lost. */
export class SaveBarPanel {
  readonly #bar = pageElement("save-bar", HTMLElement);
  readonly #save = pageElement("save", HTMLButtonElement);
  readonly #discard = pageElement("discard", HTMLButtonElement);
  readonly #confirm = pageElement("confirm", HTMLDialogElement);
  #shown: SaveBar | null = null;

  constructor(line: AppLine) {
    this.#save.addEventListener("click", () =>
      line.send({ type: "saveBarAction", action: "save" }),
    );
    this.#discard.addEventListener("click", () => {
      void this.#mayDiscard().then((may) => {
        if (may) line.send({ type: "saveBarAction", action: "discard" });
      });
    });
    window.addEventListener("beforeunload", (event) => {
      if (this.#shown !== null) event.preventDefault();
    });
  }

  get isShown(): boolean {
    return this.#shown !== null;
  }

  show(saveBar: SaveBar | null): void {
    this.#shown = saveBar;
    this.#bar.hidden = saveBar === null;
    document.body.classList.toggle("has-save-bar", saveBar !== null);
    if (saveBar === null) return;
    this.#save.disabled = saveBar.save.disabled || saveBar.save.loading;
    this.#save.classList.toggle("busy", saveBar.save.loading);
    this.#discard.disabled = saveBar.discard.disabled || saveBar.discard.loading;
  }

  /** Settles with whether the merchant wants to go; at once when there is nothing to lose. */
  async mayLeave(): Promise<boolean> {
    if (this.#shown === null) return true;
    return this.#ask(
      "Leave page with unsaved changes?",
      "Leaving this page will delete all unsaved changes.",
      "Leave page",
    );
  }

  async #mayDiscard(): Promise<boolean> {
    if (!this.#shown?.confirmDiscard) return true;
    return this.#ask(
      "Discard all unsaved changes?",
      "If you discard changes, you'll delete any edits you made since you last saved.",
      "Discard changes",
    );
  }

  #ask(title: string, text: string, leave: string): Promise<boolean> {
    pageElement("confirm-title", HTMLElement).textContent = title;
    pageElement("confirm-text", HTMLElement).textContent = text;
    pageElement("confirm-leave", HTMLElement).textContent = leave;
    this.#confirm.returnValue = "stay";
    this.#confirm.showModal();
    return new Promise((resolve) => {
      this.#confirm.addEventListener(
        "close",
        () => resolve(this.#confirm.returnValue === "leave"),
        { once: true },
      );
    });
  }
}
