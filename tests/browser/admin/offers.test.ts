import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listOffers } from "#app/domain/churn/offers/list-offers.ts";
import { saveOffer } from "#app/domain/churn/offers/save-offer.ts";
import { listReasons } from "#app/domain/churn/reasons/list-reasons.ts";
import { launchBrowser, phone, takeScreenshot } from "#tests/support/browser.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { expectPage } from "#tests/support/expect-page.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { openAdminPage, previewOf } from "./open-admin-page.ts";

let browser: Browser;
let testApp: TestApp;
let shop: TestShop;

const creditRules = {
  type: "add_store_credits",
  credit_amount: "10.00",
  expires_in_days: null,
} as const;

beforeAll(async () => {
  testApp = await startTestApp({ pages: true });
  browser = await launchBrowser();
  shop = await testApp.createShop();
  const discount = { type: "discount_price", discount_type: "percentage" } as const;
  await createOffer(shop, { ...discount, discount_value: 20, cycles: 3 }, "A fifth off");
  const everyTwoMonths = { interval_count: 2, interval_name: "month" } as const;
  await createOffer(shop, { type: "change_frequency", ...everyTwoMonths }, "Less often");
  await createOffer(shop, creditRules, "Ten back");
});
afterAll(async () => {
  await browser.close();
  await testApp.close();
});

const offerNamed = async (name: string) => {
  const offers = await listOffers(await shop.context());
  const offer = offers.find((candidate) => candidate.name === name);
  if (!offer) throw new Error(`There is no offer ${name}.`);
  return offer;
};

