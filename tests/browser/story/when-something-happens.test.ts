import type { Browser, Page, Route } from "@playwright/test";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchBrowser, openPage } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  appliedOffers,
  becomeMember,
  cancelButton,
  confirmButton,
  dialogOf,
  press,
  says,
  signInAs,
  stepIs,
  steps,
  storefrontUrl,
  walkToConfirm,
  walkToOffer,
} from "./member.ts";

// The world does not wait while somebody decides: connections, sessions, merchants, the platform, other
// tabs. What is said at each moment must be what is so.

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});
beforeEach(async () => {
  shop = await testApp.createShop({ currency: "EUR" });
});

const refused = { expectedErrors: [/Failed to load resource/] };
const alertOf = (page: Page) => dialogOf(page).getByRole("alert");
const contractOf = (contractId: number) => shop.platformContract(contractId);

/** Another tab of the same browser, at the membership page. */
async function otherTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  return tab;
}

/** The request arrives at the store; its answer never arrives at the shopper. */
async function deliverWithoutAnswer(route: Route): Promise<void> {
  const request = route.request();
  const { pathname } = new URL(request.url());
  await fetch(`${shop.devstoreUrl}${pathname}`, {
    method: request.method(),
    headers: { ...(await request.allHeaders()), "x-forwarded-host": shop.domain },
    body: request.postData(),
  });
  await route.abort("connectionreset");
}

describe("the connection", () => {
  test("is lost before the last press: nothing is cancelled, and it works once it is back", async () => {
    const { page, contractId } = await becomeMember(browser, shop);
    await walkToConfirm(page);
    await page.context().setOffline(true);
    await confirmButton(page).click();
    await says(alertOf(page), "You are offline. Nothing has been canceled yet.");
    expect((await contractOf(contractId))?.status).toBe("active");
    await page.context().setOffline(false);
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    expect((await contractOf(contractId))?.status).toBe("cancelled");
  });

  test("is lost while the answer is on its way: the next press says that it is done", async () => {
    const { page, contractId } = await becomeMember(browser, shop, refused);
    await walkToConfirm(page);
    await page.route("**/cancel-flow/*/cancel", (route) => deliverWithoutAnswer(route));
    await page.route(`**/cancel-flow/${contractId}`, (route) => route.abort("connectionreset"));
    await confirmButton(page).click();
    await says(alertOf(page), "We can't say yet whether this went through.");
    await page.unrouteAll();
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    await says(dialogOf(page), `Reference: ${contractId}-`);
    expect((await contractOf(contractId))?.status).toBe("cancelled");
  });
});

describe("the session", () => {
  test("ends mid-way: signing in leads back to the same step with the same answers", async () => {
    const { page, contractId, name } = await becomeMember(browser, shop, refused);
    await walkToConfirm(page);
    const tab = await otherTab(page);
    await tab.goto(`${storefrontUrl(shop)}/account`);
    await tab.getByRole("button", { name: "Sign out", exact: true }).click();
    await expectPage(tab.getByRole("link", { name: "Sign in", exact: true })).toBeVisible();
    await confirmButton(page).click();
    await says(alertOf(page), "You have been signed out.");
    expect((await contractOf(contractId))?.status).toBe("active");

    await alertOf(page).getByRole("link", { name: "Sign in", exact: true }).click();
    await signInAs(page, name);
    await stepIs(page, steps.confirm);
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    const { db, shop: row } = await shop.context();
    const cancelled = await db.prisma.subscription.findFirstOrThrow({ where: { shopId: row.id } });
    expect(cancelled).toMatchObject({ status: "cancelled", cancelReason: "too_expensive" });
  });
});

describe("the merchant", () => {
  test("switches the offer off while it is looked at: accepting says so, cancelling works", async () => {
    const { page, contractId } = await becomeMember(browser, shop, refused);
    await walkToOffer(page);
    const admin = await openPage(browser);
    await admin.goto(`${storefrontUrl(shop)}/admin/apps/perennial/app/churn/offers`);
    const lever = admin
      .frameLocator("#app")
      .getByRole("switch", { name: "20% off is active", exact: true });
    const saved = admin.waitForResponse((answer) => answer.request().method() === "POST");
    await lever.click();
    await saved;
    await expectPage(lever).not.toBeChecked();

    await press(page, "Accept");
    await says(alertOf(page), "That offer is no longer available.");
    const onward = dialogOf(page).getByRole("button", { name: "Continue to cancel", exact: true });
    await expectPage(onward).toBeFocused();
    await expectPage(
      dialogOf(page).getByRole("button", { name: "Accept", exact: true }),
    ).toHaveCount(0);
    expect((await contractOf(contractId))?.discounts).toEqual([]);
    await onward.click();
    await confirmButton(page).click();
    await stepIs(page, steps.done);
  });
});

