import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ShopContext } from "#app/domain/context.ts";
import { applyCreditFile } from "#app/domain/store-credit/files/apply-credit-file.ts";
import { confirmCreditFile } from "#app/domain/store-credit/files/confirm-credit-file.ts";
import { getCreditFile } from "#app/domain/store-credit/files/get-credit-file.ts";
import { bareStore } from "#tests/support/bare-store.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { countEntries, linesOf, outcomesOf, takeFile } from "./credit-file-rows.ts";

// The day on which a line's credit ends is an instant only when the line is applied: by then the day may be over, and the store
// may be in another zone. No worker here, so that a test decides when a file is applied.

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
});
afterAll(() => testApp.close());

const OVER = "Expires: the day is over.";
const CHECKED = "2030-12-01T12:00:00Z";
const LATER = "2030-12-10T12:00:00Z";

/** A store at an instant and in a zone, which are what the test says. */
const store = (zone?: string) => bareStore(testApp, zone);

const file = (...lines: string[]) =>
  [
    "customer,amount,type,reason,expires",
    ...lines.map((line, at) => {
      const [amount, expires = ""] = line.split(" until ");
      return `90000000${at + 1},${amount},manual admin adjustment,Spring,${expires}`;
    }),
  ].join("\n");

const sums = async (at: ShopContext, fileId: bigint) => {
  const { file: found } = await getCreditFile(at, fileId);
  return [found.state, Number(found.givenMinor), Number(found.takenMinor), found.problemCount];
};
const problemsOf = async (at: ShopContext, fileId: bigint) =>
  (await linesOf(at, fileId)).map(({ problems }) => problems.join(" "));
const ends = async ({ db, shop }: ShopContext) => {
  const grants = await db.prisma.creditGrant.findMany({ where: { shopId: shop.id } });
  return grants.map(({ expiresAt }) => expiresAt?.toISOString());
};

/** What a confirmation is refused with, by field. */
async function refusal(at: ShopContext, fileId: bigint, total: string, leaveOut = false) {
  const error = await confirmCreditFile(at, { fileId, total, leaveOut }).catch((one) => one);
  expect(error).toMatchObject({ code: "invalid_input" });
  return error.fields;
}

describe("a line whose day has passed since the file was checked", () => {
  test("refuses the confirmation once, and then the file shows what it would do now", async () => {
    const at = await store();
    const fileId = await takeFile(at(CHECKED), file("5 until 2030-12-02", "7 until 2031-01-31"));
    expect(await sums(at(CHECKED), fileId)).toEqual(["checked", 1200, 0, 0]);
    expect(await refusal(at(LATER), fileId, "12")).toEqual({
      total: [expect.stringContaining("7.00")],
    });
    expect(await sums(at(LATER), fileId)).toEqual(["checked", 700, 0, 1]);
    expect(await problemsOf(at(LATER), fileId)).toEqual([OVER, ""]);
    expect(await refusal(at(LATER), fileId, "12", true)).toHaveProperty("total");
    expect(await refusal(at(LATER), fileId, "7")).toHaveProperty("leaveOut");
    await confirmCreditFile(at(LATER), { fileId, total: "7", leaveOut: true });
    await applyCreditFile(at(LATER), fileId);
    expect(await outcomesOf(at(LATER), fileId)).toEqual([
      ["skipped", null],
      ["applied", 700],
    ]);
    expect(await countEntries(at(LATER))).toBe(1);
  });

  test("leaves nothing to confirm where it is the only one", async () => {
    const at = await store();
    const fileId = await takeFile(at(CHECKED), file("5 until 2030-12-02"));
    expect(await refusal(at(LATER), fileId, "5")).toEqual({ form: [expect.any(String)] });
    expect(await refusal(at(LATER), fileId, "0", true)).toEqual({ form: [expect.any(String)] });
    expect(await countEntries(at(LATER))).toBe(0);
  });

  test("takes with it the deduction that counted on its credit", async () => {
    const at = await store();
    const text = `${file("5 until 2030-12-02", "7")}\n900000001,-3,manual admin adjustment,Back,`;
    const fileId = await takeFile(at(CHECKED), text);
    expect(await sums(at(CHECKED), fileId)).toEqual(["checked", 1200, -300, 0]);
    expect(await refusal(at(LATER), fileId, "9")).toHaveProperty("total");
    expect(await sums(at(LATER), fileId)).toEqual(["checked", 700, 0, 2]);
    expect(await problemsOf(at(LATER), fileId)).toEqual([
      OVER,
      "",
      "The customer has no credit to take.",
    ]);
  });

  test.each([
    ["2030-12-02T23:59:59Z", "UTC", false],
    ["2030-12-03T00:00:00Z", "UTC", true],
    ["2030-12-02T12:00:00Z", "Pacific/Kiritimati", true],
    ["2030-12-03T07:59:59Z", "America/Los_Angeles", false],
  ])("at %s in %s: its day is over is %s", async (now, zone, isOver) => {
    const at = await store();
    const fileId = await takeFile(at(CHECKED), file("5 until 2030-12-02"));
    const confirmed = confirmCreditFile(at(now, zone), { fileId, total: "5", leaveOut: false });
    if (isOver) await expect(confirmed).rejects.toMatchObject({ code: "invalid_input" });
    else await expect(confirmed).resolves.toBeUndefined();
  });
});

