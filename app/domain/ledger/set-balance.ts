import type { ShopContext } from "../context.ts";
import { LEDGER_CODES } from "./ledger-codes.ts";
import { CREDIT_TYPES, type CreditMovement, type CreditPosting } from "./movement.ts";
import { postCreditWithin } from "./post-movement.ts";

/**
 * Brings what a customer can spend to a sum, by one adjustment of what is missing or too much, so that the history
 * stays whole. Nothing is posted where there is nothing to change. Safe to repeat.
 *
 * @returns null when the balance was that already.
 */
export async function setBalance(
  context: Pick<ShopContext, "db" | "shop" | "clock" | "actor">,
  {
    targetMinor,
    ...movement
  }: Pick<CreditMovement, "customerId" | "unit" | "message"> & { targetMinor: number },
): Promise<CreditPosting | null> {
  const { shop, clock } = context;
  const { customerId, unit } = movement;
  return context.db.transaction(async (tx) => {
    // Takes the store's ledger, so that nothing moves between the reading and the posting.
    await tx.$queryRaw`
      SELECT expire_overdue_credit(${shop.id}, ${customerId}, ${unit}, ${clock.now()}, ${LEDGER_CODES}::jsonb)`;
    const account = await tx.creditAccount.findUnique({
      where: { shopId_customerId_unit: { shopId: shop.id, customerId, unit } },
      select: { availableMinor: true },
    });
    const amountMinor = targetMinor - Number(account?.availableMinor ?? 0);
    if (amountMinor === 0) return null;
    return postCreditWithin(tx, context, {
      ...movement,
      amountMinor,
      typeCode: CREDIT_TYPES.adjustment,
    });
  });
}
