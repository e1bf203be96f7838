import type { Browser, Locator, Page } from "@playwright/test";
import { desktop, type OpenPageOptions, openPage } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { callJson, type TestShop } from "#tests/support/test-shop.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

/** A shopper of a store with one membership of €15.00 a month, standing before its card. */
export interface Member {
  page: Page;
  cid: number;
  contractId: number;
  name: string;
}

/** Address of the store's own front door. */
export function storefrontUrl(shop: TestShop): string {
  const { port } = new URL(shop.devstoreUrl);
  return `http://${shop.domain.split(".")[0]}.localhost:${port}`;
}

/** A new shopper signs in as people do, by the store's own sign-in page, and opens the membership page. */
export async function becomeMember(
  browser: Browser,
  shop: TestShop,
  options: OpenPageOptions = {},
  contract: Record<string, unknown> = {},
): Promise<Member> {
  const unique = uniqueNumber();
  const name = `Ada ${unique}`;
  const person = { first_name: "Ada", last_name: unique, email: `ada.${unique}@example.com` };
  const { body } = await shop.control("customers", person);
  const { contractId } = await shop.createContract({
    cid: body.cid,
    price: "15.00",
    ...contract,
  });
  const page = await openPage(browser, { viewport: desktop, ...options });
  await page.goto(storefrontUrl(shop));
  await page.getByRole("link", { name: "Sign in", exact: true }).click();
  await signInAs(page, name);
  await expectPage(page.getByRole("link", { name: "Ada", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Membership", exact: true }).first().click();
  await expectPage(
    page.getByRole("article").getByRole("button", { name: /^Cancel / }),
  ).toBeVisible();
  return { page, cid: body.cid, contractId, name };
}

/** On the store's sign-in page: finds the person and signs in. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.getByRole("searchbox").fill(name);
  await page.getByRole("button", { name: "Find", exact: true }).click();
  await page.getByRole("button", { name: `Sign in as ${name}`, exact: true }).click();
}

/** The card's button, which is there without opening anything. */
export function cancelButton(page: Page): Locator {
  return page.getByRole("main").getByRole("button", { name: "Cancel membership", exact: true });
}

/** The last button, which really cancels. */
export function confirmButton(page: Page): Locator {
  return page.getByRole("dialog").getByRole("button", { name: "Cancel membership", exact: true });
}

export const dialogOf = (page: Page) => page.getByRole("dialog");

/** Presses a button of the step that is shown; the cross in the corner comes before them. */
export function press(page: Page, name: string): Promise<void> {
  return page.getByRole("dialog").getByRole("button", { name, exact: true }).last().click();
}

export function stepIs(page: Page, heading: string): Promise<void> {
  return expectPage(
    page.getByRole("dialog").getByRole("heading", { name: heading, exact: true }),
  ).toBeVisible();
}

/** What can be seen there; the words of other moments are in the page as well, hidden. */
export function says(place: Locator, text: string | RegExp): Promise<void> {
  return expectPage(place).toContainText(text, { useInnerText: true });
}

export const steps = {
  reason: "Why are you canceling?",
  offer: "Would this suit you better?",
  confirm: "Cancel your membership?",
  done: "Canceled",
  saved: "Your offer is active",
} as const;

/** From the card to the offer that fits a membership which is too expensive. */
export async function walkToOffer(page: Page): Promise<void> {
  await cancelButton(page).click();
  await stepIs(page, steps.reason);
  await page.getByLabel("It's too expensive", { exact: true }).check();
  await press(page, "Continue");
  await stepIs(page, steps.offer);
}

export async function walkToConfirm(page: Page): Promise<void> {
  await walkToOffer(page);
  await press(page, "Continue to cancel");
  await stepIs(page, steps.confirm);
}

/** What the Churn API tells another system about a contract, by way of the store's own proxy. */
export async function appliedOffers(shop: TestShop, contractId: number) {
  const path = `/apps/service-api/v1/membership/churn/${contractId}/offers?key=${shop.key}`;
  const { status, body } = await callJson(`${shop.devstoreUrl}${path}`, {
    headers: { "x-forwarded-host": shop.domain },
  });
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

/** A date as the English pages write it, of an instant in the store's zone. */
export function longDate(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone }).format(instant);
}
