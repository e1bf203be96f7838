import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type DunningSettings,
  defaultDunningSettings,
  readDunningSettings,
} from "#app/domain/billing/dunning/dunning-settings.ts";
import {
  dunningVersion,
  saveDunningSettings,
} from "#app/domain/billing/dunning/save-dunning-settings.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { updateSetupGuide } from "#app/domain/shops/update-setup-guide.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  context = await (await testApp.createShop()).context();
});

const mine: DunningSettings = {
  retryDays: [1, 5],
  finalAction: "cancel",
  inventory: { retryDays: [3], finalAction: "pause", oversell: true },
};
const firstVersion = dunningVersion(defaultDunningSettings);
const save = (input: unknown, version = firstVersion) =>
  saveDunningSettings(context, { version, input });
const lines = () =>
  context.db.prisma.activity.count({
    where: { shopId: context.shop.id, kind: "dunning.settings_changed" },
  });

describe("the settings of retries", () => {
  test("hold from the moment they are saved, beside the store's other settings", async () => {
    await updateSetupGuide(context, { kind: "dismiss" });
    expect(await save(mine)).toEqual({ outcome: "saved" });
    expect(await readDunningSettings(context.db.prisma, context.shop.id)).toEqual(mine);
    const { settings } = await context.db.prisma.shop.findUniqueOrThrow({
      where: { id: context.shop.id },
    });
    expect(settings).toMatchObject({ setup_guide: { dismissed: true } });
  });

  test("are saved once when the same is sent again, and stand in the timeline once", async () => {
    await save(mine);
    expect(await save(mine)).toEqual({ outcome: "saved" });
    expect(await lines()).toBe(1);
  });

  test("that two people save at once are those of one of them, and the other is told", async () => {
    const theirs = { ...mine, finalAction: "skip" };
    const outcomes = await Promise.all([save(mine), save(theirs)]);
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual(["saved", "stale"]);
    expect(await lines()).toBe(1);
  });

  test.each([
    ["no day", { retryDays: [] }, "retryDays", "at least one day"],
    ["a day that is no number", { retryDays: [2, "soon"] }, "retryDays", "whole numbers"],
    ["half a day", { retryDays: [1.5] }, "retryDays", "whole numbers"],
    ["a day after the month", { retryDays: [2, 31] }, "retryDays", "30 days"],
    ["the later day first", { retryDays: [4, 2] }, "retryDays", "earliest first"],
    [
      "no day for missing stock",
      { inventory: { ...mine.inventory, retryDays: [] } },
      "inventory.retryDays",
      "at least one day",
    ],
  ])("with %s are refused at their field, and nothing changes", async (_, patch, field, words) => {
    await expect(save({ ...mine, ...patch })).rejects.toMatchObject({
      code: "invalid_input",
      fields: { [field]: [expect.stringContaining(words)] },
    });
    expect(await readDunningSettings(context.db.prisma, context.shop.id)).toEqual(
      defaultDunningSettings,
    );
  });
});
