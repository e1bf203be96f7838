import { createFlow, type FlowOptions } from "./flow.ts";
import { createScreen } from "./screen.ts";

declare global {
  interface Window {
    /** The theme's flag: exactly "b" cancels without the modal. */
    __sdrfMode?: unknown;
  }
}

/** What the block's Liquid gives the element. */
interface Settings extends FlowOptions {
  previewState?: string;
}

/**
 * `<perennial-cancel-flow>`: a membership's card and its cancel dialog. All words and all markup are in the
 * page already; this runs the flow on them, opens the dialog and moves the focus to each step's heading.
 * With `data-preview-state` it stands still: `cancel-flow-preview.ts` shows it.
 */
class PerennialCancelFlow extends HTMLElement {
  connectedCallback() {
    const settings = this.dataset as unknown as Settings;
    const dialog = this.querySelector("dialog") as HTMLDialogElement;
    const form = this.querySelector("form") as HTMLFormElement;
    const opener = this.querySelector("a") as HTMLElement;
    this.style.setProperty("--pn-page", backgroundOf(this));
    // Without a script it is a link. As a button it leads nowhere, and Space presses it and does not scroll.
    opener.role = "button";
    opener.onclick = () => false;
    opener.onkeydown = (event) => event.key !== " " || !!(opener.click() as unknown);
    if (settings.previewState) return;
    let lastStep: string | undefined;
    const draw = createScreen(this);
    const one = (selector: string) => this.querySelector<HTMLElement>(selector);

    const flow = createFlow(
      {
        request: (address, init) => fetch(address, init),
        timer: AbortSignal.timeout,
        storage: () => sessionStorage,
        online: () => navigator.onLine,
        uuid: () => crypto.randomUUID(),
        show: (view) => {
          const { step, error, over } = view;
          draw(view);
          if (step === "card") {
            dialog.close();
            if (over) one(".pn-news")?.focus();
          } else {
            if (!dialog.open) dialog.showModal();
            if (step !== lastStep) one(`[data-if=${step}] h2`)?.focus();
          }
          lastStep = step;
          if (error === "offer_gone") one("[data-do=decline]")?.focus();
          if (error) one("dialog [role=alert]")?.scrollIntoView({ block: "nearest" });
        },
      },
      settings,
    );
    form.onsubmit = () => {
      flow.answer(Object.fromEntries(new FormData(form)));
      return false;
    };
    this.onclick = (event) => {
      const action = (event.target as Element).closest<HTMLElement>("[data-do]")?.dataset.do;
      // The second half of a double click must not answer the step which the first half brought up.
      if (action && event.detail < 2) flow[action as "open"](window.__sdrfMode === "b");
    };
    dialog.oncancel = () => {
      flow.close();
      return false;
    };

    const answers = flow.resume();
    if (answers) {
      const { reason, note } = answers;
      one(`[value="${reason}"]`)?.click();
      (one("textarea") as HTMLTextAreaElement).value = note;
    }
  }
}

/** The color that the theme gives this place: a dialog would otherwise be the browser's own white. */
function backgroundOf(element: Element): string {
  for (let place: Element | null = element; place; place = place.parentElement) {
    const color = getComputedStyle(place).backgroundColor;
    if (!/a.*, 0\)/.test(color)) return color;
  }
  return "";
}

// The script may be in the page twice.
customElements.get("perennial-cancel-flow") ??
  customElements.define("perennial-cancel-flow", PerennialCancelFlow);
