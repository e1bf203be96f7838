import type { Browser, Locator, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createPlanGroup } from "#app/domain/plans/save-plan-group.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import {
  launchBrowser,
  type OpenPageOptions,
  openPage,
  ordinaryUserAgent,
  phone,
  takeScreenshot,
} from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let browser: Browser;
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

interface Store {
  shop: TestShop;
  /** The store's own host, where its admin and its storefront are. */
  origin: string;
  groupId: bigint;
  product: { id: string; title: string; handle: string; variants: { id: string; title: string }[] };
}

/** A store of the calling test, with a group of ours that is attached to nothing. */
async function openStore(): Promise<Store> {
  const shop = await testApp.createShop({ seed: "goods" });
  const { platformId } = await createPlanGroup(
    { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } },
    {
      key: "club",
      input: {
        name: "Coffee club",
        kind: "product",
        plans: [
          {
            planId: null,
            name: "Monthly",
            interval: { unit: "month", count: 1 },
            discount: { type: "percentage", percentage: 10 },
            discountCycles: null,
          },
        ],
      },
      productIds: [],
    },
  );
  const { products } = await askPlatform(
    shop,
    "{ products(first: 50) { nodes { id title handle status variants(first: 10) { nodes { id title } } } } }",
  );
  const found = products.nodes.find(
    ({ status, variants }: { status: string; variants: { nodes: object[] } }) =>
      status === "ACTIVE" && variants.nodes.length > 1,
  );
  const { port } = new URL(shop.devstoreUrl);
  return {
    shop,
    origin: `http://${shop.domain.split(".")[0]}.localhost:${port}`,
    groupId: platformId,
    product: { ...found, variants: found.variants.nodes },
  };
}

const numberOf = (gid: string) => gid.split("/").at(-1);

async function openProduct(
  { origin, product }: Store,
  { variant, ...options }: OpenPageOptions & { variant?: string } = {},
): Promise<{ page: Page; card: Locator; dialog: Locator }> {
  const page = await openPage(browser, options);
  const own = variant === undefined ? "" : `/variants/${numberOf(variant)}`;
  await page.goto(`${origin}/admin/products/${numberOf(product.id)}${own}`);
  const card = page.getByRole("region", { name: "Purchase options", exact: true });
  return { page, card, dialog: page.getByRole("dialog") };
}

async function expectNoViolations(page: Page): Promise<void> {
  expect((await axeOf(page).analyze()).violations).toEqual([]);
}

test("a group is attached to a product from its page, sold in the storefront with it, and removed", async () => {
  const store = await openStore();
  const { page, card, dialog } = await openProduct(store);
  await expectPage(card.getByText("Coffee club", { exact: true })).toHaveCount(0);
  await card.getByRole("button", { name: "Add purchase option", exact: true }).click();
  const club = dialog.getByRole("region", { name: "Coffee club", exact: true });
  await expectPage(dialog.getByRole("heading", { level: 2 })).toHaveText(
    `Subscription plans of ${store.product.title}`,
  );
  await expectPage(club.getByText("Monthly: Every month, 10% off", { exact: true })).toBeVisible();
  await expectPage(club.getByText("Not attached", { exact: true })).toBeVisible();
  await club.getByRole("button", { name: "Attach Coffee club", exact: true }).click();
  await expectPage(dialog.getByRole("status")).toHaveText("Coffee club is attached.");
  await expectPage(
    club.getByRole("button", { name: "Remove Coffee club", exact: true }),
  ).toBeFocused();
  await expectNoViolations(page);
  await takeScreenshot(page, "purchase-options");
  await dialog.getByRole("button", { name: "Done", exact: true }).click();
  await expectPage(card.getByText("Coffee club", { exact: true })).toBeVisible();
  await expectPage(
    card.getByRole("button", { name: "Add purchase option", exact: true }),
  ).toBeFocused();

  const shopper = await openPage(browser);
  await shopper.goto(`${store.origin}/products/${store.product.handle}`);
  await shopper.getByLabel(/Monthly/).check();
  await shopper.getByRole("button", { name: /add to cart/i }).click();
  await expectPage(shopper.getByText(/^Monthly\b/).first()).toBeVisible();

  await card.getByRole("button", { name: "Edit Coffee club", exact: true }).click();
  // The edited one leads the list, before another that is attached too.
  await expectPage(dialog.getByRole("heading", { level: 3 }).first()).toHaveText("Coffee club");
  await club.getByRole("button", { name: "Remove Coffee club", exact: true }).click();
  await expectPage(dialog.getByRole("status")).toContainText("Coffee club was removed.");
  await page.keyboard.press("Escape");
  await expectPage(card.getByText("Coffee club", { exact: true })).toHaveCount(0);
  await shopper.goto(`${store.origin}/products/${store.product.handle}`);
  await expectPage(shopper.getByLabel(/Monthly/)).toHaveCount(0);
});

