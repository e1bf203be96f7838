import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { readPortalSettings, savePortalActions } from "#app/domain/portal/save-portal-actions.ts";
import type { PortalAction } from "#app/domain/shops/portal-actions.ts";
import { addDays, addInterval, formatDate } from "#app/lib/zoned-time.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { contractButton, portalOf } from "#tests/browser/portal-of.ts";
import { desktop, launchBrowser, type OpenPageOptions, phone } from "#tests/support/browser.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { becomeMember, cancelButton, longDate, type Member, says } from "./member.ts";

// What a shopper does with a membership on the storefront, with the platform, the timeline and the API as judges.

const zone = "Europe/Berlin";
const month = { unit: "month", count: 1 } as const;

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

/** A member whose portal is open. */
async function manage(
  options: OpenPageOptions = {},
  bought: Record<string, unknown> = {},
): Promise<Member & { next: Date }> {
  const member = await becomeMember(browser, shop, options, bought);
  await contractButton(member.page, "Manage").click();
  await says(portalOf(member.page), "What would you like to do?");
  const contract = await shop.platformContract(member.contractId);
  if (!contract?.nextBillingAt) throw new Error("Nothing is charged.");
  return { ...member, next: contract.nextBillingAt };
}

const day = (instant: Date) => longDate(instant, zone);
const now = async () => (await shop.context()).clock.now();
const nextOf = async ({ contractId }: Member) =>
  (await shop.platformContract(contractId))?.nextBillingAt;

/** What a browser notes itself of an answer that is an error, or does not come. */
const refused = { expectedErrors: [/Failed to load resource/] };

/** What the merchant reads of the contract in the admin, oldest first. */
async function timeline({ contractId }: Member): Promise<string[]> {
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id, subscription: { platformContractId: BigInt(contractId) } };
  const lines = await db.prisma.activity.findMany({ where, orderBy: { id: "asc" } });
  return lines.map(({ kind, actorKind }) => `${actorKind} ${kind}`);
}

/** Somebody who gets pots every four weeks, with the portal open. */
async function manageGoods(options: OpenPageOptions = {}): Promise<Member & { next: Date }> {
  const groups = await (await shop.context()).platform.listPlanGroups();
  const plans = groups.find(({ name }) => name === "Plants by post")?.plans ?? [];
  const plan = plans.find(({ name }) => name.startsWith("Every 4 weeks"));
  const contract = { kind: "product", plan_id: plan?.planId, price: undefined };
  return manage(options, contract);
}

