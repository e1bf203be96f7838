import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addDays, addInterval, formatDate } from "#app/lib/zoned-time.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { due, minuteOf, ofStates, setDunning, zone } from "#tests/support/failing-charges.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** What has arrived, without the announcements of charges to come. */
const mailsOfPayments = async (shop: TestShop) =>
  (await readMailbox(shop)).filter(({ subject }) => !/ renews on /.test(subject));

describe("a charge that fails", () => {
  test("is retried in the morning of the second day, and the schedule stays when it is paid then", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("INSUFFICIENT_FUNDS");
    await goTo(shop, addDays(date, 1, zone));
    const [failed] = await subscription.attempts();
    expect(failed).toMatchObject({
      status: "failed",
      errorCode: "INSUFFICIENT_FUNDS",
    });
    const [cycle] = await subscription.cycles();
    expect(cycle).toMatchObject({ state: "past_due", step: "retry", declineClass: "later" });
    expect(minuteOf(cycle?.stepAt)).toMatch(/ 08:00$/);
    expect((await subscription.row()).status).toBe("active");
    await goTo(shop, addDays(date, 6, zone));
    expect(await subscription.charges()).toEqual([
      { key: `${subscription.contractId}:1:1`, state: "failed" },
      { key: `${subscription.contractId}:1:2`, state: "success" },
    ]);
    const month = addInterval(date, { unit: "month", count: 1 }, zone);
    expect(minuteOf((await subscription.row()).nextBillingAt)).toBe(minuteOf(month));
    const kinds = (await subscription.timeline()).map(({ kind }) => kind);
    expect(kinds).toContain("billing.recovered");
  });

  test("says in the timeline what happened, what comes next, and when", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("EXPIRED_CARD");
    await goTo(shop, addDays(date, 1, zone));
    const [cycle] = await subscription.cycles();
    const until = formatDate(cycle?.stepAt ?? new Date(0), zone);
    const line = (await subscription.timeline()).find(({ kind }) => kind === "billing.failed");
    expect(line?.message).toContain("expired");
    expect(line?.message).toContain("The customer is asked for another payment method");
    expect(line?.message).toContain(`Otherwise, the subscription is paused on ${until}.`);
  });

  test("of an expired card is not retried until another one comes, and then at once", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("EXPIRED_CARD");
    await goTo(shop, addDays(date, 4, zone));
    expect(ofStates(await subscription.charges())).toEqual(["failed"]);
    await shop.control(`contracts/${subscription.contractId}/payment-method`);
    await shop.control("clock", { advance: "PT1M" });
    expect(ofStates(await subscription.charges())).toEqual(["failed", "success"]);
  });

  test("for fraud is not repeated by itself", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("FRAUD_SUSPECTED");
    await goTo(shop, addDays(date, 25, zone));
    expect(ofStates(await subscription.charges())).toEqual(["failed"]);
    expect((await subscription.cycles())[0]).toMatchObject({ state: "past_due", step: "stop" });
  });

  test("for missing stock follows the retry days of missing stock", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("INSUFFICIENT_INVENTORY", "INSUFFICIENT_INVENTORY");
    await goTo(shop, addDays(date, 4, zone));
    expect(ofStates(await subscription.charges())).toEqual(["failed", "failed", "success"]);
  });

  test("on a technical error is retried after four hours, four hours and a day", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("TRANSIENT_ERROR", "PROCESSING_ERROR", "TRANSIENT_ERROR");
    await goTo(shop, addDays(date, 3, zone));
    const attempts = await subscription.attempts();
    const first = attempts[0]?.createdAt.getTime() ?? 0;
    const hours = attempts.map(({ createdAt }) =>
      Math.round((createdAt.getTime() - first) / 3_600_000),
    );
    expect(hours).toEqual([0, 4, 8, 32]);
  });

  test("is given up when the customer pauses, and not charged after the pause", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("CARD_DECLINED");
    await goTo(shop, addDays(date, 1, zone));
    expect(await subscription.cycles()).toMatchObject([{ step: "retry" }]);
    const { id } = await subscription.row();
    await shop.core(`/subscriptions/sub_${id}/pause`, { body: { duration: 30 } });
    await goTo(shop, addDays(date, 20, zone));
    expect(ofStates(await subscription.charges())).toEqual(["failed"]);
    expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["given_up"]);
    expect(await subscription.cycles()).toMatchObject([{ step: null, stepAt: null }]);
  });
});

