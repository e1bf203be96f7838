import type { PlatformBillingCycle } from "#app/platform/platform-billing.ts";
import { MAX_EARLY_MS } from "../dates/soonest-date.ts";

/** The platform's cycle that a charge belongs to. */
export interface ChosenCycle {
  index: number;
  /** The date on which the platform expects it; another one than ours after a pause. */
  expectedAt: Date;
  /** Its bounds: the platform takes its charge within them alone. */
  startAt: Date;
  endAt: Date;
  kind: "charge" | "skipped" | "charged_elsewhere";
  /** Whether the platform has to be given our date first: it takes no charge a day before its own. */
  isEarly: boolean;
}

/**
 * Chooses the cycle that a charge due at `dueAt` belongs to: the one that is expected then, else the latest one that was
 * expected before, else the next one. Each cycle is chosen once, because the index always grows; those that a pause has
 * passed by stay without a charge. Null when there is none left.
 *
 * What is billed behind `lastIndex` was billed by somebody else. It is chosen like any other, and so is the cycle whose time the
 * date lies in: nobody pays twice for one period, nor early for the next because this one is paid. One that a pause or a move has
 * passed by is chosen where the row knows that its payment is that of this charge.
 *
 * @param cycles of the platform around the date, by index.
 * @param lastIndex of the last one that is done with; 0 at first.
 * @param isPaid see `isPaidFor`.
 */
export function chooseCycle(
  cycles: readonly PlatformBillingCycle[],
  { dueAt, lastIndex, now, isPaid }: { dueAt: Date; lastIndex: number; now: Date; isPaid: boolean },
): ChosenCycle | null {
  const later = cycles.filter(({ index, startAt, endAt }) => index > lastIndex && endAt > startAt);
  const paid = isPaid && later.find(({ isBilled, expectedAt }) => isBilled && expectedAt < dueAt);
  if (paid) return chosen(paid);
  const exact = later.find(({ expectedAt }) => expectedAt.getTime() === dueAt.getTime());
  if (exact) return chosen(exact);
  const around = later.find(({ startAt, endAt }) => startAt < dueAt && dueAt <= endAt);
  if (around?.isBilled) return chosen(around);
  const left = later.filter(({ isSkipped }) => !isSkipped);
  const before = left.findLast(({ expectedAt }) => expectedAt < dueAt);
  if (before) return chosen(before);
  const [next] = left;
  if (!next) return null;
  return { ...chosen(next), isEarly: next.expectedAt.getTime() - now.getTime() > MAX_EARLY_MS };
}

function chosen(cycle: PlatformBillingCycle): ChosenCycle {
  const { index, expectedAt, startAt, endAt, isBilled, isSkipped } = cycle;
  const kind = isBilled ? "charged_elsewhere" : isSkipped ? "skipped" : "charge";
  return { index, expectedAt, startAt, endAt, kind, isEarly: false };
}
