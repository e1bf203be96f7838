import { z } from "zod";
import { countEach } from "../count-each.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";

const settings = z.strictObject({
  basis: z.enum(["account", "membership"]).default("account"),
  every_years: z.number().int().min(1).max(50).default(1),
});

/** A reward for every so many years with the store or as a member. The fact of the day is written by the clock. */
export const anniversaryReward: RuleTypeModule<z.infer<typeof settings>> = {
  settings,
  hears: ["anniversary"],
  describe: ({ basis, every_years: years }, { count }) => {
    const since = basis === "account" ? "with the store" : "as a member";
    return years === 1 ? `for every year ${since}` : `for every ${count(years, "year")} ${since}`;
  },
  countsAt: (fact, { basis, every_years: years }) =>
    fact.kind === "anniversary" &&
    fact.data.basis === basis &&
    Number(fact.data.years) % years === 0
      ? fact.at
      : null,
  count: (input) => countEach(input),
};