describe("a payment that the customer has to confirm", () => {
  test("is pending until it is confirmed, and then paid", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("ACTION_REQUIRED");
    await goTo(shop, addDays(date, 1, zone));
    const [waiting] = await subscription.attempts();
    expect(waiting).toMatchObject({
      status: "pending",
      actionUrl: expect.stringContaining("/challenges/"),
    });
    await shop.control(`attempts/${waiting?.platformAttemptId}/challenge`, { result: "success" });
    await goTo(shop, addDays(date, 3, zone));
    expect((await subscription.attempts()).map(({ status }) => status)).toEqual(["success"]);
  });
});

describe("a payment that is confirmed while webhooks are lost", () => {
  test("is asked for again and again, and counts in the end", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    expect((await shop.control("webhooks", { lose: true })).status).toBe(200);
    await subscription.nextPayments("ACTION_REQUIRED");
    await goTo(shop, addDays(date, 3, zone));
    const [waiting] = await subscription.attempts();
    await shop.control(`attempts/${waiting?.platformAttemptId}/challenge`, { result: "success" });
    await goTo(shop, addDays(date, 5, zone));
    expect((await subscription.attempts()).map(({ status }) => status)).toEqual(["success"]);
    expect((await subscription.cycles()).map(({ state }) => state)).toEqual(["paid"]);
  });
});

