import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll } from "vitest";
import type { OfferView } from "#storefront/cancel-flow/answers.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { launchBrowser, type OpenPageOptions, openPage } from "#tests/support/browser.ts";
import {
  type FlowPage,
  type FlowRequest,
  type FlowResponse,
  type FlowSite,
  goldClub,
  serveCancelFlow,
} from "#tests/support/serve-cancel-flow.ts";

export let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const discount: OfferView = {
  id: 7,
  type: "discount_price",
  name: "Three cheaper months",
  description: "The same club for less.",
  discount: {
    discount_type: "percentage",
    discount_value: 20,
    cycles: 3,
    price_minor: 1500,
    price_with_offer_minor: 1200,
    currency: "EUR",
    currency_digits: 2,
    full_price_from: "2027-03-04",
  },
};

/** The app's answers when all is well. */
export function allWell({ path }: FlowRequest): FlowResponse {
  const active = { contract: goldClub, active_offer: null };
  if (path === "/reason") return [200, { ...active, flow_id: "f-1", offer: discount, help: null }];
  if (path === "/accept") return [200, { applied: discount, contract: goldClub }];
  if (path === "") return [200, active];
  const contract = { ...goldClub, status: "cancelled", next_billing_date: null };
  return [
    200,
    {
      reference: "5001-20261121",
      ends_on: "2026-12-04",
      charge_running: false,
      last_charge: { amount_minor: 1500, currency: "EUR", currency_digits: 2, date: "2026-11-04" },
      store_credit_minor: 1250,
      currency: "EUR",
      currency_digits: 2,
      already_cancelled: false,
      contract,
    },
  ];
}

/** Keeps every answer back until the returned function is called. */
export function hold(site: FlowSite): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  site.answer = async (request) => {
    await promise;
    return allWell(request);
  };
  return resolve;
}

export interface Visit {
  page: Page;
  site: FlowSite;
  /** Paths of the requests so far. */
  asked: () => string[];
}

export async function visit(content: FlowPage = {}, options: OpenPageOptions = {}): Promise<Visit> {
  const site = await serveCancelFlow(content);
  site.answer = allWell;
  const page = await openPage(browser, { expectedErrors: [/Failed to load resource/], ...options });
  await page.goto(site.url);
  if (!content.dialogArrives) await prepareDialog(page);
  return { page, site, asked: () => site.requests.map(({ path }) => path) };
}

/** As a pointer does that comes near: the first press then opens the dialog at once. */
async function prepareDialog(page: Page): Promise<void> {
  // A string, because the test runner replaces import() inside a function with its own.
  await page.evaluate(
    `import(document.querySelector("[data-dialog]")?.dataset.dialog).catch(() => {})`,
  );
}

export const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).click();
export const heading = (page: Page, name: string) =>
  page.getByRole("heading", { name, exact: true });
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement | null;
    return element?.innerText.trim().replace(/\s+/g, " ") ?? "";
  });
/** Presses Tab until the focus is on what carries this name. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press("Tab");
    if ((await focused(page)).startsWith(name)) return;
  }
  throw new Error(`Tab never reached "${name}"`);
}

export async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const { violations } = await axeOf(page).include("perennial-cancel-flow").analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

export async function atOffer(
  content: FlowPage = {},
  options: OpenPageOptions = {},
): Promise<Visit> {
  const visited = await visit(content, options);
  await press(visited.page, "Cancel membership");
  await visited.page.getByLabel("It's too expensive", { exact: true }).check();
  await press(visited.page, "Continue");
  await heading(visited.page, "Would this suit you better?").waitFor();
  return visited;
}

export async function atConfirm(
  content: FlowPage = {},
  options: OpenPageOptions = {},
): Promise<Visit> {
  const visited = await atOffer(content, options);
  await press(visited.page, "Continue to cancel");
  await heading(visited.page, "Cancel your membership?").waitFor();
  return visited;
}

export const cancelButton = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Cancel membership", exact: true });
