import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "#app/lib/zoned-time.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { contractButton, portalOf } from "#tests/browser/portal-of.ts";
import { launchBrowser, phone, takeScreenshot } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeMember, longDate, type Member, says } from "./member.ts";

// How a shopper withdraws from a contract and starts a canceled one again, with the platform, the mailbox, the timeline and the API
// as judges.

const zone = "Europe/Berlin";
let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  browser = await launchBrowser();
  shop = await testApp.createShop({ timezone: zone, currency: "EUR", seed: "goods" });
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const now = async () => (await shop.context()).clock.now();

async function timeline({ contractId }: Pick<Member, "contractId">): Promise<string[]> {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id, subscription: { platformContractId: BigInt(contractId) } };
  const lines = await db.prisma.activity.findMany({ where, orderBy: { id: "asc" } });
  return lines.map(({ kind, actorKind }) => `${actorKind} ${kind}`);
}

async function barriersOf(page: Page): Promise<string[]> {
  const { violations } = await axeOf(page).analyze();
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return [
    ...violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    ...(excess > 0 ? [`${excess} pixels too wide`] : []),
  ];
}

/** Cancels on the shopper's behalf, and shows the page as it is then. */
async function cancel({ page, cid, contractId }: Member): Promise<void> {
  await shop.proxy(`/storefront/cancel-flow/${contractId}/cancel`, { cid, body: {} });
  await shop.quiet();
  await page.reload();
}

test.each([
  ["desktop", {}],
  ["phone", { viewport: phone, hasTouch: true, isMobile: true }],
] as const)(
  "a shopper withdraws from a contract by the card's own button, on a %s",
  async (on, options) => {
    const plan_name = `Herb club ${on}`;
    const member = await becomeMember(browser, shop, options, { plan_name });
    const { page, contractId } = member;
    await takeScreenshot(page, `withdraw-card-${on}`);
    await contractButton(page, "Withdraw from contract").click();
    await says(portalOf(page), `You withdraw from the contract ${plan_name}. It ends at once`);
    await says(portalOf(page), "The store refunds what you have paid within 14 days");
    await says(portalOf(page), `until ${longDate(addDays(await now(), 14, zone), zone)}`);
    expect((await shop.platformContract(contractId))?.status).toBe("active");
    expect(await barriersOf(page)).toEqual([]);
    await takeScreenshot(page, `withdraw-${on}`);
    await contractButton(page, "Confirm withdrawal").dblclick();
    await says(portalOf(page), "You have withdrawn from the contract.");
    await expectPage(portalOf(page).getByRole("status")).toBeFocused();
    await page.keyboard.press("Escape");
    await says(portalOf(page), "You have withdrawn from the contract.");
    await expectPage(contractButton(page, "Manage")).toBeHidden();
    await expectPage(contractButton(page, "Cancel membership")).toBeHidden();
    await says(page.getByRole("article"), "Canceled");
    expect(await barriersOf(page)).toEqual([]);
    await takeScreenshot(page, `withdrawn-${on}`);
    expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
    await shop.quiet();
    const mails = (await readMailbox(shop)).filter(({ subject }) => subject.includes(plan_name));
    expect(mails.map(({ subject }) => subject)).toEqual([`You have withdrawn from ${plan_name}`]);
    expect(await timeline(member)).toEqual(
      expect.arrayContaining(["customer subscription.withdrawn"]),
    );
  },
);

test("a shopper withdraws while the platform does not answer", async () => {
  const member = await becomeMember(browser, shop, {
    expectedErrors: [/Failed to load resource/],
  });
  const { page, contractId } = member;
  await shop.control("fail-next", { status: 500, count: 1000 });
  await contractButton(page, "Withdraw from contract").click();
  await contractButton(page, "Confirm withdrawal").click();
  await says(portalOf(page), "You have withdrawn from the contract.");
  await shop.control("clear-faults", {});
  expect(await timeline(member)).toContain("customer subscription.withdrawn");
  expect((await shop.platformContract(contractId))?.status).toBe("active");
});

