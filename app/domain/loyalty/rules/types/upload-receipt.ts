import { z } from "zod";
import { lineText } from "#app/lib/line-text.ts";
import { countEach } from "../count-each.ts";
import { pointsForMoney, toMinor } from "../money-and-points.ts";
import { retailerKey } from "../retailer-key.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";
import { positiveAmount, rate } from "../setting-schemas.ts";

const settings = z
  .strictObject({
    points_per_dollar: rate,
    /** Of a receipt no more than this counts. */
    maximum_amount: positiveAmount.nullable().default(null),
    maximum_points: z.number().int().min(1).max(1_000_000).nullable().default(null),
    auto_approve: z.boolean().default(false),
    retailers: z.array(z.string().overwrite(lineText).min(1).max(100)).max(200).default([]),
  })
  .refine(
    ({ auto_approve, maximum_amount, maximum_points }) =>
      !auto_approve || maximum_amount !== null || maximum_points !== null,
    {
      path: ["maximum_points"],
      error:
        "Say how much a receipt gives at most, here or as an amount: nobody looks at what it says.",
    },
  );

/** Points for what was bought elsewhere, by a receipt that was approved. */
export const uploadReceipt: RuleTypeModule<z.infer<typeof settings>> = {
  settings,
  hears: ["receipt"],
  describe: (
    { points_per_dollar: rate, maximum_amount: most, maximum_points: points, retailers },
    { count, money },
  ) => {
    const limits = [
      ...(most === null ? [] : [`${money(most)} of it count at most`]),
      ...(points === null ? [] : [`at most ${count(points, "point")} each`]),
      ...(retailers.length === 0 ? [] : [`only of ${count(retailers.length, "retailer")}`]),
    ];
    const begin = `${count(rate, "point")} for every ${money(1)} of a receipt`;
    return [begin, ...limits].join(", ");
  },
  givesPointsItself: true,
  needsLimit: ({ auto_approve }) =>
    auto_approve
      ? "Say how many receipts of a customer count, in a day or in all: nobody looks at them."
      : null,
  countsAt: (fact, { retailers }) =>
    fact.kind === "receipt" &&
    (retailers.length === 0 || retailers.some((one) => isSame(one, fact.data.retailer)))
      ? fact.at
      : null,
  count: (input) =>
    countEach(input, {
      points: ({ fact, settings: { points_per_dollar, maximum_amount, maximum_points } }) => {
        const total = fact.kind === "receipt" ? Number(fact.data.total_minor ?? 0) : 0;
        const { currency } = input.store;
        const counted =
          maximum_amount === null ? total : Math.min(total, toMinor(maximum_amount, currency));
        const points = pointsForMoney(counted, points_per_dollar, currency);
        return maximum_points === null ? points : Math.min(points, maximum_points);
      },
    }),
};

function isSame(name: string, other: unknown): boolean {
  return typeof other === "string" && retailerKey(name) === retailerKey(other);
}
