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
