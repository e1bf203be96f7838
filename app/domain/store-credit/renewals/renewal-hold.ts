import type { CreditHold, Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import type { ShopContext } from "../../context.ts";
import { LEDGER_CODES } from "../../ledger/ledger-codes.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { toJson } from "../../ledger/post-movement.ts";

/**
 * Keeps credit for one billing cycle of a subscription, as much as there is of the amount, in the transaction that plans
 * its charge. The same cycle is answered with the same hold, whatever has become of it.
 *
 * @param amountMinor what the cycle's goods cost, above 0.
 * @returns null when there is no credit.
 */
export async function holdForRenewal(
  context: ShopContext,
  tx: Queries,
  subscription: Pick<Subscription, "platformContractId"> & { customerId: bigint },
  cycleIndex: number,
  amountMinor: number,
): Promise<CreditHold | null> {
  const { shop } = context;
  const movement = toJson(context, {
    customerId: subscription.customerId,
    unit: "money",
    typeCode: CREDIT_TYPES.redemption,
    onHold: true,
    usedIn: "renewal",
    amountMinor: -amountMinor,
    message: "Reserved for a renewal",
  });
  const hold = {
    currency: shop.currency,
    code: `RENEWAL-${subscription.platformContractId}-${cycleIndex}`,
  };
  const [row] = await tx.$queryRaw<{ id: bigint | null }[]>`
    SELECT hold_credit(${shop.id}, ${JSON.stringify(movement)}::jsonb, ${JSON.stringify(hold)}::jsonb,
      ${LEDGER_CODES}::jsonb) AS id`;
  if (!row?.id) return null;
  return tx.creditHold.findUniqueOrThrow({
    where: { shopId_id: { shopId: shop.id, id: row.id } },
  });
}
