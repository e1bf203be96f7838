import type { AdminLink } from "./admin-link.ts";
import { labelOf, watchElement } from "./watch-element.ts";

/** Defines `<ui-nav-menu>` and `<s-app-nav>`: their links become the app's part of the admin's menu. */
export function defineNavMenu(link: AdminLink): void {
  for (const name of ["ui-nav-menu", "s-app-nav"]) {
    customElements.define(
      name,
      class extends HTMLElement {
        #observer: MutationObserver | null = null;

        connectedCallback(): void {
          this.#observer = watchElement(this, () => {
            const items = [...this.querySelectorAll("a[href], s-link[href]")]
              .filter((item) => item.getAttribute("rel") !== "home")
              .map((item) => ({ href: item.getAttribute("href") ?? "", label: labelOf(item) }));
            link.send({ type: "navMenu", items });
          });
        }

        disconnectedCallback(): void {
          this.#observer?.disconnect();
        }
      },
    );
  }
}
