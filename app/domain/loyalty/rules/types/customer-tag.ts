import { z } from "zod";
import { countEach } from "../count-each.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";

const settings = z.strictObject({ tag: z.string().trim().min(1).max(255) });

/** A reward for getting a tag, once for each tag: taking it off and adding it again pays nothing. */
export const customerTag: RuleTypeModule<z.infer<typeof settings>> = {
  settings,
  hears: ["tag"],
  describe: ({ tag }, { quoted }) => `for getting the customer tag ${quoted(tag)}, once`,
  countsAt: (fact, { tag }) => (fact.key === tag ? fact.at : null),
  count: (input) => countEach(input),
};
