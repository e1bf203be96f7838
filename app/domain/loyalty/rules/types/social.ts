import { z } from "zod";
import { lineText } from "#app/lib/line-text.ts";
import { countEach } from "../count-each.ts";
import type { RuleTypeModule } from "../rule-type-module.ts";

const settings = z.strictObject({
  network: z.string().overwrite(lineText).min(1).max(50),
  url: z.url({ protocol: /^https$/ }).max(2_000),
});

/** A reward for following or sharing on a network, once for each network. */
export const social: RuleTypeModule<z.infer<typeof settings>> = {
  settings,
  hears: ["social"],
  describe: ({ network }, { quoted }) => `for following or sharing on ${quoted(network)}, once`,
  countsAt: (fact, { network }) => (fact.key === network.toLowerCase() ? fact.at : null),
  count: (input) => countEach(input),
};
