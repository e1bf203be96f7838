import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { applyLoyaltyFile } from "#app/domain/loyalty/files/apply-loyalty-file.ts";
import { confirmLoyaltyFile } from "#app/domain/loyalty/files/confirm-loyalty-file.ts";
import {
  getLoyaltyFile,
  listLoyaltyFileLines,
} from "#app/domain/loyalty/files/read-loyalty-files.ts";
import { uploadLoyaltyFile } from "#app/domain/loyalty/files/upload-loyalty-file.ts";
import { readLadders } from "#app/domain/loyalty/tiers/read-ladders.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { bareStore } from "#tests/support/bare-store.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// A tier that was checked may be gone when its file is confirmed, or applied.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
});
afterAll(() => testApp.close());

const GONE = "Tier: the store no longer has it.";
const LINES = ["900000001,70,Gold", "900000002,30,Silver", "900000003,,Gold"];

/** The file once it is applied without the lines that name a tier that is gone. */
const WITHOUT_GOLD = {
  sums: ["done", 30, 1, 2],
  lines: [
    ["skipped", GONE],
    ["applied", ""],
    ["skipped", GONE],
  ],
};

/** A store with two tiers, and a checked file that puts customers into them. */
async function checkedFile(lines = LINES) {
  const context = (await bareStore(testApp))("2030-12-01T12:00:00Z");
  const { db, shop } = context;
  const tier = { multiplier: 100, perks: "", entryReward: { reward_type: "points", points: 7 } };
  const silver = { ...tier, id: null, name: "Silver", threshold: 1 };
  const gold = { ...tier, id: null, name: "Gold", threshold: 5 };
  const save = (version: number, tiers: object[]) =>
    saveLadder(context, { version, input: { basis: "orders", tiers } });
  await save(0, [silver, gold]);
  const text = ["customer,points,tier", ...lines].join("\n");
  const upload = { name: "old program.csv", bytes: new TextEncoder().encode(text) };
  const fileId = await uploadLoyaltyFile(context, upload);
  return {
    db,
    shopId: shop.id,
    fileId,
    removeGold: async () => {
      const ladder = (await readLadders(db.prisma, shop.id)).at(-1);
      const id = ladder?.tiers.find(({ name }) => name === "Silver")?.id;
      expect(await save(ladder?.version ?? 0, [{ ...silver, id }])).toMatchObject({
        outcome: "saved",
      });
    },
    confirm: (total: string, leaveOut = false) =>
      confirmLoyaltyFile(context, { fileId, total, leaveOut }),
    apply: () => applyLoyaltyFile(context, fileId),
    look: async () => {
      const { file } = await getLoyaltyFile(context, fileId);
      const page = { only: "all", afterPosition: 0, limit: 50 } as const;
      const rows = await listLoyaltyFileLines(context, fileId, page);
      return {
        sums: [file.state, Number(file.points), file.tierCount, file.problemCount],
        lines: rows.map(({ outcome, problems }) => [outcome, problems.join(" ")]),
      };
    },
    placed: () =>
      db.prisma.loyaltyFact.count({ where: { shopId: shop.id, kind: "placed_in_tier" } }),
  };
}

describe("a tier that is gone since the file was checked", () => {
  test("refuses the confirmation once, and then the file shows what it would do now", async () => {
    const file = await checkedFile();
    expect((await file.look()).sums).toEqual(["checked", 100, 3, 0]);
    await file.removeGold();
    await expect(file.confirm("100")).rejects.toMatchObject({
      fields: { total: [expect.stringMatching(/tier.*30 points/)] },
    });
    expect(await file.look()).toEqual({
      sums: ["checked", 30, 1, 2],
      lines: [
        [null, GONE],
        [null, ""],
        [null, GONE],
      ],
    });
    await file.confirm("30", true);
    await file.apply();
    expect(await file.look()).toEqual(WITHOUT_GOLD);
    expect(await file.placed()).toBe(1);
  });

  test("leaves nothing to confirm where no line is without it", async () => {
    const file = await checkedFile(["900000001,70,Gold"]);
    await file.removeGold();
    await expect(file.confirm("70")).rejects.toMatchObject({
      fields: { form: [expect.anything()] },
    });
  });
});

test("a line whose tier goes before it is applied is left out and says so", async () => {
  const file = await checkedFile();
  await file.confirm("100");
  await file.removeGold();
  await file.apply();
  expect(await file.look()).toEqual(WITHOUT_GOLD);
  expect(await file.placed()).toBe(1);
});

test("a line whose points an interrupted run has given is left without the tier that is gone by then", async () => {
  const file = await checkedFile();
  await file.confirm("100");
  await file.apply();
  const where = { shopId: file.shopId };
  await file.db.prisma.loyaltyFact.deleteMany({ where });
  await file.db.prisma.loyaltyFileLine.updateMany({
    where: { ...where, fileId: file.fileId, tierId: { not: null } },
    data: { outcome: null },
  });
  await file.db.prisma.loyaltyFile.updateMany({
    where: { ...where, id: file.fileId },
    data: { state: "applying", finishedAt: null },
  });
  await file.removeGold();
  await file.apply();
  const { lines } = await file.look();
  expect(lines).toEqual([
    ["without_tier", ""],
    ["applied", ""],
    ["skipped", GONE],
  ]);
});
