import type { Browser, Locator, Page, Route } from "@playwright/test";
import { runSubscriber } from "#app/domain/events/run-subscriber.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { createPointReward } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { loyaltyMetafieldsSubscriber } from "#app/domain/loyalty/storefront-sync/sync-loyalty-metafields.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { becomeBuyer } from "#tests/browser/store-credit/credit-buyer.ts";
import type { OpenPageOptions } from "#tests/support/browser.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";

// The stand-in's prices hold 19% tax: 119.00 is 100.00 net.

/** A shopper of a store with a loyalty program, signed in on the store's own pages. */
export interface LoyalShopper {
  page: Page;
  cid: number;
  customerId: bigint;
  url: string;
  /** Buys for an amount, as a decimal text. @returns the platform's number of the order. */
  order(total: string): Promise<number>;
  /** Gets another stamp on the coffee card. */
  stamp(): Promise<void>;
  /** Gets points to spend, or loses some. */
  givePoints(amount: number): Promise<void>;
}

export async function becomeLoyal(
  browser: Browser,
  shop: TestShop,
  options: OpenPageOptions = {},
): Promise<LoyalShopper> {
  const { page, shopper, url } = await becomeBuyer(browser, shop, [], options);
  const { cid, customerId } = shopper;
  const order = async (total: string) => {
    const { status, body } = await shop.control("orders/plain", { cid, total });
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
    await shop.quiet();
    return body.order_id as number;
  };
  const stamp = async () => {
    const context = await shop.context();
    const fact = { kind: "action", key: crypto.randomUUID(), data: { action_key: "coffee" } };
    await context.db.prisma.loyaltyFact.create({
      data: { ...fact, shopId: context.shop.id, customerId, happenedAt: context.clock.now() },
    });
    await settleLoyalty(context, [customerId]);
    await shop.quiet();
  };
  const givePoints = async (amountMinor: number) => {
    const what = { unit: "points", amountMinor, typeCode: 4, message: "A present" } as const;
    const context = await shop.context();
    await postCredit(context, { customerId, ...what });
    await runSubscriber(context, loyaltyMetafieldsSubscriber);
  };
  return { page, cid, customerId, url, order, stamp, givePoints };
}

/** A program with points, a punch card that gives a discount, and a goal that gives free delivery. */
export async function openProgram(shop: TestShop): Promise<void> {
  await makeRule(shop, {
    type: "points_for_purchases",
    name: "Points for every order",
    settings: { points_per_dollar: 1 },
  });
  await makeRule(shop, {
    type: "custom_action",
    name: "Coffee card",
    description: "Every third coffee brings a discount.",
    settings: { action_key: "coffee", required_actions: 3 },
    reward: {
      ...{ reward_type: "discount", discount_type: "percentage", discount_amount: 10 },
      expires_in_days: 30,
    },
  });
  await makeRule(shop, {
    type: "goal_spend",
    name: "Big spender",
    settings: { goal_amount: 2000, period: "lifetime" },
    reward: { reward_type: "free_shipping" },
  });
  await shop.quiet();
}

/** All that the blocks show: also tiers, rewards for points, and what shoppers do themselves. */
export async function openWholeProgram(shop: TestShop): Promise<void> {
  await openProgram(shop);
  const points = { reward_type: "points", points: 50 };
  const off = { reward_type: "discount", discount_type: "fixed_amount", discount_amount: 5 };
  await makeRule(shop, { type: "birthday_reward", name: "Birthday", settings: {}, reward: points });
  await makeRule(shop, {
    type: "referral",
    name: "Friends",
    settings: { friend_reward: off, minimum_order_amount: 20 },
    reward: points,
  });
  await makeRule(shop, {
    type: "upload_receipt",
    name: "Receipts",
    settings: { points_per_dollar: 2 },
  });
  await saveTiers(shop);
  await offerReward(shop, { name: "Five off", points: 500, reward: off });
  await offerReward(shop, {
    name: "Free delivery",
    points: 5000,
    reward: { reward_type: "free_shipping" },
  });
}

