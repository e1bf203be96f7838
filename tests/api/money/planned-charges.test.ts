import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { setRenewalChoice } from "#app/domain/store-credit/renewals/renewal-choice.ts";
import { pauseSubscription } from "#app/domain/subscriptions/pauses/pause-subscription.ts";
import { resumeSubscription } from "#app/domain/subscriptions/pauses/resume-subscription.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { dueIn, received, renewals, zone } from "#tests/support/mails-by-date.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What a shopper is told before a charge is what they then pay.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "goods" });
});

type Due = Awaited<ReturnType<typeof dueIn>>;

const portal = async ({ cid, contractId }: Due, lang = "en") =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid, query: { lang } })).body;

const charged = async (own: Due) => (await own.attempts()).map(({ amountMinor }) => amountMinor);

async function taxOnTop(included = false): Promise<void> {
  await shop.control("tax", { included, rate: 0.19 });
  await shop.quiet();
}

/** Until so many days from the charge's day. */
const pass = (own: Due, days: number) => goTo(shop, addDays(own.due, days, zone));

describe("in a store whose prices are without tax, a charge to come is told with that", () => {
  test("in the mail before it, and in the portal", async () => {
    await taxOnTop();
    const own = await dueIn(shop, 5);
    await pass(own, -2);
    const [mail] = await renewals(shop);
    expect(mail?.text).toContain("charge €15.00 plus tax to");
    expect(mail?.text).toContain("Amount: €15.00 plus tax");
    expect((await portal(own)).contract).toMatchObject({
      next_charge_minor: 1500,
      plus_tax: true,
    });
    await pass(own, 1);
    expect(await charged(own)).toEqual([1785n]);
  });

  test("where it failed; once it is paid, the whole amount is told", async () => {
    await taxOnTop();
    const own = await dueIn(shop, 1);
    await own.nextPayments("INSUFFICIENT_FUNDS", "success");
    await pass(own, 1);
    const [failed] = await received(shop, /did not go through/);
    expect(failed?.text).toContain("could not charge €15.00 plus tax for");
    expect((await portal(own, "de")).failed_charge.message).toMatch(/15,00\s€ zzgl\. Steuern/);
    await pass(own, 10);
    const [paid] = await received(shop, /went through/);
    expect(paid?.text).toContain("payment of €17.85 for");
  });

  test("when a pause is over, and when its owner has changed something", async () => {
    await taxOnTop();
    const own = await dueIn(shop, 20);
    const context = await shop.context();
    await pauseSubscription(context, await own.row(), 10);
    await resumeSubscription(context, await own.row());
    const [resumed] = await received(shop, /continues/);
    expect(resumed?.text).toContain("€15.00 plus tax");
    const { charge_at } = await portal(own);
    const path = `/storefront/portal/${own.contractId}/changes`;
    await shop.proxy(path, { cid: own.cid, body: { action: "skip", charge_at } });
    const [changed] = await received(shop, /Your change/);
    expect(changed?.text).toContain("€15.00 plus tax");
  });

  test("from the day on which the merchant changes that, by its webhook or the next comparison", async () => {
    const own = await dueIn(shop, 5);
    expect((await portal(own)).contract.plus_tax).toBe(false);
    await taxOnTop();
    expect((await portal(own)).contract.plus_tax).toBe(true);
    await shop.control("webhooks", { lose: true });
    await taxOnTop(true);
    expect((await portal(own)).contract.plus_tax).toBe(true);
    await reconcileShop(await shop.context());
    expect((await portal(own)).contract.plus_tax).toBe(false);
    await pass(own, -2);
    expect((await renewals(shop))[0]?.text).toContain("charge €15.00 to");
  });
});

describe("store credit that pays renewals is told in the mail before a charge", () => {
  const give = async ({ cid }: Due, amount: number, lastDay?: Date) => {
    const expires = lastDay && { expires_at: formatDate(lastDay, zone) };
    const body = { amount, reason: "Sorry", ...expires };
    expect((await shop.core(`/store-credits/${cid}/add`, { body })).status).toBe(200);
  };

  async function withCredit(amount: number, contract: Record<string, unknown> = {}) {
    const own = await dueIn(shop, 5, contract);
    if (amount > 0) await give(own, amount);
    const { customerId } = await own.row();
    await setRenewalChoice(await shop.context(), customerId as bigint, true);
    return own;
  }

  const textsOf = async () => (await renewals(shop)).map(({ text }) => text).reverse();

  test("with what is left to pay", async () => {
    const own = await withCredit(5);
    await pass(own, -2);
    const [text] = await textsOf();
    expect(text).toContain("charge €10.00 to");
    expect(text).toContain("Amount: €15.00");
    expect(text).toContain("Paid with your store credit: €5.00");
    await pass(own, 1);
    expect(await charged(own)).toEqual([1000n]);
  });

  test("as far as it goes for the goods: their delivery is paid with money", async () => {
    const own = await withCredit(50, { kind: "product", price: "14.90" });
    await pass(own, -2);
    const [text] = await textsOf();
    expect(text).toContain("Paid with your store credit: €14.90");
    await pass(own, 1);
    const [minor] = await charged(own);
    expect(text).toContain(`charge €${(Number(minor) / 100).toFixed(2)} to`);
    expect(minor).toBeGreaterThan(0n);
  });

  test("once, where several charges are to come: the sooner one has it", async () => {
    const own = await withCredit(20);
    const later = await dueIn(shop, 6, { cid: own.cid });
    await pass(later, -2);
    const [first, second] = await textsOf();
    expect(first).toContain("charge €0.00 to");
    expect(second).toContain("charge €10.00 to");
    await pass(later, 1);
    expect([...(await charged(own)), ...(await charged(later))]).toEqual([0n, 1000n]);
  });

  test("and not where it has expired by the day of the charge", async () => {
    const own = await withCredit(0);
    await give(own, 10, addDays(own.due, -1, zone));
    await pass(own, -2);
    const [text] = await textsOf();
    expect(text).toContain("charge €15.00 to");
    expect(text).not.toContain("store credit");
    await pass(own, 1);
    expect(await charged(own)).toEqual([1500n]);
  });

  test.each([
    ["what is left of it after the sooner charge has expired by then", 20, 0, [0n, 1500n]],
    ["the sooner charge has what expires first", 10, 8, [0n, 1200n]],
  ])("where it expires between two charges: %s", async (_, expiring, lasting, paid) => {
    const own = await withCredit(lasting);
    await give(own, expiring, own.due);
    const later = await dueIn(shop, 6, { cid: own.cid });
    await pass(later, -2);
    const texts = await textsOf();
    const told = paid.map((minor) => `charge €${(Number(minor) / 100).toFixed(2)} to`);
    expect(texts[0]).toContain(told[0]);
    expect(texts[1]).toContain(told[1]);
    await pass(later, 1);
    expect([...(await charged(own)), ...(await charged(later))]).toEqual(paid);
  });

  test("and not where its owner keeps it, or where it is in another currency", async () => {
    const kept = await withCredit(5);
    const { customerId } = await kept.row();
    await setRenewalChoice(await shop.context(), customerId as bigint, false);
    await shop.act("currencies", { rates: { USD: 1.1 } });
    await withCredit(5, { currency: "USD" });
    await pass(kept, -2);
    const texts = await textsOf();
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).not.toContain("store credit");
  });
});
