import { z } from "zod";
import { defineMailKind, inDays, instant } from "../mail-kind-module.ts";

/** The customer has earned points. `usableAt` is null for points that can be spent at once. */
export const pointsEarnedMail = defineMailKind({
  kind: "points_earned",
  data: z.object({
    points: z.int().min(1),
    /** The names of the rules that gave them. */
    reason: z.string(),
    usableAt: instant.nullable(),
    balance: z.int(),
  }),
  isOptional: true,
  values: ({ points, reason }, { count }) => ({ points: count(points), reason }),
  facts: ({ points, reason, usableAt, balance }, { count, day }) => [
    ["points", count(points)],
    ["reason", reason],
    usableAt ? ["usableFrom", day(usableAt)] : null,
    ["balance", count(balance)],
  ],
  button: () => null,
  sample: (now) => ({
    points: 120,
    reason: "Points for purchases",
    usableAt: inDays(now, 14),
    balance: 340,
  }),
});
