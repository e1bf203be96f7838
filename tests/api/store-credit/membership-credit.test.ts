import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { settleMembershipCredit } from "#app/domain/members/credit/settle-membership-credit.ts";
import { setRenewalChoice } from "#app/domain/store-credit/renewals/renewal-choice.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, goTo, goToRetry } from "#tests/support/billed-subscription.ts";
import { type CreditedMembership, creditedMembership } from "#tests/support/membership-credit.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// A membership whose plan gives 10.00 with each paid charge of 15.00.

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;
let membership: BilledSubscription;
let customerId: bigint;
let credited: CreditedMembership;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  context = await shop.context();
  credited = await creditedMembership(shop);
  ({ membership, customerId } = credited);
});

const give = (amount: string | null) => credited.give(amount);
const renew = () => credited.renew();
const entries = () => credited.entries();

async function control(name: string, body: Record<string, unknown> = {}): Promise<void> {
  expect((await shop.control(name, body)).status).toBe(200);
  await shop.quiet();
}

const spend = (amountMinor: number) =>
  postCredit(context, {
    customerId,
    unit: "money",
    amountMinor: -amountMinor,
    typeCode: 2,
    message: "Used",
  });

describe("credit of a membership", () => {
  test("is given once when webhooks come twice, late and in another order, and when sixteen settle at once", async () => {
    await control("webhooks", { duplicate: 4, reorder: true });
    const orderId = await renew();
    const order = await context.db.prisma.order.findFirstOrThrow({
      where: { shopId: context.shop.id, platformOrderId: BigInt(orderId) },
    });
    const now = await shop.context();
    await Promise.all(Array.from({ length: 16 }, () => settleMembershipCredit(now, [order.id])));
    expect(await entries()).toEqual([[1, 1000]]);
  });

  test("is given by each of the orders that are settled together, once, however many settle them at the same time", async () => {
    const all = [credited];
    while (all.length < 3) {
      // What a membership is bought with would be credited as well, were it in the plan by then.
      await give(null);
      all.push(await creditedMembership(shop));
    }
    await give(null);
    const orderIds: bigint[] = [];
    for (const one of all) orderIds.push(BigInt(await one.renew()));
    await give("10.00");
    const shopId = context.shop.id;
    const { prisma } = context.db;
    // As if the plans had given it before.
    await prisma.plan.updateMany({ where: { shopId }, data: { creditAmountSince: new Date(0) } });
    const platformOrderId = { in: orderIds };
    const orders = await prisma.order.findMany({ where: { shopId, platformOrderId } });
    const now = await shop.context();
    const settle = () =>
      settleMembershipCredit(
        now,
        orders.map(({ id }) => id),
      );
    await Promise.all(Array.from({ length: 8 }, settle));
    for (const one of all) expect(await one.entries()).toEqual([[1, 1000]]);
  });

  test("is given for a charge of which no webhook told, by the daily reconciliation", async () => {
    await control("webhooks", { lose: true });
    const { nextBillingAt } = await membership.row();
    if (!nextBillingAt) throw new Error("The contract has no next date.");
    await goTo(shop, addDays(nextBillingAt, 2, context.shop.ianaTimezone));
    expect(await entries()).toEqual([[1, 1000]]);
  });

  test("is not given for a charge that fails, and is when the retry is paid", async () => {
    await membership.nextPayments("INSUFFICIENT_FUNDS", "success");
    const { nextBillingAt } = await membership.row();
    if (!nextBillingAt) throw new Error("The contract has no next date.");
    await goTo(shop, nextBillingAt);
    expect(await entries()).toEqual([]);
    await goToRetry(shop, membership);
    expect(await entries()).toEqual([[1, 1000]]);
  });

  test("is not given for an order from before it was set, whatever happens to that order", async () => {
    await give(null);
    const orderId = await renew();
    await give("10.00");
    await control(`orders/${orderId}/refund`, { amount: "1.00" });
    expect(await entries()).toEqual([]);
  });

  test("is not given by a plan of products", async () => {
    const products = await creditedMembership(shop, { kind: "product" });
    await products.renew();
    expect((await products.membership.attempts()).map(({ status }) => status)).toEqual(["success"]);
    expect(await products.entries()).toEqual([]);
  });
});

