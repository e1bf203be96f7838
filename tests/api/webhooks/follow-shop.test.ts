import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { areExportsBuilt, buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { checkStore } from "#app/domain/diagnosis/run-checks.ts";
import { followShop } from "#app/domain/installation/follow-shop.ts";
import { reconcileShop } from "#app/domain/reconciliation/reconcile-shop.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { createCreditCustomer } from "#tests/support/credit-customer.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { readPublished } from "#tests/support/read-published.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// What the merchant changes of the store itself is followed, with all that was made of it.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop({ timezone: "Europe/Berlin", currency: "EUR" });
});

async function change(facts: Record<string, unknown>) {
  const { status, body } = await shop.control("shop", facts);
  expect(status, JSON.stringify(body)).toBe(200);
  await shop.quiet();
}

/** Sentences that the timeline has of the store, oldest first. */
async function told() {
  const { db, shop: row } = await shop.context();
  const lines = await db.prisma.activity.findMany({
    where: { shopId: row.id, kind: "store.changed" },
    orderBy: { id: "asc" },
  });
  return lines.map(({ message }) => message);
}

const published = async () => {
  const { currentAppInstallation } = await askPlatform(
    shop,
    `{ currentAppInstallation { metafield(namespace: "cancel_flow", key: "settings") { jsonValue } } }`,
  );
  return currentAppInstallation.metafield.jsonValue;
};

