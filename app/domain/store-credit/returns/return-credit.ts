import type { CreditHold } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { PlatformOrder } from "#app/platform/platform.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { postCreditWithin } from "../../ledger/post-movement.ts";
import { dueReturns, returnedParts } from "./credit-returns.ts";

/**
 * Returns what refunds and a cancellation of the order give back of the credit that it captured, each by
 * an entry of its own, in the caller's transaction, which has locked the hold. What was returned before
 * stays returned: older news of the order changes nothing.
 */
export async function returnCredit(
  tx: Queries,
  context: ShopContext,
  hold: CreditHold,
  order: PlatformOrder,
): Promise<void> {
  const { shopId, id, customerId, orderGid, orderName, captureEntryId } = hold;
  const capturedMinor = Number(hold.capturedMinor);
  const before = Number(hold.returnedMinor);
  const due = dueReturns({ capturedMinor, returnedMinor: before }, order);
  if (due.length === 0 || captureEntryId === null) return;
  const now = context.clock.now();
  const allocations = await tx.creditAllocation.findMany({
    where: { shopId, entryId: captureEntryId },
    include: { grant: true },
    orderBy: [{ grant: { expiresAt: { sort: "asc", nulls: "last" } } }, { grantId: "asc" }],
  });
  const spent = allocations.map(({ amountMinor, grant }) => {
    return { amountMinor: Number(amountMinor), expiresAt: grant.expiresAt };
  });
  const plans = new Set(allocations.map(({ grant }) => grant.planId));
  let returned = before;
  for (const { cause, amountMinor, isCancellation } of due) {
    const posting = await postCreditWithin(tx, context, {
      customerId,
      unit: "money",
      amountMinor,
      typeCode: CREDIT_TYPES.redemptionReturned,
      message: isCancellation
        ? `Returned because order ${orderName} was cancelled`
        : `Returned after a refund of order ${orderName}`,
      parts: returnedParts(spent, returned, amountMinor, now),
      // Credit of several plans is nobody's own any more.
      planId: plans.size === 1 ? (allocations[0]?.grant.planId ?? null) : null,
      orderGid,
      orderName,
      usedIn: "checkout",
      sourceKey: `hold:${id}:${cause}:from:${returned}`,
    });
    if (posting.outcome !== "posted") {
      throw new Error(`credit of an order was not returned: ${posting.outcome}`);
    }
    returned += amountMinor;
  }
  await tx.creditHold.update({
    where: { shopId_id: { shopId, id } },
    data: { returnedMinor: returned },
  });
}
