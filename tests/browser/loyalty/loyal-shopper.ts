import type { Browser, Locator, Page } from "@playwright/test";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { becomeBuyer } from "#tests/browser/store-credit/credit-buyer.ts";
import type { OpenPageOptions } from "#tests/support/browser.ts";
import { makeRule } from "#tests/support/loyalty.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

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
  return { page, cid, customerId, url, order, stamp };
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

export const pointsOf = (page: Page): Locator => page.locator(".pnl:has([data-p=balance])");
export const couponsOf = (page: Page): Locator => page.locator(".pnl:has([data-p=open])");

/** What a page says before any script has run. */
export async function textOfServer(page: Page, path: string): Promise<string> {
  const html = await page.evaluate((at) => fetch(at).then((answer) => answer.text()), path);
  return html
    .replaceAll(/<template>.*?<\/template>/gs, "")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/\s+/g, " ");
}
