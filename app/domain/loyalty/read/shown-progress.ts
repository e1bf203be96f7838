import type { LoyaltyProgress } from "#app/generated/prisma/client.ts";
import type { Progress } from "../rules/rule-type-module.ts";

/**
 * A customer's progress with a rule as of now, from the row that was counted last. A month's goal begins anew by the clock: after
 * the end of the row's period nothing has happened yet, for what happens is counted at once.
 */
export function shownProgress({ current, required, until }: LoyaltyProgress, now: Date): Progress {
  const isOver = until !== null && until <= now;
  return { current: isOver ? 0 : Number(current), required: Number(required), until };
}
