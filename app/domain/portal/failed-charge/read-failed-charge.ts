import type { BillingAttempt, BillingCycle } from "#app/generated/prisma/client.ts";
import type { Billing } from "../../billing/charging/read-billing.ts";
import { nextToCome } from "../../billing/cycles/next-to-come.ts";
import { readFailuresOnMethod } from "../../billing/dunning/attempts-on-method.ts";
import { declineClassOf, knownErrorCode } from "../../billing/dunning/decline-classes.ts";
import { isWithinCap } from "../../billing/dunning/retry-cap.ts";
import type { ShopContext } from "../../context.ts";
import type { PortalChoices } from "../portal-choices.ts";
import type { FailureCause, FailureStep } from "./failure-words.ts";

/** A charge that failed and is not paid yet, as its payer is told of it. */
export interface FailedCharge {
  /** When it failed last: by this a change names it. */
  at: Date;
  amountMinor: number;
  currency: string;
  cause: FailureCause;
  step: FailureStep;
  /** When it is tried again by itself; null where it waits for somebody. */
  retriesAt: Date | null;
  /** What charging it again at once would bring; null where that is of no use, or not allowed any more. */
  retry: PortalChoices["chargeNow"];
}

/** Null where nothing is owed, and while a charge is under way. */
export async function readFailedCharge(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  { subscription, open, running }: Billing,
): Promise<FailedCharge | null> {
  const isLive = subscription.status === "active" && !subscription.withdrawnAt;
  if (open?.state !== "past_due" || running || subscription.chargeRunning || !isLive) return null;
  const { db, clock } = context;
  const failed = await db.prisma.billingAttempt.findFirst({
    where: {
      ...{ shopId: open.shopId, subscriptionId: open.subscriptionId },
      ...{ cycleIndex: open.cycleIndex, status: "failed" },
    },
    orderBy: { attemptNumber: "desc" },
  });
  if (!failed) return null;
  const now = clock.now();
  const cause = causeOf(failed);
  const isWithin = isWithinCap(await readFailuresOnMethod(db.prisma, subscription, now), now);
  const amountMinor = Number(failed.amountMinor);
  return {
    ...{ at: failed.createdAt, amountMinor, currency: failed.currency, cause },
    ...stepOf(open),
    retry:
      RETRIED.has(cause) && isWithin
        ? { amountMinor, nextChargeDate: nextToCome(context, open, subscription) }
        : null,
  };
}

/** The failed attempt that a change names; null where it names none. */
export function findFailedAttempt(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  subscriptionId: bigint,
  at: Date,
): Promise<BillingAttempt | null> {
  return db.prisma.billingAttempt.findFirst({
    where: { shopId: shop.id, subscriptionId, createdAt: at, status: "failed" },
    orderBy: { id: "desc" },
  });
}

/** To charge the same payment method again helps with these alone. */
const RETRIED: ReadonlySet<FailureCause> = new Set(["declined", "unconfirmed", "technical"]);

const CAUSES = {
  technical: "technical",
  later: "declined",
  customer_must_act: "unconfirmed",
  data: "unusable",
  never: "store",
  inventory: "stock",
} as const;

function causeOf({ errorCode }: BillingAttempt): FailureCause {
  if (errorCode === "INVALID_SHIPPING_ADDRESS") return "address";
  return CAUSES[declineClassOf(knownErrorCode(errorCode ?? ""))];
}

const STEPS: Readonly<Record<string, FailureStep>> = {
  retry: "retry",
  wait_for_payment_method: "payment_method",
  correct_address: "address",
  confirm_payment: "confirm",
};

function stepOf({ step, stepAt }: BillingCycle): Pick<FailedCharge, "step" | "retriesAt"> {
  const known = STEPS[step ?? ""] ?? "ask";
  return { step: known, retriesAt: known === "retry" ? stepAt : null };
}
