import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FAILURE_WORDS } from "#app/domain/portal/failed-charge/failure-words.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, billedSubscription } from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What a shopper is told when a charge that they wished for now has failed: at once, in every window, and what to do.

const zone = "Europe/Berlin";
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
});
afterAll(() => testApp.close());

const now = async () => (await shop.context()).clock.now();
const today = async () => formatDate(await now(), zone);

const look = async ({ cid, contractId }: BilledSubscription, lang = "en") =>
  (await shop.proxy(`/storefront/portal/${contractId}`, { cid, query: { lang } })).body;
const change = ({ cid, contractId }: BilledSubscription, body: object, lang = "en") =>
  shop.proxy(`/storefront/portal/${contractId}/changes`, { cid, body, query: { lang } });

/** A subscription whose owner has charged it now, in vain; with what another window has seen before. */
async function failedNow(...results: string[]) {
  const subscription = await billedSubscription(shop, {
    next_billing_date: addDays(await now(), 10, zone),
  });
  const seen = await look(subscription);
  await subscription.nextPayments(...results);
  await change(subscription, { action: "charge_now", charge_at: seen.charge_at });
  await shop.quiet();
  return { subscription, seen };
}

describe("a charge of now that failed", () => {
  test("is owed at once, on the same day, with what failed and what to do", async () => {
    const { subscription } = await failedNow("INSUFFICIENT_FUNDS");
    const body = await look(subscription);
    expect(body.contract).toMatchObject({
      ...{ charge_due_since: await today(), next_billing_date: null },
    });
    expect(body.failed_charge).toMatchObject({
      ...{ date: await today(), amount_minor: 1500, currency: "EUR" },
      ...{ cause: "declined", step: "retry", retry_date: expect.any(String) },
    });
    expect(body.failed_charge.message).toMatch(
      /^The charge of €15\.00 failed on .*\. The payment method was declined\. It is tried again on .*\. You can also change the payment method, or charge it now\.$/,
    );
    expect((await look(subscription, "de")).failed_charge.message).toMatch(
      /^Die Abbuchung von 15,00\s€ ist am .* fehlgeschlagen\. Die Zahlungsart wurde abgelehnt\./,
    );
    expect(body.payment.url).toMatch(/^http/);
  });

  test("leaves the other windows no choice that would be refused, once they look again", async () => {
    const { subscription, seen } = await failedNow("INSUFFICIENT_FUNDS");
    const { charge_at } = seen;
    const late = [
      { action: "skip", charge_at },
      { action: "move", charge_at, day: formatDate(addDays(await now(), 5, zone), zone) },
      { action: "pause", cycles: 1 },
    ];
    for (const body of late) {
      const refused = await change(subscription, body, "de");
      expect(refused.status, body.action).toBe(409);
      expect(refused.body.message, body.action).toMatch(
        /^Eine Abbuchung dieses Abos ist nicht bezahlt/,
      );
    }
    const { choices } = await look(subscription);
    expect(choices).toMatchObject({
      ...{ skip: null, move: null, pauses: [], pause_until: null, frequencies: [] },
    });
    expect(await subscription.charges()).toHaveLength(1);
  });

  test("is tried again as often as somebody who saw it fail asks, once for each failure", async () => {
    const { subscription } = await failedNow("CARD_DECLINED", "CARD_DECLINED", "success");
    const first = await look(subscription);
    expect(first.choices.charge_now).toMatchObject({ amount_minor: 1500 });
    const again = { action: "charge_now", charge_at: first.charge_at };
    const answers = await Promise.all([change(subscription, again), change(subscription, again)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await shop.quiet();
    expect((await change(subscription, again)).status).toBe(200);
    await shop.quiet();
    expect((await subscription.attempts()).map(({ status }) => status)).toEqual([
      "failed",
      "failed",
    ]);
    const second = await look(subscription);
    expect(second.charge_at).not.toBe(first.charge_at);
    await change(subscription, { action: "charge_now", charge_at: second.charge_at });
    await shop.quiet();
    const paid = await look(subscription);
    expect(paid).toMatchObject({ failed_charge: null, contract: { charge_due_since: null } });
    expect(paid.contract.next_billing_date).toBe(second.choices.charge_now.next_charge_date);
    expect(paid.choices.skip).not.toBeNull();
  });

  test("of a card that cannot be charged asks for another one, and offers no vain try", async () => {
    const { subscription } = await failedNow("EXPIRED_PAYMENT_METHOD");
    const { failed_charge, choices, charge_at } = await look(subscription);
    expect(failed_charge).toMatchObject({
      ...{ cause: "unusable", step: "payment_method", retry_date: null },
    });
    expect(failed_charge.message).toContain("Update your payment method: then it is tried again.");
    expect([choices.charge_now, charge_at]).toEqual([null, null]);
  });
});

test("every sentence of a failed charge is there in each of the five languages", () => {
  const languages = Object.values(FAILURE_WORDS);
  for (const key of Object.keys(FAILURE_WORDS.en) as (keyof typeof FAILURE_WORDS.en)[]) {
    const sentences = languages.map((words) => words[key]);
    expect(new Set(sentences).size, key).toBe(5);
    const places = sentences.map((text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort());
    for (const each of places) expect(each, key).toEqual(places[0]);
  }
});
