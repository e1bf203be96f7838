import { expect, test } from "vitest";
import { addDays } from "#app/lib/zoned-time.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { startSecondWebProcess } from "#tests/support/second-web-process.ts";
import { startTestApp } from "#tests/support/test-app.ts";

const zone = "America/New_York";

test("a retry whose process is killed while the platform answers is gone on with, and charges once", async () => {
  const testApp = await startTestApp();
  const shop = await testApp.createShop({ plan: "enterprise", timezone: zone, currency: "USD" });
  const due = addDays((await shop.context()).clock.now(), 1, zone);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  await subscription.nextPayments("INSUFFICIENT_FUNDS", "INSUFFICIENT_FUNDS", "INSUFFICIENT_FUNDS");
  await goTo(shop, addDays(due, 1, zone));
  const [failed] = await subscription.attempts();
  const key = crypto.randomUUID();
  const retry = (url: string) =>
    fetch(`${url}/api/v1/billing-attempts/bat_${failed?.id}/retry`, {
      method: "POST",
      headers: { authorization: `Bearer ${shop.key}`, "idempotency-key": key },
    });

  const doomed = await startSecondWebProcess(testApp);
  // The worker may come to the same charge first: then both wait for an answer.
  await shop.control("fail-next", {
    ...{ status: "timeout", after: "after-effect", operation: "subscriptionBillingAttemptCreate" },
    count: 2,
  });
  const lost = retry(doomed.url).catch(() => "no answer");
  await expect.poll(() => subscription.charges()).toHaveLength(2);
  await doomed.kill();
  expect(await lost).toBe("no answer");
  await shop.control("clear-faults");

  // Whoever comes while the dead process's claim lasts waits for it to end.
  const answers = await Promise.all([retry(testApp.url), retry(testApp.url)]);
  const bodies = await Promise.all(answers.map((answer) => answer.text()));
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(bodies[0]).toBe(bodies[1]);
  await shop.quiet();
  expect((await subscription.charges()).map(({ state }) => state)).toEqual(["failed", "failed"]);
  expect(await subscription.attempts()).toHaveLength(2);
});