describe("credit of a membership whose charge is paid back", () => {
  test("goes in the parts of the refunds, and in the whole with the whole", async () => {
    const orderId = await renew();
    await control(`orders/${orderId}/refund`, { amount: "5.00" });
    expect(await entries()).toEqual([
      [1, 1000],
      [12, -333],
    ]);
    await control(`orders/${orderId}/refund`);
    expect((await entries()).slice(2)).toEqual([[12, -667]]);
  });

  test("is not taken beyond what is left: what was spent stays spent", async () => {
    const orderId = await renew();
    await spend(800);
    await control(`orders/${orderId}/refund`);
    expect((await entries()).slice(2)).toEqual([[12, -200]]);
  });

  test("goes with a chargeback, and comes back when it is won", async () => {
    const orderId = await renew();
    await control(`orders/${orderId}/dispute`);
    await control(`orders/${orderId}/dispute`, { status: "won" });
    expect(await entries()).toEqual([
      [1, 1000],
      [10, -1000],
      [10, 1000],
    ]);
    const account = await context.db.prisma.creditAccount.findFirstOrThrow({
      where: { shopId: context.shop.id, customerId },
    });
    expect(account).toMatchObject({ availableMinor: 1000n, issuedMinor: 1000n });
  });

  test("goes with a canceled order", async () => {
    const orderId = await renew();
    await control(`orders/${orderId}/cancel`, { refund: false });
    expect(await entries()).toEqual([
      [1, 1000],
      [12, -1000],
    ]);
  });

  test("keeps the order's number on every entry, so that exports can tell what was deducted for it", async () => {
    const orderId = await renew();
    await control(`orders/${orderId}/refund`);
    const rows = await context.db.prisma.creditEntry.findMany({
      where: { shopId: context.shop.id, customerId },
    });
    expect(new Set(rows.map(({ orderGid }) => orderGid))).toEqual(
      new Set([`gid://platform/Order/${orderId}`]),
    );
  });
});

describe("credit of a membership that credit pays for", () => {
  const spendOnRenewals = () => setRenewalChoice(context, customerId, true);
  const receive = (amountMinor: number) =>
    postCredit(context, {
      ...{ customerId, unit: "money", amountMinor, typeCode: 11, message: "A gift" },
    });
  const given = async () => (await entries()).filter(([type]) => type === 1);

  test("is given for the share that money paid, and says so", async () => {
    await give("15.00");
    await receive(500);
    await spendOnRenewals();
    await renew();
    expect(await given()).toEqual([[1, 1000]]);
    const entry = await context.db.prisma.creditEntry.findFirstOrThrow({
      where: { shopId: context.shop.id, customerId, typeCode: 1 },
    });
    expect(entry.message).toMatch(
      /^Membership credit for order #\d+: 10\.00 of 15\.00 EUR, for the part that was paid with money$/,
    );
  });

  test("is none where credit paid the whole charge, so that no charge pays the next one for ever", async () => {
    await give("15.00");
    await spendOnRenewals();
    const charged: [number, number][] = [];
    await renew();
    expect(await given()).toEqual([[1, 1500]]);
    await renew();
    await renew();
    charged.push(...(await given()));
    // The first charge was money and paid the second; the third was money again.
    expect(charged).toEqual([
      [1, 1500],
      [1, 1500],
    ]);
  });

  test("goes with the membership's own goods: of a part that comes back its part", async () => {
    await give("15.00");
    await receive(500);
    await spendOnRenewals();
    const orderId = await renew();
    await control(`orders/${orderId}/refund`, { amount: "5.00" });
    expect((await entries()).filter(([type]) => type === 12)).toEqual([[12, -500]]);
  });
});
