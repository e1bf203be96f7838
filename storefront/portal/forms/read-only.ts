import { make } from "#storefront/make.ts";
import type { PortalAnswer } from "../answers.ts";
import type { Sentences } from "../sentences.ts";
import type { WordKey } from "../words/en.ts";
import type { Form } from "./form.ts";

/** Screens that are only read: nothing is sent from them. */
export const READ_ONLY = { charges: shown(charges), payment: shown(payment) };

export type ReadOnlyScreen = keyof typeof READ_ONLY;

type ContentOf = (facts: PortalAnswer, sentences: Sentences) => Node[];

function shown(contentOf: ContentOf) {
  return (facts: PortalAnswer, sentences: Sentences): Form => {
    const element = make("div", { className: "pn-portal-body" }, ...contentOf(facts, sentences));
    return {
      element,
      addButtons: (back) => element.append(make("div", { className: "pn-actions" }, back)),
    };
  };
}

/** What comes and what was. */
function charges(facts: PortalAnswer, { say, date, money }: Sentences): Node[] {
  const list = (key: WordKey, rows: HTMLElement[]) =>
    rows.length ? [make("h5", {}, say(key)), make("ul", { className: "pn-charges" }, ...rows)] : [];
  const upcoming = facts.upcoming.map(({ date: day, amount_minor }) =>
    make(
      "li",
      {},
      date(day),
      ...(amount_minor === null ? [] : [": ", money(amount_minor, facts.contract)]),
    ),
  );
  const past = facts.charges.map((charge) => {
    const amount = money(charge.amount_minor, charge);
    const name = charge.order_name ? [" ", orderOf(charge.order_name, charge.receipt_url)] : [];
    const row = make("li", {}, date(charge.date), ": ", amount, ...name);
    row.append(", ", say(`charge_${charge.status}`));
    if (charge.credit_minor) {
      row.append(" ", say("charge_credit", { amount: money(charge.credit_minor, charge) }));
    }
    return row;
  });
  return [...list("coming", upcoming), ...list("past", past)];
}

/** The order's name, which leads to its page where there is one. */
function orderOf(name: string, href: string | null): HTMLElement {
  const shown = make("bdi", {}, name);
  return href ? make("a", { href }, shown) : shown;
}

/** What pays, and where that is changed: with the platform alone. */
function payment({ payment: method }: PortalAnswer, { language, say }: Sentences): Node[] {
  const { card_brand, card_last_digits, card_expires, url = "" } = method ?? {};
  const brand = (card_brand ?? "").replaceAll("_", " ").toUpperCase();
  const card = make("bdi", {}, `${brand} •••• ${card_last_digits ?? ""}`.trim());
  const months = { month: "long", year: "numeric", timeZone: "UTC" } as const;
  const says = make("p", {}, card_last_digits ? say("pays_with", { card }) : say("pays_alone"));
  if (card_expires) {
    const month = new Intl.DateTimeFormat(language, months).format(new Date(card_expires));
    says.append(" ", say("card_until", { month }));
  }
  return [says, make("p", {}, make("a", { href: url }, say("do_payment")))];
}
