import type { Browser, Locator, Page } from "@playwright/test";
import { runSubscriber } from "#app/domain/events/run-subscriber.ts";
import { creditMetafieldsSubscriber } from "#app/domain/store-credit/storefront-sync/sync-credit-metafields.ts";
import { signInAs, storefrontUrl } from "#tests/browser/story/member.ts";
import { desktop, type OpenPageOptions, openPage } from "#tests/support/browser.ts";
import {
  type CreditShopper,
  createCreditShopper,
  type Given,
} from "#tests/support/credit-shopper.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

/** A shopper with store credit, signed in on the store's own pages. */
export interface CreditBuyer {
  page: Page;
  shopper: CreditShopper;
  url: string;
}

/** A new shopper with credit that the storefront already shows, signed in through the login page. */
export async function becomeBuyer(
  browser: Browser,
  shop: TestShop,
  given: Given[],
  options: OpenPageOptions & { locale?: string } = {},
): Promise<CreditBuyer> {
  const shopper = await createCreditShopper(shop, ...given);
  await runSubscriber(await shop.context(), creditMetafieldsSubscriber);
  const { db, shop: row } = await shop.context();
  const customer = await db.prisma.customer.findUniqueOrThrow({
    where: { shopId_id: { shopId: row.id, id: shopper.customerId } },
  });
  const page = await openPage(browser, { viewport: desktop, ...options });
  const url = storefrontUrl(shop);
  await page.goto(url);
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await signInAs(page, `Ada ${customer.lastName}`);
  await expectPage(page.getByRole("heading", { level: 1 })).toBeVisible();
  return { page, shopper, url };
}

/** Puts a plant, one for 39.00, into the cart, and goes from the theme's drawer to the cart page. */
export async function fillCart({ page, url }: CreditBuyer, plant = "monstera"): Promise<void> {
  await page.goto(`${url}/products/${plant}`);
  await page.getByRole("button", { name: "Add to cart", exact: true }).click();
  await expectPage(page.getByRole("dialog", { name: "Your cart", exact: true })).toBeVisible();
  await page.goto(`${url}/cart`);
}

export const block = (page: Page): Locator => page.locator(".pnc");