describe("the editor of an offer", () => {
  test("the preview follows what is typed, before anything is saved", async () => {
    const admin = await openAdminPage(browser, shop, "/churn/offers/new");
    const { frame } = admin;
    await frame.getByLabel("Description", { exact: true }).fill("A third less.");
    await frame.getByLabel("Discount", { exact: true }).last().fill("33");
    const preview = previewOf(admin);
    await expectPage(preview.getByText("A third less.", { exact: true })).toBeVisible();
    await expectPage(preview.getByText(/33% off your next 3 renewals: €10\.05/)).toBeVisible();

    await frame.getByLabel("Language", { exact: true }).selectOption("de");
    await expectPage(preview.getByText(/10,05\s€/)).toBeVisible();
    await takeScreenshot(admin.page, "admin-offer-preview");
    expect(
      (await listOffers(await shop.context())).map(({ description }) => description),
    ).not.toContain("A third less.");
  });

  test("every moment is drawn in every language", async () => {
    const admin = await openAdminPage(
      browser,
      shop,
      `/churn/offers/${(await offerNamed("A fifth off")).id}`,
      { viewport: phone },
    );
    const moments = await admin.frame.getByLabel("Step", { exact: true }).locator("option").count();
    const seen = new Set<string>();
    for (const locale of ["en", "de", "fr", "es", "ja"]) {
      await admin.frame.getByLabel("Language", { exact: true }).selectOption(locale);
      for (let moment = 0; moment < moments; moment += 1) {
        await admin.frame.getByLabel("Step", { exact: true }).selectOption({ index: moment });
        const element = previewOf(admin).locator(`html[lang="${locale}"] [data-preview-state]`);
        const state = await admin.frame.getByLabel("Step", { exact: true }).inputValue();
        await expectPage(element).toBeVisible();
        seen.add(`${locale} ${state}`);
      }
    }
    expect(seen.size).toBe(moments * 5);
  });

  test("a pause is offered in each language as it is typed, and saved as its rules", async () => {
    const admin = await openAdminPage(browser, shop, "/churn/offers/new");
    const { page, frame } = admin;
    await frame.getByRole("radio", { name: /^Pause/ }).check();
    await frame.getByLabel("Name", { exact: true }).fill("Two months off");
    await frame.getByLabel("Renewals without a charge", { exact: true }).fill("2");
    const words = {
      en: /A pause until .+\. Nothing is charged until then\./,
      de: /Pause bis .+\. Bis dahin wird nichts abgebucht\./,
      fr: /Une pause jusqu’au .+\. Rien ne sera prélevé d’ici là\./,
      es: /Una pausa hasta el .+\. Hasta entonces no se cobrará nada\./,
      ja: /まで休止します。それまで請求はありません。/,
    };
    for (const [locale, text] of Object.entries(words)) {
      await frame.getByLabel("Language", { exact: true }).selectOption(locale);
      await expectPage(previewOf(admin).getByText(new RegExp(text)).first()).toBeVisible();
    }
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Two months off");
    expect((await offerNamed("Two months off")).rules).toEqual({ type: "pause", pause_cycles: 2 });
  });

  test("saving makes the offer, and leads to its own page", async () => {
    const { page, frame } = await openAdminPage(browser, shop, "/churn/offers/new");
    await frame.getByRole("radio", { name: /^Store credit/ }).check();
    await frame.getByLabel("Name", { exact: true }).fill("Five for you");
    await frame.getByLabel("Credit", { exact: true }).fill("5.00");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Five for you");
    const offer = await offerNamed("Five for you");
    expect(offer.rules).toEqual({
      type: "add_store_credits",
      credit_amount: "5.00",
      expires_in_days: 365,
    });
    await expectPage(page).toHaveURL(new RegExp(`/churn/offers/${offer.id}$`));
    await expectPage(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  });

  test("a validation error is shown beside its field, and everything typed stays", async () => {
    const { page, frame } = await openAdminPage(browser, shop, "/churn/offers/new");
    await frame.getByLabel("Name", { exact: true }).fill("Too much");
    await frame.getByLabel("Discount", { exact: true }).last().fill("120");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText("The offer was not saved", { exact: true })).toBeVisible();
    await expectPage(
      frame.getByText("A percentage is a whole number from 1 to 100.", { exact: true }).first(),
    ).toBeVisible();
    await expectPage(frame.getByLabel("Name", { exact: true })).toHaveValue("Too much");
    await expectPage(frame.getByLabel("Discount", { exact: true }).last()).toHaveValue("120");
  });

  test("a server that cannot be reached loses nothing that was typed", async () => {
    const { page, frame } = await openAdminPage(browser, shop, "/churn/offers/new", {
      expectedErrors: [/ERR_CONNECTION_FAILED/],
    });
    await frame.getByLabel("Name", { exact: true }).fill("On the train");
    await page.context().route("**/churn/offers/new.data*", (route) => {
      return route.abort("connectionfailed");
    });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText(/^The server could not be reached\b/)).toBeVisible();
    await page.context().unroute("**/churn/offers/new.data*");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("On the train");
  });

  test("words that press are pointed out, and can still be saved", async () => {
    const { page, frame } = await openAdminPage(browser, shop, "/churn/offers/new");
    await frame.getByLabel("Name", { exact: true }).fill("Last chance!");
    await expectPage(
      frame.getByText("This may feel pushy to a shopper", { exact: true }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Last chance!");
  });

  test("what somebody else saved meanwhile is not overwritten unasked", async () => {
    const offer = await offerNamed("Less often");
    const { page, frame } = await openAdminPage(browser, shop, `/churn/offers/${offer.id}`);
    const context = await shop.context();
    const theirs = { ...offer, name: "Theirs" };
    await saveOffer(context, { offerId: offer.id, version: offer.version, input: theirs });

    await frame.getByLabel("Name", { exact: true }).fill("Mine");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText(/^This offer was changed meanwhile\b/)).toBeVisible();
    await expectPage(frame.getByLabel("Name", { exact: true })).toHaveValue("Mine");
    expect((await offerNamed("Theirs")).id).toBe(offer.id);
    await takeScreenshot(page, "admin-offer-stale");

    await frame.getByRole("button", { name: "Save mine instead", exact: true }).click();
    await expectPage(frame.getByText(/^This offer was changed meanwhile\b/)).toHaveCount(0);
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Mine");
    expect((await offerNamed("Mine")).id).toBe(offer.id);
  });

  test("discarding brings back what is saved", async () => {
    const offer = await offerNamed("A fifth off");
    const { page, frame } = await openAdminPage(browser, shop, `/churn/offers/${offer.id}`);
    await frame.getByLabel("Name", { exact: true }).fill("Something else");
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await expectPage(frame.getByLabel("Name", { exact: true })).toHaveValue(offer.name);
    await expectPage(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  });

  test("archiving asks first, and takes the offer out of the list", async () => {
    const { page, frame } = await openAdminPage(browser, shop, "/churn/offers/new");
    await frame.getByLabel("Name", { exact: true }).fill("Short-lived");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toContainText("Short-lived");
    await frame.getByRole("button", { name: "Archive", exact: true }).click();
    await frame.getByRole("button", { name: "Archive offer", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("Offers");
    await expectPage(frame.getByRole("link", { name: /Short-lived/ })).toHaveCount(0);
  });
});

describe("the list of offers", () => {
  test("an offer is switched off and on in place", async () => {
    const { frame } = await openAdminPage(browser, shop, "/churn/offers");
    const toggle = frame.getByRole("switch", { name: "Ten back is active", exact: true });
    await expectPage(toggle).toHaveAttribute("aria-checked", "true");
    await toggle.click();
    await expectPage(toggle).toHaveAttribute("aria-checked", "false");
    await expectPage.poll(async () => (await offerNamed("Ten back")).active).toBe(false);
  });

  test("rows keep their places while their switches are pressed, and each shows its press at once", async () => {
    const pressed = ["First pressed", "Second pressed"];
    for (const name of pressed) await createOffer(shop, creditRules, name);
    const { page, frame } = await openAdminPage(browser, shop, "/churn/offers");
    const names = () => frame.getByRole("table").getByRole("link").allInnerTexts();
    const before = await names();
    const asked: (() => Promise<void>)[] = [];
    await page.route(/\/app\/churn\/offers/, async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      await new Promise<void>((resolve) => {
        asked.push(async () => {
          await route.continue();
          resolve();
        });
      });
    });
    const toggle = (name: string) =>
      frame.getByRole("switch", { name: `${name} is active`, exact: true });
    for (const name of pressed) await toggle(name).click();
    for (const name of pressed) {
      await expectPage(toggle(name)).toHaveAttribute("aria-checked", "false");
      expect((await offerNamed(name)).active).toBe(true);
    }
    await expectPage.poll(() => asked.length).toBe(2);
    for (const go of asked) await go();
    for (const name of pressed) {
      await expectPage.poll(async () => (await offerNamed(name)).active).toBe(false);
    }
    await page.reload();
    const reloaded = page.frameLocator("#app");
    await expectPage(reloaded.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await reloaded.getByRole("table").getByRole("link").allInnerTexts()).toEqual(before);
    for (const name of pressed) {
      await expectPage(
        reloaded.getByRole("switch", { name: `${name} is active`, exact: true }),
      ).toHaveAttribute("aria-checked", "false");
    }
  });

  test("a switch that cannot be saved goes back, and the page says why", async () => {
    await createOffer(shop, creditRules, "Pressed in vain");
    const { frame } = await openAdminPage(browser, shop, "/churn/offers");
    const before = await offerNamed("Pressed in vain");
    const toggle = frame.getByRole("switch", { name: "Pressed in vain is active", exact: true });
    await expectPage(toggle).toHaveAttribute("aria-checked", String(before.active));
    const { pool } = testApp.app.db;
    await pool.query("ALTER TABLE activities RENAME TO away");
    try {
      await toggle.click();
      await expectPage(frame.getByRole("alert")).toContainText("The offer was not switched");
    } finally {
      await pool.query("ALTER TABLE away RENAME TO activities");
    }
    await expectPage(toggle).toHaveAttribute("aria-checked", String(before.active));
    await toggle.click();
    await expectPage
      .poll(async () => (await offerNamed("Pressed in vain")).active)
      .toBe(!before.active);
    await expectPage(frame.getByRole("alert")).toHaveCount(0);
  });
});

describe("the reasons", () => {
  const order = async () => (await listReasons(await shop.context())).map(({ alias }) => alias);

  test("a reason moves by its buttons and by dragging, and says where it is now", async () => {
    const { frame } = await openAdminPage(browser, shop, "/churn/reasons");
    const before = await order();
    await frame.getByRole("button", { name: "Move down: It's too expensive", exact: true }).click();
    await expectPage(
      frame.getByText("It's too expensive: now 2 of 9", { exact: true }),
    ).toBeAttached();
    await expectPage.poll(order).toEqual([before[1], before[0], ...before.slice(2)]);

    const rows = frame.getByRole("list", {
      name: "Reasons in the order of the storefront",
      exact: true,
    });
    await expectPage(rows.getByRole("listitem").nth(1)).toContainText("It's too expensive");
    await rows.getByRole("listitem").nth(8).dragTo(rows.getByRole("listitem").nth(0));
    await expectPage.poll(async () => (await order())[0]).toBe("other");
  });

  test("a reason that is switched off leaves the preview and the storefront's list", async () => {
    const admin = await openAdminPage(browser, shop, "/churn/reasons");
    const inPreview = previewOf(admin).getByText("I'm using another service", { exact: true });
    await expectPage(inPreview).toBeVisible();
    await admin.frame
      .getByRole("switch", { name: "Shown: I'm using another service", exact: true })
      .click();
    await expectPage(inPreview).toHaveCount(0);
    await expectPage
      .poll(async () => {
        const { body } = await shop.proxy("/membership/churn/offers", { key: shop.key });
        return body.map(({ alias }: { alias: string }) => alias);
      })
      .not.toContain("use_another_service");
  });

  test("its editor saves texts, offers in order and a help link", async () => {
    const reason = (await listReasons(await shop.context())).find(
      ({ alias }) => alias === "not_need_subscription",
    );
    const path = `/churn/reasons?reason=${reason?.id}`;
    const admin = await openAdminPage(browser, shop, path);
    const { page, frame } = admin;
    await frame.getByLabel("Title", { exact: true }).fill("I want to buy once");
    await frame.getByLabel("Add an offer", { exact: true }).selectOption({ label: "Ten back" });
    await frame.getByLabel("Add an offer", { exact: true }).selectOption({ label: "A fifth off" });
    await frame.getByRole("button", { name: "Try earlier: A fifth off", exact: true }).click();
    await frame.getByRole("radio", { name: "Help page", exact: true }).check();
    await frame.getByLabel("Address of the help page", { exact: true }).fill("nowhere");
    await expectPage(
      previewOf(admin).getByText("I want to buy once", { exact: true }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByText(/^Give an address that starts with\b/).first()).toBeVisible();
    await frame.getByLabel("Address of the help page", { exact: true }).fill("/pages/faq");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expectPage(frame.getByRole("heading", { level: 1 })).toHaveText("I want to buy once");

    const saved = (await listReasons(await shop.context())).find(({ id }) => id === reason?.id);
    expect(saved).toMatchObject({
      title: "I want to buy once",
      help: { kind: "help", url: "/pages/faq" },
      offers: [{ name: "A fifth off" }, { name: "Ten back" }],
    });
  });
});