describe("the platform", () => {
  test("fails before it has cancelled: that is said, and pressing again cancels", async () => {
    const { page, contractId } = await becomeMember(browser, shop, refused);
    await walkToConfirm(page);
    await shop.control("fail-next", {
      status: 503,
      count: 10,
      operation: "subscriptionContractCancel",
    });
    await confirmButton(page).click();
    await says(
      alertOf(page),
      "We couldn't cancel just now. Your membership is still active. Try again or e-mail us.",
    );
    await expectPage(
      alertOf(page).getByRole("link", { name: "E-mail us", exact: true }),
    ).toBeVisible();
    expect((await contractOf(contractId))?.status).toBe("active");
    await shop.control("clear-faults");
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    expect((await contractOf(contractId))?.status).toBe("cancelled");
  });

  test("fails altogether: nobody sees that it is cancelled or that it is not", async () => {
    const { page, contractId } = await becomeMember(browser, shop, refused);
    await walkToConfirm(page);
    await shop.control("fail-next", { status: 503, count: 100 });
    await confirmButton(page).click();
    await says(alertOf(page), "We can't say yet whether this went through.");
    await press(page, "Close");
    const card = page.getByRole("article");
    await says(
      page.locator("perennial-cancel-flow").getByRole("alert"),
      "We can't say yet whether this went through.",
    );
    await expectPage(card.getByText(/Nothing has changed/)).toHaveCount(0);
    await shop.control("clear-faults");
    await walkToConfirm(page);
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    expect((await contractOf(contractId))?.status).toBe("cancelled");
  });

  test("has cancelled when its answer is lost, and the news of it too: what is so is shown", async () => {
    const { page, contractId } = await becomeMember(browser, shop, refused);
    await walkToConfirm(page);
    await shop.control("webhooks", { delay_ms: 600_000 });
    await shop.control("fail-next", {
      status: "disconnect",
      count: 100,
      after: "after-effect",
      operation: "subscriptionContractCancel",
    });
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    await says(dialogOf(page), `Reference: ${contractId}-`);
    expect((await contractOf(contractId))?.status).toBe("cancelled");
  });

  test("fails while an offer is applied: none is left behind, and pressing again applies it once", async () => {
    const { page, contractId } = await becomeMember(browser, shop, refused);
    await walkToOffer(page);
    await shop.control("fail-next", {
      status: 503,
      count: 100,
      operation: "subscriptionDraftDiscountAdd",
    });
    await press(page, "Accept");
    await says(alertOf(page), "We can't say yet whether this went through.");
    expect((await contractOf(contractId))?.discounts).toEqual([]);
    await shop.control("clear-faults");
    await press(page, "Accept");
    await stepIs(page, steps.saved);
    expect((await contractOf(contractId))?.discounts).toHaveLength(1);
    expect(await appliedOffers(shop, contractId)).toHaveLength(1);
  });

  test("refuses the offer: it leaves none behind, and the way to cancel stays open", async () => {
    const { page, contractId } = await becomeMember(browser, shop, refused);
    await walkToOffer(page);
    await shop.control("refuse-next", {
      operation: "subscriptionDraftCommit",
      message: "This contract cannot be changed now",
    });
    await press(page, "Accept");
    await says(alertOf(page), "That offer is no longer available.");
    expect((await contractOf(contractId))?.discounts).toEqual([]);
    expect(await appliedOffers(shop, contractId)).toEqual([]);
    await press(page, "Continue to cancel");
    await confirmButton(page).click();
    await stepIs(page, steps.done);
  });
});

describe("another tab", () => {
  test("has cancelled meanwhile: this one shows that, and no error", async () => {
    const { page, contractId } = await becomeMember(browser, shop, refused);
    await walkToConfirm(page);
    const tab = await otherTab(page);
    await walkToConfirm(tab);
    await confirmButton(tab).click();
    await stepIs(tab, steps.done);
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    await says(dialogOf(page), `Reference: ${contractId}-`);
    await expectPage(alertOf(page)).toHaveText("", { useInnerText: true });
    expect((await contractOf(contractId))?.status).toBe("cancelled");
  });

  test("has accepted meanwhile: the same offer is shown as active, and was applied once", async () => {
    const { page, contractId } = await becomeMember(browser, shop, refused);
    await walkToOffer(page);
    const tab = await otherTab(page);
    await walkToOffer(tab);
    await press(tab, "Accept");
    await stepIs(tab, steps.saved);
    await press(page, "Accept");
    await stepIs(page, steps.saved);
    expect((await contractOf(contractId))?.discounts).toHaveLength(1);
    expect(await appliedOffers(shop, contractId)).toHaveLength(1);
  });
});

describe("the back button", () => {
  test("half-way leaves everything as it was, and coming back begins at the card", async () => {
    const { page, contractId } = await becomeMember(browser, shop);
    await walkToOffer(page);
    await page.goBack();
    await expectPage(page).not.toHaveURL(/membership/);
    await page.goForward();
    await expectPage(page).toHaveURL(/membership/);
    await says(page.getByRole("article"), "Active");
    expect((await contractOf(contractId))?.status).toBe("active");
    expect((await contractOf(contractId))?.discounts).toEqual([]);
  });

  test("after the end brings no button back that would cancel again", async () => {
    const { page } = await becomeMember(browser, shop);
    await walkToConfirm(page);
    await confirmButton(page).click();
    await stepIs(page, steps.done);
    await press(page, "Close");
    await shop.quiet();
    await page.getByRole("link", { name: "Shop", exact: true }).first().click();
    await expectPage(page).toHaveURL(/collections/);
    await page.goBack();
    await expectPage(page).toHaveURL(/membership/);
    await says(page.getByRole("article"), "Canceled");
    await expectPage(cancelButton(page)).toHaveCount(0);
  });
});
