import { make } from "#storefront/make.ts";
import type { Address, PortalAnswer } from "./answers.ts";
import { benefitsUntil } from "./benefits-until.ts";
import { dayField, field, radio, select } from "./forms/fields.ts";
import type { Parts, Plan } from "./forms/form.ts";
import { productPlans } from "./forms/product-plans.ts";
import type { ReadOnlyScreen } from "./forms/read-only.ts";
import type { Screen } from "./portal.ts";
import { withPrices } from "./priced-sentences.ts";
import type { Sentences } from "./sentences.ts";

const FIELDS: readonly (keyof Address)[] = [
  ...(["first_name", "last_name", "company", "address1", "address2", "zip", "city"] as const),
  ...(["province_code", "country_code", "phone"] as const),
];

const AUTOFILL: Record<keyof Address, AutoFill> = {
  first_name: "given-name",
  last_name: "family-name",
  company: "organization",
  address1: "address-line1",
  address2: "address-line2",
  zip: "postal-code",
  city: "address-level2",
  province_code: "address-level1",
  country_code: "country",
  phone: "tel",
};

/** The screens of changes that are made here. */
export type PlannedScreen = Exclude<Screen, "question" | ReadOnlyScreen>;

/** What a screen shows before each of its changes. */
export function plansOf(screen: PlannedScreen, facts: PortalAnswer, sentences: Sentences): Plan[] {
  const parts = { facts, sentences: withPrices(sentences) };
  return screen === "products" ? productPlans(parts) : [PLANS[screen](parts)];
}

