import { afterAll, beforeAll, expect, test } from "vitest";
import { chooseRenewalCredit } from "#app/domain/portal/renewal-credit.ts";
import { storeContract } from "#app/domain/subscriptions/store-contract.ts";
import type { Subscription } from "#app/generated/prisma/client.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Whoever brings in customers takes the store's write lock and then their rows. What follows a change takes them in the same order.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  shop = await testApp.createShop();
});
afterAll(() => testApp.close());

const changes: Record<string, (row: Subscription) => Promise<unknown>> = {
  "a membership that ends": async (row) => {
    const context = await shop.context();
    const contract = await context.platform.getContract(Number(row.platformContractId));
    if (!contract) throw new Error("there is no such contract");
    const updatedAt = new Date(contract.updatedAt.getTime() + 1000);
    const ended = { ...contract, status: "cancelled", updatedAt } as const;
    return storeContract(context, ended, { rowBefore: row });
  },
  "an owner who lets credit pay": async (row) =>
    chooseRenewalCredit(await shop.context(), row, true),
};

test.each(Object.keys(changes))(
  "%s and its owner's new name, at the same moment, both come in",
  async (name) => {
    const { contractId } = await shop.createContract();
    await shop.quiet();
    const { db, shop: store } = await shop.context();
    const row = await db.prisma.subscription.findFirstOrThrow({
      where: { shopId: store.id, platformContractId: contractId },
    });
    const importing = await testApp.app.db.pool.connect();
    try {
      await importing.query("BEGIN");
      await importing.query("SELECT lock_shop_writes($1)", [String(store.id)]);
      const change = changes[name]?.(row);
      await expect.poll(waiting).toBe(1);
      await importing.query(
        "UPDATE customers SET first_name = 'Ada' WHERE shop_id = $1 AND id = $2",
        [String(store.id), String(row.customerId)],
      );
      await importing.query("COMMIT");
      await change;
    } finally {
      importing.release(true);
    }
    const customer = await db.prisma.customer.findUniqueOrThrow({
      where: { shopId_id: { shopId: store.id, id: row.customerId ?? 0n } },
    });
    expect(customer.firstName).toBe("Ada");
  },
);

/** How many statements wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await testApp.app.db.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
