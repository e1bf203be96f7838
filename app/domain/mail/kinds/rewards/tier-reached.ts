import { z } from "zod";
import { defineMailKind, inDays, instant } from "../mail-kind-module.ts";

/** The customer went up to a tier of the loyalty program. */
export const tierReachedMail = defineMailKind({
  kind: "tier_reached",
  data: z.object({
    tier: z.string(),
    /** In the merchant's words, one a line; empty where there are none. */
    perks: z.string(),
    reviewAt: instant.nullable(),
  }),
  isOptional: true,
  values: ({ tier }) => ({ tier }),
  facts: ({ perks, reviewAt }, { day }) => [
    perks === "" ? null : ["perks", perks.split("\n").join(" · ")],
    reviewAt ? ["atLeastUntil", day(reviewAt)] : null,
  ],
  button: () => null,
  sample: (now) => ({ tier: "Gold", perks: "Free delivery", reviewAt: inDays(now, 365) }),
});
