import type { PriceChangeRequest } from "#app/domain/price-changes/price-change-request.ts";
import { listPriceChangeLines } from "#app/domain/price-changes/read-price-change.ts";
import { startPriceChange } from "#app/domain/price-changes/start-price-change.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { type BilledSubscription, billedSubscription, goTo } from "./billed-subscription.ts";
import { readMailbox } from "./read-mailbox.ts";
import type { TestApp } from "./test-app.ts";
import type { TestShop } from "./test-shop.ts";

export const zone = "Europe/Berlin";

/** A store with a plan and one subscription (15.00 every two weeks) for each of the days until its next charge. */
export async function storeWithPlan(testApp: TestApp, ...days: number[]) {
  const shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "goods" });
  const context = await shop.context();
  const groups = await context.platform.listPlanGroups();
  const plan = groups.flatMap(({ plans }) => plans).find(({ name }) => name.startsWith("Every 2"));
  const subscriptions: BilledSubscription[] = [];
  for (const day of days) subscriptions.push(await subscribe(shop, plan?.planId ?? 0, day));
  const found = await context.db.prisma.plan.findFirstOrThrow({
    where: { shopId: context.shop.id, platformPlanId: BigInt(plan?.planId ?? 0) },
  });
  return { shop, subscriptions, planId: found.id, platformPlanId: plan?.planId ?? 0 };
}

async function subscribe(shop: TestShop, plan_id: number, days: number) {
  const next_billing_date = addDays((await shop.context()).clock.now(), days, zone);
  return billedSubscription(shop, { kind: "product", plan_id, price: "15.00", next_billing_date });
}

const dayIn = async (shop: TestShop, days: number) =>
  formatDate(addDays((await shop.context()).clock.now(), days, zone), zone);

/** By a merchant: 18.00 from a day in so many days, with 30 days of notice; silence means agreement. */
export async function begin(
  shop: TestShop,
  planId: bigint,
  days: number,
  input: Partial<PriceChangeRequest> = {},
) {
  const context = { ...(await shop.context()), actor: { kind: "merchant", name: "Mo" } as const };
  const usual = {
    ...{ planId, fixedMinor: 1800, percentHundredths: null, noticeDays: 30 },
    ...({ silence: "agrees", termsNote: null, planPrice: "keep" } as const),
  };
  const day = await dayIn(shop, days);
  return startPriceChange(context, { ...usual, day, key: crypto.randomUUID(), ...input });
}

/** Until the customers are told and the mails have left. */
export async function tell(shop: TestShop): Promise<void> {
  await shop.quiet();
  await goTo(shop, new Date((await shop.context()).clock.now().getTime() + 20 * 60_000));
  await shop.quiet();
}

export async function priceOf(
  shop: TestShop,
  { contractId }: BilledSubscription,
): Promise<number[]> {
  const contract = await (await shop.context()).platform.getContract(contractId);
  return contract?.lines.map(({ priceMinor }) => priceMinor) ?? [];
}

/** Each row's state, with the reason where it was left. */
export async function statesOf(shop: TestShop, id: bigint): Promise<string[]> {
  const page = { limit: 100, offset: 0 };
  const { lines } = await listPriceChangeLines(await shop.context(), id, {}, page);
  return lines.map(({ state, note }) => (note === null ? state : `${state}: ${note}`));
}

export const lastChargeOf = async (shop: TestShop, { contractId }: BilledSubscription) =>
  (await (await shop.context()).platform.getContract(contractId))?.lastCharge?.amountMinor;

export const noticesOf = async (shop: TestShop) =>
  (await readMailbox(shop)).filter(({ subject }) => subject.startsWith("The price of"));
