import { z } from "zod";
import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Anchor } from "../../billing/dates/anchors.ts";
import { laterOf } from "../../billing/dates/later-of.ts";

/** The columns that say on which days a subscription is always charged, and whose charge the next one is. */
export type FixedDayColumns = Pick<Subscription, "nextBillingAt" | "billingAnchors" | "movedFrom">;

const anchorsSchema: z.ZodType<Anchor[]> = z.array(
  z.discriminatedUnion("type", [
    z.object({ type: z.literal("weekday"), day: z.number() }),
    z.object({ type: z.literal("monthday"), day: z.number() }),
    z.object({ type: z.literal("yearday"), month: z.number(), day: z.number() }),
  ]),
);

/** The days on which a subscription is always charged; empty when its charges are counted from one another. */
export function anchorsOf({ billingAnchors }: Pick<Subscription, "billingAnchors">): Anchor[] {
  return anchorsSchema.parse(billingAnchors);
}

/**
 * The day whose charge a charge due at `dueAt` is. A subscription with fixed days is charged once for each of them: one that was brought
 * forward is the charge of the day that it had, and the next one is that of the following day. Any other date counts as it is.
 */
export function fixedDayOf(row: FixedDayColumns, dueAt: Date): Date {
  const isNext = row.nextBillingAt?.getTime() === dueAt.getTime();
  return isNext && anchorsOf(row).length > 0 ? laterOf(dueAt, row.movedFrom) : dueAt;
}

/**
 * The column once somebody has moved the next charge: the date that it had before anybody did; null where it is back there.
 *
 * @param from its date, which the row may not have yet.
 */
export function movedField(
  { nextBillingAt, movedFrom }: Pick<FixedDayColumns, "nextBillingAt" | "movedFrom">,
  from: Date,
  to: Date,
): Pick<FixedDayColumns, "movedFrom"> {
  const isInRow = nextBillingAt?.getTime() === from.getTime();
  const origin = (isInRow && movedFrom) || from;
  return { movedFrom: origin.getTime() === to.getTime() ? null : origin };
}

/**
 * The column after news of the contract. Somebody who brings a charge forward on the platform says it by the date alone. A later date may be
 * the one after a charge, of a pause or of another interval: it counts as it is, unless a date before the moved one shows that it does not.
 *
 * @param isSameRhythm whether the contract is active as before, at the same interval.
 */
export function movedFieldAfter(
  before: Pick<FixedDayColumns, "nextBillingAt" | "movedFrom">,
  nextBillingAt: Date | null,
  isSameRhythm: boolean,
): Pick<FixedDayColumns, "movedFrom"> {
  const { nextBillingAt: from, movedFrom } = before;
  if (nextBillingAt?.getTime() === from?.getTime()) return { movedFrom };
  if (!nextBillingAt || !from || !isSameRhythm) return { movedFrom: null };
  const isForward = nextBillingAt < laterOf(from, movedFrom);
  return isForward ? movedField(before, from, nextBillingAt) : { movedFrom: null };
}
