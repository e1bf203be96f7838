import { expect } from "vitest";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import type { TestShop } from "./test-shop.ts";

/** A customer of a store with a loyalty program, and what the tests do with them. */
export interface LoyalCustomer {
  cid: number;
  /** The platform's number of their subscription. */
  contractId: number;
  id(): Promise<bigint>;
  /** Places an order over an amount, as a decimal text. @returns the platform's number of it. */
  order(total: string, more?: Record<string, unknown>): Promise<number>;
  points(): Promise<{ available: number; pending: number; owed: number }>;
}

/** Makes a rule that is active, by the merchant's own action. */
export async function makeRule(shop: TestShop, rule: Record<string, unknown>) {
  const context = await shop.context();
  return createRule(context, {
    name: "Rule",
    status: "active",
    startDate: "2020-01-01",
    ...rule,
  });
}

export async function loyalCustomer(shop: TestShop): Promise<LoyalCustomer> {
  const { cid, contractId } = await shop.createContract({ order: false });
  const id = async () => {
    const { db, shop: row } = await shop.context();
    const customer = await db.prisma.customer.findUniqueOrThrow({
      where: {
        shopId_platformCustomerId: { shopId: row.id, platformCustomerId: BigInt(cid) },
      },
    });
    return customer.id;
  };
  return {
    cid,
    contractId,
    id,
    order: async (total, more = {}) => {
      const { status, body } = await shop.control("orders/plain", { cid, total, ...more });
      expect(status, JSON.stringify(body)).toBe(200);
      await shop.quiet();
      return body.order_id;
    },
    points: async () => {
      const context = await shop.context();
      const account = await readCreditAccount(context, await id(), "points");
      return {
        available: account.availableMinor,
        pending: account.pendingMinor,
        owed: account.owedMinor,
      };
    },
  };
}

/** Counts a customer again, as any news would have it. */
export async function countAgain(shop: TestShop, customer: LoyalCustomer): Promise<void> {
  await settleLoyalty(await shop.context(), [await customer.id()]);
}
