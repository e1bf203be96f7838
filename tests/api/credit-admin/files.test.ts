import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { recordComplianceRequest } from "#app/domain/compliance/record-request.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { adjustCredit } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import { confirmCreditFile } from "#app/domain/store-credit/files/confirm-credit-file.ts";
import { getCreditFile } from "#app/domain/store-credit/files/get-credit-file.ts";
import { listCreditFileLines } from "#app/domain/store-credit/files/list-credit-file-lines.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import {
  countEntries,
  linesOf,
  outcomesOf,
  rowsOf,
  takeFile,
  takeRows,
} from "./credit-file-rows.ts";

let testApp: TestApp;
let shop: TestShop;
let context: ShopContext;
let customers: bigint[];

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  shop = await testApp.createShop();
  context = { ...(await shop.context()), actor: { kind: "merchant", name: "Ada" } };
  customers = await createCustomers(context, 4);
});

const upload = (rows: string[], name?: string) => takeRows(context, rows, name);
const confirm = (fileId: bigint, total: string, leaveOut = false) =>
  confirmCreditFile(context, { fileId, total, leaveOut });
const balances = async () => {
  const accounts = await context.db.prisma.creditAccount.findMany({
    where: { shopId: context.shop.id },
  });
  return customers.map((id) =>
    Number(accounts.find(({ customerId }) => customerId === id)?.availableMinor ?? 0),
  );
};

describe("the dry run", () => {
  test("finds each problem with its line, adds up what is good, and touches no credit", async () => {
    const fileId = await upload([
      ...rowsOf(["12.50", "-3"]),
      "nobody,,5,manual admin adjustment,Why,",
      ...rowsOf(["1.005"]),
      ",customer-3@example.com,7.50,manual admin adjustment,Why,EUR",
    ]);
    const { file } = await getCreditFile(context, fileId);
    expect(file).toMatchObject({
      state: "checked",
      lineCount: 5,
      problemCount: 3,
      givenMinor: 2000n,
      takenMinor: 0n,
      actorName: "Ada",
    });
    const problems = await listCreditFileLines(context, fileId, {
      only: "problems",
      afterPosition: 0,
      limit: 10,
    });
    expect(problems.map(({ line }) => line)).toEqual([3, 4, 5]);
    expect(await countEntries(context)).toBe(0);
  });

  test("is the store's own: another store sees neither the file nor its customers", async () => {
    const fileId = await upload(rowsOf([5]));
    const stranger = await (await testApp.createShop()).context();
    await expect(getCreditFile(stranger, fileId)).rejects.toMatchObject({ code: "not_found" });
    await expect(
      confirmCreditFile(stranger, { fileId, total: "5", leaveOut: false }),
    ).rejects.toMatchObject({ code: "not_found" });
    const theirs = await takeFile(stranger, "customer,amount,type,reason\n900000001,5,forfeit,x");
    expect((await getCreditFile(stranger, theirs)).file.problemCount).toBe(1);
  });
});

describe("confirming", () => {
  test.each(["", "12.51", "1250", "12,50", "abc"])(
    "with the total %j instead of 12.50 applies nothing",
    async (total) => {
      const fileId = await upload(rowsOf(["12.50"]));
      await expect(confirm(fileId, total)).rejects.toMatchObject({
        code: "invalid_input",
        fields: { total: [expect.stringContaining("12.50")] },
      });
      await shop.quiet();
      expect(await countEntries(context)).toBe(0);
    },
  );

  test("a file with problems needs a word from the merchant, and one without a good line cannot be", async () => {
    const mixed = await upload([...rowsOf(["5"]), "9,,5,manual admin adjustment,Why,"]);
    await expect(confirm(mixed, "5")).rejects.toMatchObject({
      fields: { leaveOut: [expect.any(String)] },
    });
    const bad = await upload(["9,,5,manual admin adjustment,Why,"]);
    await expect(confirm(bad, "0", true)).rejects.toMatchObject({ code: "invalid_input" });
    await shop.quiet();
    expect(await countEntries(context)).toBe(0);
    await confirm(mixed, "5.00", true);
    await shop.quiet();
    expect(await outcomesOf(context, mixed)).toEqual([
      ["applied", 500],
      ["skipped", null],
    ]);
    expect(await balances()).toEqual([500, 0, 0, 0]);
  });
});

