import { gzipSync } from "node:zlib";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { launchBrowser, phone } from "#tests/support/browser.ts";
import { createDemoFolder, type DemoFile, runDemo } from "#tests/support/run-demo.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { longestTaskMs, taskCategories } from "./longest-task.ts";
import { readVitals, watchVitals } from "./page-vitals.ts";

const ROUNDS = 5;
const SLOWDOWN = 4;
const MOST_SCRIPT_BYTES = 3 * 1024;
const MOST_STYLE_BYTES = 2 * 1024;
const MOST_TASK_MS = 50;
/** In the address of every file of the app's extension. */
const EXTENSION = "/cdn/extensions/";

interface Step {
  /** What has to be seen before. */
  selector: string;
  /** Presses it; without, it is only waited for. */
  press: boolean;
}

/** A block of the app on one of the storefront's pages. */
interface Widget {
  name: string;
  /** So much JavaScript may come with the steps alone: parts that are opened one by one. */
  mostUsedScriptBytes?: number;
  /** How the theme names the block there. */
  block: string;
  path: string;
  prepare: (context: BrowserContext, demo: DemoFile, cid: number) => Promise<void>;
  steps: Step[];
}

const WIDGETS: readonly Widget[] = [
  {
    name: "membership",
    block: "membership__page_membership",
    path: "/pages/membership",
    prepare: async () => {},
    steps: [
      { selector: "perennial-cancel-flow [data-do=open]", press: true },
      { selector: "[name=reason]", press: true },
      { selector: "dialog form .pn-solid", press: true },
      { selector: "dialog [data-do=decline]", press: false },
    ],
  },
  {
    name: "portal",
    block: "membership__page_membership",
    path: "/pages/membership",
    // The portal, the words of one language and the forms come after presses alone.
    mostUsedScriptBytes: 4 * MOST_SCRIPT_BYTES,
    prepare: async () => {},
    steps: [
      { selector: "perennial-cancel-flow [data-do=manage]", press: true },
      { selector: ".pn-choices button", press: true },
      { selector: ".pn-portal form [type=submit]", press: false },
    ],
  },
  {
    name: "store credit",
    block: "store-credit__cart",
    path: "/cart",
    prepare: fillCart,
    steps: [
      { selector: "perennial-store-credit [data-p=apply]", press: true },
      { selector: "perennial-store-credit [data-p=hold]", press: false },
    ],
  },
  loyaltyBlock("points-progress", []),
  loyaltyBlock("rewards", []),
  loyaltyBlock("tiers", []),
  loyaltyBlock("referral", [{ selector: "perennial-referral code", press: false }]),
  loyaltyBlock("birthday", []),
  loyaltyBlock("receipt", []),
];

/** A block of the membership page that a shopper opens, where there is something to open. */
function loyaltyBlock(handle: string, steps: Step[]): Widget {
  const opens = steps.length > 0 ? [{ selector: ".pnl summary", press: true }] : [];
  return {
    name: `loyalty ${handle}`,
    block: `${handle}__page_membership`,
    path: "/pages/membership",
    prepare: async () => {},
    steps: [{ selector: ".pnl", press: false }, ...opens, ...steps],
  };
}

interface Visit {
  /** What comes with the page. */
  scriptBytes: number;
  /** The same, and what came with the steps. */
  usedScriptBytes: number;
  styleBytes: number;
  layoutShift: number;
  longestMs: number;
}

/**
 * What each block costs a real page of the storefront: the size of what it loads, compressed, with the page and with all
 * that a shopper does; what it moves;
 * the longest task from its script's first to the end of what a shopper does with it, on a processor four
 * times slower. The baseline is the same page with the block switched off, where the longest task is the
 * page's own.
 */
