import type { Subscription } from "#app/generated/prisma/client.ts";
import type { SubscriptionStatus } from "../subscriptions/subscription-status.ts";

type Membership = Pick<
  Subscription,
  | "id"
  | "status"
  | "planId"
  | "planName"
  | "platformCreatedAt"
  | "originalStartAt"
  | "pausedAt"
  | "cancelledAt"
>;

/** What a customer is as a member. */
export interface MemberFacts {
  subscriptionId: bigint;
  status: SubscriptionStatus;
  planId: bigint | null;
  planName: string;
  /** When the first membership began, at another app too. */
  joinedAt: Date;
  /** Null unless paused. */
  pausedAt: Date | null;
  /** When the last one was cancelled; null while one is not. */
  cancelledAt: Date | null;
}

/** At the old app, where the membership was imported. */
function startOf({ originalStartAt, platformCreatedAt }: Membership): Date {
  return originalStartAt ?? platformCreatedAt;
}

const BEST_FIRST: readonly string[] = ["active", "paused", "cancelled"];

/** A customer's state, plan and dates out of all their memberships: the newest of those in the best state decides. */
export function memberOf(memberships: readonly [Membership, ...Membership[]]): MemberFacts {
  const rank = ({ status }: Membership) => BEST_FIRST.indexOf(status);
  const best = memberships.reduce((one, other) =>
    rank(other) < rank(one) || (rank(other) === rank(one) && other.id > one.id) ? other : one,
  );
  const isCancelled = best.status === "cancelled";
  const latest = memberships.reduce<Date | null>(
    (date, { cancelledAt }) => (cancelledAt && (!date || cancelledAt > date) ? cancelledAt : date),
    null,
  );
  return {
    subscriptionId: best.id,
    status: best.status as SubscriptionStatus,
    planId: best.planId,
    planName: best.planName,
    joinedAt: memberships.reduce((date, one) => {
      const start = startOf(one);
      return start < date ? start : date;
    }, startOf(best)),
    pausedAt: best.status === "paused" ? best.pausedAt : null,
    cancelledAt: isCancelled ? latest : null,
  };
}
