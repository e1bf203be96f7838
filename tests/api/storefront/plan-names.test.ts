import { afterAll, beforeAll, expect, test } from "vitest";
import { publishPlanNames } from "#app/domain/cancel-flow/publish-plan-names.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { shopperOf, signIn } from "../devstore-storefront/shopper.ts";

let testApp: TestApp;
let shop: TestShop;
let plan: { name: string; id: number };

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ seed: "small" });
  const { db, shop: row } = await shop.context();
  const where = { shopId: row.id, planGroup: { kind: "membership" } };
  const { name, platformPlanId } = await db.prisma.plan.findFirstOrThrow({ where });
  plan = { name, id: Number(platformPlanId) };
});
afterAll(() => testApp.close());

const translate = (locale: string, name: string | null) =>
  shop.control("plan-translations", { plan_id: plan.id, locale, name });

/** What stands above the card of a membership with this name, in the storefront of a language. */
async function titleOf(planName: string, path: string): Promise<string | undefined> {
  const { cid } = await shop.createContract({ plan_name: planName });
  const shopper = shopperOf(shop);
  await signIn(shopper, cid);
  const { text } = await shopper.get(`${path}/pages/membership`);
  return /<h3>(.*?)<\/h3>/.exec(text)?.[1]?.replace(/<!--.*?-->/g, "");
}

test("a plan's name is shown in the shopper's language where the merchant has translated it", async () => {
  expect((await translate("de", "VIP <monatlich>")).status).toBe(200);
  await translate("fr", "VIP mensuel");
  await shop.control("uninstall");
  await shop.quiet();
  await shop.reinstall();
  expect(await titleOf(plan.name, "/de")).toBe("VIP &lt;monatlich&gt;");
  expect(await titleOf(plan.name, "/fr")).toBe("VIP mensuel");
  expect(await titleOf(plan.name, "/es")).toBe(plan.name);
  expect(await titleOf(plan.name, "")).toBe(plan.name);
});

test("a name that is no plan's, or one without translations, stays as it is", async () => {
  await translate("de", "VIP monatlich");
  await publishPlanNames(await shop.context());
  expect(await titleOf(plan.name, "/de")).toBe("VIP monatlich");
  expect(await titleOf("A contract's own", "/de")).toBe("A contract&#39;s own");
  for (const locale of ["de", "fr"]) await translate(locale, null);
  await publishPlanNames(await shop.context());
  expect(await titleOf(plan.name, "/de")).toBe(plan.name);
});

test("the platform answers a plan's translations by language, and none of a plan that has none", async () => {
  await translate("ja", "VIP 毎月");
  const { platform } = await shop.context();
  const names = await platform.listPlanNames();
  expect(names.find(({ name }) => name === plan.name)?.translations).toEqual(
    new Map([["ja", "VIP 毎月"]]),
  );
  expect(names.filter(({ translations }) => translations.size > 0)).toHaveLength(1);
});
