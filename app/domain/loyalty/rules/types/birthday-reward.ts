import { z } from "zod";
import { countEach } from "../count-each.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";

const settings = z.strictObject({
  /** So many days before the birthday the reward comes. */
  days_before: z.number().int().min(0).max(60).default(0),
  /** So long the customer must have been a member on that day. */
  minimum_membership_days: z.number().int().min(0).max(3_650).default(0),
});

/**
 * A reward for the birthday, once a calendar year. The fact is written by the clock on the day of the reward, one for each
 * number of days before that rules ask for.
 */
export const birthdayReward: RuleTypeModule<z.infer<typeof settings>> = {
  settings,
  hears: ["birthday"],
  describe: ({ days_before: before, minimum_membership_days: least }, { count }) => {
    const day =
      before === 0 ? "on their birthday" : `${count(before, "day")} before their birthday`;
    const member = least === 0 ? "" : `, after ${count(least, "day")} as a member`;
    return `${day}, once a year${member}`;
  },
  countsAt: (fact, { days_before, minimum_membership_days: days }) =>
    fact.kind === "birthday" &&
    fact.data.days_before === days_before &&
    (days === 0 || Number(fact.data.membership_days ?? -1) >= days)
      ? fact.at
      : null,
  count: (input) =>
    countEach(input, {
      keyOf: ({ fact }) => (fact.kind === "birthday" ? String(fact.data.year) : fact.key),
    }),
};
