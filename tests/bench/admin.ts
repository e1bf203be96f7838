import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "@playwright/test";
import { desktop, launchBrowser, ordinaryUserAgent } from "#tests/support/browser.ts";
import { createDemoFolder, type DemoFile, runDemo } from "#tests/support/run-demo.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { type PageVitals, readVitals, watchVitals } from "./page-vitals.ts";

const ROUNDS = 5;
const MOST_MS = 800;
const MOST_SHIFT = 0.01;

interface Round extends PageVitals {
  /** Bytes that came over the wire for the app's document, with everything that it loads. */
  transferred: number;
}

/** Screens that are there in any store, by their paths. */
const SCREENS = [
  "",
  "/app/customers",
  ...["", "/calendar", "/failed", "/confirmations", "/retries", "/imports", "/bulk"].map(
    (end) => `/app/subscriptions${end}`,
  ),
  ...["", "/new", "/portal", "/price-changes", "/price-changes/new"].map(
    (end) => `/app/plans${end}`,
  ),
  ...["/reasons", "/offers", "/offers/new", "/applied-offers"].map((end) => `/app/churn${end}`),
  ...["", "/customers", "/grants", "/policies", "/files"].map((end) => `/app/store-credit${end}`),
  ...[
    "",
    "/rules",
    "/rules/new",
    "/customers",
    "/tiers",
    "/point-rewards",
    "/point-rewards/new",
  ].map((end) => `/app/loyalty${end}`),
  ...["/files", "/coupons", "/referrals", "/receipts"].map((end) => `/app/loyalty${end}`),
  ...["/app/exports", "/app/settings", "/app/settings/emails"],
];

/** Lists of the demo whose first link leads to a screen about one thing. */
const LISTS = [
  ...["/app/customers", "/app/subscriptions", "/app/plans"],
  ...["/app/churn/offers", "/app/churn/applied-offers"],
  ...["/app/store-credit/customers", "/app/store-credit/files"],
  ...["/app/loyalty/rules", "/app/loyalty/customers", "/app/loyalty/point-rewards"],
  ...["/app/loyalty/receipts"],
];

/**
 * Largest paint and layout shifts of each admin screen within the admin's frame, each time in a browser
 * that has nothing cached, beside a static page for which as many bytes are sent.
 */
export async function measureAdmin(): Promise<BenchRow[]> {
  const data = createDemoFolder();
  const browser = await launchBrowser();
  try {
    const { demo, stop } = await runDemo(data.path);
    try {
      const rows: BenchRow[] = [];
      for (const screen of await findScreens(browser, demo)) {
        rows.push(await measureScreen(browser, demo, screen));
      }
      return rows;
    } finally {
      await stop();
    }
  } finally {
    await browser.close();
    data.remove();
  }
}

/** The paths of the demo's screens. */
async function findScreens(browser: Browser, demo: DemoFile): Promise<string[]> {
  const page = await openPage(browser);
  const found: string[] = [];
  for (const list of LISTS) {
    await page.goto(`${demo.admin_url}${list}`);
    const link = page.frameLocator("#app").getByRole("table").getByRole("link").first();
    found.push((await link.getAttribute("href")) ?? "");
  }
  await page.context().close();
  return [...SCREENS, ...found];
}

async function measureScreen(browser: Browser, demo: DemoFile, path: string): Promise<BenchRow> {
  const load = () => loadScreen(browser, demo, path);
  const { transferred } = await load();
  const still = await serveStaticPage(transferred);
  const ours: Round[] = [];
  const baseline: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    baseline.push(await loadStaticPage(browser, still.url));
    ours.push(await load());
  }
  still.close();
  const paintMs = median(ours.map(({ largestPaintMs }) => largestPaintMs));
  const shift = median(ours.map(({ layoutShift }) => layoutShift));
  const baselineMs = median(baseline.map(({ largestPaintMs }) => largestPaintMs));
  return {
    name: `admin ${path || "/app"}`,
    ours: `LCP ${Math.round(paintMs)} ms, CLS ${shift.toFixed(3)}`,
    baseline: `${Math.round(baselineMs)} ms static, ${Math.round(transferred / 1024)} KB`,
    ratio: (paintMs / baselineMs).toFixed(1),
    target: `LCP ≤ ${MOST_MS} ms, CLS ≤ ${MOST_SHIFT}`,
    met: paintMs <= MOST_MS && shift <= MOST_SHIFT,
  };
}

async function loadScreen(browser: Browser, demo: DemoFile, path: string): Promise<Round> {
  const page = await openPage(browser);
  const transferred = await countTransferred(page, new URL(demo.app_url).origin);
  await watchVitals(page);
  await page.goto(`${demo.admin_url}${path}`, { waitUntil: "networkidle" });
  const frame = page.frames().find((one) => one.name() === "app-iframe");
  if (!frame) throw new Error(`The admin shows no app at ${path}.`);
  const vitals = await readVitals(frame);
  await page.context().close();
  return { ...vitals, transferred: transferred() };
}

async function loadStaticPage(browser: Browser, url: string): Promise<Round> {
  const page = await openPage(browser);
  const transferred = await countTransferred(page, new URL(url).origin);
  await watchVitals(page);
  await page.goto(url, { waitUntil: "networkidle" });
  const vitals = await readVitals(page);
  await page.context().close();
  return { ...vitals, transferred: transferred() };
}

/** A context of its own has nothing cached and no cookies. */
async function openPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: desktop,
    locale: "en-US",
    userAgent: ordinaryUserAgent(browser),
  });
  return context.newPage();
}

/** Counts the bytes of all answers from one server, as they were sent. */
async function countTransferred(page: Page, origin: string): Promise<() => number> {
  let bytes = 0;
  page.on("requestfinished", (request) => {
    if (new URL(request.url()).origin !== origin) return;
    void request.sizes().then(({ responseBodySize, responseHeadersSize }) => {
      bytes += responseBodySize + responseHeadersSize;
    });
  });
  return () => bytes;
}

/** A page of so many bytes that needs nothing else, from a server that does nothing else. */
async function serveStaticPage(bytes: number): Promise<{ url: string; close: () => void }> {
  const start = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Static</title><body><h1>Static</h1><p>A page of the same size.</p><!--`;
  const page = Buffer.from(`${start.padEnd(Math.max(start.length, bytes - 3), "x")}-->`);
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-length": page.length,
    });
    response.end(page);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
