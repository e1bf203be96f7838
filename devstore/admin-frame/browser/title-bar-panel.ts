import type { ActionButton, TitleBar } from "../messages.ts";
import type { AppLine } from "./app-line.ts";
import { button, pageElement } from "./page-elements.ts";

/** The bar above the app's frame: title, way back, actions. */
export class TitleBarPanel {
  readonly #bar = pageElement("title-bar", HTMLElement);
  readonly #title = pageElement("title", HTMLElement);
  readonly #actions = pageElement("title-actions", HTMLElement);
  readonly #line: AppLine;
  readonly #appName: string;

  constructor(line: AppLine, appName: string) {
    this.#line = line;
    this.#appName = appName;
  }

  show({ title, breadcrumb, actions }: TitleBar): void {
    this.#title.textContent = title || this.#appName;
    this.#bar.querySelector(".title-bar__back")?.remove();
    if (breadcrumb !== null) {
      const back = button("←", "title-bar__back");
      back.setAttribute("aria-label", breadcrumb.label || "Back");
      back.addEventListener("click", () => this.#press(breadcrumb.id));
      this.#title.before(back);
    }
    const secondary = actions.filter((action) => action.kind === "secondary");
    const primary = actions.filter((action) => action.kind === "primary");
    const groups = Map.groupBy(secondary, (action) => action.group);
    this.#actions.replaceChildren(
      ...[...groups].flatMap(([group, all]) =>
        group === null ? all.map((one) => this.#button(one)) : [this.#menu(group, all)],
      ),
      ...primary.map((one) => this.#button(one)),
    );
  }

  #button(action: ActionButton): HTMLButtonElement {
    const kind = action.critical ? "critical" : action.kind;
    const element = button(action.label, action.loading ? `${kind} busy` : kind);
    element.disabled = action.disabled || action.loading;
    element.addEventListener("click", () => this.#press(action.id));
    return element;
  }

  #menu(label: string, actions: ActionButton[]): HTMLElement {
    const menu = document.createElement("details");
    const summary = document.createElement("summary");
    const panel = document.createElement("div");
    summary.textContent = label;
    menu.className = "menu";
    panel.className = "menu__panel";
    panel.append(...actions.map((one) => this.#button(one)));
    menu.append(summary, panel);
    menu.addEventListener("click", (event) => {
      if (event.target instanceof HTMLButtonElement) menu.open = false;
    });
    return menu;
  }

  #press(id: string): void {
    this.#line.send({ type: "titleAction", id });
  }
}
