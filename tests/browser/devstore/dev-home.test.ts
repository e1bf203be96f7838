import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, inject, test } from "vitest";
import { expectPage } from "#tests/support/expect-page.ts";
import { type PlatformShop, platformShop } from "../../api/devstore/platform-shop.ts";
import { launchBrowser, openPage } from "../../support/browser.ts";

let browser: Browser;
let shop: PlatformShop;
let address: string;

beforeAll(async () => {
  browser = await launchBrowser();
  shop = await platformShop({ seed: "small" });
  const { port } = new URL(inject("devstoreUrl"));
  address = `http://${shop.domain.split(".")[0]}.localhost:${port}/__dev`;
});

afterAll(() => browser.close());

/** Bad input is answered with a status that the browser logs. */
const expectedErrors = [/status of (404|422)/];

async function openForm(title: string) {
  const page = await openPage(browser, { expectedErrors });
  await page.goto(address);
  return page.locator("form.control", {
    has: page.getByRole("heading", { name: title, exact: true }),
  });
}

test("a control says in words what came of it, one line a value", async () => {
  const form = await openForm("Buy a plan");
  await form.getByRole("button", { name: "Place the order", exact: true }).click();
  await expectPage(form.locator("output")).toContainText(/order name: #\d+\n/);
  await expectPage(form.locator("output")).toContainText("discount codes: none");
});

test("a control says in words what is wrong with its input, by the name of the field", async () => {
  const form = await openForm("Buy a plan");
  await form.getByLabel("Customer", { exact: true }).fill("Anna");
  await form.getByRole("button", { name: "Place the order", exact: true }).click();
  await expectPage(form.locator("output")).toContainText("Customer: ");
  await form.getByLabel("Customer", { exact: true }).fill("4711");
  await form.getByRole("button", { name: "Place the order", exact: true }).click();
  await expectPage(form.locator("output")).toContainText("no customer 4711");
});

test("a control without its number asks for one, and sends nothing", async () => {
  const form = await openForm("Cancel an order");
  await form.getByLabel("Order", { exact: true }).fill("");
  await form.getByRole("button", { name: "Cancel the order", exact: true }).click();
  await expectPage(form.locator("output")).toHaveText("Order: choose one first.");
});
