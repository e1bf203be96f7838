import type { AdminLink } from "./admin-link.ts";
import { pressElement, readTitleBar } from "./title-bar.ts";
import { elementOf, watchElement } from "./watch-element.ts";

const style = `
:host { display: contents; }
dialog { border: 0; border-radius: 12px; padding: 0; width: min(var(--width), calc(100vw - 2rem));
  max-height: calc(100vh - 2rem); box-shadow: 0 20px 60px rgb(0 0 0 / .3); color: #202223; background: #fff;
  font: 400 14px/1.45 system-ui, sans-serif; flex-direction: column; }
dialog[open] { display: flex; }
dialog::backdrop { background: rgb(0 0 0 / .45); }
header { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 12px 16px;
  background: #f3f3f3; border-bottom: 1px solid #e3e3e3; }
h2 { margin: 0; font-size: 14px; font-weight: 650; }
.content { overflow: auto; flex: 1; }
[hidden] { display: none; }
iframe:not([hidden]) { display: block; border: 0; width: 100%; height: 60vh; }
footer { display: flex; justify-content: flex-end; gap: 8px; padding: 12px 16px; border-top: 1px solid #e3e3e3; }
footer:empty { display: none; }
button { min-height: 32px; padding: 4px 12px; border: 1px solid #8a8a8a; border-radius: 8px; background: #fff;
  color: #202223; font: 600 13px/1.4 system-ui, sans-serif; cursor: pointer; }
button.primary { border-color: #1f1f1f; background: #303030; color: #fff; }
button.critical { border-color: #8e1f0b; background: #a3260c; color: #fff; }
button:disabled { opacity: .55; cursor: default; }
button.close { border: 0; min-width: 32px; background: transparent; font-size: 18px; }
`;

const widths = { small: "24rem", base: "38rem", large: "60rem", max: "100rem" } as const;

/**
 * Defines `<ui-modal>`. The platform shows a modal outside of the app's frame; here it is a dialog within
 * it, which leaves the app's own elements where its framework put them.
 */
export function defineModal(link: AdminLink): void {
  class ModalElement extends HTMLElement {
    readonly #dialog = document.createElement("dialog");
    readonly #title = document.createElement("h2");
    readonly #footer = document.createElement("footer");
    readonly #frame = document.createElement("iframe");
    #observer: MutationObserver | null = null;

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open" });
      const header = document.createElement("header");
      const close = document.createElement("button");
      const content = document.createElement("div");
      const styles = document.createElement("style");
      styles.textContent = style;
      close.className = "close";
      close.type = "button";
      close.textContent = "×";
      close.setAttribute("aria-label", "Close");
      close.addEventListener("click", () => void this.hide());
      content.className = "content";
      content.append(this.#frame, document.createElement("slot"));
      this.#title.id = "title";
      this.#dialog.setAttribute("aria-labelledby", "title");
      this.#dialog.addEventListener("close", () => this.#closed());
      header.append(this.#title, close);
      this.#dialog.append(header, content, this.#footer);
      root.append(styles, this.#dialog);
    }

    connectedCallback(): void {
      this.#observer = watchElement(this, () => this.#draw());
    }

    disconnectedCallback(): void {
      this.#observer?.disconnect();
      if (this.#dialog.open) this.#dialog.close();
    }

    get variant(): keyof typeof widths {
      const variant = this.getAttribute("variant") ?? "";
      return variant in widths ? (variant as keyof typeof widths) : "base";
    }

    set variant(variant: keyof typeof widths) {
      this.setAttribute("variant", variant);
    }

    get src(): string | null {
      return this.getAttribute("src");
    }

    set src(src: string) {
      this.setAttribute("src", src);
    }

    get contentWindow(): Window | null {
      return this.#dialog.open && this.src !== null ? this.#frame.contentWindow : null;
    }

    async show(): Promise<void> {
      if (this.#dialog.open) return;
      this.#draw();
      if (this.src !== null) this.#frame.src = this.src;
      this.#dialog.showModal();
      link.send({ type: "modal", open: true });
      this.dispatchEvent(new CustomEvent("show"));
    }

    async hide(): Promise<void> {
      this.#dialog.close();
    }

    toggle(): Promise<void> {
      return this.#dialog.open ? this.hide() : this.show();
    }

    #closed(): void {
      link.send({ type: "modal", open: false });
      this.dispatchEvent(new CustomEvent("hide"));
    }

    #draw(): void {
      const bar = this.querySelector("ui-title-bar");
      const { title, actions } = bar === null ? { title: "", actions: [] } : readTitleBar(bar);
      this.#title.textContent = title;
      this.#dialog.style.setProperty("--width", widths[this.variant]);
      this.#frame.hidden = this.src === null;
      this.#frame.title = title;
      const primaryLast = actions.toSorted(
        (a, b) => Number(a.kind === "primary") - Number(b.kind === "primary"),
      );
      this.#footer.replaceChildren(
        ...primaryLast.map((action) => {
          const button = document.createElement("button");
          button.type = "button";
          button.textContent = action.label;
          button.disabled = action.disabled || action.loading;
          button.className = action.critical ? "critical" : action.kind;
          button.addEventListener("click", () => pressElement(elementOf(action.id)));
          return button;
        }),
      );
    }
  }
  customElements.define("ui-modal", ModalElement);
}
