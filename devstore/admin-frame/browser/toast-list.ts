import type { Toast } from "../messages.ts";
import type { AppLine } from "./app-line.ts";
import { button, pageElement } from "./page-elements.ts";

/** Toasts at the foot of the admin, each until its time is over or it is closed. */
export class ToastList {
  readonly #list = pageElement("toasts", HTMLElement);
  readonly #line: AppLine;
  readonly #shown = new Map<string, HTMLElement>();

  constructor(line: AppLine) {
    this.#line = line;
  }

  show(toast: Toast): void {
    const element = document.createElement("div");
    element.className = toast.isError ? "toast toast--error" : "toast";
    const words = document.createElement("p");
    words.textContent = toast.message;
    element.append(words);
    if (toast.action !== null) {
      const action = button(toast.action, "toast__action");
      action.addEventListener("click", () => {
        this.#line.send({ type: "toastAction", id: toast.id });
        this.hide(toast.id);
      });
      element.append(action);
    }
    const close = button("×", "toast__close");
    close.setAttribute("aria-label", "Dismiss");
    close.addEventListener("click", () => this.hide(toast.id));
    element.append(close);
    this.#list.append(element);
    this.#shown.set(toast.id, element);
    setTimeout(() => this.hide(toast.id), toast.durationMs);
  }

  hide(id: string): void {
    const element = this.#shown.get(id);
    if (element === undefined) return;
    element.remove();
    this.#shown.delete(id);
    this.#line.send({ type: "toastDismissed", id });
  }
}
