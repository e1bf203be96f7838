import { loadModule } from "#storefront/load-module.ts";
import type { makePortal } from "#storefront/portal/portal-element.ts";
import type { runCancelDialog } from "./cancel-dialog.ts";

declare global {
  interface Window {
    /** The theme's flag: exactly "b" cancels without the modal. */
    __sdrfMode?: unknown;
  }
}

interface CancelDialog {
  runCancelDialog: typeof runCancelDialog;
}

interface PortalScript {
  makePortal: typeof makePortal;
}

/** What the block's Liquid gives the element. */
interface Settings {
  url: string;
  /** Address of the script with the dialog. */
  dialog: string;
  previewState?: string;
}

/**
 * `<perennial-cancel-flow>`: a membership's card and its cancel dialog. All words and all markup are in the page
 * already. Few who look at the card cancel, so the dialog's script comes when somebody reaches for the button; where
 * it does not come, the button is the link that it was without any script.
 * With `data-preview-state` it stands still: `cancel-flow-preview.ts` shows it.
 */
class PerennialCancelFlow extends HTMLElement {
  connectedCallback() {
    const { url, dialog, previewState } = this.dataset as unknown as Settings;
    const opener = this.querySelector<HTMLAnchorElement>("[data-do=open]");
    this.style.setProperty("--pn-page", backgroundOf(this));
    if (!previewState) this.#leadToPortal(dialog, opener?.href);
    // The card of what has ended has nothing to cancel.
    if (!opener) return;
    // Without a script it is a link. As a button it leads nowhere, and Space presses it and does not scroll.
    opener.role = "button";
    opener.onkeydown = (event) => {
      if (event.key !== " ") return;
      event.preventDefault();
      opener.click();
    };
    let flow: ReturnType<typeof runCancelDialog> | undefined;
    const load = async () => {
      const { runCancelDialog } = await loadModule<CancelDialog>(dialog);
      flow ??= runCancelDialog(this);
      return flow;
    };
    const prepare = () => {
      load().catch(() => {});
    };
    let isPressed = false;
    opener.onclick = ({ detail }) => {
      if (!previewState && detail < 2 && !isPressed) {
        isPressed = true;
        // As it is at the press: the page may change it while the script is on its way.
        const straight = window.__sdrfMode === "b";
        load()
          .then(
            ({ open }) => open(straight),
            () => location.assign(opener.href),
          )
          .then(() => {
            isPressed = false;
          });
      }
      return false;
    };
    if (previewState) return;
    opener.onpointerenter = opener.onfocus = prepare;
    try {
      // A session that ended on the way goes on here.
      if (sessionStorage.getItem(url)) prepare();
    } catch {}
  }

  /**
   * The portal comes when somebody asks for it, from the place of the other scripts.
   *
   * @param contact where to ask for what it would do, should it not come.
   */
  #leadToPortal(beside: string, contact: string | undefined) {
    const place = new URL("portal.js", new URL(beside, location.href)).href;
    const buttons = this.querySelectorAll<HTMLButtonElement>("[data-do=manage]");
    let made: ReturnType<typeof makePortal> | undefined;
    for (const button of buttons) {
      const { screen } = button.dataset;
      if (!screen) button.ariaExpanded = "false";
      button.onclick = async () => {
        if (button.ariaBusy === "true") return;
        button.ariaBusy = "true";
        try {
          const { makePortal } = await loadModule<PortalScript>(place);
          made ??= makePortal(this, button, place);
          const isOpen = (await made)(screen);
          for (const each of buttons) if (each.ariaExpanded) each.ariaExpanded = `${isOpen}`;
        } catch {
          made = undefined;
          // The subject of the link's mail is a wish to cancel.
          if (contact) {
            location.assign(/^mailto:/i.test(contact) ? `${contact.split("?")[0]}` : contact);
          }
        }
        button.ariaBusy = "false";
      };
    }
  }
}

/**
 * The color that the theme gives this place: a dialog would otherwise be the browser's own white. The nearest one
 * counts that is painted, or that begins a scheme here and is painted by a neighbor behind it.
 */
function backgroundOf(element: Element): string {
  let place: Element | null = element;
  while (place) {
    const { backgroundColor } = getComputedStyle(place);
    if (!/^rgba.*, 0\)/.test(backgroundColor)) return backgroundColor;
    const scheme = schemeOf(place);
    place = place.parentElement;
    // Some themes keep a color, others the numbers of one.
    const color = [scheme, `rgb(${scheme})`].find((text) => CSS.supports("color", text));
    if (color && scheme !== schemeOf(place)) return color;
  }
  return "";
}

function schemeOf(place: Element | null): string {
  return place ? getComputedStyle(place).getPropertyValue("--color-background") : "";
}

// The script may be in the page twice.
customElements.get("perennial-cancel-flow") ??
  customElements.define("perennial-cancel-flow", PerennialCancelFlow);
