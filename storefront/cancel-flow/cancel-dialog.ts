import { createFlow, type Flow, type FlowOptions } from "./flow.ts";
import { createScreen } from "./screen.ts";

/**
 * Runs the cancel flow on an element's markup: opens the dialog, moves the focus to each step's heading, and goes on
 * where a session that ended had to stop. Nothing happens before the flow is opened.
 */
export function runCancelDialog(element: HTMLElement): Flow {
  const dialog = element.querySelector("dialog") as HTMLDialogElement;
  // An open portal puts its own forms into the card.
  const form = dialog.querySelector("form") as HTMLFormElement;
  let lastStep: string | undefined;
  const draw = createScreen(element);
  const one = (selector: string) => element.querySelector<HTMLElement>(selector);

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
          // A theme editor replaces the element. An answer that arrives after that opens nothing.
          if (!dialog.open && element.isConnected) dialog.showModal();
          if (step !== lastStep) one(`[data-if=${step}] h2`)?.focus();
        }
        lastStep = step;
        if (error === "offer_gone") one("[data-do=decline]")?.focus();
        if (error) one("dialog [role=alert]")?.scrollIntoView({ block: "nearest" });
      },
    },
    element.dataset as unknown as FlowOptions,
  );
  form.onsubmit = () => {
    flow.answer(Object.fromEntries(new FormData(form)));
    return false;
  };
  dialog.onclick = (event) => {
    const action = (event.target as Element).closest<HTMLElement>("[data-do]")?.dataset.do;
    // The second half of a double click must not answer the step which the first half brought up.
    if (action && event.detail < 2) flow[action as "skip"]();
  };
  dialog.oncancel = () => {
    flow.close();
    return false;
  };

  const answers = flow.resume();
  if (answers) {
    const { reason, note } = answers;
    form.querySelector<HTMLElement>(`[value="${reason}"]`)?.click();
    (form.querySelector("textarea") as HTMLTextAreaElement).value = note;
  }
  return flow;
}
