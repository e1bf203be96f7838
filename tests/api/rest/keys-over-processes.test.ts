import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { createCreditCustomer } from "#tests/support/credit-customer.ts";
import { isRetired } from "#tests/support/is-retired.ts";
import { type SecondWebProcess, startSecondWebProcess } from "#tests/support/second-web-process.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const zone = "America/New_York";
let testApp: TestApp;
let second: SecondWebProcess;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  second = await startSecondWebProcess(testApp);
  shop = await testApp.createShop({ plan: "enterprise", timezone: zone, currency: "USD" });
});
afterAll(async () => {
  await second.stop();
  await testApp.close();
});

interface Change {
  method?: string;
  path: string;
  body?: object;
}

/** A subscription whose charge has failed, and will fail again. */
async function declined(): Promise<{ subscription: BilledSubscription; attemptId: bigint }> {
  const due = addDays((await shop.context()).clock.now(), 1, zone);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  await subscription.nextPayments("INSUFFICIENT_FUNDS", "INSUFFICIENT_FUNDS", "INSUFFICIENT_FUNDS");
  await goTo(shop, addDays(due, 1, zone));
  const [attempt] = await subscription.attempts();
  return { subscription, attemptId: attempt?.id ?? 0n };
}

const subscriptionPath = async (action: string) => {
  const subscription = await billedSubscription(shop);
  return `/api/v1/subscriptions/sub_${(await subscription.row()).id}/${action}`;
};
const creditOf = async (balance: string | null) => {
  const { cid, email } = await createCreditCustomer(shop, balance);
  return { cid, email, path: `/api/v1/store-credits/${cid}` };
};
const manage = async (path: string): Promise<Change> => {
  const { cid, email } = await creditOf(null);
  const update = { update_value: 2, update_reason: "Goodwill" };
  const fields = { action: "update", update_type: "manual admin adjustment", ...update };
  return { path, body: { key: shop.key, cid, email, ...fields } };
};

/** A change of each operation that honors keys. */
const CHANGES: Record<string, () => Promise<Change>> = {
  retryBillingAttempt: async () => ({
    path: `/api/v1/billing-attempts/bat_${(await declined()).attemptId}/retry`,
  }),
  pauseSubscription: async () => ({ path: await subscriptionPath("pause"), body: { duration: 3 } }),
  resumeSubscription: async () => ({ path: await subscriptionPath("resume") }),
  cancelSubscription: async () => ({ path: await subscriptionPath("cancel") }),
  updateMember: async () => {
    await shop.createContract();
    const [member] = (await shop.core("/members?limit=1")).body.data;
    return { method: "PATCH", path: `/api/v1/members/${member.id}`, body: { loyalty_points: 77 } };
  },
  addStoreCredit: async () => ({
    path: `${(await creditOf(null)).path}/add`,
    body: { amount: 5, reason: "Goodwill" },
  }),
  deductStoreCredit: async () => ({
    path: `${(await creditOf("20.00")).path}/deduct`,
    body: { amount: 5, reason: "Goodwill" },
  }),
  reportLoyaltyAction: async () => ({
    path: "/api/v1/loyalty/actions",
    body: {
      customer_id: (await creditOf(null)).cid,
      action_key: "quiz",
      event_id: crypto.randomUUID(),
    },
  }),
  manageStoreCredit: () => manage("/api/v1/store-credit/manage"),
  manageStoreCreditLegacy: () => manage("/store-credit/manage.php"),
};

async function send(url: string, { method = "POST", path, body }: Change, key: string) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${shop.key}`,
      "idempotency-key": key,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const isReplayed = answer.headers.get("idempotent-replayed") === "true";
  return { status: answer.status, isReplayed, text: await answer.text() };
}

/** Eight requests with one key, in turns to both processes. */
const sendEight = (change: Change, key: string) =>
  Promise.all(
    Array.from({ length: 8 }, (_, at) => send(at % 2 ? second.url : testApp.url, change, key)),
  );

describe("one Idempotency-Key in eight requests at once, to two processes", () => {
  test("is tried with every operation that honors keys", () => {
    const honored = testApp.declarations.filter((one) => one.idempotent && !isRetired(one));
    expect(Object.keys(CHANGES).sort()).toEqual(honored.map((one) => one.operationId).sort());
  });

  test.each(Object.entries(CHANGES))(
    "%s is done once, and seven have its answer",
    async (_name, change) => {
      const answers = await sendEight(await change(), crypto.randomUUID());
      for (const { status, text } of answers) {
        expect(status, text).toBe(200);
        expect(text).toBe(answers[0]?.text);
      }
      expect(answers.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    },
  );

  test("charges a declining card once", async () => {
    const { subscription, attemptId } = await declined();
    const change = { path: `/api/v1/billing-attempts/bat_${attemptId}/retry` };
    const answers = await sendEight(change, crypto.randomUUID());
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    await shop.quiet();
    expect((await subscription.charges()).map(({ state }) => state)).toEqual(["failed", "failed"]);
    expect(await subscription.attempts()).toHaveLength(2);
  });
});
