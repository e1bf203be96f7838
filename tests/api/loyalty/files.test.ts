import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { applyLoyaltyFile } from "#app/domain/loyalty/files/apply-loyalty-file.ts";
import { confirmLoyaltyFile } from "#app/domain/loyalty/files/confirm-loyalty-file.ts";
import {
  getLoyaltyFile,
  listLoyaltyFileLines,
} from "#app/domain/loyalty/files/read-loyalty-files.ts";
import { uploadLoyaltyFile } from "#app/domain/loyalty/files/upload-loyalty-file.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { deliverWebhook } from "#tests/support/deliver-webhook.ts";
import { type LoyalCustomer, loyalCustomer } from "#tests/support/loyalty.ts";
import { readMailbox } from "#tests/support/read-mailbox.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Points and tiers from a file: checked first, applied once, whatever is uploaded twice.

let testApp: TestApp;
let shop: TestShop;
let ada: LoyalCustomer;
let grace: LoyalCustomer;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  ada = await person("ada@example.com");
  grace = await person("grace@example.com");
});

async function person(email: string): Promise<LoyalCustomer> {
  const { body } = await shop.control("customers", { email });
  await shop.quiet();
  return loyalCustomer(shop, body.cid);
}

const merchant = async () =>
  ({ ...(await shop.context()), actor: { kind: "merchant", name: "Mia Merchant" } }) as const;

async function upload(...lines: string[]): Promise<bigint> {
  return uploadLoyaltyFile(await merchant(), {
    name: "old program.csv",
    bytes: new TextEncoder().encode(`${lines.join("\n")}\n`),
  });
}

async function confirm(fileId: bigint, total: number, leaveOut = false) {
  await confirmLoyaltyFile(await merchant(), { fileId, total: String(total), leaveOut });
  await shop.quiet();
}

const fileOf = async (fileId: bigint) => getLoyaltyFile(await shop.context(), fileId);
const available = async (of: LoyalCustomer) => (await of.points()).available;

async function problems(...lines: string[]) {
  const fileId = await upload(...lines);
  const page = { only: "all", afterPosition: 0, limit: 50 } as const;
  const found = await listLoyaltyFileLines(await shop.context(), fileId, page);
  return found.map((line) => line.problems.join(" "));
}

async function tiers(first = "Silver") {
  const tier = (id: number | null, name: string, threshold: number) => ({
    ...{ id, name, threshold, multiplier: 100, perks: "" },
    entryReward: { reward_type: "points", points: 7 },
  });
  await saveLadder(await merchant(), {
    version: 0,
    input: { basis: "orders", tiers: [tier(null, first, 1), tier(null, "Gold", 5)] },
  });
  await shop.quiet();
}

async function standing(of: LoyalCustomer) {
  const { body } = await shop.proxy(`/loyalty/customers/${of.cid}`, { cid: of.cid });
  return body.data.tier;
}

