import { z } from "zod";
import { defineMailKind, inDays, instant } from "../mail-kind-module.ts";

/** A coupon that a loyalty reward gave can be used. `expiresAt` is null for one without an end. */
export const rewardReadyMail = defineMailKind({
  kind: "reward_ready",
  data: z.object({
    /** What it is called by the merchant. */
    reward: z.string(),
    code: z.string(),
    expiresAt: instant.nullable(),
  }),
  isOptional: true,
  values: ({ reward, code }) => ({ reward, code }),
  facts: ({ reward, code, expiresAt }, { day }) => [
    ["reward", reward],
    ["code", code],
    ["expires", expiresAt && day(expiresAt)],
  ],
  button: () => null,
  sample: (now) => ({ reward: "Free delivery", code: "K7QZ4M9TXW2A", expiresAt: inDays(now, 90) }),
});
