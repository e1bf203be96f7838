import type { ShopContext } from "../context.ts";
import { refreshContracts } from "../subscriptions/store-contract.ts";

/**
 * Reads again each contract with an unpaid charge that does not wait for the merchant. A card that is renewed changes no contract,
 * so that no other comparison sees it where its webhook was lost. Calls the network. Safe to repeat.
 */
export async function askUnpaid(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  const rows = await db.prisma.$queryRaw<{ id: bigint }[]>`
    SELECT s.platform_contract_id AS id
    FROM billing_cycles f
    JOIN subscriptions s ON s.shop_id = ${shop.id} AND s.id = f.subscription_id
    WHERE f.shop_id = ${shop.id} AND f.state = 'past_due' AND f.step <> 'stop'
    ORDER BY s.id`;
  await refreshContracts(
    context,
    rows.map(({ id }) => Number(id)),
  );
}