/** Silver from 500 points within a year, Gold from 2,000. */
export async function saveTiers(shop: TestShop): Promise<void> {
  const silver = {
    id: null,
    name: "Silver",
    threshold: 500,
    multiplier: 100,
    perks: "Early access",
  };
  const gold = {
    id: null,
    name: "Gold",
    threshold: 2000,
    multiplier: 150,
    perks: "A call\nA gift",
  };
  const input = { basis: "points", tiers: [silver, gold] };
  await saveLadder(await shop.context(), { version: 0, input });
  await shop.quiet();
}

/** Lets points be redeemed for something. @returns its number. */
export async function offerReward(
  shop: TestShop,
  offer: { name: string; points: number; reward: object; perCustomer?: number },
): Promise<bigint> {
  const { id } = await createPointReward(await shop.context(), { isActive: true, ...offer });
  await shop.quiet();
  return id;
}

export const pointsOf = (page: Page): Locator => page.locator(".pnl:has([data-p=balance])");
export const couponsOf = (page: Page): Locator => page.locator(".pnl:has([data-p=open])");

/** The request arrives at the store; its answer never arrives at the shopper. */
export async function loseAnswer(shop: TestShop, route: Route): Promise<void> {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const answer = await fetch(`${shop.devstoreUrl}${pathname}${search}`, {
    method: request.method(),
    headers: { ...(await request.allHeaders()), "x-forwarded-host": shop.domain },
    body: new Uint8Array(request.postDataBuffer() ?? []),
  });
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  await route.abort("connectionreset");
}

export const tiersOf = (page: Page): Locator => page.locator(".pnl:has(.pnl-tiers)");

/** One of the blocks in which a shopper does something. */
export const actionOf = (page: Page, kind: "birthday" | "referral" | "receipt"): Locator =>
  page.locator(`perennial-${kind}`);

/** Opens it, and waits until it has heard from the store. */
export async function openAction(
  page: Page,
  kind: "birthday" | "referral" | "receipt",
): Promise<Locator> {
  const asked = page.waitForResponse(new RegExp(`/${kind}s?$`));
  await actionOf(page, kind).locator("summary").click();
  await (await asked).finished();
  return actionOf(page, kind);
}

/** Why a shopper's points have moved, in the block of points. */
export const historyOf = (page: Page): Locator => page.locator("perennial-history");

/** Opens it, and waits until it has heard from the store. */
export async function openHistory(page: Page): Promise<void> {
  const asked = page.waitForResponse(/\/points$/);
  await historyOf(page).locator("summary").click();
  await (await asked).finished();
}

/** Switches the embed on that greets who comes by a link. */
export async function greetFriends(shop: TestShop): Promise<void> {
  const { status, body } = await callJson(`${shop.devstoreUrl}/__dev/theme`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-host": shop.domain },
    body: JSON.stringify({ embeds: [{ handle: "referral-friend", enabled: true }] }),
  });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

/** Scrolls what can be opened to the top of the screen: what moves is counted only where it can be seen. */
export const bringToTop = (block: Locator): Promise<void> =>
  block.locator("summary").evaluate((one) => one.scrollIntoView());

/** Lets an answer of the store come later than what still counts as caused by the press. */
export async function answerLate(page: Page, endpoint: RegExp): Promise<void> {
  await page.route(endpoint, async (route) => {
    const askedMs = await page.evaluate(() => performance.now());
    await page.waitForFunction((from) => performance.now() - from > 700, askedMs);
    await route.continue();
  });
}

/** What a page says before any script has run. */
export async function textOfServer(page: Page, path: string): Promise<string> {
  const html = await page.evaluate((at) => fetch(at).then((answer) => answer.text()), path);
  return html
    .replaceAll(/<template>.*?<\/template>/gs, "")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/\s+/g, " ");
}
