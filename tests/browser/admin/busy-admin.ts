import type { Browser } from "@playwright/test";
import { expect } from "vitest";
import { createPointReward } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { launchBrowser } from "#tests/support/browser.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { holdReferral, sendReceipt } from "#tests/support/loyalty-queues.ts";
import { seedCreditHistory } from "#tests/support/seed-credit-history.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { type AdminPage, expectAccessible, readFeel } from "./open-admin-page.ts";

/** A browser and the admin of two stores. */
export interface BusyAdmin {
  readonly testApp: TestApp;
  readonly browser: Browser;
  /** A store right after its installation. */
  readonly empty: TestShop;
  /** A store on which things have happened. */
  readonly busy: TestShop;
  close(): Promise<void>;
}

export async function openBusyAdmin(): Promise<BusyAdmin> {
  const testApp = await startTestApp({ pages: true });
  const browser = await launchBrowser();
  const empty = await testApp.createShop();
  const busy = await testApp.createShop();
  await failOneCharge(busy);
  const rules = { type: "change_frequency", interval_count: 2, interval_name: "month" } as const;
  const offerId = await createOffer(busy, rules, "Every 2 months");
  for (let n = 0; n < 3; n += 1) {
    const { contractId, cid } = await busy.createContract({ price: "15.00" });
    const path = `/membership/churn/${contractId}/offers/${offerId}/activation`;
    await busy.proxy(path, { key: busy.key, method: "POST" });
    const body = { reason: "other", idempotency_key: crypto.randomUUID() };
    if (n === 0) await busy.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body });
  }
  await runLoyalty(busy);
  await seedCreditHistory(await busy.context(), 12);
  await busy.quiet();
  return {
    testApp,
    browser,
    empty,
    busy,
    close: async () => {
      await browser.close();
      await testApp.close();
    },
  };
}

/** A subscription whose card has expired, for the list of failed payments. */
async function failOneCharge(shop: TestShop): Promise<void> {
  const { clock, shop: row } = await shop.context();
  const due = addDays(clock.now(), 1, row.ianaTimezone);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  await subscription.nextPayments("EXPIRED_CARD");
  await goTo(shop, addDays(due, 1, row.ianaTimezone));
}

/** A loyalty program with points, coupons and a customer on the way. */
async function runLoyalty(shop: TestShop): Promise<void> {
  await makeRule(shop, {
    ...{ name: "A point a euro", type: "points_for_purchases", settings: { points_per_dollar: 1 } },
  });
  await makeRule(shop, {
    ...{ name: "Big order", type: "goal_spend", settings: { goal_amount: 50 } },
    reward: { reward_type: "discount", discount_type: "percentage", discount_amount: 10 },
  });
  await makeRule(shop, {
    ...{ name: "Bought elsewhere", type: "upload_receipt", settings: { points_per_dollar: 1 } },
  });
  await makeRule(shop, {
    ...{ name: "Every fifth order", type: "punch_card", settings: { required_purchases: 5 } },
    ...{ reward: { reward_type: "free_shipping" }, status: "draft" },
    limits: { per_customer_per_day: 1 },
  });
  const context = await shop.context();
  await saveLadder(context, { version: 0, input: { basis: "spend", tiers: TIERS } });
  const reward = { reward_type: "store_credit", credit_amount: 5 };
  await createPointReward(context, { name: "5 off", points: 500, reward, isActive: true });
  const customer = await loyalCustomer(shop);
  await customer.order("119.00");
  await customer.order("23.80");
  const referring = await loyalCustomer(shop);
  await holdReferral(shop, referring);
  await sendReceipt(shop, referring, { purchasedOn: "2026-01-15" });
}

const TIERS = [
  { id: null, name: "Silver", threshold: 50_00, multiplier: 100, perks: "Early word of sales" },
  {
    ...{ id: null, name: "Gold", threshold: 500_00, multiplier: 150, perks: "" },
    entryReward: { reward_type: "free_shipping" },
  },
];

/** The newest row's internal id, as it stands in the address of its page. */
export async function newestId(
  shop: TestShop,
  table:
    | "applied_offers"
    | "churn_offers"
    | "cancellation_reasons"
    | "customers"
    | "loyalty_point_rewards"
    | "loyalty_receipts"
    | "loyalty_rules"
    | "subscriptions",
): Promise<string> {
  const { shop: row, db } = await shop.context();
  const { rows } = await db.pool.query<{ id: string }>(
    `SELECT id FROM ${table} WHERE shop_id = $1 ORDER BY id DESC LIMIT 1`,
    [row.id],
  );
  return rows[0]?.id ?? "";
}

/** Internal id of a customer who has points. */
export async function loyalCustomerId(shop: TestShop): Promise<string> {
  const { shop: row, db } = await shop.context();
  const { customerId } = await db.prisma.loyaltyReward.findFirstOrThrow({
    where: { shopId: row.id },
  });
  return String(customerId);
}

/** Nothing may move by itself, stick out sideways, or stand in anybody's way. */
export async function expectWellMade(admin: AdminPage): Promise<void> {
  await expectAccessible(admin);
  expect((await readFeel(admin)).layoutShift).toBeLessThanOrEqual(0.01);
  const overflow = await admin.frame.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}
