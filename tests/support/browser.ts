import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "@playwright/test";
import { expect, onTestFinished } from "vitest";
import { findMemoryFolder } from "#scripts/files/memory-folder.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { findChromium } from "./find-chromium.ts";

export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

export interface OpenPageOptions extends BrowserContextOptions {
  /** Console errors that the test provokes on purpose, for example those of a refused request. */
  expectedErrors?: RegExp[];
}

// The framework reports a request that the page itself gave up, for example because a form was sent meanwhile.
const GIVEN_UP = /^AbortError: BodyStreamBuffer was aborted/;

export const screenshotFolder = join(projectRoot, "test-results");

// The one address outside that the app's library asks for by itself; the stand-in replaces it.
const replacedScript = "https://cdn.shopify.com/shopifycloud/app-bridge.js";

/** Starts a Chromium with its ordinary security; close it after the tests of the file. */
export async function launchBrowser(): Promise<Browser> {
  const { path, environment } = await findChromium();
  const memory = findMemoryFolder();
  return chromium.launch({
    executablePath: path,
    // What its processes share is files, which it makes and deletes for everything that it draws.
    ignoreDefaultArgs: memory ? ["--disable-dev-shm-usage"] : [],
    // Its own sandbox does not start as root nor in most containers; the pages are all ours.
    args: ["--no-sandbox"],
    env: { ...definedOnly(process.env), ...environment, ...(memory && { TMPDIR: memory }) },
  });
}

/**
 * Opens a page in a new context (cookies, storage) for the running test, which fails when the
 * page logs an error, throws, or asks for an address outside this machine. Closed with the test.
 */
export async function openPage(browser: Browser, options: OpenPageOptions = {}): Promise<Page> {
  const { expectedErrors = [], ...contextOptions } = options;
  const context = await browser.newContext({
    viewport: desktop,
    locale: "en-US",
    userAgent: ordinaryUserAgent(browser),
    ...contextOptions,
  });
  const problems: string[] = [];
  await keepInside(context, problems);
  const note = (text: string) => {
    if (![GIVEN_UP, ...expectedErrors].some((expected) => expected.test(text))) problems.push(text);
  };
  context.on("console", (message) => {
    if (message.type() === "error") note(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => note(error.error().stack ?? error.error().message));
  const page = await context.newPage();
  onTestFinished(async ({ task }) => {
    if (task.result?.state === "fail") {
      console.error(await whatIsShown(page));
      await takeScreenshot(page, `failed-${task.name.replaceAll(/[^\w]+/g, "-").slice(0, 80)}`);
    }
    await context.close();
    expect(problems, "errors that the page reported").toEqual([]);
  });
  return page;
}

const LONGEST_SHOWN = 1_500;

/** What the page and its frames say, for somebody who has only the output of a failed run. */
async function whatIsShown(page: Page): Promise<string> {
  const texts = page.frames().map(async (frame) => {
    const text = await frame.evaluate(() => document.body.innerText).catch(String);
    return `${frame.url()} shows:\n${text.replaceAll(/\s*\n\s*/g, "\n").slice(0, LONGEST_SHOWN)}`;
  });
  return (await Promise.all(texts)).join("\n");
}

/** Keeps a picture of a page as `test-results/<name>.png`, once its fonts and pictures are there. */
export async function takeScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  if (page.isClosed()) return;
  mkdirSync(screenshotFolder, { recursive: true });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await page.screenshot({ path: join(screenshotFolder, `${name}.png`), fullPage });
}

/** Keeps a picture of a part of a page as `test-results/<name>.png`, once its motion has ended. */
export async function takePicture(part: Locator, name: string): Promise<void> {
  mkdirSync(screenshotFolder, { recursive: true });
  await part.screenshot({ path: join(screenshotFolder, `${name}.png`), animations: "disabled" });
}

async function keepInside(context: BrowserContext, problems: string[]): Promise<void> {
  await context.route(isOutside, async (route) => {
    const url = route.request().url();
    if (url === replacedScript) {
      await route.fulfill({ contentType: "text/javascript", body: "" });
      return;
    }
    problems.push(`asked for ${url}`);
    await route.abort();
  });
}

function isOutside({ protocol, hostname }: URL): boolean {
  if (!protocol.startsWith("http")) return false;
  return hostname !== "127.0.0.1" && hostname !== "localhost" && !hostname.endsWith(".localhost");
}

/** The platform's library turns away what calls itself a headless browser. */
export function ordinaryUserAgent(browser: Browser): string {
  const major = browser.version().split(".")[0];
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
}

function definedOnly(environment: NodeJS.ProcessEnv): Record<string, string> {
  const entries = Object.entries(environment);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
