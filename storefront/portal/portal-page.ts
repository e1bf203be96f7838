import { make } from "#storefront/make.ts";
import type { Change, PortalAnswer } from "./answers.ts";
import type { Form } from "./forms/form.ts";
import { isOpen, type PortalView, SCREENS, type Screen } from "./portal.ts";
import type { plansOf } from "./portal-plans.ts";
import type { Sentences } from "./sentences.ts";
import type { WordKey } from "./words/en.ts";

/** What the page does with what a shopper presses. */
export interface Presses {
  choose(screen: Screen | null): void;
  send(change: Change): void;
  again(): void;
}

/** What a change needs: it comes when the first screen is chosen. */
export interface ChangeParts {
  makeForm(
    screen: Screen,
    facts: PortalAnswer,
    sentences: Sentences,
    send: (change: Change) => void,
  ): Form;
  plansOf: typeof plansOf;
  /** What was done, and when what is charged next. */
  receiptOf(change: Change, facts: PortalAnswer, sentences: Sentences): Node[];
}

/**
 * Draws the portal into a card. What is said is said in one place that stays, so that it is announced, and the focus goes to
 * the heading of what is new.
 *
 * @param buttonClass as the card's own buttons have it.
 * @param signIn address of the store's sign-in page, which leads back here.
 */
export function createPage(
  sentences: Sentences,
  presses: Presses,
  buttonClass: string,
  signIn: string,
) {
  const { say } = sentences;
  const news = make("p", { className: "pn-says", role: "status", tabIndex: -1 });
  const facts = make("dl", { className: "pn-facts" });
  const trouble = make("p", { className: "pn-says", role: "alert", tabIndex: -1 });
  const body = make("div", { className: "pn-portal-body" });
  let form: Form | null = null;
  let shown: { screen: Screen | null; facts: PortalAnswer | null } | null = null;

  const button = (words: Node, press: () => void) =>
    make(
      "button",
      { type: "button", className: buttonClass, onclick: press },
      make("span", {}, words),
    );

  const overview = (answer: PortalAnswer) => {
    const open = SCREENS.filter((screen) => isOpen(screen, answer));
    const heading = make("h4", { tabIndex: -1 }, say(open[0] ? "what" : "no_choice"));
    const row = make("div", { className: "pn-choices" });
    for (const screen of open) row.append(button(say(screen), () => presses.choose(screen)));
    const { reactivation_block: block, successor } = answer;
    const why: WordKey | null = successor ? "goes_on" : block && `block_${block}`;
    return why ? [make("p", {}, say(why)), heading, row] : [heading, row];
  };

  const formOf = (screen: Screen, answer: PortalAnswer, parts: ChangeParts) => {
    form = parts.makeForm(screen, answer, sentences, presses.send);
    const back = button(say("back"), () => presses.choose(null));
    form.addButtons(back, (words, isSubmit) => {
      const made = button(words, () => {});
      made.type = isSubmit ? "submit" : "button";
      return made;
    });
    return [make("h4", { tabIndex: -1 }, say(screen)), form.element];
  };

  const show = (view: PortalView, parts: ChangeParts | null) => {
    const { screen, busy, error, message, made } = view;
    const isNew = !shown || shown.screen !== screen || shown.facts !== view.facts;
    // A form that was refused keeps what was typed.
    const keepsForm = form !== null && screen !== null && shown?.screen === screen;
    if (view.facts && isNew && !(keepsForm && error)) {
      facts.replaceChildren(...nextCharge(view.facts, sentences));
      form = null;
      if (screen && parts) body.replaceChildren(...formOf(screen, view.facts, parts));
      else body.replaceChildren(...overview(view.facts));
    }
    shown = { screen, facts: view.facts };
    for (const each of body.querySelectorAll("button")) each.ariaDisabled = `${busy}`;
    news.replaceChildren(
      ...(busy
        ? [say("loading")]
        : made && view.facts && parts
          ? parts.receiptOf(made, view.facts, sentences)
          : []),
    );
    trouble.replaceChildren(message || (error ? say(error) : ""));
    if (error === "signed_out") trouble.append(" ", make("a", { href: signIn }, say("sign_in")));
    if (error && !view.facts) body.replaceChildren(button(say("again"), presses.again));
    if (busy) return;
    if (made) news.focus();
    // What was pressed is gone with what was redrawn.
    else if (error && isNew) trouble.focus();
    else if (isNew) body.querySelector<HTMLElement>("h4")?.focus();
  };

  return { parts: [facts, news, body, trouble], body, show };
}

function nextCharge(
  { contract, failed_charge, withdrawn_at, successor }: PortalAnswer,
  { say, date, money }: Sentences,
): Node[] {
  const { status, paused_until, next_billing_date, charge_due_since } = contract;
  const rows: Node[] = [];
  const add = (key: "next" | "due" | "paused_until", ...content: (string | Node)[]) =>
    rows.push(make("dt", {}, say(key)), make("dd", {}, ...content));
  if (status === "paused" && paused_until) add("paused_until", date(paused_until));
  if (charge_due_since) {
    add("due", date(charge_due_since));
    if (failed_charge) rows.push(make("dd", {}, failed_charge.message));
  } else if (next_billing_date && !withdrawn_at) {
    const { next_charge_minor } = contract;
    const amount = next_charge_minor === null ? [] : [": ", money(next_charge_minor, contract)];
    add("next", date(next_billing_date), ...amount);
  } else if ((status === "cancelled" || withdrawn_at) && !successor) add("next", say("none"));
  return rows;
}
