import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordComplianceRequest } from "#app/domain/compliance/record-request.ts";
import { confirmImport } from "#app/domain/contract-imports/confirm-import.ts";
import { getImport } from "#app/domain/contract-imports/get-import.ts";
import { uploadImport } from "#app/domain/contract-imports/upload-import.ts";
import {
  type ImportCellTexts,
  type ImportingShop,
  importingShop,
} from "#tests/support/contract-import.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
let at: ImportingShop;
let customer: string;

beforeAll(async () => {
  testApp = await startTestApp();
  at = await importingShop(await testApp.createShop({ seed: "goods" }));
  customer = String(await at.newCustomer());
});
afterAll(() => testApp.close());

/** What the check says of one line that is good but for these cells. */
async function problemsOf(cells: ImportCellTexts): Promise<string[]> {
  const [line] = await at.lines(await at.upload([await at.line({ customer, ...cells })]));
  return line?.problems ?? [];
}
const raw = async (text: string) =>
  uploadImport(await at.shop.context(), { name: "f.csv", bytes: new TextEncoder().encode(text) });

describe("the dry run", () => {
  test("shows what would be made of a good line, and makes nothing", async () => {
    const cid = await at.newCustomer();
    const line = await at.line({ customer: String(cid), next_date: "2031-05-06" });
    const importId = await at.upload([line]);
    const { row } = await at.read(importId);
    expect(row).toMatchObject({
      state: "checked",
      lineCount: 1,
      readyCount: 1,
      problemCount: 0,
      repeatedCount: 0,
      actorName: "Ada",
    });
    expect((await at.lines(importId))[0]).toMatchObject({
      problems: [],
      quantity: 1,
      priceMinor: 1250n,
      intervalUnit: "month",
      intervalCount: 1,
      nextBillingAt: new Date("2031-05-05T22:00:00Z"),
      state: null,
    });
    expect(await at.contracts(cid)).toEqual([]);
  });

  test("reads a file as spreadsheets of a comma country save it, and takes no amount that may be two", async () => {
    const line = await at.line({ customer, next_date: "06.05.2031", quantity: "1" });
    const columns = Object.keys(line) as (keyof ImportCellTexts)[];
    const row = (cells: ImportCellTexts) => columns.map((name) => ({ ...line, ...cells })[name]);
    const rows = [
      row({ price: "1.234,50", quantity: "2,0" }),
      row({ price: "1.234", external_id: "other" }),
    ];
    const text = ["sep=;", ...[columns, ...rows].map((cells) => cells.join(";"))].join("\r\n");
    const importId = await raw(`\ufeff${text}\r\n`);
    await at.shop.quiet();
    const [good, unclear] = await at.lines(importId);
    expect(good).toMatchObject({
      ...{ problems: [], priceMinor: 123450n, quantity: 2 },
      nextBillingAt: new Date("2031-05-05T22:00:00Z"),
    });
    expect(unclear).toMatchObject({
      priceMinor: null,
      problems: [expect.stringMatching(/^Price: Can be read in two ways\./)],
    });
  });

  test("takes no amount and no number that may be two from cells between commas either", async () => {
    const cells = { price: "1.000", delivery_price: "1.200", quantity: "1.000" };
    const [line] = await at.lines(await at.upload([await at.line({ customer, ...cells })]));
    expect(line).toMatchObject({ priceMinor: null, deliveryMinor: null, quantity: null });
    expect(line?.problems).toEqual([
      expect.stringMatching(/^Quantity: Can be read in two ways\..*, for example 1234\.$/),
      expect.stringMatching(/^Price: Can be read in two ways\./),
      expect.stringMatching(/^Delivery price: Can be read in two ways\./),
    ]);
  });

  test.each<[string, ImportCellTexts, RegExp]>([
    ["a customer that the store has not", { customer: "999999" }, /none with the number 999999/],
    ["an e-mail that nobody has", { customer: "", email: "no@example.com" }, /no customer has it/],
    ["no id of the old app", { external_id: "" }, /External id: give/],
    ["a subscription that has ended", { status: "CANCELLED" }, /only active ones/],
    ["a plan that there is not", { plan: "Nothing weekly" }, /none called “Nothing weekly”/],
    ["a variant that there is not", { variant: "999999999" }, /none with the number 999999999/],
    ["a variant that is no number", { variant: "Gold" }, /product variant's number/],
    ["a price that is none", { price: "12,5,0" }, /Price: must be a plain decimal in EUR/],
    ["a price finer than the currency", { price: "12.5055" }, /no more decimals than the currency/],
    ["a price below nothing", { price: "-1" }, /Price: must be/],
    ["another currency", { currency: "USD" }, /the store's is EUR/],
    ["a price of too much", { price: "99999999999999" }, /Price: must be at most 999999999 EUR\./],
    ["a quantity of nothing", { quantity: "0" }, /whole number from 1 to 99999\./],
    ["a quantity of too much", { quantity: "1000000" }, /whole number from 1 to 99999\./],
    ["an interval that is none", { interval: "fortnight" }, /day, week, month or year/],
    ["an interval count that is none", { interval: "week", interval_count: "0" }, /from 1 to 999/],
    ["a next date in the past", { next_date: "2020-01-31" }, /Next date: it has passed/],
    ["a next date that can be read in two ways", { next_date: "03/04/2031" }, /YYYY-MM-DD/],
    ["a day that does not exist", { next_date: "2031-02-30" }, /YYYY-MM-DD/],
    ["a next date in another age", { next_date: "9998-01-31" }, /more than ten years away/],
    ["a start in another age", { start_date: "0002-01-01" }, /before 1970/],
    ["a start to come", { start_date: "2041-01-01" }, /still to come/],
    ["a start that is no day", { start_date: "last year" }, /YYYY-MM-DD/],
    ["a delivery price that is none", { delivery_price: "free" }, /Delivery price: must be/],
  ])("finds %s, and says how to mend it", async (_what, cells, sentence) => {
    expect(await problemsOf(cells)).toEqual([expect.stringMatching(sentence)]);
  });

  test("finds a variant that the plan's group does not sell", async () => {
    const problems = await problemsOf({ variant: at.goods.variant });
    expect(problems).toEqual([expect.stringMatching(/is not sold with the plan/)]);
  });

  test("takes the only payment method of a customer, and asks where there are none or several", async () => {
    const without = String(await at.newCustomer({ payment: null }));
    expect(await problemsOf({ customer: without })).toEqual([
      expect.stringMatching(/the customer has none in this store/),
    ]);
    const several = await at.newCustomer();
    const other = await at.newPaymentMethod(several);
    expect(await problemsOf({ customer: String(several) })).toEqual([
      expect.stringMatching(/the customer has 2\. Give the one to charge/),
    ]);
    expect(await problemsOf({ customer: String(several), payment_method: other })).toEqual([]);
    const gid = `gid://shopify/CustomerPaymentMethod/${other}`;
    expect(await problemsOf({ customer: String(several), payment_method: gid })).toEqual([]);
  });

  test("finds a payment method that is another customer's, unknown or revoked", async () => {
    const theirs = await at.newPaymentMethod(await at.newCustomer());
    for (const payment_method of [theirs, "feed"]) {
      expect(await problemsOf({ payment_method })).toEqual([
        expect.stringMatching(/none of this customer's/),
      ]);
    }
    const cid = await at.newCustomer({ payment: null });
    const payment_method = await at.newPaymentMethod(cid);
    const revoke = { payment_method_id: payment_method };
    expect((await at.shop.control("payment-methods/revoke", revoke)).status).toBe(200);
    expect(await problemsOf({ customer: String(cid), payment_method })).toEqual([
      expect.stringMatching(/it was revoked/),
    ]);
  });

  test("asks where goods go that are shipped", async () => {
    expect(await problemsOf(at.goods)).toEqual([
      expect.stringMatching(/give last_name, address1, city, and country_code too/),
    ]);
    const address = { last_name: "Byron", address1: "1 Row", city: "London", country_code: "UK" };
    expect(await problemsOf({ ...at.goods, ...address, country_code: "QQ" })).toEqual([
      expect.stringMatching(/code of two letters/),
    ]);
    expect(await problemsOf({ ...at.goods, ...address, country_code: "gb" })).toEqual([]);
  });

  test("finds an id that several lines of the file have, at each of them", async () => {
    const same = { external_id: "twice" };
    const importId = await at.upload([await at.line(same), await at.line(), await at.line(same)]);
    const problems = (await at.lines(importId)).map((line) => line.problems.length);
    expect(problems).toEqual([1, 0, 1]);
  });

  test("marks what was imported before, and has nothing left to do with it", async () => {
    const line = await at.line({ external_id: "Müller-1" });
    await at.confirm(await at.upload([line], "first.csv"));
    const other = { ...line, external_id: "\u200bMu\u0308ller-1", price: "13.10" };
    const again = await at.upload([other], "again.csv");
    expect((await at.read(again)).row).toMatchObject({ readyCount: 0, repeatedCount: 1 });
    const [repeated] = await at.lines(again);
    expect(repeated).toMatchObject({ state: "repeated", problems: [] });
    expect(repeated?.notices).toEqual([expect.stringContaining("“first.csv”")]);
    await expect(at.confirm(again)).rejects.toMatchObject({ code: "invalid_input" });
  });

  test("understands the titles of other apps, a byte order mark, quoted cells and instants", async () => {
    const cid = await at.newCustomer();
    const importId = await raw(
      "\ufeffSubscription ID;customer-id;Plan Name;external_variant_id;Unit Price;next_charge_date;created_at;Colour\r\n" +
        `"a ""quoted"" id";gid://shopify/Customer/${cid};"${at.membership.plan}";${at.membership.variant};9.90;` +
        "2031-05-06T10:30:00Z;2024-02-29 08:15:00;blue\r\n",
    );
    await at.shop.quiet();
    expect((await at.read(importId)).row).toMatchObject({
      readyCount: 1,
      unreadColumns: ["Colour"],
    });
    expect((await at.lines(importId))[0]).toMatchObject({
      externalId: 'a "quoted" id',
      nextBillingAt: new Date("2031-05-06T10:30:00Z"),
      startedAt: new Date("2024-02-29T07:15:00Z"),
    });
  });

  test("takes whom goods are shipped to from the columns that say so, beside the customer's own", async () => {
    const cid = await at.newCustomer();
    const importId = await raw(
      "id,customer_id,plan,variant_id,price,next_date,start_date,company,phone,shipping_company,shipping_phone\n" +
        `own-${cid},${cid},${at.membership.plan},${at.membership.variant},9.90,2031-05-06,2024-02-29,Own,1,Other,2\n`,
    );
    await at.shop.quiet();
    const { row } = await at.read(importId);
    expect(row).toMatchObject({ readyCount: 1, unreadColumns: ["company", "phone"] });
    expect(await at.lines(importId)).toMatchObject([{ cells: { company: "Other", phone: "2" } }]);
  });

  test("refuses a file that cannot be read as one", async () => {
    await expect(raw("")).rejects.toMatchObject({ fields: { file: ["The file is empty."] } });
    await expect(raw("external_id,email\n1,2")).rejects.toThrow(
      /no column “plan”, “variant”, “price”, “next_date”, and “start_date”/,
    );
    await expect(raw("plan,plan_name\n1,2")).rejects.toThrow(/Two columns of the file mean “plan”/);
    await expect(raw(`id,plan\n${"1,2\n".repeat(5_001)}`)).rejects.toThrow(/5000 is the most/);
    await expect(raw(`id,plan\n${"x".repeat(2_000_001)}`)).rejects.toThrow(/larger than 2 MB/);
  });

  test("is checked again, and stays one, when the same file comes twice before it is confirmed", async () => {
    const line = await at.line({ plan: "Not there yet" });
    const first = await at.upload([line]);
    expect((await at.read(first)).row.problemCount).toBe(1);
    expect(await at.upload([line])).toBe(first);
  });

  test("is erased with the person whom a line names, before anything was made", async () => {
    const cid = await at.newCustomer();
    const importId = await at.upload([
      await at.line({ customer: String(cid), last_name: "Byron" }),
    ]);
    const { db, shop } = await at.shop.context();
    await db.transaction((tx) =>
      recordComplianceRequest(tx, {
        shopId: shop.id,
        webhookId: `erase-${cid}`,
        topic: "customers/redact",
        platformCustomerId: cid,
      }),
    );
    await at.shop.quiet();
    expect(await at.lines(importId)).toMatchObject([{ cells: null }]);
  });

  test("is the store's own: another store sees neither the import nor its customers", async () => {
    const importId = await at.upload([await at.line()]);
    const stranger = await (await testApp.createShop()).context();
    await expect(getImport(stranger, importId)).rejects.toMatchObject({ code: "not_found" });
    const confirmation = { importId, leaveOut: false };
    await expect(confirmImport(stranger, confirmation)).rejects.toMatchObject({
      code: "not_found",
    });
  });
});