describe("applying", () => {
  test("writes each line under the name of who confirmed, with its reason and its outcome", async () => {
    await adjustCredit(context, {
      customerId: customers[1] ?? 0n,
      amountMinor: 300,
      typeCode: 4,
      reason: "Before",
    });
    const fileId = await upload(rowsOf(["10", "-5", "2.50"], "Spring sale"));
    await confirm(fileId, "9.50");
    await shop.quiet();
    expect(await balances()).toEqual([1000, 0, 250, 0]);
    expect(await outcomesOf(context, fileId)).toEqual([
      ["applied", 1000],
      ["applied", -300],
      ["applied", 250],
    ]);
    const { file } = await getCreditFile(context, fileId);
    expect(file).toMatchObject({ state: "done", doneCount: 3, finishedAt: expect.any(Date) });
    const line = await context.db.prisma.activity.findFirst({
      where: { shopId: context.shop.id, customerId: customers[0] ?? 0n },
    });
    expect(line).toMatchObject({ actorName: "Ada", message: "Spring sale" });
  });

  test("gives credit that ends with the day the line names, in the store's zone", async () => {
    const fileId = await takeFile(
      context,
      "customer,amount,type,reason,expires\n900000001,5,manual admin adjustment,Spring,2099-12-31",
    );
    await confirm(fileId, "5");
    await shop.quiet();
    const grants = await context.db.prisma.creditGrant.findMany({
      where: { shopId: context.shop.id },
    });
    expect(grants.map(({ remainingMinor }) => remainingMinor)).toEqual([500n]);
    const [end] = grants.map(({ expiresAt }) => expiresAt);
    const zone = context.shop.ianaTimezone;
    expect(end && formatDate(end, zone)).toBe("2099-12-31");
    expect(end && formatDate(new Date(end.getTime() + 1), zone)).toBe("2100-01-01");
  });

  test("the same file uploaded again, also saved again by a spreadsheet, changes nothing twice", async () => {
    const rows = rowsOf(["10", "20"]);
    const first = await upload(rows);
    const second = await upload(rows, "again.csv");
    await confirm(first, "30");
    await confirm(second, "30");
    await confirm(first, "30");
    await shop.quiet();
    expect(await balances()).toEqual([1000, 2000, 0, 0]);
    const third = await takeFile(
      context,
      "\ufeffcustomer;e-mail;amount;type;reason;currency\r\n" +
        rows.map((row) => `${row.replaceAll(",", ";")}\r\n`).join(""),
      "saved by a spreadsheet.csv",
    );
    expect((await getCreditFile(context, third)).file).toMatchObject({
      repeatedCount: 2,
      problemCount: 0,
      givenMinor: 0n,
    });
    await expect(confirm(third, "0")).rejects.toMatchObject({ code: "invalid_input" });
    expect(await countEntries(context)).toBe(2);
  });

  test("a file that is saved with other accents and blanks is the same file", async () => {
    const saved = rowsOf(["10"], "Entschädigung für März");
    await confirm(await upload(saved), "10");
    await shop.quiet();
    for (const row of saved) {
      for (const other of [row.normalize("NFD"), row.replaceAll(" ", "\u00a0")]) {
        expect((await getCreditFile(context, await upload([other]))).file).toMatchObject({
          ...{ repeatedCount: 1, givenMinor: 0n },
        });
      }
    }
    expect(await balances()).toEqual([1000, 0, 0, 0]);
  });

  test("what was left out the first time can be applied by the same file later", async () => {
    const rows = [...rowsOf(["10"]), "900000005,,5,manual admin adjustment,Why,"];
    const first = await upload(rows);
    await confirm(first, "10", true);
    await shop.quiet();
    await createCustomers(context, 1);
    const second = await upload(rows);
    await confirm(second, "5");
    await shop.quiet();
    expect(await outcomesOf(context, second)).toEqual([
      ["repeated", 1000],
      ["applied", 500],
    ]);
    expect(await balances()).toEqual([1000, 0, 0, 0]);
  });

  test("a file that was corrected and comes again whole brings its good lines no second time", async () => {
    const good = rowsOf(["10", "20"]);
    const first = await upload([...good, "nobody,,5,manual admin adjustment,Why,"], "spring.csv");
    await confirm(first, "30", true);
    await shop.quiet();
    const second = await upload([...good, "900000003,,5,manual admin adjustment,Why,"]);
    const problems = (await linesOf(context, second)).map((line) => line.problems.join());
    expect(problems).toEqual([
      expect.stringContaining("applied from “spring.csv”"),
      expect.stringContaining("applied from “spring.csv”"),
      "",
    ]);
    await confirm(second, "5", true);
    await shop.quiet();
    expect(await balances()).toEqual([1000, 2000, 500, 0]);
    const meantAgain = await upload(rowsOf(["10"], "Another present"));
    expect((await getCreditFile(context, meantAgain)).file.problemCount).toBe(0);
    await shop.control("clock", { advance: "P8D" });
    context = { ...(await shop.context()), actor: context.actor };
    const nextMonth = await upload([...good, "900000004,,1,manual admin adjustment,Why,"]);
    expect((await getCreditFile(context, nextMonth)).file.problemCount).toBe(0);
    expect((await linesOf(context, nextMonth)).map(({ notice }) => notice)).toEqual([
      expect.stringContaining("applied from “spring.csv” on"),
      expect.stringContaining("applied from “spring.csv” on"),
      null,
    ]);
  });

  test("what changed since the dry run is reported line by line, and the rest is applied", async () => {
    const [first = 0n, second = 0n] = customers;
    await adjustCredit(context, {
      customerId: first,
      amountMinor: 500,
      typeCode: 4,
      reason: "Before",
    });
    const fileId = await upload(rowsOf(["-5", "2", "3"]));
    await adjustCredit(context, {
      customerId: first,
      amountMinor: -500,
      typeCode: 4,
      reason: "Gone",
    });
    await context.db.prisma.customer.update({
      where: { shopId_id: { shopId: context.shop.id, id: second } },
      data: { redactedAt: new Date() },
    });
    await confirm(fileId, "0");
    await shop.quiet();
    expect(await outcomesOf(context, fileId)).toEqual([
      ["nothing", null],
      ["skipped", null],
      ["applied", 300],
    ]);
  });
});

test("after an erasure no line of a file holds the person", async () => {
  const fileId = await upload([
    "900000001,customer-1@example.com,5,manual admin adjustment,For Ada,",
    ",Customer-1@example.com,6,manual admin adjustment,For Ada,",
    "900000002,customer-1@example.com,7,manual admin adjustment,For Ada,",
    ...rowsOf(["1"]).map((row) => row.replace("900000001", "900000003")),
  ]);
  await context.db.transaction((tx) =>
    recordComplianceRequest(tx, {
      shopId: context.shop.id,
      webhookId: crypto.randomUUID(),
      topic: "customers/redact",
      platformCustomerId: 900000001,
    }),
  );
  await shop.quiet();
  const lines = await linesOf(context, fileId);
  expect(lines.map(({ customer, email, reason }) => [customer, email, reason])).toEqual([
    ["", "", ""],
    ["", "", ""],
    ["", "", ""],
    ["900000003", "", "A present"],
  ]);
});
