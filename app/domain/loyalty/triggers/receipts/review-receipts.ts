import type { LoyaltyReceipt, Prisma } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../../../activity/record-activity.ts";
import type { ShopContext } from "../../../context.ts";
import { settleLoyaltyJob } from "../../loyalty-jobs.ts";
import { readDecisionReason } from "../decision-reason.ts";
import { lockHolder } from "../lock-holder.ts";
import { noteReceipt, receiptKey } from "./upload-receipt.ts";

export type ReceiptStatus = "pending" | "approved" | "rejected";

/** As many as are shown at once. */
const SHOWN = 100;

/** A receipt as the merchant sees it. */
type ReviewedReceipt = Prisma.LoyaltyReceiptGetPayload<{ include: { customer: true } }>;

/** Receipts of a status: those that wait the oldest first, the others the newest first. */
export function listReceipts(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  status: ReceiptStatus,
  { limit, offset }: { limit: number; offset: number } = { limit: SHOWN, offset: 0 },
): Promise<ReviewedReceipt[]> {
  return db.prisma.loyaltyReceipt.findMany({
    where: { shopId: shop.id, status },
    include: { customer: true },
    orderBy: { id: status === "pending" ? "asc" : "desc" },
    ...{ take: limit, skip: offset },
  });
}

/** How many receipts are of a status. */
export function countReceipts(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  status: ReceiptStatus,
): Promise<number> {
  return db.prisma.loyaltyReceipt.count({ where: { shopId: shop.id, status } });
}

/** A receipt, with what a merchant decides by. */
export interface ReceiptInReview {
  receipt: ReviewedReceipt;
  /** How many others of this customer are of each status. */
  others: Readonly<Record<ReceiptStatus, number>>;
  /** The next one that waits, from the oldest on after this one's; null when no other does. */
  nextId: bigint | null;
}

/** @throws AppError not_found. */
export async function getReceiptInReview(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  receiptId: bigint,
): Promise<ReceiptInReview> {
  const receipt = await db.prisma.loyaltyReceipt.findUnique({
    where: { shopId_id: { shopId: shop.id, id: receiptId } },
    include: { customer: true },
  });
  if (!receipt) throw new AppError("not_found", "There is no such receipt.");
  const waiting = (id: Prisma.BigIntFilter) =>
    db.prisma.loyaltyReceipt.findFirst({
      where: { shopId: shop.id, status: "pending", id },
      orderBy: { id: "asc" },
      select: { id: true },
    });
  const [counts, later, earlier] = await Promise.all([
    db.prisma.loyaltyReceipt.groupBy({
      by: ["status"],
      where: { shopId: shop.id, customerId: receipt.customerId, id: { not: receiptId } },
      _count: { _all: true },
    }),
    waiting({ gt: receiptId }),
    waiting({ lt: receiptId }),
  ]);
  const countOf = (status: ReceiptStatus) =>
    counts.find((one) => one.status === status)?._count._all ?? 0;
  return {
    receipt,
    others: {
      ...{ pending: countOf("pending"), approved: countOf("approved") },
      rejected: countOf("rejected"),
    },
    nextId: (later ?? earlier)?.id ?? null,
  };
}

/** A customer's own receipts, the newest first. */
export function listReceiptsOf(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  { limit, offset }: { limit: number; offset: number } = { limit: SHOWN, offset: 0 },
): Promise<LoyaltyReceipt[]> {
  return db.prisma.loyaltyReceipt.findMany({
    where: { shopId: shop.id, customerId },
    orderBy: { id: "desc" },
    ...{ take: limit, skip: offset },
  });
}

/**
 * Lets a receipt count. Safe to repeat.
 *
 * @throws AppError not_found, already_done when it was rejected.
 */
export function approveReceipt(context: ShopContext, receiptId: bigint): Promise<void> {
  return decide(context, receiptId, { status: "approved", from: ["pending"], reason: null });
}

/**
 * Rejects a receipt; what one that counted already has given is taken back. The same may be sent in again. Safe to repeat.
 *
 * @param reason for the customer.
 * @throws AppError not_found; invalid_input with the field `reason`.
 */
export async function rejectReceipt(
  context: ShopContext,
  receiptId: bigint,
  reason: string,
): Promise<void> {
  const said = readDecisionReason(reason);
  const from: ReceiptStatus[] = ["pending", "approved"];
  return decide(context, receiptId, { status: "rejected", from, reason: said });
}

interface Decision {
  status: "approved" | "rejected";
  from: ReceiptStatus[];
  reason: string | null;
}

async function decide(
  context: ShopContext,
  receiptId: bigint,
  { status, from, reason }: Decision,
): Promise<void> {
  const { db, shop, clock, actor } = context;
  const where = { shopId_id: { shopId: shop.id, id: receiptId } };
  await db.transaction(async (tx) => {
    const now = clock.now();
    const seen = await tx.loyaltyReceipt.findUnique({ where });
    if (!seen) throw new AppError("not_found", "There is no such receipt.");
    await lockHolder(tx, shop.id, seen.customerId);
    const { count } = await tx.loyaltyReceipt.updateMany({
      where: { shopId: shop.id, id: receiptId, status: { in: from } },
      data: { status, reason, decidedBy: actor.name, decidedAt: now, updatedAt: now },
    });
    const row = await tx.loyaltyReceipt.findUniqueOrThrow({ where });
    if (row.status !== status) {
      throw new AppError("already_done", "Somebody has decided about this receipt already.");
    }
    if (count === 0) return;
    if (status === "approved") await noteReceipt(context, tx, row);
    else {
      const { customerId } = row;
      const fact = { shopId: shop.id, customerId, kind: "receipt", key: receiptKey(receiptId) };
      await tx.loyaltyFact.deleteMany({ where: fact });
      await addJob(tx, settleLoyaltyJob, { shopId: shop.id, customerId });
    }
    await recordActivity(context, tx, {
      kind: `loyalty_receipt.${status}`,
      message: `A receipt was ${status}.`,
      customerId: row.customerId,
      details: { receipt_id: String(receiptId) },
    });
  });
}
