import { z } from "zod";
import type { AppliedOffer } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { type Interval, type IntervalUnit, isSameInterval } from "#app/lib/zoned-time.ts";
import { PlatformFailure } from "#app/platform/platform-failure.ts";

// An offer of another interval may be accepted while an earlier one, canceled, is in its grace. The later one takes over what is
// given back once it ends: the interval and the fixed days from before both.

type OfContract = Pick<AppliedOffer, "shopId" | "subscriptionId">;

const changesInterval = {
  offerSnapshot: { path: ["rules", "type"], equals: "change_frequency" },
};

const inGrace = { state: "cancelled", withdrawnAt: null };

const given = z.object({
  interval_count: z.number(),
  interval_name: z.string().transform((name) => name.toLowerCase() as IntervalUnit),
});

/**
 * What an offer that is accepted now gives back when it ends: `present`, or what the offer in its grace would, whose interval `present`
 * is. Where somebody has chosen another one since, that one counts.
 */
export async function givenBackLater(
  tx: Queries,
  { shopId, subscriptionId }: OfContract,
  present: Interval,
) {
  const earlier = await tx.appliedOffer.findFirst({
    where: { shopId, subscriptionId, ...inGrace, ...changesInterval },
    orderBy: { id: "desc" },
  });
  const isFrom = earlier !== null && isSameInterval(present, intervalBy(earlier));
  return {
    previousIntervalUnit: isFrom ? earlier.previousIntervalUnit : present.unit,
    previousIntervalCount: isFrom ? earlier.previousIntervalCount : present.count,
    ...(isFrom && earlier.previousAnchors && { previousAnchors: earlier.previousAnchors }),
  };
}

function intervalBy({ reward }: Pick<AppliedOffer, "reward">): Interval {
  const { interval_count: count, interval_name: unit } = given.parse(reward);
  return { unit, count };
}

/**
 * Whether a later offer has taken over what a canceled one would give back.
 *
 * @throws PlatformFailure unavailable while that is not decided: ask again.
 */
export async function isTakenOver(
  queries: Queries,
  { shopId, subscriptionId, id }: OfContract & Pick<AppliedOffer, "id">,
): Promise<boolean> {
  const later = await queries.appliedOffer.findMany({
    where: {
      ...{ shopId, subscriptionId, id: { gt: id }, ...changesInterval },
      OR: [{ state: { in: ["pending", "active"] } }, inGrace],
    },
    select: { state: true },
  });
  if (later.some(({ state }) => state !== "pending")) return true;
  if (later.length === 0) return false;
  throw new PlatformFailure("unavailable", "another offer is being applied to the contract");
}
