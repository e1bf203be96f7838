import { z } from "zod";
import { lineText } from "#app/lib/line-text.ts";
import { countUp } from "../count-up.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";
import { times } from "../setting-schemas.ts";

const settings = z.strictObject({
  action_key: z.string().overwrite(lineText).min(1).max(100),
  required_actions: times.default(1),
  one_time_only: z.boolean().default(false),
});

/** A reward for something that another system reports, after so many times. */
export const customAction: RuleTypeModule<z.infer<typeof settings>> = {
  settings,
  hears: ["action"],
  describe: ({ action_key: key, required_actions: required, one_time_only: isOnce }, words) => {
    const action = `the action ${words.quoted(key)}`;
    if (isOnce) {
      const times = required === 1 ? "" : ` done ${words.count(required, "time")}`;
      return `for ${action}${times}, once`;
    }
    return required === 1
      ? `each time for ${action}`
      : `for every ${words.count(required, "time")} of ${action}`;
  },
  countsAt: (fact, { action_key }) =>
    fact.kind === "action" && fact.data.action_key === action_key ? fact.at : null,
  staysReached: ({ one_time_only: isOnce }) => isOnce,
  count: (input) =>
    countUp(input, {
      weight: () => 1,
      required: ({ required_actions: count }) => count,
      isOncePerPeriod: ({ one_time_only: isOnce }) => isOnce,
    }),
};
