import type { Answer, OfferView, Unit } from "./answers.ts";

export type Step = "card" | "reason" | "offer" | "confirm" | "done" | "saved";

/**
 * A text's key, and the values for its places: places are called as in the answers. One that ends in
 * `minor` is an amount in the `currency` beside it, of `currency_digits` decimals; `percent` is a share, a list
 * is another line, and a `YYYY-MM-DD` text is a date. Formatting is the reader's, who knows the language.
 */
export type Line = [key: string, values?: object];

/** Lines in their order; what is not a line is not said. */
export type Lines = (Line | null | undefined | false | 0 | "")[];

/** Says in numbers and dates what a step is about, from all that was answered so far. */
export function linesOf(step: Step, facts: Answer): Lines {
  const { contract, active_offer: active, last_charge: last } = facts;
  if (step === "card") return [["unchanged"]];
  if (step === "offer") return offerLines(facts.offer);
  if (step === "saved") return savedLines(facts);
  const ends_on = facts.ends_on ?? contract?.ends_on;
  const values = {
    // Of what another request has cancelled, the contract may be all that was answered.
    reference: contract?.reference,
    ...facts,
    ends_on,
    charges: [facts.charge_running ? "charge_running" : "no_charge"] satisfies Line,
  };
  const remaining: Lines = [
    last && ["last_charge", last],
    facts.store_credit_minor && ["store_credit", values],
    ...(facts.ending_credit ?? []).map((credit): Line => ["credit_until", credit]),
    facts.forfeited_credit_minor && [
      ends_on ? "credit_until" : "credit_goes",
      { ...facts, amount_minor: facts.forfeited_credit_minor, date: ends_on },
    ],
  ];
  if (step === "confirm") {
    return [
      active && ["has_offer"],
      ...offerLines(active),
      [ends_on ? "ends_on" : "ends_now", values],
      ...remaining,
    ];
  }
  const named: Lines = [
    facts.already_cancelled && ["already_cancelled", values],
    values.reference && ["reference", values],
  ];
  return [...named.filter(Boolean), [ends_on ? "ends_on" : "ended", values], ...remaining];
}

/** What was accepted, and what the next charge comes to with it. */
function savedLines({ applied, contract }: Answer): Lines {
  return [
    ...offerLines(applied),
    applied?.discount &&
      contract?.next_billing_date &&
      contract.next_charge_minor !== null && [
        contract.delivery_minor ? "next_charge_posted" : "next_charge_of",
        contract,
      ],
  ];
}

/** An offer with its price, its length and what follows it, so nobody accepts what they did not see. */
export function offerLines(offer: OfferView | null | undefined): Lines {
  if (!offer) return [];
  const { discount, frequency, credit, pause } = offer;
  // Its name is the merchant's, in one language; what it comes to is said in the shopper's.
  const lines: Lines = [];
  if (discount) {
    const { cycles, discount_type, price_minor } = discount;
    const terms = {
      ...discount,
      percent: discount.discount_value,
      off_minor: price_minor - discount.price_with_offer_minor,
      was_minor: price_minor,
    };
    lines.push(
      [`discount${cycles ? form(cycles) : ""}`, { ...terms, off: [discount_type, terms] }],
      discount.full_price_from && ["full_price_from", discount],
    );
  }
  if (frequency) {
    const { from_count, from_unit, to_count, to_unit } = frequency;
    const isShort = from_unit === to_unit && from_count > 1 && to_count > 1;
    const to = every(to_count, to_unit);
    lines.push(
      [
        `frequency${isShort ? "_short" : ""}`,
        { to, from: every(from_count, from_unit), from_count },
      ],
      frequency.next_billing_date && ["next_charge", frequency],
    );
  }
  if (credit) lines.push(["credit", credit], credit.expires_on && ["expires_on", credit]);
  if (pause) {
    lines.push(["pause", pause], pause.next_billing_date && ["next_charge", pause]);
  }
  return [...lines, offer.description && ["description", offer]];
}

function every(count: number, unit: Unit): Line {
  return [unit + form(count), { count }];
}

/** In each language of the extension only the count 1 may need a singular form. */
function form(count: number): string {
  return count === 1 ? "_one" : "_other";
}
