import type { Subscription } from "#app/generated/prisma/client.ts";

/** Days in the shortest interval of each unit. */
const SHORTEST_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 28, year: 365 };

/**
 * The kind of mail that announces a subscription's next charge. Null for none: while the trial has not reached the platform, and for
 * one that is charged so often that a mail would come with every charge.
 */
export function chargeKindOf(
  {
    trialState,
    intervalUnit,
    intervalCount,
  }: Pick<Subscription, "trialState" | "intervalUnit" | "intervalCount">,
  renewalDays: number,
): "upcoming_renewal" | "trial_ending" | null {
  if (trialState === "to_start") return null;
  if (trialState === "running") return "trial_ending";
  const days = (SHORTEST_DAYS[intervalUnit] ?? 0) * intervalCount;
  return days > renewalDays ? "upcoming_renewal" : null;
}