const PLANS: Record<Exclude<PlannedScreen, "products">, (parts: Parts) => Plan> = {
  skip: ({ facts, sentences: { say, date, priced } }) => ({
    content: [
      make(
        "p",
        {},
        priced("skip_says", facts.contract.next_charge_minor, facts.contract, {
          date: date(facts.contract.next_billing_date ?? ""),
          next: date(facts.choices.skip?.next_charge_date ?? ""),
        }),
      ),
      ...benefitsUntil(facts, { say, date }),
    ],
    button: say("do_skip"),
    change: () => ({ action: "skip", charge_at: facts.charge_at ?? "" }),
  }),
  move: ({ facts, sentences }) => {
    const { say, date } = sentences;
    const says = { date: date(facts.contract.next_billing_date ?? "") };
    return {
      content: [
        make("p", {}, say("move_says", says)),
        ...benefitsUntil(facts, sentences),
        dayField(sentences, "move_day", facts.choices.move, facts.contract.next_billing_date),
      ],
      button: say("do_move"),
      change: (data) => ({
        action: "move",
        charge_at: facts.charge_at ?? "",
        day: `${data.get("day")}`,
      }),
    };
  },
  charge_now: ({ facts, sentences: { date, priced } }) => {
    const { amount_minor = null, next_charge_date = "" } = facts.choices.charge_now ?? {};
    const next = { next: date(next_charge_date) };
    return {
      content: [make("p", {}, priced("charge_says", amount_minor, facts.contract, next))],
      button: priced("do_charge_now", amount_minor, facts.contract, {}),
      change: () => ({ action: "charge_now", charge_at: facts.charge_at ?? "" }),
    };
  },
  pause: ({ facts, sentences }) => {
    const { say, date, priced } = sentences;
    const { pauses, pause_until } = facts.choices;
    const { contract } = facts;
    const options = pauses.map(({ cycles, until, next_charge_date }) =>
      radio(
        `${cycles}`,
        next_charge_date
          ? priced("pause_option", contract.next_charge_minor, contract, {
              ...{ until: date(until), next: date(next_charge_date) },
            })
          : say("pause_open", { until: date(until) }),
      ),
    );
    const day = dayField(sentences, "move_day", pause_until, null);
    const other = radio("day", say("pause_other"));
    const dayInput = day.querySelector("input") as HTMLInputElement;
    day.hidden = true;
    dayInput.disabled = true;
    const group = make("fieldset", {}, make("legend", {}, say("pause_says")), ...options);
    if (pause_until) group.append(other, day);
    group.onchange = () => {
      const isDay = other.querySelector("input")?.checked === true;
      day.hidden = !isDay;
      dayInput.disabled = !isDay;
    };
    return {
      content: [group, ...benefitsUntil(facts, sentences)],
      button: say("do_pause"),
      change: (data) =>
        data.get("choice") === "day"
          ? { action: "pause_until", day: `${data.get("day")}` }
          : { action: "pause", cycles: Number(data.get("choice")) },
    };
  },
  reactivate: ({ facts, sentences: { say, date, priced } }) => {
    const { next_charge_date = "", amount_minor = null } = facts.choices.reactivate ?? {};
    const values = { date: date(next_charge_date) };
    const following = priced("following", amount_minor, facts.contract, values);
    return {
      content: [make("p", {}, say("reactivate_says")), make("p", {}, following)],
      button: say("reactivate"),
      change: () => ({ action: "reactivate", revision: facts.revision }),
    };
  },
  withdraw: ({ facts, sentences: { say, date } }) => ({
    content: [
      make("p", {}, say("withdraw_says", { name: make("bdi", {}, facts.contract.plan_name) })),
      make("p", {}, say("withdraw_refund")),
      make("p", {}, say("withdraw_until", { date: date(facts.choices.withdraw?.last_day ?? "") })),
    ],
    button: say("do_withdraw"),
    change: () => ({ action: "withdraw" }),
  }),
  resume: ({ facts, sentences: { say, date, priced } }) => {
    const next = facts.choices.resume?.next_charge_date;
    const { contract } = facts;
    const says = next
      ? priced("resume_says", contract.next_charge_minor, contract, { next: date(next) })
      : say("resume_open");
    return {
      content: [make("p", {}, says), ...benefitsUntil(facts, { say, date })],
      button: say("do_resume"),
      change: () => ({ action: "resume" }),
    };
  },
  frequency: ({ facts, sentences: { say, date, priced } }) => ({
    content: [
      make(
        "fieldset",
        {},
        make("legend", {}, say("frequency_says")),
        ...facts.choices.frequencies.map(({ plan_id, name, amount_minor, next_charge_date }) => {
          const values = { name, next: date(next_charge_date) };
          const option = priced("frequency_option", amount_minor, facts.contract, values);
          return radio(`${plan_id}`, option);
        }),
      ),
    ],
    button: say("do_frequency"),
    change: (data) => ({
      action: "change_frequency",
      revision: facts.revision,
      plan_id: Number(data.get("choice")),
    }),
  }),
  renewal_credit: ({ facts, sentences: { say, date, money, priced } }) => {
    const { pays_renewals = false, available_minor = 0 } = facts.choices.renewal_credit ?? {};
    const { next_billing_date, next_charge_minor } = facts.contract;
    const amount = money(available_minor, { ...facts.contract, plus_tax: false });
    const says = [say(pays_renewals ? "credit_pays" : "credit_says", { amount })];
    const values = { date: date(next_billing_date ?? "") };
    const next = next_billing_date
      ? [make("p", {}, priced("following", next_charge_minor, facts.contract, values))]
      : [];
    return {
      content: [...next, make("p", {}, ...says)],
      button: say(pays_renewals ? "do_credit_off" : "do_credit_on"),
      change: () => ({ action: "renewal_credit", enabled: !pays_renewals }),
    };
  },
  address: ({ facts, sentences: { say, language } }) => ({
    content: FIELDS.map((name) => {
      const value = facts.choices.address?.[name] ?? "";
      const input =
        name === "country_code"
          ? select(countriesOf(facts.choices.countries, value, language))
          : make("input", { value });
      const required = name === "address1" || name === "city" || name === "country_code";
      return field(
        say(name),
        Object.assign(input, { name, autocomplete: AUTOFILL[name], required }),
      );
    }),
    button: say("do_address"),
    change: (data) => ({
      action: "change_address",
      revision: facts.revision,
      address: Object.fromEntries(FIELDS.map((name) => [name, `${data.get(name)}`])) as Address &
        Record<string, string>,
    }),
  }),
};

/** By their names in the page's language; none is chosen where the present one is unknown. */
function countriesOf(codes: readonly string[], now: string, language: string): HTMLOptionElement[] {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return ["", ...codes]
    .map((code): [string, string] => [code && (names.of(code) ?? code), code])
    .sort(([one], [other]) => one.localeCompare(other, language))
    .map(([name, code]) => new Option(name, code, false, code === now));
}
