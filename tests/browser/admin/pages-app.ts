import type { Browser } from "@playwright/test";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "#tests/support/browser.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// A browser, and the app with its pages, for the file of tests that imports this.

export let browser: Browser;
export let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});
