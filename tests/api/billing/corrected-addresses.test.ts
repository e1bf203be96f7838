import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { ofStates } from "#tests/support/failing-charges.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A charge that fails for its delivery address is made again at once when that is another one, whoever has corrected it.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;
let planId: number;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, seed: "goods" });
  const groups = await (await shop.context()).platform.listPlanGroups();
  planId = groups.find(({ name }) => name === "Plants by post")?.plans[0]?.planId ?? 0;
});
afterAll(() => testApp.close());

const berlin = {
  ...{ first_name: "Ada", last_name: "Weber", address1: "Neue Straße 3", address2: "" },
  ...{ city: "Berlin", zip: "10117", province_code: "", country_code: "DE", phone: "" },
};

/** A subscription of something that is sent, whose charge has just failed for its address. */
async function refused(): Promise<BilledSubscription> {
  const date = addDays((await shop.context()).clock.now(), 3, zone);
  const subscription = await billedSubscription(shop, {
    ...{ kind: "product", plan_id: planId, price: undefined, next_billing_date: date },
  });
  await subscription.nextPayments("INVALID_SHIPPING_ADDRESS");
  await goTo(shop, new Date(date.getTime() + 3_600_000));
  expect(await subscription.cycles()).toMatchObject([{ step: "correct_address" }]);
  return subscription;
}

const states = async (subscription: BilledSubscription) => ofStates(await subscription.charges());

async function nextMinute() {
  await shop.quiet();
  await shop.control("clock", { advance: "PT1M" });
}

/** As the merchant does in the platform's admin. */
async function correctElsewhere({ contractId }: BilledSubscription) {
  const { platform } = await shop.context();
  const terms = await platform.getContractTerms(contractId);
  if (!terms?.delivery) throw new Error("no address");
  const { revisionId, currency } = terms.contract;
  const draftId = await platform.draftTerms(contractId, {
    ...{ revisionId, currency, interval: null, nextBillingAt: null, lines: [] },
    delivery: {
      ...terms.delivery,
      address: { ...terms.delivery.address, address1: "Neue Straße 3" },
    },
  });
  await platform.commitContractChange(draftId, contractId);
}

describe("an address that was refused", () => {
  test("is charged for again at once when its owner corrects it, as the page says", async () => {
    const subscription = await refused();
    const { cid, contractId } = subscription;
    const { body } = await shop.proxy(`/storefront/portal/${contractId}`, { cid });
    const answer = await shop.proxy(`/storefront/portal/${contractId}/changes`, {
      ...{ cid, body: { action: "change_address", revision: body.revision, address: berlin } },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await nextMinute();
    expect(await states(subscription)).toEqual(["failed", "success"]);
    const [cycle] = await subscription.cycles();
    expect(cycle).toMatchObject({ state: "paid", addressDigest: null });
  });

  test("is charged for again at once when it is corrected on the platform", async () => {
    const subscription = await refused();
    await correctElsewhere(subscription);
    await nextMinute();
    expect(await states(subscription)).toEqual(["failed", "success"]);
  });

  test("is found to be corrected by the next night when the webhook is lost", async () => {
    const subscription = await refused();
    await shop.control("webhooks", { lose: true });
    await correctElsewhere(subscription);
    await nextMinute();
    expect(await states(subscription)).toEqual(["failed"]);
    await reconcileShop(await shop.context());
    await shop.control("webhooks", { lose: false });
    await nextMinute();
    expect(await states(subscription)).toEqual(["failed", "success"]);
  });

  test("is not charged for again while something else of the contract changes", async () => {
    const subscription = await refused();
    const { platform } = await shop.context();
    const { draftId } = await platform.draftContractChange(subscription.contractId, {
      ...{ kind: "add_discount", title: "Sorry", value: { kind: "percentage", percentage: 10 } },
      recurringCycleLimit: 1,
    });
    await platform.commitContractChange(draftId, subscription.contractId);
    await nextMinute();
    expect(await states(subscription)).toEqual(["failed"]);
  });

  test("that is refused again waits for yet another one", async () => {
    const subscription = await refused();
    await subscription.nextPayments("INVALID_SHIPPING_ADDRESS");
    await correctElsewhere(subscription);
    await nextMinute();
    await nextMinute();
    expect(await states(subscription)).toEqual(["failed", "failed"]);
    expect(await subscription.cycles()).toMatchObject([{ step: "correct_address" }]);
  });
});
