import type { Cast } from "../cast.ts";
import type { StepResult } from "../run-step.ts";
import { type Addresses, scrollToChanges, showPlaces } from "./show-places.ts";

/** What a step did, and the words beside it. */
interface Shown {
  said: string;
  result: StepResult;
}

/** What the browser keeps between steps, and between visits: whom the tour is about, what was done, and what it showed. */
interface Progress {
  /** Of the app in this store: after another one, nothing that was done is there any more. */
  installed: string;
  cast: Cast;
  done: string[];
  shown: Record<string, Shown>;
}

const kept = "perennial-tour";
const main = required<HTMLElement>(document, "main");
const tour = main.dataset.tour ?? "";
const addresses: Addresses = {
  admin: main.dataset.admin ?? "",
  docs: main.dataset.docs ?? "",
  mailbox: main.dataset.mailbox ?? "",
};
const installed = main.dataset.installed ?? "";
const nothing: Progress = { installed, cast: {}, done: [], shown: {} };
let progress = readProgress();
let running: HTMLElement | null = null;

function readProgress(): Progress {
  try {
    const found = JSON.parse(localStorage.getItem(kept) ?? "null") as Partial<Progress> | null;
    return found?.installed === installed ? { ...nothing, ...found } : nothing;
  } catch {
    return nothing;
  }
}

/** A browser that keeps nothing still goes through the tour. */
function keep(next: Progress): void {
  progress = next;
  try {
    localStorage.setItem(kept, JSON.stringify(next));
  } catch {
    // Private windows of some browsers refuse.
  }
  showDone();
}

/** What the steps of this tour showed before the page was loaded again. */
function showAgain(): void {
  for (const card of document.querySelectorAll<HTMLElement>("[data-step]")) {
    const shown = progress.shown[`${tour}/${card.dataset.step}`];
    if (shown === undefined) continue;
    try {
      showPlaces(card, shown.result, addresses);
      required<HTMLElement>(card, "[data-said]").textContent = shown.said;
    } catch {
      // Kept by an older version of this page: the step can be taken again.
    }
  }
}

function showDone(): void {
  const who = required<HTMLElement>(document, "[data-who]");
  who.textContent = progress.cast.name === undefined ? "" : `This is about ${progress.cast.name}.`;
  for (const mark of document.querySelectorAll<HTMLElement>("[data-done]")) {
    mark.textContent = progress.done.includes(`${tour}/${mark.dataset.done}`) ? "done" : "";
  }
}

/** The step that the address names, else the first. */
function showStep(moveFocus: boolean): void {
  const cards = [...document.querySelectorAll<HTMLElement>("[data-step]")];
  const named = location.hash.slice(1);
  const current = cards.find((card) => card.dataset.step === named) ?? cards[0];
  for (const card of cards) card.hidden = card !== current;
  for (const link of document.querySelectorAll<HTMLElement>("[data-step-link]")) {
    if (link.dataset.stepLink === current?.dataset.step) link.setAttribute("aria-current", "step");
    else link.removeAttribute("aria-current");
  }
  if (current !== undefined) scrollToChanges(current);
  if (moveFocus) current?.querySelector<HTMLElement>("h2")?.focus();
}

async function run(card: HTMLElement, button: HTMLElement): Promise<void> {
  const said = required<HTMLElement>(card, "[data-said]");
  const say = (text: string, isBad = false) => {
    said.textContent = text;
    said.classList.toggle("tour-said--bad", isBad);
  };
  if (running) {
    if (running !== card) say("The step before is still at work: press again when it is done.");
    return;
  }
  running = card;
  say("Working …");
  button.setAttribute("aria-disabled", "true");
  const path = `/__dev/tour/${tour}/${card.dataset.step}`;
  try {
    const answer = await fetch(path, {
      method: "POST",
      body: JSON.stringify({ cast: progress.cast, ...typedKeys() }),
    });
    const body: unknown = await answer.json();
    if (answer.ok) {
      const result = body as StepResult & { cast: Cast };
      showPlaces(card, result, addresses);
      scrollToChanges(card);
      const step = `${tour}/${card.dataset.step}`;
      const words = ["Done.", result.said ?? "", lateWords(result.late)].filter(Boolean).join(" ");
      keep({
        ...{ installed, cast: result.cast, done: [...new Set([...progress.done, step])] },
        shown: { ...progress.shown, [step]: { said: words, result } },
      });
      say(words);
    } else say(refusalOf(body), true);
  } catch {
    say("The store did not answer. Is npm start still running? Start it, then press again.", true);
  } finally {
    running = null;
    button.removeAttribute("aria-disabled");
  }
}

/** What was not seen is not claimed. */
function lateWords(late: readonly string[]): string {
  if (late.length === 0) return "";
  return `Nothing has changed yet in ${late.join(" and ")}: open it in a moment.`;
}

function refusalOf(body: unknown): string {
  const { errors = [] } = (body ?? {}) as { errors?: { message: string }[] };
  const reason = errors.map(({ message }) => message).join("; ");
  return `This step did not work: ${reason}. Mend that and press again, or start again with somebody new.`;
}

function typedKeys(): Record<string, string> {
  const form = document.querySelector<HTMLFormElement>("#keys");
  if (form === null) return {};
  const typed = [...new FormData(form)].map(([name, value]) => [name, String(value).trim()]);
  return Object.fromEntries(typed.filter(([, value]) => value !== ""));
}

function required<T extends Element>(inside: ParentNode, selector: string): T {
  const found = inside.querySelector<T>(selector);
  if (found === null) throw new Error(`the page has no ${selector}`);
  return found;
}

for (const button of document.querySelectorAll<HTMLElement>("[data-run]")) {
  const card = required<HTMLElement>(document, `#step-${button.dataset.run}`);
  button.addEventListener("click", () => void run(card, button));
}
required<HTMLElement>(document, "#restart").addEventListener("click", () => {
  keep(nothing);
  location.href = location.pathname;
});
addEventListener("hashchange", () => showStep(true));
showAgain();
showStep(false);
showDone();
