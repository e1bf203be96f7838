import type { Browser, FrameLocator, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { axeOf } from "#tests/browser/axe-of.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { type PlatformShop, platformShop } from "../../api/devstore/platform-shop.ts";
import {
  desktop,
  launchBrowser,
  type OpenPageOptions,
  openPage,
  phone,
} from "../../support/browser.ts";
import { type EmbeddedApp, serveEmbeddedApp } from "./serve-embedded-app.ts";

let browser: Browser;
let app: EmbeddedApp;
let shop: PlatformShop;
let admin: string;

beforeAll(async () => {
  const store = new URL(inject("devstoreUrl"));
  browser = await launchBrowser();
  app = await serveEmbeddedApp(`http://localhost:${store.port}/__dev/app-bridge.js`);
  shop = await platformShop({ seed: "empty", app_url: app.url });
  admin = `http://${shop.domain.split(".")[0]}.localhost:${store.port}/admin/apps/perennial`;
});

afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Opens a page of the app in the admin and waits until the two have greeted each other. */
async function openApp(
  path = "",
  options: OpenPageOptions = {},
): Promise<{ page: Page; frame: FrameLocator }> {
  const page = await openPage(browser, options);
  await page.goto(`${admin}${path}`);
  const frame = page.frameLocator("#app");
  await expectPage(page.locator("#title")).toHaveText("Offers");
  return { page, frame };
}

function heard(frame: FrameLocator, text: string): Promise<void> {
  return expectPage(frame.getByRole("listitem").filter({ hasText: text })).toHaveCount(1);
}

/** Runs in the app's own document, where `shopify` is the stand-in. */
async function inApp<T>(page: Page, work: () => T | Promise<T>): Promise<T> {
  const frame = page.frames().find((one) => one.name() === "app-iframe");
  if (frame === undefined) throw new Error("the admin has no frame");
  return frame.evaluate(work);
}

describe("session tokens", () => {
  test("the app gets a token which the platform's SDK accepts", async () => {
    const { page } = await openApp();
    const token = await inApp(page, () => shopify.idToken());
    const claims = await shop.sdk.session.decodeSessionToken(token);
    expect(claims.dest).toBe(`https://${shop.domain}`);
  });

  test("its requests to its own server bear one, and are sent once more when it has run out", async () => {
    const { page } = await openApp("", { expectedErrors: [/401/] });
    const before = app.authorizations.length;
    app.refuseTokens(1);
    expect(await inApp(page, () => fetch("/data").then((answer) => answer.json()))).toBe("data");
    const sent = app.authorizations.slice(before);
    expect(sent).toHaveLength(2);
    for (const header of sent) expect(header).toMatch(/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test("a page that came without one is loaded again with one", async () => {
    const { page, frame } = await openApp();
    await inApp(page, () => location.assign("/app/bounced"));
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("/app/bounced");
    await expectPage(page).toHaveURL(`${admin}/app/bounced`);
  });

  test("the frame knows its shop also where its address no longer says so", async () => {
    const { page, frame } = await openApp();
    await inApp(page, () => location.assign("/app/later"));
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("/app/later");
    const config = await inApp(page, async () => {
      await shopify.ready;
      return shopify.config;
    });
    expect(config).toMatchObject({ shop: shop.domain, apiKey: inject("shopifyApiKey") });
  });
});

describe("addresses", () => {
  test("the admin's menu leads through the app's router, and the address follows, also back", async () => {
    const { page, frame } = await openApp("/app/offers?page=2");
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await heard(frame, "navigate /app/settings");
    await expectPage(page).toHaveURL(`${admin}/app/settings`);
    await expectPage(page.getByRole("link", { name: "Settings", exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await page.goBack();
    await expectPage(page).toHaveURL(`${admin}/app/offers?page=2`);
  });

  test("a link to the admin's own pages leaves the frame", async () => {
    const { page, frame } = await openApp();
    await frame.getByRole("link", { name: "All customers", exact: true }).click();
    await page.waitForURL("**/admin/customers");
  });

  test("a page of the app opened alone opens in the admin", async () => {
    const page = await openPage(browser);
    await page.goto(`${app.url}/app/offers?shop=${shop.domain}`);
    await page.waitForURL(`${admin}/app/offers`);
  });
});

describe("what the app asks the admin to show", () => {
  test("title actions reach the app's own buttons", async () => {
    const { page, frame } = await openApp();
    await page.getByRole("button", { name: "New offer", exact: true }).click();
    await page.getByText("More", { exact: true }).click();
    await page.getByRole("button", { name: "Archive", exact: true }).click();
    await page.getByRole("button", { name: "Back", exact: true }).click();
    for (const id of ["new", "archive", "back"]) await heard(frame, `clicked ${id}`);
  });

  test("a toast is read out, acts, and goes", async () => {
    const { page, frame } = await openApp();
    await inApp(page, () => {
      shopify.toast.show("Saved", {
        action: "Undo",
        onAction: () => {
          document.title = "undone";
        },
      });
    });
    await expectPage(page.getByRole("status").filter({ hasText: "Saved" })).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expectPage(page.getByText("Saved", { exact: true })).toHaveCount(0);
    expect(await frame.locator("html").evaluate(() => document.title)).toBe("undone");
  });

  test("a modal shows the app's words and buttons and closes by Escape", async () => {
    const { page, frame } = await openApp();
    await inApp(page, () => shopify.modal.show("modal"));
    await expectPage(frame.getByRole("dialog", { name: "Really?", exact: true })).toBeVisible();
    await frame.getByRole("button", { name: "OK", exact: true }).click();
    await heard(frame, "clicked modal-ok");
    await page.keyboard.press("Escape");
    await expectPage(frame.getByText("Words in the modal", { exact: true })).toBeHidden();
  });

  test("loading is shown and taken back", async () => {
    const { page } = await openApp();
    await inApp(page, () => shopify.loading(true));
    await expectPage(page.locator("#progress")).toBeVisible();
    await inApp(page, () => shopify.loading(false));
    await expectPage(page.locator("#progress")).toBeHidden();
  });
});

describe("the save bar", () => {
  const saveBar = (page: Page) =>
    page.getByRole("region", { name: "Unsaved changes", exact: true });

  test("of a form is there while something is changed, and gone when it is as before", async () => {
    const { page, frame } = await openApp();
    const name = frame.getByLabel("Name", { exact: true });
    await name.fill("after");
    await expectPage(saveBar(page)).toBeVisible();
    await name.fill("before");
    await expectPage(saveBar(page)).toBeHidden();
  });

  test("saves by submitting the form, once", async () => {
    const { page, frame } = await openApp();
    await frame.getByLabel("Name", { exact: true }).fill("after");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await heard(frame, "submitted after");
    await expectPage(saveBar(page)).toBeHidden();
  });

  test("discards only when the merchant means it", async () => {
    const { page, frame } = await openApp();
    await frame.getByLabel("Name", { exact: true }).fill("after");
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await page.getByRole("button", { name: "Keep editing", exact: true }).click();
    await expectPage(frame.getByLabel("Name", { exact: true })).toHaveValue("after");
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await page.getByRole("button", { name: "Discard changes", exact: true }).click();
    await expectPage(frame.getByLabel("Name", { exact: true })).toHaveValue("before");
    await expectPage(saveBar(page)).toBeHidden();
  });

  test("keeps the merchant on the page until it is left on purpose", async () => {
    const { page, frame } = await openApp("/app/offers");
    await frame.getByLabel("Name", { exact: true }).fill("after");
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByRole("button", { name: "Keep editing", exact: true }).click();
    await expectPage(page).toHaveURL(`${admin}/app/offers`);
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await page.getByRole("button", { name: "Leave page", exact: true }).click();
    await expectPage(page).toHaveURL(`${admin}/app/settings`);
  });

  test("of an element acts by its two buttons", async () => {
    const { page, frame } = await openApp();
    await inApp(page, () => shopify.saveBar.show("bar"));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await heard(frame, "clicked bar-save");
    await heard(frame, "clicked bar-discard");
    await inApp(page, () => shopify.saveBar.hide("bar"));
    await expectPage(saveBar(page)).toBeHidden();
  });
});

describe("strangers", () => {
  test("another window's messages are not heard", async () => {
    const { page } = await openApp();
    await page.evaluate(() => {
      const message = { type: "toast", toast: { id: "x", message: "Evil", durationMs: 9e9 } };
      window.postMessage({ appBridge: 1, message }, "*");
    });
    await inApp(page, () => shopify.toast.show("Good"));
    await expectPage(page.getByText("Good", { exact: true })).toBeVisible();
    await expectPage(page.getByText(/Evil/)).toHaveCount(0);
  });
});

test.each([
  ["desktop", desktop],
  ["phone", phone],
] as const)(
  "on a %s the frame has no barrier that axe finds, and nothing sticks out",
  async (_, viewport) => {
    const { page } = await openApp("", { viewport });
    const { violations } = await axeOf(page).exclude("#app").analyze();
    expect(violations).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(viewport.width);
  },
);

test("on a phone the menu is behind a button, and leads on", async () => {
  const { page } = await openApp("", { viewport: phone });
  await expectPage(page.getByRole("link", { name: "Settings", exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expectPage(page).toHaveURL(`${admin}/app/settings`);
  await expectPage(page.getByRole("link", { name: "Settings", exact: true })).toBeHidden();
});
