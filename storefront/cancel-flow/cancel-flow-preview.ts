import type { Answer } from "./answers.ts";
import type { FlowError } from "./flow.ts";
import { linesOf, type Step } from "./flow-lines.ts";
import { createScreen } from "./screen.ts";

/** A moment of the flow to look at: the value of `data-preview-state`, as JSON. */
export interface PreviewState {
  step: Step;
  /** The answers so far: the offer, the contract, the outcome. */
  facts?: Answer;
  error?: FlowError | null;
  busy?: boolean;
  /** At the card: what came of the flow that was closed. */
  over?: "done" | "saved" | null;
  /** The reason that is chosen. */
  reason?: string | null;
}

/**
 * Shows each `<perennial-cancel-flow data-preview-state>` at the moment which the attribute holds, and again
 * whenever it changes. Sends nothing, keeps nothing, and leaves the focus where it is: an editor has it.
 */
function preview(element: HTMLElement): void {
  const state: PreviewState = JSON.parse(element.dataset.previewState ?? "{}");
  const { step, facts = {}, error = null, busy = false, over = null } = state;
  const lines =
    step === "card" && !over ? [] : linesOf(step === "card" ? (over ?? step) : step, facts);
  createScreen(element)({ step, facts, error, busy, over, lines });
  element.querySelector("dialog")?.toggleAttribute("open", step !== "card");
  for (const radio of element.querySelectorAll<HTMLInputElement>("[name=reason]")) {
    radio.checked = radio.value === state.reason;
  }
}

function previewAll(): void {
  document.querySelectorAll<HTMLElement>("[data-preview-state]").forEach(preview);
}

new MutationObserver(previewAll).observe(document, {
  subtree: true,
  attributeFilter: ["data-preview-state"],
});
document.addEventListener("shopify:section:load", previewAll);
document.addEventListener("submit", (event) => event.preventDefault());
previewAll();
