import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A renewal is known by its order, by the attempt that charged it, and by our own question, which come in any order.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let subscription: BilledSubscription;
let due: Date;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: zone });
  due = addDays((await shop.context()).clock.now(), 2, zone);
  subscription = await billedSubscription(shop, { next_billing_date: due });
});

const lose = async (isLost: boolean) => {
  expect((await shop.control("webhooks", { lose: isLost })).status).toBe(200);
};

/** Charges the subscription with no webhook of it. @returns the platform's numbers of the attempt and its order. */
async function chargeUnheard(): Promise<{ attemptId: number; orderId: number }> {
  await lose(true);
  await goTo(shop, new Date(due.getTime() + 60_000));
  await lose(false);
  const [attempt] = await subscription.attempts();
  const attemptId = Number(attempt?.platformAttemptId);
  const { platform } = await shop.context();
  const made = await platform.getBillingAttempt(attemptId);
  const order = made?.outcome.kind === "success" ? made.outcome.order : null;
  if (!order) throw new Error("the charge has no order");
  return { attemptId, orderId: order.orderId };
}

const orderWebhook = async (orderId: number) => {
  const { status } = await deliverWebhook(testApp, shop, {
    topic: "orders/create",
    payload: { id: orderId },
  });
  expect(status).toBe(200);
  await shop.quiet();
};
const attemptWebhook = async (id: number) => {
  const { status } = await deliverWebhook(testApp, shop, {
    topic: "subscription_billing_attempts/success",
    payload: { id, subscription_contract_id: subscription.contractId },
  });
  expect(status).toBe(200);
  await shop.quiet();
};
/** Our own question comes half an hour after the charge. */
const poll = () => goTo(shop, new Date(due.getTime() + 60 * 60_000));

/** The renewal's order, and the attempt and the cycle that it leads to. */
async function links(orderId: number) {
  const { db, shop: row } = await shop.context();
  const { id } = await subscription.row();
  const where = { shopId: row.id, platformOrderId: BigInt(orderId) };
  const orders = await db.prisma.order.findMany({ where, include: { subscriptions: true } });
  const attempts = await db.prisma.billingAttempt.findMany({ where, include: { cycle: true } });
  return {
    orders: orders.map(({ isRenewal, subscriptions }) => ({
      isRenewal,
      isOurs: subscriptions.map(({ subscriptionId }) => subscriptionId === id),
    })),
    attempts: attempts.map(({ subscriptionId, status, cycle }) => ({
      isOurs: subscriptionId === id,
      status,
      cycle: [cycle?.cycleIndex, cycle?.state],
    })),
  };
}

const WHOLE = {
  orders: [{ isRenewal: true, isOurs: [true] }],
  attempts: [{ isOurs: true, status: "success", cycle: [1, "paid"] }],
};

type Source = "order" | "attempt" | "poll";

test.each<Source[][]>([
  [["order", "attempt", "poll"]],
  [["attempt", "order", "poll"]],
  [["poll", "order", "attempt"]],
  [["order", "order", "attempt", "attempt"]],
  [["order", "poll"]],
  [["attempt", "order"]],
])("a renewal is one order of one attempt of one cycle, told by %j", async (told) => {
  const { attemptId, orderId } = await chargeUnheard();
  const sources: Record<Source, () => Promise<void>> = {
    order: () => orderWebhook(orderId),
    attempt: () => attemptWebhook(attemptId),
    poll,
  };
  for (const source of told) await sources[source]();
  expect(await links(orderId)).toEqual(WHOLE);
});

test("of which no webhook told, it is all the same once we have asked", async () => {
  const { orderId } = await chargeUnheard();
  await poll();
  expect(await links(orderId)).toEqual(WHOLE);
});
