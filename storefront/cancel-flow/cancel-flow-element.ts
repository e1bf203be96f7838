import { createFlow, type FlowOptions } from "./flow.ts";
import { createScreen } from "./screen.ts";

declare global {
  interface Window {
    /** The theme's flag: exactly "b" cancels without the modal. */
    __sdrfMode?: unknown;
  }
}

/** What the block's Liquid gives the element. */
interface Settings extends Pick<FlowOptions, "url" | "mode"> {
  ends?: string;
  previewState?: string;
}

/**
 * `<perennial-cancel-flow>`: a membership's card and its cancel dialog. All words and all markup are in the
 * page already; this runs the flow on them, opens the dialog and moves the focus to each step's heading.
 * With `data-preview-state` it stands still: `cancel-flow-preview.ts` shows it.
 */
class PerennialCancelFlow extends HTMLElement {
  connectedCallback() {
    const { url, mode, ends: endsOn, previewState } = this.dataset as unknown as Settings;
    const dialog = this.querySelector("dialog") as HTMLDialogElement;
    const form = this.querySelector("form") as HTMLFormElement;
    this.style.setProperty("--pn-page", backgroundOf(this));
    if (previewState) return;
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
        show(view) {
          const { step, error, over } = view;
          draw(view);
          if (step === "card") {
            dialog.close();
            if (over) one("[data-lines=card]")?.focus();
          } else {
            if (!dialog.open) dialog.showModal();
            if (step !== lastStep) one(`[data-if=${step}] h2`)?.focus();
          }
          lastStep = step;
          if (error === "offer_gone") one("[data-do=decline]")?.focus();
          if (error) one("dialog [role=alert]")?.scrollIntoView({ block: "nearest" });
        },
      },
      { url, mode, endsOn },
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      flow.answer(Object.fromEntries(new FormData(form)));
    };
    this.onclick = (event) => {
      const action = (event.target as Element).closest<HTMLElement>("[data-do]")?.dataset.do;
      // The second half of a double click must not answer the step which the first half brought up.
      if (action && event.detail < 2) flow[action as "open"](window.__sdrfMode === "b");
    };
    dialog.oncancel = (event) => {
      event.preventDefault();
      flow.close();
    };

    const answers = flow.resume();
    if (answers) {
      const { reason, note } = answers;
      one(`[value="${reason}"]`)?.click();
      (form.elements.namedItem("note") as HTMLTextAreaElement).value = note;
    }
  }
}

/** The color that the theme gives this place: a dialog would otherwise be the browser's own white. */
function backgroundOf(element: Element | null): string {
  for (let place = element; place; place = place.parentElement) {
    const color = getComputedStyle(place).backgroundColor;
    if (!/^rgba.*, 0\)/.test(color)) return color;
  }
  return "";
}

customElements.define("perennial-cancel-flow", PerennialCancelFlow);