describe("a store that gets another name and contact", () => {
  test("writes its mails so, and shows shoppers the new address", async () => {
    const { subscription, due } = await subscribed();
    await change({ name: "Moved & Sons", email: "hello@moved.example" });
    expect((await shop.context()).shop).toMatchObject({
      ...{ name: "Moved & Sons", contactEmail: "hello@moved.example" },
    });
    expect(await published()).toMatchObject({ contact_email: "hello@moved.example" });
    await subscription.nextPayments("EXPIRED_CARD");
    await goTo(shop, new Date(due.getTime() + 3_600_000));
    await shop.quiet();
    const [mail] = await readMailbox(shop);
    expect(mail?.from).toContain("Moved & Sons");
    expect(mail?.text).toContain("Moved & Sons");
    expect(await told()).toHaveLength(2);
  });

  test("is followed by the next night when the webhook is lost", async () => {
    await shop.control("webhooks", { lose: true });
    await change({ name: "Moved" });
    expect((await shop.context()).shop.name).not.toBe("Moved");
    await reconcileShop(await shop.context());
    await shop.quiet();
    expect((await shop.context()).shop.name).toBe("Moved");
  });

  test("is written once, however often it is told", async () => {
    await shop.control("webhooks", { duplicate: 4, reorder: true });
    await change({ name: "Moved" });
    await Promise.all([1, 2, 3].map(async () => followShop(await shop.context())));
    expect(await told()).toEqual([
      expect.stringMatching(/^The store's name is now Moved; it was /),
    ]);
  });
});

describe("a store that moves to another zone", () => {
  test("is counted there by keys that were used before, in exports and on the storefront", async () => {
    const { subscription, due } = await subscribed();
    await buildExports(await shop.context());
    const zone = async () => {
      const { body } = await shop.proxy("/data/subscriptions", { key: shop.key });
      return body.meta.timezone;
    };
    expect(await zone()).toBe("Europe/Berlin");
    await change({ timezone: "Pacific/Kiritimati" });
    const context = await shop.context();
    expect(context.shop.ianaTimezone).toBe("Pacific/Kiritimati");
    expect(await areExportsBuilt(context)).toBe(true);
    const { contracts } = await readPublished(shop, subscription.cid, "customer_subscription1");
    expect(contracts[0].next_billing_date).toBe(formatDate(due, "Pacific/Kiritimati"));
    expect(formatDate(due, "Pacific/Kiritimati")).not.toBe(formatDate(due, "Europe/Berlin"));
    expect((await subscription.row()).nextBillingAt).toEqual(due);
    expect(await zone()).toBe("Pacific/Kiritimati");
    expect(await told()).toEqual([
      "The store's time zone is now Pacific/Kiritimati; it was Europe/Berlin.",
    ]);
  });

  test("says in rows of before where their days were kept", async () => {
    const { subscription, due } = await subscribed();
    await goTo(shop, new Date(due.getTime() + 3_600_000));
    const { db, shop: row } = await shop.context();
    const ofShop = { where: { shopId: row.id }, data: { keptZone: null } };
    await db.prisma.subscription.updateMany(ofShop);
    await db.prisma.billingCycle.updateMany(ofShop);
    await change({ timezone: "Asia/Tokyo" });
    expect((await subscription.row()).keptZone).toBe("Europe/Berlin");
    expect((await subscription.cycles())[0]?.keptZone).toBe("Europe/Berlin");
  });
});

describe("a store that gets another currency", () => {
  const currency = async () => {
    const context = await shop.context();
    const found = await checkStore(context, []);
    const items = await listAttention(context);
    return {
      ...{ currency: context.shop.currency, check: found.find(({ name }) => name === "Currency") },
      item: items.find((item) => item.kind === "currency_changed"),
    };
  };

  test("is told of it, and no amount becomes another one", async () => {
    await change({ currency: "JPY" });
    expect(await currency()).toMatchObject({
      ...{ currency: "EUR", check: { status: "failing" } },
      item: { currency: "EUR", platformCurrency: "JPY" },
    });
    expect(await told()).toEqual([
      "The store's currency on the platform is now JPY. All amounts here stay in EUR.",
    ]);
    const since = (await currency()).item?.since;
    await shop.control("clock", { advance: "PT1H" });
    await change({ name: "Mirai Plants" });
    expect((await currency()).item?.since).toEqual(since);
    await change({ currency: "EUR" });
    expect(await currency()).toMatchObject({ currency: "EUR", check: { status: "ok" } });
    expect((await currency()).item).toBeUndefined();
  });

  test("holds no credit for a code that would be worth something else", async () => {
    const { id, cid } = await createCreditCustomer(shop, "10.00");
    await shop.control("shop", { currency: "USD" });
    const hold = { cid, body: { amount: "5.00" } };
    const held = await shop.proxy("/storefront/store-credit/hold", hold);
    expect(held.body).toMatchObject({ code: "platform_refused" });
    await shop.quiet({ mayFail: true });
    const { db } = await shop.context();
    const where = { customerId: id, unit: "money" };
    expect(await db.prisma.creditAccount.findFirst({ where })).toMatchObject({
      ...{ availableMinor: 1000n, heldMinor: 0n },
    });
    await change({ currency: "EUR" });
    expect((await shop.proxy("/storefront/store-credit/hold", hold)).status).toBe(200);
  });

  test.each([
    ["an amount", { kind: "amount", amountMinor: 500, minimumMinor: null, productIds: null }],
    [
      "a least amount",
      { kind: "percentage", percentage: 10, minimumMinor: 5000, productIds: null },
    ],
  ] as const)(
    "gives nobody a reward's code with %s in another currency, also where the answer is lost",
    async (_, effect) => {
      const { cid: customerId } = await createCreditCustomer(shop);
      await shop.control("shop", { currency: "USD" });
      const { platform } = await shop.context();
      const code = {
        code: "REWARD-1",
        title: "Reward",
        customerId,
        expiresAt: null,
        combines: true,
      };
      const make = (currency: string, name: string) =>
        platform.createRewardCode({ ...code, code: name, currency, effect });
      await expect(make("EUR", "REWARD-1")).rejects.toThrow(/USD, and this amount is in EUR/);
      const lost = { status: "disconnect", after: "after-effect" };
      await shop.control("fail-next", { operation: "discountCodeBasicCreate", ...lost });
      await expect(make("EUR", "REWARD-3")).rejects.toThrow(/USD, and this amount is in EUR/);
      for (const name of ["REWARD-1", "REWARD-3"]) {
        const use = { cid: customerId, lines: [], discount_codes: [name] };
        expect((await shop.control("orders", use)).status).toBe(422);
      }
      expect(await make("USD", "REWARD-2")).toContain("gid://");
    },
  );

  test("keeps its amounts when the app comes back to it", async () => {
    expect((await shop.control("uninstall")).status).toBe(200);
    await expect
      .poll(async () => (await shop.context()).shop.status, { timeout: 10_000 })
      .toBe("uninstalled");
    await shop.control("shop", { currency: "USD", timezone: "Asia/Tokyo", name: "Moved" });
    await shop.reinstall();
    await shop.quiet();
    expect(await currency()).toMatchObject({ currency: "EUR", item: { platformCurrency: "USD" } });
    const { shop: row } = await shop.context();
    expect(row).toMatchObject({ name: "Moved", ianaTimezone: "Asia/Tokyo", status: "active" });
  });
});

/** With one contract that is due at noon in UTC, when it is the next day in Kiritimati. */
async function subscribed() {
  const { clock } = await shop.context();
  const due = new Date(clock.now().getTime() + 3 * 86_400_000);
  due.setUTCHours(12, 0, 0, 0);
  const subscription = await billedSubscription(shop, { next_billing_date: due });
  return { due, subscription };
}
