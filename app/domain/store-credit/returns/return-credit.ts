import type { CreditHold } from "#app/generated/prisma/client.ts";
import type { PlatformOrder } from "#app/platform/platform-order.ts";
import type { ShopContext } from "../../context.ts";
import { LEDGER_CODES } from "../../ledger/ledger-codes.ts";
import { CREDIT_TYPES, type CreditMovement } from "../../ledger/movement.ts";
import { toJson } from "../../ledger/post-movement.ts";
import { dueReturns, returnedParts } from "./credit-returns.ts";

/**
 * Returns what refunds and a cancellation of the order give back of the credit that a hold was captured for,
 * each by one entry, together in one call of the database. What was returned before stays returned: older
 * news of the order changes nothing. Safe to repeat.
 */
export async function returnCredit(
  context: ShopContext,
  holdId: bigint,
  order: PlatformOrder,
): Promise<void> {
  const { shop, db } = context;
  for (;;) {
    const hold = await db.prisma.creditHold.findUniqueOrThrow({
      where: { shopId_id: { shopId: shop.id, id: holdId } },
    });
    const movements = await listReturns(context, hold, order);
    if (movements.length === 0) return;
    const { rows } = await db.pool.query<{ is_returned: boolean }>(
      "SELECT return_captured_credit($1, $2, $3, $4, $5) AS is_returned",
      [
        String(shop.id),
        String(holdId),
        String(hold.returnedMinor),
        JSON.stringify(movements.map((movement) => toJson(context, movement))),
        LEDGER_CODES,
      ],
    );
    // Otherwise another process has returned something since: what is left is counted again.
    if (rows[0]?.is_returned) return;
  }
}

/** The movements that follow on what the hold has returned so far. */
async function listReturns(
  { db, shop, clock }: ShopContext,
  hold: CreditHold,
  order: PlatformOrder,
): Promise<CreditMovement[]> {
  const { shopId, id, customerId, orderGid, orderName, captureEntryId, purpose } = hold;
  const capturedMinor = Number(hold.capturedMinor);
  let returned = Number(hold.returnedMinor);
  const due = dueReturns({ capturedMinor, returnedMinor: returned }, order);
  if (due.length === 0 || captureEntryId === null) return [];
  const allocations = await db.prisma.creditAllocation.findMany({
    where: { shopId, entryId: captureEntryId },
    include: { grant: true },
    orderBy: [{ grant: { expiresAt: { sort: "asc", nulls: "last" } } }, { grantId: "asc" }],
  });
  const spent = allocations.map(({ amountMinor, grant }) => {
    return { amountMinor: Number(amountMinor), expiresAt: grant.expiresAt };
  });
  const plans = new Set(allocations.map(({ grant }) => grant.planId));
  return due.map(({ cause, amountMinor, isCancellation }) => {
    const before = returned;
    returned += amountMinor;
    return {
      customerId,
      unit: "money",
      amountMinor,
      typeCode: CREDIT_TYPES.redemptionReturned,
      message: isCancellation
        ? `Returned because order ${orderName} was canceled`
        : `Returned after a refund of order ${orderName}`,
      parts: returnedParts(spent, before, amountMinor, {
        now: clock.now(),
        zone: shop.ianaTimezone,
      }),
      // Credit of several plans belongs to none of them any more.
      planId: plans.size === 1 ? (allocations[0]?.grant.planId ?? null) : null,
      orderGid,
      orderName,
      usedIn: purpose,
      sourceKey: `hold:${id}:${cause}:from:${before}`,
    };
  });
}
