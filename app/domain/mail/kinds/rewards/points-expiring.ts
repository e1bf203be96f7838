import { z } from "zod";
import { defineMailKind, inDays, instant } from "../mail-kind-module.ts";

/** Points of the customer expire soon. */
export const pointsExpiringMail = defineMailKind({
  kind: "points_expiring",
  data: z.object({ points: z.int().min(1), expiresAt: instant, balance: z.int() }),
  isOptional: true,
  values: ({ points, expiresAt }, { count, day }) => ({
    points: count(points),
    date: day(expiresAt),
  }),
  facts: ({ points, expiresAt, balance }, { count, day }) => [
    ["points", count(points)],
    ["expires", day(expiresAt)],
    ["balance", count(balance)],
  ],
  button: () => null,
  sample: (now) => ({ points: 120, expiresAt: inDays(now, 30), balance: 340 }),
});