test("a group is attached to one variant from its page, which says what it has by its product", async () => {
  const store = await openStore();
  const [first] = store.product.variants;
  const { card, dialog, page } = await openProduct(store, {
    variant: first?.id ?? "",
    viewport: phone,
  });
  await card.getByRole("button", { name: "Add purchase option", exact: true }).click();
  await dialog.getByRole("button", { name: "Attach Coffee club", exact: true }).click();
  await expectPage(dialog.getByText("Attached", { exact: true })).toBeVisible();
  const byProduct = dialog.getByRole("region", { name: "Plants by post", exact: true });
  await expectPage(
    byProduct.getByText("Attached to the whole product", { exact: true }),
  ).toBeVisible();
  await expectPage(byProduct.getByRole("button")).toHaveCount(0);
  await expectNoViolations(page);
  await takeScreenshot(page, "purchase-options-phone");
  const { sellingPlanGroup } = await askPlatform(
    store.shop,
    `query ($id: ID!, $p: ID!, $v: ID!) { sellingPlanGroup(id: $id) {
       product: appliesToProduct(productId: $p) variant: appliesToProductVariant(productVariantId: $v) } }`,
    { id: `gid://shopify/SellingPlanGroup/${store.groupId}`, p: store.product.id, v: first?.id },
  );
  expect(sellingPlanGroup).toEqual({ product: false, variant: true });
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await expectPage(card.getByText("Coffee club", { exact: true })).toBeVisible();
  await takeScreenshot(page, "purchase-options-card-phone");

  const [, other] = store.product.variants;
  const shopper = await openPage(browser, { expectedErrors: [/404|422/] });
  await shopper.goto(`${store.origin}/products/${store.product.handle}`);
  const plan = shopper.getByLabel(new RegExp(`^\\s*Monthly \\(${first?.title}\\)`));
  await plan.check();
  await shopper.getByLabel(/^\s*Variant\b/).selectOption(numberOf(other?.id ?? "") ?? "");
  await shopper.getByRole("button", { name: /add to cart/i }).click();
  await expectPage(shopper.getByText(/^Monthly\b/)).toHaveCount(0);
  await shopper.goBack();
  await shopper.getByLabel(/^\s*Variant\b/).selectOption(numberOf(first?.id ?? "") ?? "");
  await plan.check();
  await shopper.getByRole("button", { name: /add to cart/i }).click();
  await expectPage(shopper.getByText(/^Monthly\b/).first()).toBeVisible();
});

