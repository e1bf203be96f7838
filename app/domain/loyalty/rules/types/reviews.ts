import { z } from "zod";
import { countUp } from "../count-up.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";
import { times } from "../setting-schemas.ts";

const settings = z.strictObject({ required_reviews: times.default(1) });

/** A reward for every so many reviews, whatever they say: paying for good ones is unlawful. */
export const reviews: RuleTypeModule<z.infer<typeof settings>> = {
  settings,
  hears: ["review"],
  describe: ({ required_reviews: required }, { count }) =>
    required === 1
      ? "for every review, whatever it says"
      : `for every ${count(required, "review")}, whatever they say`,
  countsAt: (fact) => fact.at,
  count: (input) =>
    countUp(input, { weight: () => 1, required: ({ required_reviews: count }) => count }),
};