test.each([
  ["desktop", {}],
  ["phone", { viewport: phone, hasTouch: true, isMobile: true }],
] as const)("a shopper starts what they have canceled again, on a %s", async (on, options) => {
  const plan_name = `Plant club ${on}`;
  const next_billing_date = addDays(await now(), 10, zone);
  const member = await becomeMember(browser, shop, options, { plan_name, next_billing_date });
  const { page, contractId } = member;
  await cancel(member);
  await takeScreenshot(page, `reactivate-card-${on}`);
  await contractButton(page, "Start again").click();
  await says(portalOf(page), "It goes on with the same products and the same payment method.");
  await says(
    portalOf(page),
    `Your next charge is on ${longDate(next_billing_date, zone)}: €15.00.`,
  );
  expect(await barriersOf(page)).toEqual([]);
  await takeScreenshot(page, `reactivate-${on}`);
  await portalOf(page).getByRole("button", { name: "Start again", exact: true }).dblclick();
  await says(
    portalOf(page),
    `It goes on. Your next charge is on ${longDate(next_billing_date, zone)}: €15.00.`,
  );
  await says(portalOf(page), "Reload the page to see it.");
  await takeScreenshot(page, `reactivated-${on}`);
  await shop.quiet();
  expect((await shop.platformContract(contractId))?.status).toBe("cancelled");
  expect(await timeline(member)).toContain("customer subscription.reactivated");
  const mails = (await readMailbox(shop)).filter(({ subject }) => subject.includes(plan_name));
  expect(mails[0]?.subject).toBe(`Your change to ${plan_name}`);
  const { body } = await shop.core("/subscriptions?limit=100&status=active");
  const found = body.data.filter((one: { plan_name?: string }) =>
    JSON.stringify(one).includes(plan_name),
  );
  expect(found).toHaveLength(1);
  await page.reload();
  await expectPage(page.getByRole("article")).toHaveCount(1);
  await expectPage(contractButton(page, "Cancel membership")).toBeVisible();
});

test("what cannot be started again says why", async () => {
  const member = await becomeMember(browser, shop);
  const { page, contractId } = member;
  await cancel(member);
  const contract = await shop.platformContract(contractId);
  const payment_method_id = contract?.paymentMethod?.split("/").at(-1);
  await shop.control("payment-methods/revoke", { payment_method_id });
  await contractButton(page, "Start again").click();
  await says(portalOf(page), "its payment method can't be used any more");
  await expectPage(contractButton(page, "Withdraw from contract")).toBeVisible();
});

test("signed out meanwhile: a link leads to the sign-in page", async () => {
  const { page } = await becomeMember(browser, shop, {
    expectedErrors: [/Failed to load resource/],
  });
  await contractButton(page, "Manage").click();
  await contractButton(page, "Skip the next charge").click();
  await expectPage(contractButton(page, "Skip this charge")).toBeVisible();
  await page.context().clearCookies();
  await contractButton(page, "Skip this charge").click();
  await says(portalOf(page), "You have been signed out. Nothing has been changed.");
  await portalOf(page).getByRole("link", { name: "Sign in", exact: true }).click();
  await expectPage(page.getByRole("searchbox")).toBeVisible();
});

test("a quantity that is the present one is answered as unchanged, and nobody is told", async () => {
  const groups = await (await shop.context()).platform.listPlanGroups();
  const plans = groups.find(({ name }) => name === "Plants by post")?.plans ?? [];
  const plan = plans.find(({ name }) => name.startsWith("Every 4 weeks"));
  const goods = { kind: "product", plan_id: plan?.planId, price: undefined };
  const member = await becomeMember(browser, shop, {}, goods);
  const { page } = member;
  await contractButton(page, "Manage").click();
  await contractButton(page, "Change products").click();
  await contractButton(page, "Save quantity").click();
  await says(portalOf(page), "It is like this already. Nothing has been changed.");
  expect(await timeline(member)).not.toContain("customer subscription.quantity_changed");
});

test.each([
  ["de", "Vertrag widerrufen", "Widerruf bestätigen"],
  ["fr", "Me rétracter du contrat", "Confirmer la rétractation"],
  ["es", "Desistir del contrato", "Confirmar el desistimiento"],
  ["ja", "契約を撤回する", "撤回を確定する"],
])("withdrawing speaks the page's language: %s", async (language, opens, confirms) => {
  const { page } = await becomeMember(browser, shop);
  const { pathname } = new URL(page.url());
  await page.goto(new URL(`/${language}${pathname}`, page.url()).href);
  await contractButton(page, opens).click();
  await expectPage(contractButton(page, confirms)).toBeVisible();
});
