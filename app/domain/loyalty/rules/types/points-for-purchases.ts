import { z } from "zod";
import { countEach } from "../count-each.ts";
import { pointsForMoney, toMinor } from "../money-and-points.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";
import { amount, rate } from "../setting-schemas.ts";

const settings = z.strictObject({
  points_per_dollar: rate,
  minimum_order: amount.default(0),
  include_renewals: z.boolean().default(true),
  award_on: z.enum(["paid", "fulfilled"]).default("paid"),
});

/** Points for what an order costs; a part of a unit of money gives its part, rounded down. */
export const pointsForPurchases: RuleTypeModule<z.infer<typeof settings>> = {
  settings,
  hears: ["order"],
  describe: (
    { points_per_dollar: rate, minimum_order: least, include_renewals: hasRenewals, award_on },
    { count, money },
  ) => {
    const min = least === 0 ? "" : ` of at least ${money(least)}`;
    const when = award_on === "fulfilled" ? ", once it was sent" : "";
    const renewals = hasRenewals ? "" : "; renewals don't count";
    return `${count(rate, "point")} for every ${money(1)} of an order${min}${when}${renewals}`;
  },
  givesPointsItself: true,
  countsAt: (fact, { minimum_order, include_renewals, award_on }, { currency }) => {
    if (fact.kind !== "order") return null;
    const { order } = fact;
    if (order.isRenewal && !include_renewals) return null;
    if (order.netMinor < toMinor(minimum_order, currency)) return null;
    return award_on === "fulfilled" ? order.fulfilledAt : fact.at;
  },
  count: (input) =>
    countEach(input, {
      points: ({ fact, settings: { points_per_dollar } }) =>
        fact.kind === "order"
          ? pointsForMoney(fact.order.netMinor, points_per_dollar, input.store.currency)
          : 0,
    }),
};
