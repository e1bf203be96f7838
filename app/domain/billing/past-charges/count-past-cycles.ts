import { addIntervals, type Interval } from "#app/lib/zoned-time.ts";

/** The latest charge of a subscription that is known from its past. */
export interface PastCycle {
  number: number;
  /** How many attempts it has had. */
  attempts: number;
  /** When the first of them was made. */
  beganAt: Date;
  isPaid: boolean;
}

/**
 * The charge that a subscription's next attempt belongs to. The platform does not say which billing cycle an attempt was
 * for: one that follows a failed attempt within a billing interval was made for the same charge.
 */
export function nextPastCycle(
  latest: PastCycle | null,
  attempt: { createdAt: Date; isPaid: boolean },
  { interval, zone }: { interval: Interval; zone: string },
): PastCycle {
  const { createdAt, isPaid } = attempt;
  const isRepeat =
    latest && !latest.isPaid && createdAt < addIntervals(latest.beganAt, interval, 1, zone);
  return isRepeat
    ? { ...latest, attempts: latest.attempts + 1, isPaid }
    : { number: (latest?.number ?? 0) + 1, attempts: 1, beganAt: createdAt, isPaid };
}