export async function measureWidget(): Promise<BenchRow[]> {
  const data = createDemoFolder();
  const browser = await launchBrowser();
  try {
    const { demo, stop } = await runDemo(data.path);
    try {
      const rows: BenchRow[] = [];
      await switchAllOff(demo);
      for (const widget of WIDGETS) {
        await switchBlock(demo, widget, true);
        const ours = await visitOften(browser, demo, widget, true);
        await switchBlock(demo, widget, false);
        const without = await visitOften(browser, demo, widget, false);
        rows.push(...toRows(widget, ours, without));
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

function toRows(widget: Widget, ours: Visit[], without: Visit[]): BenchRow[] {
  const middle = (visits: Visit[], part: keyof Visit) => median(visits.map((one) => one[part]));
  const row = (part: keyof Visit, what: string, show: (value: number) => string, most: number) => {
    const value = middle(ours, part);
    const baseline = show(middle(without, part));
    const target = most === 0 ? "0" : `≤ ${show(most)}`;
    const name = `widget ${widget.name} ${what}`;
    return { name, ours: show(value), baseline, ratio: "–", target, met: value <= most };
  };
  const mostUsed = widget.mostUsedScriptBytes ?? MOST_SCRIPT_BYTES;
  const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(2)} KB`;
  const milliseconds = (ms: number) => `${ms.toFixed(0)} ms`;
  const shift = (value: number) => value.toFixed(3);
  return [
    row("scriptBytes", "JavaScript", kilobytes, MOST_SCRIPT_BYTES),
    row("usedScriptBytes", "JavaScript once used", kilobytes, mostUsed),
    row("styleBytes", "CSS", kilobytes, MOST_STYLE_BYTES),
    row("layoutShift", "CLS", shift, 0),
    row("longestMs", "longest task", milliseconds, MOST_TASK_MS),
  ];
}

/** Puts a plant into the shopper's cart, and gives the shopper credit to pay a part of it with. */
async function fillCart(context: BrowserContext, demo: DemoFile, cid: number): Promise<void> {
  const customer = demo.customers.find((one) => one.cid === cid);
  const given = await fetch(demo.credit_url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      key: demo.api_keys.full,
      action: "update",
      cid,
      email: customer?.email,
      update_type: "manual admin adjustment",
      update_value: 10,
      update_reason: "Measuring",
    }),
  });
  if (!given.ok) throw new Error(`The Store Credit Management API answered ${given.status}.`);
  const page = await context.newPage();
  await page.goto(`${demo.store_url}/products/monstera`);
  await page.getByRole("button", { name: "Add to cart" }).click();
  await page.getByRole("dialog", { name: "Your cart" }).waitFor();
  await page.close();
}

/** Several blocks stand on a page at first, and an embed on every page: what one costs is seen when it is alone. */
async function switchAllOff(demo: DemoFile): Promise<void> {
  const headers = { accept: "application/json" };
  const theme = await (await fetch(`${demo.store_url}/__dev/theme`, { headers })).json();
  const blocks = theme.blocks.map(({ id }: { id: string }) => ({ id, enabled: false }));
  const embeds = theme.embeds.map(({ handle }: { handle: string }) => ({ handle, enabled: false }));
  await changeTheme(demo, { blocks, embeds });
}

async function switchBlock(demo: DemoFile, { block }: Widget, isOn: boolean): Promise<void> {
  await changeTheme(demo, { blocks: [{ id: block, enabled: isOn }] });
}

async function changeTheme(demo: DemoFile, change: object): Promise<void> {
  const answer = await fetch(`${demo.store_url}/__dev/theme`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  if (!answer.ok) throw new Error(`The theme editor answered ${answer.status}.`);
}

async function visitOften(
  browser: Browser,
  demo: DemoFile,
  widget: Widget,
  hasBlock: boolean,
): Promise<Visit[]> {
  const members = demo.customers.filter(({ status }) => status === "active");
  const visits: Visit[] = [];
  for (const { cid } of members.slice(0, ROUNDS)) {
    visits.push(await visit(browser, demo, cid, widget, hasBlock));
  }
  return visits;
}

async function visit(
  browser: Browser,
  demo: DemoFile,
  cid: number,
  widget: Widget,
  hasBlock: boolean,
): Promise<Visit> {
  const context = await browser.newContext({ viewport: phone, hasTouch: true, isMobile: true });
  await context.request.post(`${demo.store_url}/__dev/login`, { data: { cid } });
  await widget.prepare(context, demo, cid);
  const page = await context.newPage();
  const sizes = watchSizes(page);
  await watchVitals(page);
  await page.addInitScript(walk, hasBlock ? widget.steps : []);
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await browser.startTracing(page, { categories: taskCategories });
  const said = (word: string) => page.waitForEvent("console", (message) => message.text() === word);
  const [loaded, walked] = [said("loaded"), said("walked")];
  await page.goto(`${demo.store_url}${widget.path}`);
  await loaded;
  const { scriptBytes } = await sizes();
  await walked;
  const longestMs = longestTaskMs(await browser.stopTracing(), hasBlock ? EXTENSION : null);
  const { layoutShift } = await readVitals(page);
  const { scriptBytes: usedScriptBytes, styleBytes } = await sizes();
  await context.close();
  return { scriptBytes, usedScriptBytes, styleBytes, layoutShift, longestMs };
}

/** Sizes of what the app's extension adds to the page, as a server would compress it. */
function watchSizes(page: Page) {
  const bodies: { type: string; bytes: Promise<number> }[] = [];
  page.on("response", (response) => {
    if (!response.url().includes(EXTENSION)) return;
    const bytes = response.body().then((body) => gzipSync(body, { level: 9 }).length);
    bodies.push({ type: response.request().resourceType(), bytes });
  });
  const sum = async (type: string) => {
    const own = await Promise.all(
      bodies.filter((one) => one.type === type).map((one) => one.bytes),
    );
    return own.reduce((total, bytes) => total + bytes, 0);
  };
  return async () => ({ scriptBytes: await sum("script"), styleBytes: await sum("stylesheet") });
}

/**
 * Runs in the page and takes the steps by itself, each press in a task of its own as a person's would be: a
 * driver from outside would bring long tasks along. Says on the console when the page is there, and when it has arrived.
 */
function walk(steps: Step[]): void {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 200));
  const appear = async (selector: string) => {
    for (;;) {
      await pause();
      const found = document.querySelector<HTMLElement>(selector);
      if (found?.checkVisibility()) return found;
    }
  };
  addEventListener("load", async () => {
    await pause();
    console.info("loaded");
    await pause();
    for (const { selector, press } of steps) {
      const found = await appear(selector);
      if (press) found.click();
    }
    await pause();
    console.info("walked");
  });
}
