import type { FrameSettings } from "../app-frame-page.ts";
import { adminPathOf, adminTarget } from "../app-path.ts";
import type { MessageToAdmin, NavItem, Question } from "../messages.ts";
import { AppLine } from "./app-line.ts";
import { pageElement } from "./page-elements.ts";
import { SaveBarPanel } from "./save-bar-panel.ts";
import { sessionToken } from "./session-token.ts";
import { TitleBarPanel } from "./title-bar-panel.ts";
import { ToastList } from "./toast-list.ts";

/** The admin around an embedded app: draws what the app asks for and answers what it asks. */
class AdminFrame {
  readonly #settings: FrameSettings;
  readonly #line: AppLine;
  readonly #saveBar: SaveBarPanel;
  readonly #titleBar: TitleBarPanel;
  readonly #toasts: ToastList;
  readonly #menu = pageElement("app-menu", HTMLElement);
  #path = "/";

  constructor(settings: FrameSettings) {
    this.#settings = settings;
    this.#line = new AppLine(pageElement("app", HTMLIFrameElement), settings.appOrigin);
    this.#saveBar = new SaveBarPanel(this.#line);
    this.#titleBar = new TitleBarPanel(this.#line, settings.appName);
    this.#toasts = new ToastList(this.#line);
    this.#line.onMessage((message) => void this.#receive(message));
  }

  async #receive(message: MessageToAdmin): Promise<void> {
    switch (message.type) {
      case "hello":
        // A fresh document in the frame knows of nothing that an earlier one asked for.
        this.#saveBar.show(null);
        this.#loading(false);
        this.#line.send({ type: "welcome", config: this.#settings.config });
        break;
      case "question":
        this.#line.send({
          type: "answer",
          id: message.id,
          value: await this.#answer(message.question),
        });
        break;
      case "path":
        this.#follow(message.path);
        break;
      case "redirect":
        this.#redirect(message.url, message.newTab);
        break;
      case "titleBar":
        this.#titleBar.show(message.titleBar);
        document.title = `${message.titleBar.title || this.#settings.appName} · ${this.#settings.appName}`;
        break;
      case "navMenu":
        this.#showMenu(message.items);
        break;
      case "saveBar":
        this.#saveBar.show(message.saveBar);
        break;
      case "toast":
        this.#toasts.show(message.toast);
        break;
      case "hideToast":
        this.#toasts.hide(message.id);
        break;
      case "loading":
        this.#loading(message.on);
        break;
      case "modal":
        document.body.classList.toggle("has-modal", message.open);
        break;
    }
  }

  async #answer(question: Question): Promise<unknown> {
    if (question === "idToken") return sessionToken(this.#settings.staff.id);
    if (question === "scopes") return this.#settings.scopes;
    if (question === "user") return this.#settings.staff;
    // The app goes on only when the merchant lets it: a rejection is never answered.
    return (await this.#saveBar.mayLeave()) ? true : new Promise(() => {});
  }

  #follow(path: string): void {
    this.#path = new URL(path, location.href).pathname;
    history.replaceState(null, "", adminPathOf(this.#settings.handle, path));
    this.#markMenu();
  }

  #redirect(address: string, newTab: boolean): void {
    const inAdmin = adminTarget(address);
    const url = new URL(inAdmin ?? address, location.href);
    const inApp = url.origin === this.#settings.appOrigin;
    const target = inApp
      ? adminPathOf(this.#settings.handle, `${url.pathname}${url.search}`)
      : url.href;
    if (!/^https?:$/.test(new URL(target, location.href).protocol)) return;
    if (newTab) window.open(target, "_blank", "noopener");
    else location.assign(target);
  }

  #showMenu(items: NavItem[]): void {
    this.#menu.replaceChildren(
      ...items.map((item) => {
        const entry = document.createElement("li");
        const anchor = document.createElement("a");
        anchor.href = adminPathOf(this.#settings.handle, item.href);
        anchor.dataset.href = item.href;
        anchor.textContent = item.label;
        anchor.addEventListener("click", (event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          void this.#open(item.href);
        });
        entry.append(anchor);
        return entry;
      }),
    );
    this.#markMenu();
  }

  async #open(href: string): Promise<void> {
    if (!(await this.#saveBar.mayLeave())) return;
    this.#saveBar.show(null);
    closeSideMenu();
    this.#line.send({ type: "navigate", href });
  }

  /** Marks the entry whose page, or whose page's parent, the app shows: the longest that fits. */
  #markMenu(): void {
    const anchors = [...this.#menu.querySelectorAll("a")];
    const fits = (href: string) => this.#path === href || this.#path.startsWith(`${href}/`);
    const [best] = anchors
      .filter((anchor) => fits(new URL(anchor.dataset.href ?? "/", location.href).pathname))
      .sort((a, b) => (b.dataset.href ?? "").length - (a.dataset.href ?? "").length);
    for (const anchor of anchors) {
      if (anchor === best) anchor.setAttribute("aria-current", "page");
      else anchor.removeAttribute("aria-current");
    }
  }

  #loading(on: boolean): void {
    pageElement("progress", HTMLElement).hidden = !on;
  }
}

const menuButton = pageElement("menu-button", HTMLButtonElement);

function closeSideMenu(): void {
  document.body.classList.remove("menu-open");
  menuButton.setAttribute("aria-expanded", "false");
}

menuButton.addEventListener("click", () => {
  const open = document.body.classList.toggle("menu-open");
  menuButton.setAttribute("aria-expanded", String(open));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeSideMenu();
});

const settings = document.getElementById("frame-settings");
if (settings !== null) new AdminFrame(JSON.parse(settings.textContent ?? "") as FrameSettings);
