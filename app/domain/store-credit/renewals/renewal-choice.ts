import { AppError } from "#app/lib/app-error.ts";
import type { Queries } from "#app/lib/db.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { ShopContext } from "../../context.ts";
import { lockCustomer } from "../../customers/lock-customer.ts";

/**
 * Sets whether a customer's credit pays their renewals, from the next charge on. What is held for a charge that is being
 * retried stays held. Safe to repeat.
 *
 * @param onSet runs in the same transaction where the choice has changed.
 * @throws AppError not_found.
 */
export async function setRenewalChoice(
  context: ShopContext,
  customerId: bigint,
  paysRenewals: boolean,
  onSet: (tx: Queries) => Promise<void> = async () => {},
): Promise<void> {
  const { shop, db } = context;
  await db.transaction(async (tx) => {
    await lockCustomer(tx, shop.id, customerId);
    const { count } = await tx.customer.updateMany({
      where: {
        shopId: shop.id,
        id: customerId,
        redactedAt: null,
        mergedIntoId: null,
        paysRenewalsWithCredit: !paysRenewals,
      },
      data: { paysRenewalsWithCredit: paysRenewals },
    });
    if (count === 0) {
      const where = { shopId: shop.id, id: customerId, redactedAt: null, mergedIntoId: null };
      if ((await tx.customer.count({ where })) === 0) {
        throw new AppError("not_found", "There is no such customer.");
      }
      return;
    }
    await recordActivity(context, tx, {
      kind: "store_credit.renewals",
      message: paysRenewals
        ? "Store credit pays renewals from the next charge on."
        : "Store credit no longer pays renewals.",
      customerId,
    });
    await onSet(tx);
  });
}
