import type { Browser, Page } from "@playwright/test";
import { runSubscriber } from "#app/domain/events/run-subscriber.ts";
import { creditMetafieldsSubscriber } from "#app/domain/store-credit/storefront-sync/sync-credit-metafields.ts";
import type { ThemeLook } from "#devstore/state/theme.ts";
import { signInAs, storefrontUrl } from "#tests/browser/story/member.ts";
import { desktop, type OpenPageOptions, openPage } from "#tests/support/browser.ts";
import { type CreditShopper, createCreditShopper } from "#tests/support/credit-shopper.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";

/** A signed-in member with €10.00 of store credit. */
export interface ThemeMember {
  page: Page;
  shopper: CreditShopper;
  contractId: number;
  url: string;
}

/** Chooses the store's theme, and switches the app's line for the cart drawer on. */
export async function chooseTheme(shop: TestShop, look: Partial<ThemeLook>): Promise<void> {
  const { status, body } = await callJson(`${shop.devstoreUrl}/__dev/theme`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-host": shop.domain },
    body: JSON.stringify({ look, embeds: [{ handle: "cart-credit", enabled: true }] }),
  });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

export async function becomeThemeMember(
  browser: Browser,
  shop: TestShop,
  options: OpenPageOptions = {},
): Promise<ThemeMember> {
  const shopper = await createCreditShopper(shop, [1000, 40]);
  await runSubscriber(await shop.context(), creditMetafieldsSubscriber);
  const { contractId } = await shop.createContract({ cid: shopper.cid, price: "15.00" });
  await shop.quiet();
  const { db, shop: row } = await shop.context();
  const customer = await db.prisma.customer.findUniqueOrThrow({
    where: { shopId_id: { shopId: row.id, id: shopper.customerId } },
  });
  const page = await openPage(browser, { viewport: desktop, ...options });
  const url = storefrontUrl(shop);
  await page.goto(`${url}/pages/membership`);
  await page.locator(".account-link").click();
  await signInAs(page, `Ada ${customer.lastName}`);
  await expectPage(page).toHaveURL(`${url}/pages/membership`);
  return { page, shopper, contractId, url };
}

/** Adds a plant for 39.00, as the theme's script does without leaving the page. */
export async function addPlant({ page, url }: Pick<ThemeMember, "page" | "url">): Promise<void> {
  await page.goto(`${url}/products/monstera`);
  await page.getByRole("button", { name: "Add to cart", exact: true }).click();
  await expectPage(drawerOf(page)).toBeVisible();
}

/** The theme's cart drawer, while it is open. */
export const drawerOf = (page: Page) =>
  page.getByRole("dialog", { name: "Your cart", exact: true });

/** Presses Tab until the focus is on what reads like this, once it is there: a script may still have to draw it. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const named = page.getByText(name, { exact: true }).filter({ visible: true });
  await expectPage(named.first()).toBeVisible();
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement?.textContent ?? "");
    if (focused.trim().replace(/\s+/g, " ") === name) return;
  }
  throw new Error(`Tab never reached “${name}”`);
}
