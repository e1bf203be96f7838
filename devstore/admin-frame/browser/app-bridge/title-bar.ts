import type { ActionButton, TitleBar } from "../../messages.ts";
import type { AdminLink } from "./admin-link.ts";
import { dispatchNavigate } from "./follow-navigation.ts";
import { elementOf, hasFlag, idOf, labelOf, watchElement } from "./watch-element.ts";

/** Defines `<ui-title-bar>`: what the admin shows above the frame, unless the element titles a modal. */
export function defineTitleBar(link: AdminLink): void {
  let shown: Element | null = null;
  const send = (titleBar: TitleBar) => link.send({ type: "titleBar", titleBar });
  const titleOnly = () => ({ title: document.title, breadcrumb: null, actions: [] });
  class TitleBarElement extends HTMLElement {
    #observer: MutationObserver | null = null;

    connectedCallback(): void {
      if (this.closest("ui-modal") !== null) return;
      shown = this;
      this.#observer = watchElement(this, () => {
        if (shown === this) send(readTitleBar(this));
      });
    }

    disconnectedCallback(): void {
      this.#observer?.disconnect();
      if (shown !== this) return;
      shown = null;
      send(titleOnly());
    }
  }
  customElements.define("ui-title-bar", TitleBarElement);
  const title = document.querySelector("title");
  if (title !== null) {
    watchElement(title, () => {
      if (shown === null) send(titleOnly());
    });
  }
  link.onMessage((message) => {
    if (message.type === "titleAction") pressElement(elementOf(message.id));
  });
}

/** A link goes through the app's router; everything else is clicked. */
export function pressElement(element: Element | undefined): void {
  if (element instanceof HTMLAnchorElement) dispatchNavigate(element);
  else if (element instanceof HTMLElement) element.click();
}

export function readTitleBar(element: Element): TitleBar {
  const breadcrumb = element.querySelector('[variant="breadcrumb"]');
  const buttons = [...element.querySelectorAll("a, button")].filter((one) => one !== breadcrumb);
  return {
    title: element.getAttribute("title") ?? document.title,
    breadcrumb: breadcrumb === null ? null : { id: idOf(breadcrumb), label: labelOf(breadcrumb) },
    actions: buttons.map(readAction),
  };
}

function readAction(element: Element): ActionButton {
  return {
    id: idOf(element),
    label: labelOf(element),
    kind: element.getAttribute("variant") === "primary" ? "primary" : "secondary",
    group: element.closest("section")?.getAttribute("label") ?? null,
    critical: element.getAttribute("tone") === "critical",
    disabled: hasFlag(element, "disabled"),
    loading: hasFlag(element, "loading"),
  };
}
