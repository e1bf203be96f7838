import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { LEDGER_CODES } from "../../ledger/ledger-codes.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { toJson } from "../../ledger/post-movement.ts";
import { rescheduleForfeits } from "../policies/forfeit-credit.ts";

/** The order that used a hold. */
export interface Redemption {
  /** Minor units; more than was held counts as all of it. */
  usedMinor: number;
  orderGid: string;
  orderName: string;
}

/**
 * Ends a hold in the ledger, in the caller's transaction: what was used becomes a redemption, the rest goes
 * back to the grants that it came from, where it may expire at once.
 *
 * @param redemption null releases all of it.
 * @returns what was taken of it, in minor units; null when the hold had ended before.
 */
export async function settleHoldEntry(
  tx: Queries,
  context: Pick<ShopContext, "shop" | "clock" | "actor">,
  hold: { entryId: bigint; customerId: bigint },
  redemption: Redemption | null,
): Promise<number | null> {
  const movement = toJson(context, {
    customerId: hold.customerId,
    unit: "money",
    amountMinor: 0,
    typeCode: CREDIT_TYPES.redemption,
    message: redemption ? `Used for order ${redemption.orderName}` : "Not used; available again",
    orderGid: redemption?.orderGid ?? null,
    orderName: redemption?.orderName ?? null,
    usedIn: redemption ? "checkout" : null,
  });
  const isUsed = redemption !== null && redemption.usedMinor > 0;
  const json = JSON.stringify(
    isUsed ? movement : { ...movement, activity_kind: "store_credit.released" },
  );
  const [row] = await tx.$queryRaw<{ used: bigint | null }[]>`
    SELECT settle_credit_hold(${context.shop.id}, ${hold.entryId}, ${redemption?.usedMinor ?? 0}::bigint,
      ${json}::jsonb, ${LEDGER_CODES}::jsonb) AS used`;
  await rescheduleForfeits(context, tx, hold.customerId);
  return row?.used == null ? null : Number(row.used);
}
