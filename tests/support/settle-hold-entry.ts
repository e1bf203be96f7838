import type { ShopContext } from "#app/domain/context.ts";
import { LEDGER_CODES } from "#app/domain/ledger/ledger-codes.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { toJson } from "#app/domain/ledger/post-movement.ts";
import type { Queries } from "#app/lib/db.ts";

/** The order that uses an entry on hold. */
interface Redemption {
  /** Minor units; more than was held counts as all of it. */
  usedMinor: number;
  orderGid: string;
  orderName: string;
}

/**
 * Ends an entry on hold that has no checkout behind it, as the ledger ends those which have.
 *
 * @param redemption null releases all of it.
 * @returns what was used, in minor units; null when the hold had ended before.
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
  return row?.used == null ? null : Number(row.used);
}
