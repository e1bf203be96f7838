import type { Browser, Frame, FrameLocator, Page } from "@playwright/test";
import { expect } from "vitest";
import { axeOf } from "#tests/browser/axe-of.ts";
import { type OpenPageOptions, openPage } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

/** One of the merchant's pages, inside the admin's frame. */
export interface AdminPage {
  /** The admin around it. */
  page: Page;
  /** The app's own document. */
  frame: Frame;
}

/** How a page felt while it was loaded. */
export interface PageFeel {
  /** Sum of the layout shifts that nobody asked for. */
  layoutShift: number;
  largestPaintMs: number;
}

declare global {
  interface Window {
    __feel?: PageFeel;
  }
}

/** The preview of an email runs no script, not even the one with which this file watches every frame. */
const WATCH_IN_PREVIEW = /^Blocked script execution in 'about:srcdoc'/;

/** Opens `path` below `/app` in the admin of the store, and waits until it is there and alive. */
export async function openAdminPage(
  browser: Browser,
  shop: TestShop,
  path = "",
  options: OpenPageOptions = {},
): Promise<AdminPage> {
  const { expectedErrors = [] } = options;
  const page = await openPage(browser, {
    ...options,
    expectedErrors: [...expectedErrors, WATCH_IN_PREVIEW],
  });
  await page.context().addInitScript(watchFeel);
  await page.goto(`${adminUrl(shop)}${path}`);
  const admin = { page, frame: await appFrame(page) };
  // A frame that is only being made takes the browser's focus for a moment, and with it what is typed.
  await previewIsDrawn(admin);
  return admin;
}

/** Address of the app in the store's own admin. */
function adminUrl(shop: TestShop): string {
  const { port } = new URL(shop.devstoreUrl);
  return `http://${shop.domain.split(".")[0]}.localhost:${port}/admin/apps/perennial`;
}

/** The app's document, once its page is drawn and its script has taken over. */
async function appFrame(page: Page): Promise<Frame> {
  await page.waitForSelector("iframe#app");
  await expectPage(page.frameLocator("#app").getByRole("heading", { level: 1 })).toBeVisible();
  const frame = page.frames().find((one) => one.name() === "app-iframe");
  if (!frame) throw new Error("The admin has no frame.");
  await frame.waitForSelector("main:not([inert])");
  return frame;
}

/** The cancel flow as the preview draws it. */
export function previewOf({ frame }: AdminPage): FrameLocator {
  return frame.frameLocator('iframe[title="Preview of the cancel flow"]');
}

/** A loyalty block as the preview draws it. */
export function blockPreviewOf({ frame }: AdminPage): FrameLocator {
  return frame.frameLocator('iframe[title="Preview of the theme\'s block"]');
}

/** Resolves when the page's preview, if it has one, is there. */
async function previewIsDrawn(admin: AdminPage): Promise<void> {
  await expectPage(admin.frame.locator('.pn-preview[aria-busy="true"]')).toHaveCount(0);
  if ((await admin.frame.locator(".pn-preview[data-width]").count()) === 0) return;
  await previewOf(admin).locator("[data-preview-state]").waitFor({ state: "attached" });
}

/** What axe finds wrong in the app's document and in the admin around it; nothing may be. */
export async function expectAccessible({ page }: AdminPage): Promise<void> {
  const { violations } = await axeOf(page)
    .include("iframe#app")
    // A frame that runs no script cannot be looked into from here; the emails in it have tests of their own.
    .exclude(["iframe#app", 'iframe[sandbox=""]'])
    .analyze();
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`,
  );
  expect(found).toEqual([]);
}

export async function readFeel({ frame }: AdminPage): Promise<PageFeel> {
  return frame.evaluate(() => window.__feel ?? { layoutShift: 0, largestPaintMs: 0 });
}

function watchFeel(): void {
  const feel = { layoutShift: 0, largestPaintMs: 0 };
  window.__feel = feel;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!shift.hadRecentInput) feel.layoutShift += shift.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) feel.largestPaintMs = entry.startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
}
