import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// The platform drops a discount after its last renewal, and a merchant may take it off the contract before. Which of the two has
// happened is asked, not guessed.

let testApp: TestApp;
let shop: TestShop;
let subscription: BilledSubscription;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
});

const NAME = "20% off";
const weekly = { interval_name: "week", interval_count: 1 };

async function accepted(cycles: number | null, contract: Record<string, unknown> = weekly) {
  subscription = await billedSubscription(shop, contract);
  expect(await activate(cycles)).toBe(200);
  await shop.quiet();
}

async function activate(cycles: number | null) {
  const rules = { discount_type: "percentage", discount_value: 20, cycles } as const;
  const offerId = await createOffer(shop, { type: "discount_price", ...rules }, NAME);
  const path = `/membership/churn/${subscription.contractId}/offers/${offerId}/activation`;
  return (await shop.proxy(path, { key: shop.key, method: "POST" })).status;
}

async function applied() {
  const path = `/membership/churn/${subscription.contractId}/offers`;
  const { body } = await shop.proxy(path, { key: shop.key });
  return body[0];
}

/** How often it was used, of how often it could be. */
async function usage() {
  const { reward, status } = await applied();
  return [status, reward.usage_count, reward.recurring_cycle_limit];
}

const takeOff = async () =>
  expect(
    (await shop.control(`contracts/${subscription.contractId}/discounts`, { remove: NAME })).status,
  ).toBe(200);

async function charge() {
  const { nextBillingAt } = await subscription.row();
  await goTo(shop, new Date((nextBillingAt ?? new Date()).getTime() + 60_000));
  await shop.quiet();
}

const told = async () => (await subscription.timeline()).map(({ kind }) => kind);

async function events() {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id, kind: "retention_offer.cancelled" };
  return db.prisma.event.count({ where });
}

describe("a discount that the merchant takes off the contract by hand", () => {
  test("before any charge: not used, Cancelled with its time, and the next offer is taken", async () => {
    await accepted(3);
    const now = (await shop.context()).clock.now();
    await takeOff();
    await shop.quiet();
    expect(await usage()).toEqual(["Cancelled", 0, 3]);
    const { deleted_at, reward } = await applied();
    expect(new Date(deleted_at).getTime()).toBeGreaterThanOrEqual(now.getTime());
    expect(reward.deleted_at).toBe(deleted_at);
    expect(await told()).toContain("offer.cancelled");
    expect(await events()).toBe(1);
    expect(await activate(3)).toBe(200);
    await shop.quiet();
    expect((await shop.platformContract(subscription.contractId))?.discounts).toHaveLength(1);
  });

  test("after one of three renewals: used once, and no grace takes anything off later", async () => {
    await accepted(3);
    await charge();
    await takeOff();
    await shop.quiet();
    expect(await usage()).toEqual(["Cancelled", 1, 3]);
    await charge();
    expect(await usage()).toEqual(["Cancelled", 1, 3]);
    expect(await told()).not.toContain("offer.withdrawn");
  });

  test("without an end: Cancelled with the renewals that it has lowered", async () => {
    await accepted(null);
    await charge();
    await takeOff();
    await shop.quiet();
    expect(await usage()).toEqual(["Cancelled", 1, null]);
    expect(await activate(null)).toBe(200);
  });

  test("and nobody tells: found at the next renewal, which it has not lowered", async () => {
    await accepted(1);
    await shop.control("webhooks", { lose: true });
    await takeOff();
    await charge();
    // Told by nobody, the app asks for its charge by itself.
    await shop.control("clock", { advance: "PT3H" });
    await shop.quiet();
    expect(await usage()).toEqual(["Cancelled", 0, 1]);
  });

  test("while a charge waits for the bank: decided once the charge has ended", async () => {
    await accepted(1);
    await subscription.nextPayments("ACTION_REQUIRED");
    await charge();
    await takeOff();
    await shop.quiet();
    expect(await usage()).toEqual(["Active", 0, 1]);
    const [attempt] = await subscription.attempts();
    const challenge = `attempts/${attempt?.platformAttemptId}/challenge`;
    expect((await shop.control(challenge, { result: "success" })).status).toBe(200);
    await shop.quiet();
    expect(await usage()).toEqual(["Cancelled", 0, 1]);
  });

  test.each([
    ["before the charge", 0],
    ["after the charge", 1],
  ])("%s, and the webhooks of both come doubled and out of order", async (when, used) => {
    await accepted(3);
    await shop.control("webhooks", { delay_ms: 600_000, duplicate: 1, reorder: true });
    if (used === 0) await takeOff();
    await subscription.chargeElsewhere();
    if (used === 1) await takeOff();
    await shop.control("webhooks", { delay_ms: 0 });
    await shop.quiet();
    expect(await usage(), when).toEqual(["Cancelled", used, 3]);
    expect(await events()).toBe(1);
  });

  test("on a contract that is canceled: the offer ends once, with what it has lowered", async () => {
    await accepted(3);
    await charge();
    await shop.control("webhooks", { delay_ms: 600_000 });
    await takeOff();
    const { platform } = await shop.context();
    await platform.cancelContract(subscription.contractId, "merchant");
    await shop.control("webhooks", { delay_ms: 0 });
    await shop.quiet();
    expect(await usage()).toEqual(["Cancelled", 1, 3]);
    expect((await told()).filter((kind) => kind === "offer.cancelled")).toHaveLength(1);
  });
});

describe("a discount that is used up", () => {
  test("stays Active with all its renewals, and keeps its place", async () => {
    await accepted(2);
    for (const used of [1, 2]) {
      await charge();
      expect(await usage()).toEqual(["Active", used, 2]);
    }
    expect((await shop.platformContract(subscription.contractId))?.discounts).toEqual([]);
    await charge();
    expect(await usage()).toEqual(["Active", 2, 2]);
    expect(await activate(1)).toBe(403);
  });

  test("by somebody else's charge, of which no webhook comes: the same", async () => {
    await accepted(1);
    await shop.control("webhooks", { lose: true });
    await subscription.chargeElsewhere();
    await shop.control("webhooks", { lose: false });
    await charge();
    expect(await usage()).toEqual(["Active", 1, 1]);
  });

  test("by its last renewal, with which the contract is canceled: Cancelled with all of them", async () => {
    await accepted(1);
    await shop.control("webhooks", { delay_ms: 600_000 });
    await subscription.chargeElsewhere();
    const { platform } = await shop.context();
    await platform.cancelContract(subscription.contractId, "merchant");
    await shop.control("webhooks", { delay_ms: 0 });
    await shop.quiet();
    expect(await usage()).toEqual(["Cancelled", 1, 1]);
  });
});

describe("in a store that does not show its orders of more than two months", () => {
  const quarterly = { interval_name: "month", interval_count: 3 };
  beforeEach(async () => {
    await shop.control("scopes", { withhold: ["read_all_orders"] });
  });

  const slow = { meta: { slow: "every day of some months has its tasks" } };

  test("a discount that is used up over half a year stays Active", slow, async () => {
    await accepted(2, quarterly);
    await charge();
    await charge();
    expect(await usage()).toEqual(["Active", 2, 2]);
  });

  test("one that was taken off keeps the renewal that it has lowered long ago", slow, async () => {
    await accepted(2, quarterly);
    await charge();
    await shop.control("clock", { advance: "P70D" });
    await takeOff();
    await shop.quiet();
    expect(await usage()).toEqual(["Cancelled", 1, 2]);
  });
});