describe("a line whose day passes before it is applied", () => {
  test("is left out and says so, and the file adds up to what was applied", async () => {
    const at = await store();
    const fileId = await takeFile(at(CHECKED), file("5 until 2030-12-02", "7"));
    await confirmCreditFile(at(CHECKED), { fileId, total: "12", leaveOut: false });
    await applyCreditFile(at(LATER), fileId);
    expect(await outcomesOf(at(LATER), fileId)).toEqual([
      ["skipped", null],
      ["applied", 700],
    ]);
    expect(await problemsOf(at(LATER), fileId)).toEqual([OVER, ""]);
    expect(await sums(at(LATER), fileId)).toEqual(["done", 700, 0, 1]);
    expect(await ends(at(LATER))).toEqual([undefined]);
  });

  test("counts as applied where the run that has applied it was interrupted", async () => {
    const at = await store();
    const fileId = await takeFile(at(CHECKED), file("5 until 2030-12-02", "7"));
    await confirmCreditFile(at(CHECKED), { fileId, total: "12", leaveOut: false });
    await applyCreditFile(at(CHECKED), fileId);
    await forgetOutcomes(at(CHECKED), fileId);
    await applyCreditFile(at(LATER), fileId);
    expect(await outcomesOf(at(LATER), fileId)).toEqual([
      ["applied", 500],
      ["applied", 700],
    ]);
    expect(await countEntries(at(LATER))).toBe(2);
    expect(await sums(at(LATER), fileId)).toEqual(["done", 1200, 0, 0]);
  });
});

test("ends with its day where the store is when the line is applied, not where it was when the file was checked", async () => {
  const at = await store("Asia/Tokyo");
  const fileId = await takeFile(at(CHECKED), file("5 until 2031-01-31", "7"));
  const moved = at(CHECKED, "America/Los_Angeles");
  await confirmCreditFile(moved, { fileId, total: "12", leaveOut: false });
  await applyCreditFile(moved, fileId);
  expect(await ends(moved)).toEqual(["2031-02-01T07:59:59.999Z", undefined]);
});

/** As after a crash between the entries and what the file notes of them. */
async function forgetOutcomes({ db, shop }: ShopContext, fileId: bigint) {
  const where = { shopId: shop.id };
  await db.prisma.creditFileLine.updateMany({
    where: { ...where, fileId },
    data: { outcome: null, entryId: null, appliedMinor: null },
  });
  await db.prisma.creditFile.updateMany({
    where: { ...where, id: fileId },
    data: { state: "applying", finishedAt: null },
  });
}
