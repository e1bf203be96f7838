import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { applyLoyaltyFile } from "#app/domain/loyalty/files/apply-loyalty-file.ts";
import { confirmLoyaltyFile } from "#app/domain/loyalty/files/confirm-loyalty-file.ts";
import {
  getLoyaltyFile,
  listLoyaltyFileLines,
} from "#app/domain/loyalty/files/read-loyalty-files.ts";
import { uploadLoyaltyFile } from "#app/domain/loyalty/files/upload-loyalty-file.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { bareStore } from "#tests/support/bare-store.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// As of files of credit: the day on which points end is an instant only when the line is applied.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
});
afterAll(() => testApp.close());

const OVER = "Expires: the day is over.";
const CHECKED = "2030-12-01T12:00:00Z";
const LATER = "2030-12-10T12:00:00Z";

/** A store with one tier, at an instant and in a zone, which are what the test says. */
async function store(zone?: string) {
  const at = await bareStore(testApp, zone);
  const gold = { id: null, name: "Gold", threshold: 5, multiplier: 100, perks: "" };
  const tiers = [{ ...gold, entryReward: { reward_type: "points", points: 7 } }];
  await saveLadder(at(CHECKED), { version: 0, input: { basis: "orders", tiers } });
  return at;
}

const upload = (at: ShopContext, ...lines: string[]) =>
  uploadLoyaltyFile(at, {
    name: "old program.csv",
    bytes: new TextEncoder().encode(["customer,points,tier,expires", ...lines].join("\n")),
  });

async function look(at: ShopContext, fileId: bigint) {
  const { file } = await getLoyaltyFile(at, fileId);
  const page = { only: "all", afterPosition: 0, limit: 50 } as const;
  const lines = await listLoyaltyFileLines(at, fileId, page);
  return {
    sums: [file.state, Number(file.points), file.tierCount, file.problemCount],
    lines: lines.map(({ outcome, problems }) => [outcome, problems.join(" ")]),
  };
}

const grants = async ({ db, shop }: ShopContext) => {
  const rows = await db.prisma.creditGrant.findMany({ where: { shopId: shop.id } });
  return rows.map(({ amountMinor, expiresAt }) => [Number(amountMinor), expiresAt?.toISOString()]);
};

async function refusal(at: ShopContext, fileId: bigint, total: string, leaveOut = false) {
  const error = await confirmLoyaltyFile(at, { fileId, total, leaveOut }).catch((one) => one);
  expect(error).toMatchObject({ code: "invalid_input" });
  return error.fields;
}

const LINES = ["900000001,70,Gold,2030-12-02", "900000002,30,Gold,2031-01-31"];

describe("a line whose day has passed since the file was checked", () => {
  test("refuses the confirmation once, and then the file shows what it would do now", async () => {
    const at = await store();
    const fileId = await upload(at(CHECKED), ...LINES);
    expect((await look(at(CHECKED), fileId)).sums).toEqual(["checked", 100, 2, 0]);
    expect(await refusal(at(LATER), fileId, "100")).toEqual({
      total: [expect.stringContaining("30 points")],
    });
    expect(await look(at(LATER), fileId)).toEqual({
      sums: ["checked", 30, 1, 1],
      lines: [
        [null, OVER],
        [null, ""],
      ],
    });
    expect(await refusal(at(LATER), fileId, "100", true)).toHaveProperty("total");
    expect(await refusal(at(LATER), fileId, "30")).toHaveProperty("leaveOut");
    await confirmLoyaltyFile(at(LATER), { fileId, total: "30", leaveOut: true });
    await applyLoyaltyFile(at(LATER), fileId);
    expect(await grants(at(LATER))).toEqual([[30, "2031-01-31T23:59:59.999Z"]]);
  });

  test("leaves nothing to confirm where it is the only one", async () => {
    const at = await store();
    const fileId = await upload(at(CHECKED), "900000001,70,,2030-12-02");
    expect(await refusal(at(LATER), fileId, "70")).toEqual({ form: [expect.any(String)] });
    expect(await grants(at(LATER))).toEqual([]);
  });
});

describe("a line whose day passes before it is applied", () => {
  test("is left out with its tier and says so, and the file adds up to what was applied", async () => {
    const at = await store();
    const fileId = await upload(at(CHECKED), ...LINES);
    await confirmLoyaltyFile(at(CHECKED), { fileId, total: "100", leaveOut: false });
    await applyLoyaltyFile(at(LATER), fileId);
    expect(await look(at(LATER), fileId)).toEqual({
      sums: ["done", 30, 1, 1],
      lines: [
        ["skipped", OVER],
        ["applied", ""],
      ],
    });
    expect(await grants(at(LATER))).toEqual([[30, "2031-01-31T23:59:59.999Z"]]);
    expect(await placed(at(LATER))).toBe(1);
  });

  test("gets its tier where the run that has given its points was interrupted", async () => {
    const at = await store();
    const fileId = await upload(at(CHECKED), ...LINES);
    await confirmLoyaltyFile(at(CHECKED), { fileId, total: "100", leaveOut: false });
    await applyLoyaltyFile(at(CHECKED), fileId);
    const { db, shop } = at(CHECKED);
    const where = { shopId: shop.id };
    await db.prisma.loyaltyFact.deleteMany({ where });
    await db.prisma.loyaltyFileLine.updateMany({
      where: { ...where, fileId },
      data: { outcome: null },
    });
    await db.prisma.loyaltyFile.updateMany({
      where: { ...where, id: fileId },
      data: { state: "applying", finishedAt: null },
    });
    await applyLoyaltyFile(at(LATER), fileId);
    expect(await look(at(LATER), fileId)).toEqual({
      sums: ["done", 100, 2, 0],
      lines: [
        ["applied", ""],
        ["applied", ""],
      ],
    });
    expect((await grants(at(LATER))).map(([points]) => points)).toEqual([70, 30]);
    expect(await placed(at(LATER))).toBe(2);
  });
});

test("ends with its day where the store is when the line is applied, not where it was when the file was checked", async () => {
  const at = await store("Asia/Tokyo");
  const fileId = await upload(at(CHECKED), "900000001,70,,2031-01-31");
  const moved = at(CHECKED, "America/Los_Angeles");
  await confirmLoyaltyFile(moved, { fileId, total: "70", leaveOut: false });
  await applyLoyaltyFile(moved, fileId);
  expect(await grants(moved)).toEqual([[70, "2031-02-01T07:59:59.999Z"]]);
});

const placed = ({ db, shop }: ShopContext) =>
  db.prisma.loyaltyFact.count({ where: { shopId: shop.id, kind: "placed_in_tier" } });
