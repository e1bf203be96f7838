import { expect } from "vitest";
import { addDays } from "#app/lib/zoned-time.ts";
import type { TestShop } from "./test-shop.ts";

/**
 * A contract whose charge has failed so many days ago, and is not repeated by itself. The store's clock has
 * moved on by these days and one more.
 */
export async function overdueContract(
  shop: TestShop,
  daysAgo: number,
  contract: Record<string, unknown> = {},
): Promise<{ cid: number; contractId: number; due: Date }> {
  const { clock, shop: row } = await shop.context();
  const due = addDays(clock.now(), 1, row.ianaTimezone);
  const made = await shop.createContract({ ...contract, next_billing_date: due });
  await failNextCharge(shop, made.contractId);
  const { status, body } = await shop.control("clock", { advance: `P${daysAgo + 1}D` });
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...made, due };
}

/** The contract's next charge fails, and is not repeated by itself. */
export async function failNextCharge(shop: TestShop, contractId: number): Promise<void> {
  const results = ["FRAUD_SUSPECTED"];
  const { status } = await shop.control(`contracts/${contractId}/payments`, { results });
  expect(status).toBe(200);
}
