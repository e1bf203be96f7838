import type { Browser, Locator, Page } from "@playwright/test";
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
  /** Buys for an amount, as a decimal text, and gets it sent. @returns the platform's number of the order. */
  order(total: string): Promise<number>;
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
    await shop.control(`orders/${body.order_id}/fulfill`);
    await shop.quiet();
    return body.order_id as number;
  };
  return { page, cid, customerId, url, order };
}

/** A program with points, a punch card that gives a discount, and a goal that gives free delivery. */
export async function openProgram(shop: TestShop): Promise<void> {
  await makeRule(shop, {
    type: "points_for_purchases",
    name: "Points for every order",
    settings: { points_per_dollar: 1 },
  });
  await makeRule(shop, {
    type: "punch_card",
    name: "Coffee card",
    description: "Every third order brings a discount.",
    settings: { required_purchases: 3 },
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