describe("what the customer is told by mail", () => {
  const subjects = async (shop: TestShop) => {
    await shop.quiet();
    return (await mailsOfPayments(shop)).map(({ subject }) => subject).reverse();
  };

  test("is the first failure and the last chance, with what follows, and what it ends in: no other retry, by whomever", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments(...Array(9).fill("INSUFFICIENT_FUNDS"));
    await goTo(shop, addDays(date, 1, zone));
    expect(await subjects(shop)).toHaveLength(1);
    for (let times = 0; times < 3; times += 1) {
      const [latest] = (await subscription.attempts()).slice(-1);
      const retried = await shop.core(`/billing-attempts/bat_${latest?.id}/retry`, {
        method: "POST",
      });
      expect(retried.status).toBe(200);
      await shop.quiet();
    }
    expect(await subjects(shop)).toHaveLength(1);
    await goTo(shop, addDays(date, 20, zone));
    expect((await subscription.row()).status).toBe("paused");
    expect((await subscription.attempts()).length).toBeGreaterThan(6);
    const told = (await mailsOfPayments(shop)).reverse();
    expect(told.map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/did not go through$/),
      expect.stringMatching(/did not go through$/),
      expect.stringMatching(/is paused$/),
    ]);
    const [first, last] = told.map(({ text }) => ({
      next: text.match(/We try again on: (.*)/)?.[1],
      end: text.match(/Without payment, paused on: (.*)/)?.[1],
    }));
    expect(first?.end).toBeTruthy();
    expect(first?.next).not.toBe(first?.end);
    expect(last?.next).toBe(last?.end);
  });

  test("leads to a page on which they confirm the payment, which is then charged, and they hear of it", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("ACTION_REQUIRED");
    await goTo(shop, addDays(date, 1, zone));
    await shop.quiet();
    const [mail] = await mailsOfPayments(shop);
    const link = mail?.text.match(/http:\/\/\S+\/challenges\/\S+/)?.[0] ?? "";
    const { hostname, port, pathname } = new URL(link);
    expect([hostname, port]).toEqual([
      shop.domain.replace(".myshopify.com", ".localhost"),
      new URL(shop.devstoreUrl).port,
    ]);
    const open = (init: RequestInit = {}) =>
      // The name leads to this machine in a browser; here it is sent as one that was forwarded.
      fetch(new URL(pathname, shop.devstoreUrl), {
        ...init,
        headers: { "x-forwarded-host": shop.domain },
      });
    const page = await open();
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Confirm payment");
    expect((await subscription.attempts()).map(({ status }) => status)).toEqual(["pending"]);
    const elsewhere = await fetch(new URL(`${pathname}x`, shop.devstoreUrl), {
      ...{ method: "POST", body: new URLSearchParams({ answer: "confirm" }) },
      headers: { "x-forwarded-host": shop.domain },
    });
    expect(await elsewhere.text()).toContain("no longer waits");
    const answer = () => open({ method: "POST", body: new URLSearchParams({ answer: "confirm" }) });
    expect(await (await answer()).text()).toContain("is confirmed");
    expect(await (await answer()).text()).toContain("no longer waits");
    await goTo(shop, addDays(date, 2, zone));
    expect((await subscription.attempts()).map(({ status }) => status)).toEqual(["success"]);
    expect(await subjects(shop)).toEqual([
      expect.stringMatching(/^Please confirm your payment/),
      expect.stringMatching(/went through$/),
    ]);
  });

  test("leads to a page on which they decline the payment, which then counts as failed", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("ACTION_REQUIRED");
    await goTo(shop, addDays(date, 1, zone));
    const [waiting] = await subscription.attempts();
    const { pathname } = new URL(waiting?.actionUrl ?? "");
    await fetch(new URL(pathname, shop.devstoreUrl), {
      ...{ method: "POST", body: new URLSearchParams({ answer: "decline" }) },
      headers: { "x-forwarded-host": shop.domain },
    });
    await shop.quiet();
    await expect
      .poll(async () => (await subscription.attempts()).map(({ errorCode }) => errorCode))
      .toEqual(["AUTHENTICATION_ERROR"]);
  });

  test("is each failure that they can mend, and that the charge went through, each once", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    expect((await shop.control("webhooks", { duplicate: 4, reorder: true })).status).toBe(200);
    await subscription.nextPayments("INSUFFICIENT_FUNDS");
    await goTo(shop, addDays(date, 6, zone));
    const told = await subjects(shop);
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/payment|failed/i);
    const [recovered, failed] = await mailsOfPayments(shop);
    expect(failed?.text).toContain("$15.00");
    const { port } = new URL(shop.devstoreUrl);
    const account = `http://${shop.domain.replace(".myshopify.com", ".localhost")}:${port}/account`;
    expect(failed?.text).toContain(account);
    const page = await fetch(new URL("/account", shop.devstoreUrl), {
      headers: { "x-forwarded-host": shop.domain },
    });
    expect(page.status).toBe(200);
    expect(recovered?.text).toContain("$15.00");
  });

  test("is the link to confirm a payment, and no technical error or missing stock", async () => {
    const { shop, due: date, subscription } = await due(testApp);
    await subscription.nextPayments("TRANSIENT_ERROR", "INSUFFICIENT_INVENTORY", "ACTION_REQUIRED");
    await goTo(shop, addDays(date, 4, zone));
    const [mail, ...others] = await mailsOfPayments(shop);
    expect(others).toEqual([]);
    const [, , waiting] = await subscription.attempts();
    expect(mail?.text).toContain(String(waiting?.actionUrl));
  });
});

describe("weekly charges during the dunning of one", () => {
  test("are not made up for: nobody pays twice in one day", async () => {
    const {
      shop,
      due: date,
      subscription,
    } = await due(testApp, { interval_name: "week", interval_count: 1 });
    await setDunning(shop, {
      retryDays: [9],
      finalAction: "pause",
      inventory: { retryDays: [1], finalAction: "skip", oversell: false },
    });
    await subscription.nextPayments("CARD_DECLINED");
    await goTo(shop, addDays(date, 13, zone));
    expect(ofStates(await subscription.charges())).toEqual(["failed", "success"]);
    const { nextBillingAt } = await subscription.row();
    expect(minuteOf(nextBillingAt)).toBe(minuteOf(addDays(date, 14, zone)));
  });
});
