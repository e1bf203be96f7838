import { copyFileSync, globSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { Browser, FrameLocator, Locator, Page } from "@playwright/test";
import {
  desktop,
  launchBrowser,
  ordinaryUserAgent,
  phone,
  screenshotFolder,
} from "#tests/support/browser.ts";
import { createDemoFolder, type DemoFile, runDemo } from "#tests/support/run-demo.ts";
import { projectRoot } from "./files/project-root.ts";
import { onInterruption } from "./process/on-interruption.ts";
import { runCommand } from "./process/run-command.ts";
import { runScript } from "./process/run-script.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

// Retakes the screenshots of the docs from a separate demo store.

const folder = join(projectRoot, "docs", "images");

const sizes = { desktop: { viewport: desktop }, phone: { viewport: phone, hasTouch: true } };
type Size = keyof typeof sizes;

const adminPages: Readonly<Record<string, string>> = {
  overview: "",
  reasons: "/app/churn/reasons",
  offers: "/app/churn/offers",
  "applied-offers": "/app/churn/applied-offers",
  customers: "/app/customers",
  subscriptions: "/app/subscriptions",
  "failed-payments": "/app/subscriptions/failed",
  calendar: "/app/subscriptions/calendar",
  plans: "/app/plans",
  "store-credit": "/app/store-credit",
  loyalty: "/app/loyalty",
  "loyalty-rules": "/app/loyalty/rules",
  "loyalty-tiers": "/app/loyalty/tiers",
  "loyalty-customers": "/app/loyalty/customers",
  settings: "/app/settings",
};

await runCommand(async () => {
  mkdirSync(folder, { recursive: true });
  const data = createDemoFolder();
  const browser = await launchBrowser();
  try {
    const { demo, stop } = await runDemo(data.path);
    try {
      for (const size of Object.keys(sizes) as Size[]) {
        await pictureStorefront(browser, demo, size);
        await pictureCredit(browser, demo, size);
        await pictureLoyalty(browser, demo, size);
        await pictureAdmin(browser, demo, size);
        await pictureTour(browser, demo, size);
      }
    } finally {
      await stop();
    }
  } finally {
    await browser.close();
    data.remove();
  }
  await pictureAmounts();
});

/** From a member's card to the receipt. Nobody can be cancelled twice, so each size has its own members. */
async function pictureStorefront(browser: Browser, demo: DemoFile, size: Size): Promise<void> {
  const page = await openPage(browser, size);
  await signInAsMonthlyMember(page, demo, Object.keys(sizes).indexOf(size));
  const picture = (name: string) => take(page, `storefront-${name}`, size);
  const shown = (name: string) => page.getByRole("heading", { name, exact: true }).waitFor();
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();

  await picture("card");
  await press("Cancel membership");
  await page.getByLabel("It's too expensive").check();
  await picture("reason");
  await press("Continue");
  await shown("Would this suit you better?");
  await picture("offer");
  await press("Continue to cancel");
  await shown("Cancel your membership?");
  await picture("confirm");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel membership" }).click();
  await shown("Canceled");
  await picture("done");
  await page.context().close();
}

/** A customer's credit on a page of the store, in the theme's cart drawer, and in the cart once it is reserved. */
async function pictureCredit(browser: Browser, demo: DemoFile, size: Size): Promise<void> {
  const page = await openPage(browser, size);
  const customer = demo.customers[Object.keys(sizes).indexOf(size)];
  const credit = {
    key: demo.api_keys.full,
    cid: customer?.cid,
    email: customer?.email,
    action: "update",
    update_value: 12.5,
    update_type: "manual admin adjustment",
    update_reason: "Sorry for the late parcel",
  };
  await page.request.post(demo.credit_url, { data: credit });
  await page.goto(
    `${demo.store_url}/account/login?return_to=/pages/membership&q=${customer?.email}`,
  );
  await page.getByRole("button", { name: "Sign in as" }).click();
  await page.locator("[id*=store-credit]").getByText("History", { exact: true }).click();
  await take(page, "storefront-credit", size);
  await page.goto(`${demo.store_url}/collections/all`);
  await page.locator("a[href*='/products/']").first().click();
  await page.getByRole("button", { name: "Add to cart" }).first().click();
  await page.getByRole("button", { name: /^Use / }).waitFor();
  await take(page, "storefront-drawer", size);
  await page.goto(`${demo.store_url}/cart`);
  await page.getByRole("button", { name: /^Use / }).click();
  await page.getByText(/^On hold until/).waitFor();
  await take(page, "storefront-cart", size);
  await page.context().close();
}

/** What a member sees of the program: points and goals, rewards, the level. */
async function pictureLoyalty(browser: Browser, demo: DemoFile, size: Size): Promise<void> {
  const page = await openPage(browser, size);
  await signInAsMonthlyMember(page, demo, Object.keys(sizes).length);
  for (const block of ["points-progress", "rewards", "tiers"]) {
    await page
      .locator(`#shopify-block-${block}__page_membership`)
      .evaluate((one) => one.scrollIntoView());
    await take(page, `storefront-loyalty-${block}`, size);
  }
  await page.context().close();
}

/** Signs in as the first member who pays monthly, passing over those whom the other sizes take. */
async function signInAsMonthlyMember(page: Page, demo: DemoFile, taken: number): Promise<void> {
  let passed = 0;
  for (const { email } of demo.customers.filter(({ status }) => status === "active")) {
    await page.goto(`${demo.store_url}/account/login?return_to=/pages/membership&q=${email}`);
    await page.getByRole("button", { name: "Sign in as" }).click();
    const card = page.getByRole("article").first();
    await card.waitFor();
    if (!(await card.innerText()).includes("every month")) continue;
    if (passed === taken) return;
    passed += 1;
  }
  throw new Error("The demo has too few members who pay monthly.");
}

async function pictureAdmin(browser: Browser, demo: DemoFile, size: Size): Promise<void> {
  const page = await openPage(browser, size);
  const frame = page.frameLocator("#app");
  for (const [name, path] of Object.entries(adminPages)) {
    await page.goto(`${demo.admin_url}${path}`);
    await frame.getByRole("heading", { level: 1 }).waitFor();
    if (name === "reasons") await previewOf(frame).waitFor();
    await take(page, `admin-${name}`, size);
  }
  await page.goto(`${demo.admin_url}/app/churn/offers`);
  await frame.getByRole("link", { name: "20% off" }).click();
  await previewOf(frame).waitFor();
  await take(page, "admin-offer", size);
  await page.goto(`${demo.admin_url}/app/loyalty/rules`);
  await frame.getByRole("link", { name: "150 in a year" }).first().click();
  await frame.getByRole("button", { name: "Run over the past" }).click();
  await frame.getByRole("button", { name: "Run again" }).waitFor();
  await frame.getByRole("progressbar").waitFor({ state: "detached" });
  await frame.frameLocator(`[title="Preview of the theme's block"]`).locator(".pnl").waitFor();
  await take(page, "admin-loyalty-rule", size);
  await page.context().close();
}

/** A step of the shopper's tour, with what it changed in the three places. */
async function pictureTour(browser: Browser, demo: DemoFile, size: Size): Promise<void> {
  const page = await openPage(browser, size);
  await page.goto(`${demo.store_url}/__dev/tour/shopper#offer`);
  const card = page.locator("[data-step=offer]");
  await card.getByRole("button").click();
  await card.getByText(/^Done\./).waitFor({ timeout: 120_000 });
  await take(page, "tour", size);
  await page.context().close();
}

/** The offer in five languages and three currencies, as the test saw it that reads the amounts. */
async function pictureAmounts(): Promise<void> {
  const args = ["run", "--project", "browser", "tests/browser/story/store-of-a-currency.test.ts"];
  const environment = { NODE_ENV: "test" };
  const script = "node_modules/vitest/vitest.mjs";
  const code = await runScript({ script, args, environment, signal: onInterruption() });
  if (code !== 0) throw new UserFacingError("The amounts are not as the test wants them.");
  for (const path of globSync(join(screenshotFolder, "amounts-*.png"))) {
    copyFileSync(path, join(folder, basename(path)));
  }
}

/** What the shopper would see, in the frame beside an editor. */
function previewOf(frame: FrameLocator): Locator {
  return frame.frameLocator(`[title="Preview of the cancel flow"]`).getByRole("dialog");
}

async function openPage(browser: Browser, size: Size): Promise<Page> {
  const context = await browser.newContext({
    ...sizes[size],
    locale: "en-US",
    reducedMotion: "reduce",
    userAgent: ordinaryUserAgent(browser),
  });
  return context.newPage();
}

async function take(page: Page, name: string, size: Size): Promise<void> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: join(folder, `${name}-${size}.png`), animations: "disabled" });
}
