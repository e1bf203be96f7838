import type { BillingCycle } from "#app/generated/prisma/client.ts";
import type { Interval } from "#app/lib/zoned-time.ts";
import type { ChargeDate } from "../dates/charge-date.ts";
import { type KeptRow, keptInZone } from "../dates/kept-time.ts";

/** A cycle's charge, with the interval to the next one. */
export function chargeOfCycle(
  cycle: Pick<BillingCycle, "dueAt" | keyof KeptRow>,
  interval: Interval,
  zone: string,
): ChargeDate {
  const { dueAt } = cycle;
  return { dueAt, interval, keeps: keptInZone(cycle, dueAt, zone), zone };
}
