import type { Customer } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import { recordActivity } from "../../../activity/record-activity.ts";
import type { ShopContext } from "../../../context.ts";
import { customerName } from "../../../customers/customer-name.ts";
import { readDecisionReason } from "../decision-reason.ts";
import { followReferral } from "./follow-referral.ts";
import type { FraudReason } from "./fraud-reasons.ts";

/** Where the merchant's decision about a referral stands. One that nobody has to look at is in none of these. */
export type ReviewStatus = "review" | "approved" | "rejected";

/** As many as are read at once, unless the caller says otherwise. */
const SHOWN = 100;

/** A referral that waits for the merchant, or about which they have decided. */
export interface ReviewedReferral {
  id: bigint;
  reasons: FraudReason[];
  referredAt: Date;
  /** The end of the order's return window. */
  countsAt: Date;
  orderName: string;
  platformOrderId: number;
  advocate: ReviewedPerson;
  friend: ReviewedPerson;
  /** Null while it waits. */
  decision: { by: string | null; at: Date; reason: string | null } | null;
}

interface ReviewedPerson {
  id: bigint;
  platformCustomerId: number;
  name: string;
  email: string | null;
  isErased: boolean;
}

/** Referrals of a status: those that wait the oldest first, the others the newest first. */
export async function listReferrals(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  status: ReviewStatus,
  { limit, offset }: { limit: number; offset: number } = { limit: SHOWN, offset: 0 },
): Promise<ReviewedReferral[]> {
  const rows = await db.prisma.loyaltyReferral.findMany({
    where: { shopId: shop.id, status },
    include: { advocate: true, friend: true, order: true },
    orderBy: { id: status === "review" ? "asc" : "desc" },
    ...{ take: limit, skip: offset },
  });
  return rows.map(({ id, reasons, referredAt, countsAt, order, advocate, friend, ...row }) => ({
    ...{ id, referredAt, countsAt, reasons: reasons as FraudReason[] },
    ...{ orderName: order.name, platformOrderId: Number(order.platformOrderId) },
    advocate: personOf(advocate),
    friend: personOf(friend),
    decision: row.decidedAt && { by: row.decidedBy, at: row.decidedAt, reason: row.reason },
  }));
}

/** How many referrals are of a status. */
export function countReferrals(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  status: ReviewStatus,
): Promise<number> {
  return db.prisma.loyaltyReferral.count({ where: { shopId: shop.id, status } });
}

/**
 * Lets a referral count, from the end of its order's return window on. Safe to repeat.
 *
 * @throws AppError not_found, already_done when it was refused.
 */
export function approveReferral(context: ShopContext, referralId: bigint): Promise<void> {
  return decide(context, referralId, { status: "approved", reason: null });
}

/**
 * Refuses a referral for good. Safe to repeat.
 *
 * @param reason for the merchant's staff: neither the customer nor the friend reads it.
 * @throws AppError not_found, already_done when it was approved; invalid_input with the field `reason`.
 */
export async function rejectReferral(
  context: ShopContext,
  referralId: bigint,
  reason: string,
): Promise<void> {
  return decide(context, referralId, { status: "rejected", reason: readDecisionReason(reason) });
}

async function decide(
  context: ShopContext,
  referralId: bigint,
  { status, reason }: { status: "approved" | "rejected"; reason: string | null },
): Promise<void> {
  const { db, shop, clock, actor } = context;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const { count } = await tx.loyaltyReferral.updateMany({
      where: { shopId: shop.id, id: referralId, status: "review" },
      data: { status, reason, decidedBy: actor.name, decidedAt: now, updatedAt: now },
    });
    const row = await tx.loyaltyReferral.findUnique({
      where: { shopId_id: { shopId: shop.id, id: referralId } },
      include: { order: { select: { name: true } } },
    });
    if (!row) throw new AppError("not_found", "There is no such referral.");
    if (row.status !== status) {
      throw new AppError("already_done", "Somebody has decided about this referral already.");
    }
    if (count === 0) return;
    await recordActivity(context, tx, {
      kind: `loyalty_referral.${status}`,
      message: `The referral by which order ${row.order.name} came was ${status}.`,
      customerId: row.advocateId,
      details: { referral_id: String(referralId) },
    });
  });
  await followReferral(context, referralId);
}

function personOf(row: Customer): ReviewedPerson {
  const { id, email, platformCustomerId, redactedAt } = row;
  return {
    ...{ id, email, platformCustomerId: Number(platformCustomerId) },
    name: customerName(row) ?? "",
    isErased: redactedAt !== null,
  };
}
