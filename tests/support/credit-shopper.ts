import { expect } from "vitest";
import { ensureCustomer } from "#app/domain/customers/store-customer.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { readCreditAccount } from "#app/domain/ledger/read-account.ts";
import type { ApiAnswer, TestShop } from "./test-shop.ts";
import { uniqueNumber } from "./unique-number.ts";

/** Credit as it is given: an amount, and how many days it lasts, or null for ever. */
export type Given = [amountMinor: number, days: number | null];

interface PlacedOrder {
  id: number;
  name: string;
  totalMinor: number;
}

/** A shopper of a store with goods, who has store credit and buys with it. */
export interface CreditShopper {
  readonly cid: number;
  /** The internal id. */
  readonly customerId: bigint;
  give(...parts: Given[]): Promise<void>;
  hold(amount?: number | string, atMost?: boolean): Promise<ApiAnswer>;
  look(): Promise<ApiAnswer>;
  /** Buys herbs for 14.90 a piece, delivered for 4.90; tells the app, unless the webhooks are held back. */
  buy(code: string, pieces?: number): Promise<PlacedOrder>;
  refund(order: PlacedOrder, amount?: string): Promise<void>;
  cancel(order: PlacedOrder, refund?: boolean): Promise<void>;
  /** Available and held, in minor units. */
  balance(): Promise<[number, number]>;
  entries(): Promise<{ typeCode: number; amountMinor: number; status: number }[]>;
}

const herbs = 7502;

/** The store needs the seed "goods". */
export async function createCreditShopper(
  shop: TestShop,
  ...parts: Given[]
): Promise<CreditShopper> {
  const unique = uniqueNumber();
  const email = `ada.${unique}@example.com`;
  // Nothing on file: customers with a payment method cannot be merged.
  const person = { first_name: "Ada", last_name: unique, email, payment: null };
  const { cid } = (await shop.control("customers", person)).body;
  const customer = await ensureCustomer(await shop.context(), cid);
  if (!customer) throw new Error("the new customer is not there");
  const customerId = customer.id;
  const ask = async (name: string, body: Record<string, unknown> = {}) => {
    const answer = await shop.control(name, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body;
  };
  const shopper: CreditShopper = {
    cid,
    customerId,
    give: async (...given) => {
      const context = await shop.context();
      const now = context.clock.now().getTime();
      const amountMinor = given.reduce((sum, [amount]) => sum + amount, 0);
      const posting = await postCredit(context, {
        customerId,
        unit: "money",
        amountMinor,
        typeCode: CREDIT_TYPES.promotion,
        message: "A present",
        parts: given.map(([amount, days]) => {
          const expiresAt = days === null ? null : new Date(now + days * 86_400_000);
          return { amountMinor: amount, expiresAt };
        }),
      });
      expect(posting.outcome).toBe("posted");
    },
    hold: (amount, atMost) =>
      shop.proxy("/storefront/store-credit/hold", {
        cid,
        body: {
          ...(amount !== undefined && { amount }),
          ...(atMost !== undefined && { at_most: atMost }),
        },
      }),
    look: () => shop.proxy("/storefront/store-credit", { cid }),
    buy: async (code, pieces = 2) => {
      const lines = [{ variant_id: herbs, quantity: pieces }];
      const body = await ask("orders", { cid, lines, credit_code: code });
      await shop.quiet();
      const totalMinor = Math.round(Number(body.total) * 100);
      return { id: body.order_id, name: body.order_name, totalMinor };
    },
    refund: async ({ id }, amount) => {
      await ask(`orders/${id}/refund`, amount === undefined ? {} : { amount });
      await shop.quiet();
    },
    cancel: async ({ id }, refund = true) => {
      await ask(`orders/${id}/cancel`, { refund });
      await shop.quiet();
    },
    balance: async () => {
      const account = await readCreditAccount(await shop.context(), customerId);
      return [account.availableMinor, account.heldMinor];
    },
    entries: async () => {
      const { db, shop: row } = await shop.context();
      const entries = await db.prisma.creditEntry.findMany({
        where: { shopId: row.id, customerId },
        orderBy: { id: "asc" },
      });
      return entries.map(({ typeCode, amountMinor, status }) => {
        return { typeCode, amountMinor: Number(amountMinor), status };
      });
    },
  };
  if (parts.length > 0) await shopper.give(...parts);
  return shopper;
}
