import type { BulkAction, Subscription } from "#app/generated/prisma/client.ts";
import { retryAttempt } from "../billing/attempts/retry-attempt.ts";
import { nextDateOf } from "../billing/changes/next-date-of.ts";
import { skipNextCharge } from "../billing/changes/skip-next-charge.ts";
import { readBilling } from "../billing/charging/read-billing.ts";
import type { ShopContext } from "../context.ts";
import { cancelSubscription } from "../subscriptions/cancel-subscription.ts";
import { pauseSubscription } from "../subscriptions/pauses/pause-subscription.ts";
import { resumeSubscription } from "../subscriptions/pauses/resume-subscription.ts";
import type { BulkActionKind } from "./bulk-action-kinds.ts";
import { CHANGED_MEANWHILE, type RowClaim } from "./row-claim.ts";

/** What a row is to come to, written down before its subscription is changed: a repeat means the same. */
export interface RowIntent {
  /** The date of the charge to skip, or when the pause began to be made. */
  at: Date | null;
  /** The failed attempt to repeat. */
  attemptId: bigint | null;
}

/** Why a row is left as it is, or what it came to that was not wanted; in a sentence for the merchant. */
export interface Refusal {
  refused: string;
}

interface RowChange {
  /**
   * Decides what is meant, for a subscription that is as its merchant has seen it. Reads only.
   *
   * @throws AppError, whose message says why it cannot be done.
   */
  plan(context: ShopContext, subscription: Subscription): Promise<RowIntent | Refusal>;
  /**
   * Does it, by the function that a single subscription is changed with. Does nothing a second time with the same intent.
   *
   * @param claim begins it in the transaction of the change.
   * @returns what there is to say about it; null for nothing.
   * @throws AppError, whose message says why it was not done.
   */
  carryOut(
    context: ShopContext,
    subscription: Subscription,
    intent: RowIntent,
    action: BulkAction,
    claim: RowClaim,
  ): Promise<string | Refusal | null>;
}

const NOTHING_MEANT: RowIntent = { at: null, attemptId: null };
const IS_CANCELED: Refusal = { refused: "It is canceled already." };
const IS_CHANGED: Refusal = { refused: CHANGED_MEANWHILE };

const pause: RowChange = {
  plan: async ({ clock }, { status }) => {
    if (status === "cancelled") return IS_CANCELED;
    if (status === "paused") return { refused: "It is paused already." };
    return { at: clock.now(), attemptId: null };
  },
  carryOut: async (context, subscription, { at }, { days }, { guard }) => {
    const { status, pausedAt } = subscription;
    // Paused before a crash: once more would give it another end.
    if (status === "paused" && pausedAt && at && pausedAt >= at) return null;
    await pauseSubscription(context, subscription, days ?? 0, guard);
    return null;
  },
};

const resume: RowChange = {
  plan: async (_context, { status }) => {
    if (status === "cancelled") return IS_CANCELED;
    return status === "active" ? { refused: "It is active already." } : NOTHING_MEANT;
  },
  carryOut: async (context, subscription, _intent, _action, { guard }) => {
    await resumeSubscription(context, subscription, guard);
    return null;
  },
};

const skip: RowChange = {
  plan: async ({ db }, { shopId, id }) => {
    const billing = await readBilling(db.prisma, { shopId, id });
    const at = billing && nextDateOf(billing);
    return at ? { at, attemptId: null } : { refused: "It has no next charge." };
  },
  carryOut: async (context, { id }, { at }, _action, claim) => {
    if (!at) return null;
    const skipped = { subscriptionId: id, dueAt: at, onSkipped: claim.begin };
    const isDone = (await skipNextCharge(context, skipped)) || (await claim.isBegun());
    // Somebody else has skipped this charge: it is not skipped by us, and no other one is.
    return isDone ? null : IS_CHANGED;
  },
};

const retry: RowChange = {
  plan: async ({ db }, { shopId, id }) => {
    const billing = await readBilling(db.prisma, { shopId, id });
    if (billing?.running) return { refused: "A charge of it is under way." };
    if (billing?.open?.state !== "past_due") return { refused: "No charge of it is past due." };
    const { cycleIndex } = billing.open;
    const failed = await db.prisma.billingAttempt.findFirst({
      where: { shopId, subscriptionId: id, cycleIndex, status: "failed" },
      orderBy: { id: "desc" },
      select: { id: true },
    });
    return failed ? { at: null, attemptId: failed.id } : { refused: "No charge of it has failed." };
  },
  carryOut: async (context, _subscription, { attemptId }, _action, { guard }) => {
    const attempt = await retryAttempt(context, attemptId ?? 0n, { onlyOnce: true, guard });
    if (attempt.status === "failed") {
      return { refused: `The charge failed again. ${attempt.errorMessage ?? ""}`.trim() };
    }
    return attempt.status === "success" ? null : "The charge is under way.";
  },
};

const cancel: RowChange = {
  plan: async (_context, { status }) => (status === "cancelled" ? IS_CANCELED : NOTHING_MEANT),
  carryOut: async (context, subscription, _intent, { id }, { guard }) => {
    const keys = [`bulk-action:${id}`];
    const { alreadyCancelled } = await cancelSubscription(context, subscription, null, keys, guard);
    return alreadyCancelled ? IS_CHANGED : null;
  },
};

/** The change of one row, for each kind of action. */
export const ROW_CHANGES: Readonly<Record<BulkActionKind, RowChange>> = {
  pause,
  resume,
  skip,
  retry,
  cancel,
};