test("the extension works by the browser's own rules: preflight, and nothing of the admin's page in reach", async () => {
  const store = await openStore();
  // A context whose requests nobody stands in for: the browser sends its preflights itself.
  const context = await browser.newContext({ userAgent: ordinaryUserAgent(browser) });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${store.origin}/admin/products/${numberOf(store.product.id)}`);
  await page.getByRole("button", { name: "Add purchase option", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Attach Coffee club", exact: true }).click();
  await expectPage(dialog.getByRole("status")).toHaveText("Coffee club is attached.");

  const [worker] = page.workers();
  const seen = await worker?.evaluate(async () => {
    const { shopify } = globalThis as unknown as {
      shopify: { auth: { idToken(): Promise<string> } };
    };
    const [, claims = ""] = (await shopify.auth.idToken()).split(".");
    const { exp, iat } = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
    return {
      origin: self.origin,
      hasWindow: "window" in globalThis,
      canSearch: "querySelector" in document,
      lifetimeSeconds: exp - iat,
    };
  });
  expect(seen).toEqual({
    origin: "null",
    hasWindow: false,
    canSearch: false,
    lifetimeSeconds: 60,
  });
  const sandbox = page.frames().find((frame) => frame !== page.mainFrame());
  const reached = sandbox?.evaluate(() => window.parent.document.title);
  await expect(reached).rejects.toThrow(/cross-origin/);
});

test("an extension that does what the platform does not take is stopped, and says so", async () => {
  const store = await openStore();
  const { page, card, dialog } = await openProduct(store, {
    expectedErrors: [/The extension failed/, /<marquee> is no element/],
  });
  await card.getByRole("button", { name: "Add purchase option", exact: true }).click();
  await expectPage(dialog.getByRole("region", { name: "Coffee club", exact: true })).toBeVisible();
  const [worker] = page.workers();
  await worker?.evaluate(() => {
    // As the extension's own code would fail later on.
    setTimeout(() => document.createElement("marquee"));
  });
  await expectPage(dialog.getByRole("alert")).toHaveText(
    "The extension failed: <marquee> is no element of this admin",
  );
});

test("a group that somebody deletes meanwhile leaves the modal, and the merchant reads why", async () => {
  const store = await openStore();
  const { card, dialog } = await openProduct(store, { expectedErrors: [/404/] });
  await card.getByRole("button", { name: "Add purchase option", exact: true }).click();
  const attach = dialog.getByRole("button", { name: "Attach Coffee club", exact: true });
  await expectPage(attach).toBeVisible();
  await askPlatform(
    store.shop,
    "mutation ($id: ID!) { sellingPlanGroupDelete(id: $id) { deletedSellingPlanGroupId } }",
    { id: `gid://shopify/SellingPlanGroup/${store.groupId}` },
  );
  await attach.click();
  await expectPage(dialog.getByRole("alert")).toContainText("This plan group was deleted.");
  await expectPage(dialog.getByRole("region", { name: "Coffee club", exact: true })).toHaveCount(0);
});

test("the modal speaks the staff member's language, and leads to the app's own editor", async () => {
  const store = await openStore();
  const { page, card, dialog } = await openProduct(store);
  await page.getByText("Mia Example", { exact: true }).click();
  await page.getByRole("button", { name: /Jonas/ }).click();
  // The choice reloads the page. A press on the old one would be lost.
  await expectPage(
    page.locator("summary").getByText("Jonas Beispiel", { exact: true }),
  ).toBeVisible();
  await card.getByRole("button", { name: "Add purchase option", exact: true }).click();
  await expectPage(
    dialog.getByText("Monthly: Jeden Monat, 10 % Rabatt", { exact: true }),
  ).toBeVisible();
  await expectPage(
    dialog.getByRole("link", { name: "Pläne bearbeiten: Coffee club", exact: true }),
  ).toHaveAttribute("href", /^\/admin\/apps\/perennial\/app\/plans\/\d+$/);
});

test("an app that does not answer is said in the modal, and asked again", async () => {
  const store = await openStore();
  const { page, card, dialog } = await openProduct(store, { expectedErrors: [/ERR_FAILED/] });
  await page.route("**/extensions/purchase-options?*", (route) => route.abort());
  await card.getByRole("button", { name: "Add purchase option", exact: true }).click();
  await expectPage(dialog.getByRole("alert")).toContainText("The app can’t be reached.");
  await page.unroute("**/extensions/purchase-options?*");
  await dialog.getByRole("button", { name: "Try again", exact: true }).click();
  await expectPage(dialog.getByRole("region", { name: "Coffee club", exact: true })).toBeVisible();
});
