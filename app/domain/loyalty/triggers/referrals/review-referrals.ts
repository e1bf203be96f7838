import { AppError } from "#app/lib/app-error.ts";
import { recordActivity } from "../../../activity/record-activity.ts";
import type { ShopContext } from "../../../context.ts";
import { followReferral } from "./follow-referral.ts";
import type { FraudReason } from "./fraud-reasons.ts";

/** As many as the merchant sees at once, the oldest first. */
const SHOWN = 100;

/** A referral that waits for the merchant. */
interface HeldReferral {
  id: bigint;
  reasons: FraudReason[];
  referredAt: Date;
  orderName: string;
  platformOrderId: number;
  advocate: HeldPerson;
  friend: HeldPerson;
}

interface HeldPerson {
  id: bigint;
  platformCustomerId: number;
  email: string | null;
}

/** Referrals that wait for the merchant, the oldest first. */
export async function listHeldReferrals({
  db,
  shop,
}: Pick<ShopContext, "db" | "shop">): Promise<HeldReferral[]> {
  const rows = await db.prisma.loyaltyReferral.findMany({
    where: { shopId: shop.id, status: "review" },
    include: { advocate: true, friend: true, order: true },
    orderBy: { id: "asc" },
    take: SHOWN,
  });
  return rows.map(({ id, reasons, referredAt, order, advocate, friend }) => ({
    ...{ id, referredAt, orderName: order.name, reasons: reasons as FraudReason[] },
    platformOrderId: Number(order.platformOrderId),
    advocate: personOf(advocate),
    friend: personOf(friend),
  }));
}

/**
 * Lets a referral count, from the end of its order's return window on. Safe to repeat.
 *
 * @throws AppError not_found, already_done when it was refused.
 */
export function approveReferral(context: ShopContext, referralId: bigint): Promise<void> {
  return decide(context, referralId, "approved");
}

/**
 * Refuses a referral for good. Safe to repeat.
 *
 * @throws AppError not_found, already_done when it was approved.
 */
export function rejectReferral(context: ShopContext, referralId: bigint): Promise<void> {
  return decide(context, referralId, "rejected");
}

async function decide(
  context: ShopContext,
  referralId: bigint,
  status: "approved" | "rejected",
): Promise<void> {
  const { db, shop, clock, actor } = context;
  await db.transaction(async (tx) => {
    const now = clock.now();
    const { count } = await tx.loyaltyReferral.updateMany({
      where: { shopId: shop.id, id: referralId, status: "review" },
      data: { status, decidedBy: actor.name, decidedAt: now, updatedAt: now },
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

function personOf(row: {
  id: bigint;
  platformCustomerId: bigint;
  email: string | null;
}): HeldPerson {
  const { id, email, platformCustomerId } = row;
  return { id, email, platformCustomerId: Number(platformCustomerId) };
}