describe("a shopper who manages a membership", () => {
  test("sees the next charge with its amount, and what can be changed; may close it again", async () => {
    const { page, next } = await manage();
    await says(portalOf(page), `${day(next)}: €15.00`);
    for (const name of ["Skip the next charge", "Move the next charge", "Charge now", "Pause"]) {
      await expectPage(contractButton(page, name)).toBeVisible();
    }
    await expectPage(contractButton(page, "Manage")).toHaveAttribute("aria-expanded", "true");
    await contractButton(page, "Manage").click();
    await expectPage(contractButton(page, "Pause")).toBeHidden();
    await says(portalOf(page), `${day(next)}: €15.00`);
  });

  test("skips a charge after its dates were shown, and gets a receipt", async () => {
    const member = await manage();
    const { page, next } = member;
    const after = addInterval(next, month, zone);
    await contractButton(page, "Skip the next charge").click();
    await says(portalOf(page), `The charge on ${day(next)} is left out.`);
    await says(portalOf(page), `The next one after it is on ${day(after)}: €15.00.`);
    expect(await nextOf(member)).toEqual(next);
    await contractButton(page, "Skip this charge").click();
    await says(portalOf(page), `Skipped. Your next charge is on ${day(after)}: €15.00.`);
    expect(formatDate((await nextOf(member)) ?? next, zone)).toBe(formatDate(after, zone));
    expect(await timeline(member)).toContain("customer billing.skipped");
    const { body } = await shop.core(`/subscriptions?limit=100`);
    expect(JSON.stringify(body.data)).toContain(formatDate(after, "UTC"));
  });

  test("reads which charges come and which were made", async () => {
    const member = await manage();
    const { page, next } = member;
    await contractButton(page, "Charge now").click();
    await contractButton(page, "Charge €15.00 now").click();
    await says(portalOf(page), "Your payment is on its way.");
    await shop.quiet();
    await contractButton(page, "Manage").click();
    await contractButton(page, "Manage").click();
    await contractButton(page, "See all charges").click();
    await says(portalOf(page), "To come");
    const [first] = await portalOf(page).getByRole("listitem").allInnerTexts();
    expect(first).toBe(`${day((await nextOf(member)) ?? next)}: €15.00`);
    await says(portalOf(page), /Past[\s\S]*: €15\.00 #\d+, paid/);
    await portalOf(page)
      .getByRole("link", { name: /^#\d+$/ })
      .first()
      .click();
    await expectPage(page.getByRole("heading", { level: 1 })).toHaveText(/^#\d+$/);
    await page.goBack();
    await contractButton(page, "Manage").click();
    await contractButton(page, "See all charges").click();
    await contractButton(page, "Back").click();
    await expectPage(contractButton(page, "See all charges")).toBeVisible();
  });

  test("moves a charge to a day of their choice, within the days that can be", async () => {
    const member = await manage();
    const { page } = member;
    await contractButton(page, "Move the next charge").click();
    const field = page.getByLabel("New day", { exact: true });
    expect(await field.getAttribute("min")).toBe(formatDate(addDays(await now(), 1, zone), zone));
    const wanted = addDays(await now(), 9, zone);
    await field.fill(formatDate(wanted, zone));
    await contractButton(page, "Move the charge").click();
    await says(portalOf(page), `Moved. Your next charge is on ${day(wanted)}: €15.00.`);
    expect(formatDate((await nextOf(member)) ?? new Date(0), zone)).toBe(formatDate(wanted, zone));
  });

  test("is charged now, once, after the amount was shown", async () => {
    const member = await manage();
    const { page } = member;
    await contractButton(page, "Charge now").click();
    await says(portalOf(page), "You are charged €15.00 today.");
    await contractButton(page, "Charge €15.00 now").dblclick();
    await says(portalOf(page), "Your payment is on its way.");
    await shop.quiet();
    const { db, shop: row } = await shop.context();
    const { id: subscriptionId } = await db.prisma.subscription.findFirstOrThrow({
      where: { shopId: row.id, platformContractId: BigInt(member.contractId) },
    });
    const attempts = await db.prisma.billingAttempt.findMany({
      where: { shopId: row.id, subscriptionId },
    });
    expect(attempts.map(({ status }) => status)).toEqual(["success"]);
  });

  test("pauses for two renewals or until a day, and goes on again", async () => {
    const member = await manage();
    const { page } = member;
    await contractButton(page, "Pause").click();
    await expectPage(page.getByRole("radio")).toHaveCount(4);
    await page.getByRole("radio").nth(1).check();
    await contractButton(page, "Pause").click();
    await says(portalOf(page), "Paused. ");
    await says(page.getByRole("article"), "Paused until");
    expect((await shop.platformContract(member.contractId))?.status).toBe("paused");
    await contractButton(page, "Resume").click();
    await says(portalOf(page), "It goes on today.");
    await contractButton(page, "Resume now").click();
    await says(portalOf(page), "It goes on.");
    expect((await shop.platformContract(member.contractId))?.status).toBe("active");

    const until = addDays(await now(), 40, zone);
    await contractButton(page, "Pause").click();
    await page.getByLabel("Until another day", { exact: true }).check();
    await page.getByLabel("New day", { exact: true }).fill(formatDate(until, zone));
    await contractButton(page, "Pause").click();
    await says(page.getByRole("article"), `Paused until ${day(until)}`);
  });

  test("reads until when a membership is paid before a skip, a move, a pause and its end; of goods nothing", async () => {
    const { page, next } = await manage();
    const paid = `Your benefits are paid for until ${day(next)}. After that they begin with your next charge.`;
    for (const name of ["Skip the next charge", "Move the next charge", "Pause"]) {
      await contractButton(page, name).click();
      await says(portalOf(page), paid);
      await contractButton(page, "Back").click();
    }
    await contractButton(page, "Pause").click();
    await page.getByRole("radio").first().check();
    await contractButton(page, "Pause").click();
    await says(portalOf(page), "Paused. ");
    await contractButton(page, "Resume").click();
    await says(portalOf(page), paid);
    const goods = await manageGoods();
    await contractButton(goods.page, "Skip the next charge").click();
    await expectPage(portalOf(goods.page)).toContainText("is left out");
    await expectPage(portalOf(goods.page)).not.toContainText("benefits");
  });

  test("lets store credit pay renewals, and no longer, with the next charge and the balance before", async () => {
    const member = await becomeMember(browser, shop);
    const given = { body: { amount: 9, reason: "Thank you" } };
    expect((await shop.core(`/store-credits/${member.cid}/add`, given)).status).toBe(200);
    const { page } = member;
    await contractButton(page, "Manage").click();
    await contractButton(page, "Store credit for renewals").click();
    await says(portalOf(page), "You have €9.00 of store credit.");
    await says(portalOf(page), /Your next charge is on .*: €15\.00\./);
    await contractButton(page, "Use credit for renewals").click();
    await says(portalOf(page), "Your store credit pays for your renewals now. Your next charge");
    const { db, shop: row } = await shop.context();
    const line = { shopId: row.id, kind: "store_credit.renewals", actorKind: "customer" };
    expect(await db.prisma.activity.count({ where: line })).toBe(1);
    await contractButton(page, "Store credit for renewals").click();
    await says(portalOf(page), "Your store credit pays for the goods of your renewals.");
    await contractButton(page, "Stop using credit").click();
    await says(portalOf(page), "Your store credit no longer pays for your renewals.");
  });

  test("reads what pays, and goes where that is changed", async () => {
    const { page } = await manage();
    await contractButton(page, "Payment method").click();
    await says(portalOf(page), /•••• \d{4} pays for this subscription\./);
    await says(portalOf(page), /It can be used until \w+ \d{4}\./);
    const link = portalOf(page).getByRole("link", { name: "Update payment method", exact: true });
    expect(await link.getAttribute("href")).toMatch(/^https?:/);
    await contractButton(page, "Back").click();
    await expectPage(contractButton(page, "Pause")).toBeVisible();
  });

  test("is offered what the merchant leaves to shoppers, and told where it was switched off meanwhile", async () => {
    const { page } = await manage(refused);
    const context = await shop.context();
    await contractButton(page, "Skip the next charge").click();
    const switchOff = async (off: PortalAction[]) => {
      const { version } = await readPortalSettings(context, null);
      await savePortalActions(context, { planId: null, version, off });
    };
    await switchOff(["skip", "pause"]);
    onTestFinished(() => switchOff([]));
    await contractButton(page, "Skip this charge").click();
    await says(portalOf(page), "This can't be changed here. Ask the store");
    await contractButton(page, "Back").click();
    await expectPage(contractButton(page, "Move the next charge")).toBeVisible();
    await expectPage(contractButton(page, "Pause")).toHaveCount(0);
    await expectPage(contractButton(page, "Skip the next charge")).toHaveCount(0);
  });

  test("goes back by Escape, with the focus where they read on", async () => {
    const { page } = await manage();
    await contractButton(page, "Pause").focus();
    await page.keyboard.press("Enter");
    await expectPage(page.getByRole("heading", { name: "Pause", exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    const heading = page.getByRole("heading", { name: "What would you like to do?", exact: true });
    await expectPage(heading).toBeFocused();
  });

  test("sends a form of the card as before when they have been at the cancel button meanwhile", async () => {
    const { page } = await manage();
    await contractButton(page, "Skip the next charge").click();
    await expectPage(contractButton(page, "Skip this charge")).toBeVisible();
    const dialogScript = page.waitForResponse(/cancel-dialog\.js/);
    await cancelButton(page).focus();
    await (await dialogScript).finished();
    await expectPage(contractButton(page, "Manage")).toHaveAttribute("aria-expanded", "true");
    await contractButton(page, "Skip this charge").click();
    await says(portalOf(page), "Skipped.");
    await expectPage(page.getByRole("dialog")).toBeHidden();
    await contractButton(page, "Manage").click();
    await expectPage(contractButton(page, "Manage")).toHaveAttribute("aria-expanded", "false");
  });

  test("may cancel while it is open, and nothing is offered any more", async () => {
    const { page } = await manage();
    await cancelButton(page).click();
    await page.getByRole("button", { name: "Skip and cancel", exact: true }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Cancel membership", exact: true })
      .click();
    await says(page.getByRole("dialog"), "Canceled");
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Close", exact: true })
      .last()
      .click();
    await expectPage(contractButton(page, "Pause")).toBeHidden();
    await expectPage(contractButton(page, "Manage")).toBeHidden();
  });
});

describe("a shopper who manages a subscription of goods", () => {
  test("chooses how often, with the amount and the date beside each", async () => {
    const member = await manageGoods();
    const { page } = member;
    await contractButton(page, "Change how often").click();
    const option = page.getByRole("radio", { name: /^Every 8 weeks, 5% off: €19.06 on / });
    await option.check();
    await contractButton(page, "Change how often").click();
    await says(portalOf(page), /Changed\. Your next charge is on .*: €19\.06\./);
    const contract = await shop.platformContract(member.contractId);
    expect(contract?.interval).toEqual({ unit: "week", count: 8 });
  });

  test("takes more pieces, with the amount beside each number", async () => {
    const member = await manageGoods();
    const { page } = member;
    await contractButton(page, "Change products").click();
    const quantity = page.getByLabel(/\bQuantity$/);
    await expectPage(quantity).toHaveValue("1");
    const picture = portalOf(page).locator("form img").first();
    await expectPage(picture).toBeVisible();
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await quantity.selectOption({ label: "3: next charge €45.13" });
    await contractButton(page, "Save quantity").click();
    await says(portalOf(page), "The quantity is changed. Your next charge is on");
    await says(portalOf(page), "€45.13");
    const contract = await shop.platformContract(member.contractId);
    expect(contract?.lines).toMatchObject([{ quantity: 3 }]);
  });

  test("changes the address; one that the platform refuses is kept as it was typed", async () => {
    const member = await manageGoods(refused);
    const { page } = member;
    await contractButton(page, "Change the address").click();
    await page.getByLabel("City", { exact: true }).fill("Hamburg");
    await page.getByLabel("Postal code", { exact: true }).fill("7");
    await contractButton(page, "Save address").click();
    const wrong = "This postal code does not fit the country. Correct it.";
    await says(portalOf(page).getByRole("alert"), wrong);
    await expectPage(page.getByLabel("City", { exact: true })).toHaveValue("Hamburg");
    await expectPage(page.getByLabel("Country", { exact: true })).toHaveValue("DE");
    await page.getByLabel("Street and number", { exact: true }).fill("Elbchaussee 1");
    await page.getByLabel("Postal code", { exact: true }).fill("22765");
    await contractButton(page, "Save address").click();
    await says(portalOf(page), "The address is changed.");
    const terms = await (await shop.context()).platform.getContractTerms(member.contractId);
    expect(terms?.delivery?.address).toMatchObject({
      city: "Hamburg",
      zip: "22765",
      countryCode: "DE",
    });
  });
});

describe("when something happens", () => {
  test("offline: says that nothing has been changed, and goes on when the network is back", async () => {
    const member = await manage();
    const { page, next } = member;
    await contractButton(page, "Skip the next charge").click();
    await expectPage(contractButton(page, "Skip this charge")).toBeVisible();
    await page.context().setOffline(true);
    await contractButton(page, "Skip this charge").click();
    await says(portalOf(page), "You are offline. Nothing has been changed.");
    expect(await nextOf(member)).toEqual(next);
    await page.context().setOffline(false);
    await contractButton(page, "Skip this charge").click();
    await says(portalOf(page), "Skipped.");
  });

  test("signed out meanwhile: says so, and that nothing has been changed", async () => {
    const member = await manage(refused);
    const { page, next } = member;
    await contractButton(page, "Skip the next charge").click();
    await expectPage(contractButton(page, "Skip this charge")).toBeVisible();
    await page.context().clearCookies();
    await contractButton(page, "Skip this charge").click();
    await says(portalOf(page), "You have been signed out. Nothing has been changed.");
    expect(await nextOf(member)).toEqual(next);
  });

  test("skipped in another tab: the charge after it is not skipped too, and the page shows how it is", async () => {
    const member = await manage();
    const { page, next } = member;
    const after = addInterval(next, month, zone);
    await contractButton(page, "Skip the next charge").click();
    await expectPage(contractButton(page, "Skip this charge")).toBeVisible();
    const { body } = await shop.proxy(`/storefront/portal/${member.contractId}`, member);
    const change = { action: "skip", charge_at: body.charge_at };
    await shop.proxy(`/storefront/portal/${member.contractId}/changes`, {
      ...member,
      body: change,
    });
    await contractButton(page, "Skip this charge").click();
    await says(portalOf(page), `${day(after)}: €15.00`);
    expect(formatDate((await nextOf(member)) ?? next, zone)).toBe(formatDate(after, zone));
  });

  test("an answer that is lost: what has become of it is read, and said to be unsure", async () => {
    const member = await manage(refused);
    const { page, next } = member;
    const after = addInterval(next, month, zone);
    await page.route("**/changes?*", async (route) => {
      const body = route.request().postDataJSON();
      await shop.proxy(`/storefront/portal/${member.contractId}/changes`, { ...member, body });
      await route.abort();
    });
    await contractButton(page, "Skip the next charge").click();
    await contractButton(page, "Skip this charge").click();
    await says(portalOf(page), "We can't say yet whether this went through.");
    await says(portalOf(page), `${day(after)}: €15.00`);
  });

  test("a form that does not come: says that nothing has been changed, and comes when it is asked for again", async () => {
    const { page } = await manage(refused);
    await page.route("**/portal-forms.js*", (route) => route.abort());
    await contractButton(page, "Pause").click();
    await says(portalOf(page), "We couldn't read this just now. Nothing has been changed.");
    await page.unroute("**/portal-forms.js*");
    await contractButton(page, "Pause").click();
    await expectPage(page.getByRole("radio")).toHaveCount(4);
  });

  test("changed in another window: the focus is on the sentence that says so", async () => {
    const { page, contractId, cid } = await manageGoods(refused);
    await contractButton(page, "Change products").click();
    await page.getByLabel(/\bQuantity$/).selectOption("3");
    const path = `/storefront/portal/${contractId}`;
    const { body } = await shop.proxy(path, { cid });
    const { revision, choices } = body;
    const { line_id } = choices.lines[0];
    const change = { action: "change_quantity", revision, line_id, quantity: 2 };
    expect((await shop.proxy(`${path}/changes`, { cid, body: change })).status).toBe(200);
    await contractButton(page, "Save quantity").click();
    const trouble = portalOf(page).getByRole("alert");
    await says(trouble, "Your subscription has changed meanwhile. Look at it again, then choose.");
    await expectPage(trouble).toBeFocused();
  });

  test("a store that cannot be read: says that nothing has been changed, and can be tried again", async () => {
    const { page } = await becomeMember(browser, shop, refused);
    await page.route("**/storefront/portal/*", (route) => route.abort());
    await contractButton(page, "Manage").click();
    await says(portalOf(page), "We couldn't read this just now. Nothing has been changed.");
    await page.unroute("**/storefront/portal/*");
    await contractButton(page, "Try again").click();
    await says(portalOf(page), "What would you like to do?");
  });
});

describe.each([
  ["desktop", { viewport: desktop }],
  ["phone", { viewport: phone, hasTouch: true, isMobile: true }],
  ["dark phone", { viewport: phone, colorScheme: "dark" }],
] as const)("on a %s", (_, options) => {
  test("axe finds nothing on any screen, nothing is cut off, and targets are large enough", async () => {
    const { page } = await manage(options);
    const barriers: string[] = [];
    const look = async (at: string) => {
      const { violations } = await axeOf(page).analyze();
      barriers.push(...violations.map(({ id, nodes }) => `${at}: ${id}: ${nodes[0]?.html}`));
      const size = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(size, at).toBeLessThanOrEqual(0);
    };
    await look("overview");
    for (const name of [
      "Skip the next charge",
      "Move the next charge",
      "Charge now",
      "Pause",
      "Payment method",
    ]) {
      const { height = 0 } = (await contractButton(page, name).boundingBox()) ?? {};
      expect(height, name).toBeGreaterThanOrEqual(44);
      await contractButton(page, name).click();
      await expectPage(contractButton(page, "Back")).toBeVisible();
      await look(name);
      await contractButton(page, "Back").click();
    }
    expect(barriers).toEqual([]);
  });
});

test.each([
  ["de", "Verwalten", "Was möchtest du tun?"],
  ["fr", "Gérer", "Que souhaitez-vous faire ?"],
  ["es", "Gestionar", "¿Qué quieres hacer?"],
  ["ja", "管理", "何をしますか？"],
])("speaks the page's language: %s", async (language, manageWord, what) => {
  const { page } = await becomeMember(browser, shop);
  const { pathname } = new URL(page.url());
  await page.goto(new URL(`/${language}${pathname}`, page.url()).href);
  await contractButton(page, manageWord).click();
  await says(portalOf(page), what);
});
