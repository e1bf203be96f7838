import type { ShopContext } from "#app/domain/context.ts";
import { expireCredit } from "#app/domain/ledger/expire-grants.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { clockAt } from "#app/lib/clock.ts";
import { inThePast } from "#scripts/demo/in-the-past.ts";
import { createCustomers } from "./create-customers.ts";

const DAY = 86_400_000;

/** Customers of a store with a past: credit given, spent, expired, taken back, one part held. Oldest first. */
export async function seedCreditHistory(context: ShopContext, count: number): Promise<bigint[]> {
  const customers = await createCustomers(context, count);
  await inThePast(context.db, context.shop.id, () => tell(context, customers));
  await expireCredit(context);
  return customers;
}

async function tell(context: ShopContext, customers: readonly bigint[]): Promise<void> {
  const now = Date.now();
  const count = customers.length;
  for (const [index, customerId] of customers.entries()) {
    const daysAgo = 80 - (index * 70) / count;
    const at = (days: number): ShopContext => ({
      ...context,
      clock: clockAt(new Date(now - days * DAY)),
    });
    const move = (days: number, amountMinor: number, typeCode: 1 | 2 | 4 | 5 | 11, more = {}) =>
      postCredit(at(days), {
        customerId,
        unit: "money",
        amountMinor,
        typeCode,
        message: "Moved in the past",
        ...more,
      });
    const amountMinor = 2000 + 100 * index;
    await move(daysAgo, amountMinor, CREDIT_TYPES.membership, {
      parts: [{ amountMinor, expiresAt: new Date(now + (index * 9 - 20) * DAY) }],
    });
    await move(daysAgo - 2, 500, CREDIT_TYPES.promotion);
    if (index % 2 === 0) await move(daysAgo - 5, -800, CREDIT_TYPES.redemption);
    if (index % 5 === 0) await move(daysAgo - 6, -300, CREDIT_TYPES.reconciled);
    if (index === 1) await move(0, -400, CREDIT_TYPES.redemption, { onHold: true });
  }
}
