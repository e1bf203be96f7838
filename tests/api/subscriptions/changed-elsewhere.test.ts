import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays, addInterval, formatDate } from "#app/lib/zoned-time.ts";
import { anyDate } from "#tests/support/any-date.ts";
import { type BilledSubscription, billedSubscription } from "#tests/support/billed-subscription.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Staff change a contract on the platform, and nobody tells this app. What is changed next starts from the contract as it is.

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
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  due = addDays((await shop.context()).clock.now(), 10, zone);
  while (!/-(0[2-9]|1\d) /.test(`${formatDate(due, zone)} `)) due = addDays(due, 1, zone);
  subscription = await billedSubscription(shop, { next_billing_date: due });
});

/** The platform dates changes to the second. */
async function unheard(change: () => Promise<unknown>) {
  await shop.control("clock", { advance: "PT2S" });
  await shop.control("webhooks", { lose: true });
  await change();
  await shop.control("webhooks", { lose: false });
}

const platform = async () => (await shop.context()).platform;
const move = (date: Date) =>
  unheard(async () =>
    (await platform()).setNextBillingDate(subscription.contractId, anyDate(date)),
  );
const dateOf = async () => {
  const contract = await (await platform()).getContract(subscription.contractId);
  return contract?.nextBillingAt && formatDate(contract.nextBillingAt, zone);
};
const ask = async (change: "pause" | "resume", body: object = {}) => {
  const { id } = await subscription.row();
  return shop.core(`/subscriptions/sub_${id}/${change}`, { method: "POST", body });
};

describe("a subscription that was changed on the platform", () => {
  test("is resumed there already: its date stays", async () => {
    expect((await ask("pause", { duration: 10 })).status).toBe(200);
    const date = addDays(due, 3, zone);
    await unheard(async () =>
      (await platform()).resumeContract(subscription.contractId, anyDate(date), "merchant"),
    );
    expect((await subscription.row()).status).toBe("paused");
    expect((await ask("resume")).status).toBe(200);
    expect((await subscription.row()).status).toBe("active");
    expect(await dateOf()).toBe(formatDate(date, zone));
  });

  test("has another date there: a pause moves that one", async () => {
    const moved = addDays(due, 7, zone);
    await move(moved);
    expect((await ask("pause", { duration: 10 })).status).toBe(200);
    const { billingResumesAt } = await subscription.row();
    expect(billingResumesAt && formatDate(billingResumesAt, zone)).toBe(
      formatDate(addDays(moved, 10, zone), zone),
    );
  });

  test("has another date there: a longer rhythm is counted from that one", async () => {
    const rules = { type: "change_frequency", interval_count: 2, interval_name: "month" } as const;
    await offerFor(shop, "enough_items", await createOffer(shop, rules));
    const { cid, contractId } = subscription;
    const send = (step: string, body: object) =>
      shop.proxy(`/storefront/cancel-flow/${contractId}/${step}`, { cid, body });
    const { body: shown } = await send("reason", { reason: "enough_items" });
    const moved = addDays(due, 7, zone);
    await move(moved);
    const accepted = await send("accept", {
      flow_id: shown.flow_id,
      offer_id: shown.offer.id,
      idempotency_key: randomUUID(),
    });
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
    expect(await dateOf()).toBe(
      formatDate(addInterval(moved, { unit: "month", count: 1 }, zone), zone),
    );
  });

  test("is changed all the same when the platform cannot be asked first", async () => {
    await shop.control("fail-next", {
      ...{ status: 503, count: 1, after: "before-effect", operation: "subscriptionContract" },
    });
    expect((await ask("pause", { duration: 10 })).status).toBe(200);
    expect((await subscription.row()).status).toBe("paused");
  });
});