describe("a file of balances", () => {
  test("is checked first, and gives nothing before it is confirmed", async () => {
    const fileId = await upload("email,points", "ada@example.com,250", "GRACE@example.com,40");
    await shop.quiet();
    const { file } = await fileOf(fileId);
    expect(file).toMatchObject({ state: "checked", lineCount: 2, problemCount: 0, points: 290n });
    expect(await available(ada)).toBe(0);
    await expect(confirm(fileId, 289)).rejects.toMatchObject({
      fields: { total: [expect.any(String)] },
    });
    await confirm(fileId, 290);
    expect([await available(ada), await available(grace)]).toEqual([250, 40]);
    const done = await fileOf(fileId);
    expect(done.file).toMatchObject({ state: "done", doneCount: 2, actorName: "Mia Merchant" });
    expect(done.outcomes).toEqual(new Map([["applied", 2]]));
  });

  test("that is uploaded and confirmed twice changes nothing the second time", async () => {
    const lines = ["customer,points,reason", `${ada.cid},250,Für März`];
    const first = await upload(...lines);
    const meanwhile = await upload(...lines);
    await confirm(first, 250);
    await confirm(first, 250);
    await confirm(meanwhile, 250);
    expect(await available(ada)).toBe(250);
    expect((await fileOf(meanwhile)).outcomes).toEqual(new Map([["repeated", 1]]));
    const again = await upload(
      "\ufeffsep=;",
      "Points;Reason;Customer",
      `250,00;Fu\u0308r\u00a0Ma\u0308rz;${ada.cid}`,
    );
    expect((await fileOf(again)).file).toMatchObject({ repeatedCount: 1, points: 0n });
    await expect(confirm(again, 0)).rejects.toMatchObject({
      fields: { form: [expect.any(String)] },
    });
  });

  test("goes on where it was cut off", async () => {
    const fileId = await upload("customer,points", `${ada.cid},250`, `${grace.cid},40`);
    await confirm(fileId, 290);
    const { db, shop: row } = await shop.context();
    await db.prisma.loyaltyFileLine.updateMany({
      where: { shopId: row.id, fileId },
      data: { outcome: null },
    });
    await db.prisma.loyaltyFile.updateMany({
      where: { shopId: row.id, id: fileId },
      data: { state: "applying", finishedAt: null },
    });
    await applyLoyaltyFile(await shop.context(), fileId);
    expect([await available(ada), await available(grace)]).toEqual([250, 40]);
    expect((await fileOf(fileId)).outcomes).toEqual(new Map([["applied", 2]]));
  });

  test("says what is wrong with each line, and applies the others when the merchant says so", async () => {
    const lines = [
      "customer,email,points,expires",
      `${ada.cid},,100,`,
      ",nobody@example.com,5,",
      `${grace.cid},ada@example.com,5,`,
      `${ada.cid},,5,`,
      `${grace.cid},,1.5,`,
      `${grace.cid},,,`,
      `${grace.cid},,5,31/12/2030`,
      `${grace.cid},,5,2020-01-01`,
    ];
    const found = await problems(...lines);
    expect(found).toEqual([
      "",
      "E-mail: no customer has it.",
      "E-mail: the customer with this number has another one.",
      "The same customer as on line 2.",
      expect.stringContaining("Points: must be a whole number"),
      expect.stringContaining("Give points, a tier, or both."),
      expect.stringContaining("write the last day as YYYY-MM-DD"),
      expect.stringContaining("the day is over"),
    ]);
    const fileId = await upload(...lines);
    await expect(confirm(fileId, 100)).rejects.toMatchObject({
      fields: { leaveOut: [expect.any(String)] },
    });
    await confirm(fileId, 100, true);
    expect(await available(ada)).toBe(100);
    expect((await fileOf(fileId)).outcomes).toEqual(
      new Map([
        ["applied", 1],
        ["skipped", 7],
      ]),
    );
  });

  test("gives points that end after the day that it names", async () => {
    const { clock } = await shop.context();
    const day = new Date(clock.now().getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
    await confirm(await upload("customer,points,expires", `${ada.cid},250,${day}`), 250);
    expect(await available(ada)).toBe(250);
    await shop.control("clock", { advance: "P7D" });
    await shop.quiet();
    expect(await available(ada)).toBe(0);
  });

  test.each([
    ["", "empty"],
    ["customer,points", "no line below"],
    ["name,points\n1,2", "no column “customer” or “email”"],
    ["customer,name\n1,2", "no column “points” or “tier”"],
    ["customer,points,balance\n1,2,3", "Two columns"],
  ])("that begins %j is refused, and says why", async (text, why) => {
    await expect(upload(text)).rejects.toMatchObject({ message: expect.stringContaining(why) });
  });

  test("leaves out who was erased meanwhile", async () => {
    const fileId = await upload("customer,points,reason", `${ada.cid},250,Of Ada`);
    await deliverWebhook(testApp, shop, {
      topic: "customers/redact",
      payload: { customer: { id: ada.cid } },
    });
    await shop.quiet();
    await confirm(fileId, 250);
    expect((await fileOf(fileId)).outcomes).toEqual(new Map([["skipped", 1]]));
    const page = { only: "all", afterPosition: 0, limit: 1 } as const;
    const [line] = await listLoyaltyFileLines(await shop.context(), fileId, page);
    expect(line).toMatchObject({ customer: "", email: "", reason: "" });
  });
});

describe("a file of tiers", () => {
  test("puts customers into theirs, without an entry reward or a mail, until the review a year later", async () => {
    await tiers();
    await confirm(await upload("customer,tier", `${ada.cid},gold`), 0);
    expect(await standing(ada)).toBe("Gold");
    expect(await available(ada)).toBe(0);
    expect(await readMailbox(shop)).toEqual([]);
    await shop.control("clock", { advance: "P366D" });
    await shop.quiet();
    expect(await standing(ada)).toBe(null);
  });

  test("takes nobody down, and what an order reaches goes on from there", async () => {
    await tiers();
    await confirm(await upload("customer,tier", `${ada.cid},Gold`), 0);
    await confirm(await upload("customer,tier", `${ada.cid},Silver`), 0);
    await ada.order("20.00");
    expect(await standing(ada)).toBe("Gold");
  });

  test("names a tier in any case, whether its accents are part of a letter or follow it", async () => {
    await tiers("Grün");
    for (const name of ["Grün", "Gru\u0308n", "GRU\u0308N"]) {
      expect(await problems("customer,tier", `${ada.cid},${name}`)).toEqual([""]);
    }
  });

  test("takes no points that may be two numbers, whatever separates the cells", async () => {
    for (const cells of [",", ";"]) {
      const line = [ada.cid, "1.000"].join(cells);
      expect(await problems(["customer", "points"].join(cells), line)).toEqual([
        "Points: Can be read in two ways. Write it without a thousands separator, for example 1234.",
      ]);
    }
  });

  test("names a tier that the store has", async () => {
    expect(await problems("customer,tier", `${ada.cid},Gold`)).toEqual([
      "Tier: the store has none.",
    ]);
    await tiers();
    expect(await problems("customer,tier", `${ada.cid},Platinum`)).toEqual([
      "Tier: the store has no such one. There are “Silver”, “Gold”.",
    ]);
  });
});
