import { z } from "zod";
import { countUp } from "../count-up.ts";
import { toMinor } from "../money-and-points.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";
import { amount, times } from "../setting-schemas.ts";

const settings = z.strictObject({
  required_purchases: times,
  minimum_order_amount: amount.default(0),
});

/** A reward for every so many orders that were sent. A full card starts again. */
export const punchCard: RuleTypeModule<z.infer<typeof settings>> = {
  settings,
  hears: ["order"],
  describe: ({ required_purchases: required, minimum_order_amount: least }, { count, money }) => {
    const orders = required === 1 ? "order" : count(required, "order");
    const min = least === 0 ? "" : `, of at least ${money(least)} each`;
    return `for every ${orders} that ${required === 1 ? "was" : "were"} sent${min}`;
  },
  countsAt: (fact, { minimum_order_amount: least }, { currency }) => {
    if (fact.kind !== "order") return null;
    const { netMinor, isPurchase, fulfilledAt } = fact.order;
    // What was paid back in full was no purchase.
    return isPurchase && netMinor >= toMinor(least, currency) ? fulfilledAt : null;
  },
  count: (input) =>
    countUp(input, { weight: () => 1, required: ({ required_purchases: count }) => count }),
};
