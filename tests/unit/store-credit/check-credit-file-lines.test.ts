import { describe, expect, test } from "vitest";
import {
  checkCreditFileLines,
  duplicateKey,
  type EarlierLine,
} from "#app/domain/store-credit/files/check-credit-file-lines.ts";
import { readCreditFile } from "#app/domain/store-credit/files/credit-file.ts";
import type { ColumnSources } from "#app/domain/store-credit/files/credit-file-columns.ts";

const customers = [
  { id: 1n, platformCustomerId: "1001", email: "ada@example.com", availableMinor: 500 },
  { id: 2n, platformCustomerId: "1002", email: "twin@example.com", availableMinor: 0 },
  { id: 3n, platformCustomerId: "1003", email: "Twin@Example.com", availableMinor: 0 },
];
const readBytes = async (bytes: Uint8Array, columns?: ColumnSources) => {
  const file = await readCreditFile(bytes, columns);
  if (file.outcome !== "read") throw new Error(file.message);
  return file;
};
const read = (text: string, columns?: ColumnSources) =>
  readBytes(new TextEncoder().encode(text), columns);
const check = async (
  rows: string[],
  applied = new Map(),
  before = new Map<string, EarlierLine>(),
) =>
  checkCreditFileLines(
    (await read(["customer,email,amount,type,reason,currency,expires", ...rows].join("\n"))).lines,
    {
      currency: "EUR",
      zone: "Asia/Tokyo",
      now: new Date("2026-03-31T15:30:00Z"),
      customers,
      applied,
      before,
    },
  );

describe("a file of adjustments, line by line", () => {
  test("a good line is understood, by number, by e-mail, or by both", async () => {
    const lines = await check([
      "1001,,5.00,manual admin adjustment,Sorry,EUR",
      ",ADA@example.com,-1,reconciled,Counted,",
      "gid://platform/Customer/1003,twin@example.com,2,manual admin adjustment,Sorry,eur",
    ]);
    expect(
      lines.map(({ problems, customerId, amountMinor, typeCode }) => [
        problems,
        customerId,
        amountMinor,
        typeCode,
      ]),
    ).toEqual([
      [[], 1n, 500, 4],
      [[], 1n, -100, 5],
      [[], 3n, 200, 4],
    ]);
  });

  test.each([
    ["9999,,5,manual admin adjustment,Why,", "there is none with the number 9999"],
    [",nobody@example.com,5,manual admin adjustment,Why,", "no customer has it"],
    [",twin@example.com,5,manual admin adjustment,Why,", "several customers have it"],
    ["1001,other@example.com,5,manual admin adjustment,Why,", "has another one"],
    [",,5,manual admin adjustment,Why,", "give the number or the e-mail"],
    ["10o1,,5,manual admin adjustment,Why,", "in digits"],
    ["1001,,1.0055,manual admin adjustment,Why,", "at most 2 decimal"],
    ["1001,,1.000,manual admin adjustment,Why,", "can be read in two ways"],
    ['1001,,"1,000",manual admin adjustment,Why,', "can be read in two ways"],
    ['1001,,"1,5,0",manual admin adjustment,Why,', "plain decimals"],
    ["1001,,0,manual admin adjustment,Why,", "must not be 0"],
    ["1001,,1000000,manual admin adjustment,Why,", "999999.99"],
    ["1001,,5,forfeit,Why,", "only takes credit away"],
    ["1001,,-5,Forfeit,Why,", "must be one of"],
    ["1001,,5,manual admin adjustment,,", "enter a reason"],
    ["1001,,5,manual admin adjustment,Why,USD", "the store's is EUR"],
    ["1002,,-5,manual admin adjustment,Why,", "no credit to take"],
    ["1001,,5,manual admin adjustment,Why,,03/04/2026", "can be read in two ways"],
    ["1001,,5,manual admin adjustment,Why,,2026-02-30", "YYYY-MM-DD"],
    ["1001,,5,manual admin adjustment,Why,,2026-03-31", "the day is over"],
    ["1001,,-5,manual admin adjustment,Why,,2026-12-31", "only credit that is given"],
  ])("%s is refused: %s", async (row, words) => {
    const [line] = await check([row]);
    expect(line?.problems.join(" ").toLowerCase()).toContain(words.toLowerCase());
  });

  test("a file as spreadsheets of a comma country save it is read, and an amount that may be two is none", async () => {
    const facts = {
      ...{ currency: "EUR", zone: "Asia/Tokyo", now: new Date("2026-03-31T15:30:00Z") },
      ...{ customers, applied: new Map(), before: new Map() },
    };
    const { lines } = await read(
      [
        "\ufeffsep=;",
        "customer;amount;type;reason;expires",
        '1001;12,50;manual admin adjustment;"Sorry; really";31.12.2026',
        "1001;1.234,50;manual admin adjustment;Sorry;",
        "1001;1.234;manual admin adjustment;Sorry;",
        "1001;1,234;manual admin adjustment;Sorry;",
      ].join("\r\n"),
    );
    const checked = await checkCreditFileLines(lines, facts);
    const unclear =
      "Amount: Can be read in two ways. Write it without a thousands separator, for example 1234,50.";
    expect(checked.map(({ amountMinor, problems }) => [amountMinor, problems])).toEqual([
      [1250, []],
      [123450, []],
      [null, [unclear]],
      [null, [unclear]],
    ]);
    expect(checked[0]).toMatchObject({
      text: { line: 3, reason: "Sorry; really", expires: "2026-12-31" },
    });
  });

  test("everything that is wrong with a line is said at once", async () => {
    const [line] = await check(["9999,,x,y,,USD"]);
    expect(line?.problems).toHaveLength(5);
  });

  test("a last day is good until it has ended where the store is", async () => {
    const lines = await check([
      "1001,,4,manual admin adjustment,Why,,2026-03-31",
      "1001,,5,manual admin adjustment,Why,,2026-04-01",
      "1001,,6,manual admin adjustment,Why,,2026-12-31",
      "1001,,7,manual admin adjustment,Why,,",
    ]);
    const good: string[] = [];
    expect(lines.map(({ problems }) => problems)).toEqual([
      ["Expires: the day is over."],
      ...[good, good, good],
    ]);
  });

  test("a line that says the same as one before is a duplicate, and names it", async () => {
    const lines = await check([
      "1001,,5,manual admin adjustment,Why,",
      "1001,,6,manual admin adjustment,Why,",
      ",ada@example.com,5.00,manual admin adjustment,Why,",
      "1001,,5,manual admin adjustment,Another reason,",
    ]);
    expect(lines.map(({ problems, notices }) => [problems, notices])).toEqual([
      [[], []],
      [[], []],
      [["The same as line 2."], []],
      [[], ["Like line 2, but for its reason."]],
    ]);
  });

  test("a line that another file has brought is a problem within a week, and worth a look ever after", async () => {
    const request = { customerId: 1n, amountMinor: 500, typeCode: 4, reason: "Why" };
    const judge = async (isRecent: boolean) => {
      const earlier = { file: "may.csv", date: "2026-03-01", isRecent };
      const before = new Map([[duplicateKey(request), earlier]]);
      const [line] = await check(["1001,,5,manual admin adjustment,Why,"], new Map(), before);
      return line;
    };
    expect((await judge(true))?.problems.join()).toContain("from “may.csv” on 2026-03-01");
    expect(await judge(false)).toMatchObject({
      problems: [],
      notices: ["The same was applied from “may.csv” on 2026-03-01."],
    });
  });

  test("a line with more cells than the heading is not cut short in silence", async () => {
    const [long, blank] = await check([
      "1001,,5,manual admin adjustment,Sorry,,, our fault",
      "1001,,6,manual admin adjustment,Sorry,,,  ,",
    ]);
    expect(long?.problems.join()).toContain("More cells than the heading");
    expect(blank?.problems).toEqual([]);
  });

  test("what is taken is held against what the lines before leave", async () => {
    const lines = await check([
      "1001,,-4,manual admin adjustment,Why,",
      "1001,,-3,manual admin adjustment,Why,",
      "1001,,-2,manual admin adjustment,Why,",
      "1002,,1,manual admin adjustment,Why,",
      "1002,,-1,manual admin adjustment,Why,",
    ]);
    expect(lines.map(({ problems, notices }) => [problems.length, notices.length > 0])).toEqual([
      [0, false],
      [0, true],
      [1, false],
      [0, false],
      [0, false],
    ]);
  });

  test("what was applied before is neither judged nor counted again", async () => {
    const applied = new Map([[1, { entryId: 7n, amountMinor: 500 }]]);
    const [first, second] = await check(
      ["1001,,5,manual admin adjustment,Why,", "1001,,5,manual admin adjustment,Why,"],
      applied,
    );
    expect(first).toMatchObject({ problems: [], repeats: { entryId: 7n } });
    expect(second?.problems).toEqual([]);
  });
});

describe("a file as a whole", () => {
  test("is the same content however a spreadsheet has saved it", async () => {
    const one = await read("customer,amount,type,reason\n1001,5.00,reconciled,Because\n");
    const again = await read(
      '\ufeffReason;Update Type;Amount;Customer ID\r\n\r\n"Because";reconciled;5.00;1001\r\n',
    );
    expect(again.contentHash).toBe(one.contentHash);
    const asInGermany = await read(
      "\ufeffsep=;\r\ncustomer;amount;type;reason\r\n1001;5,00;reconciled;Because\r\n",
    );
    expect(asInGermany.contentHash).toBe(one.contentHash);
    const other = await read("customer,amount,type,reason\n1001,5.01,reconciled,Because\n");
    expect(other.contentHash).not.toBe(one.contentHash);
  });

  test("may be written in UTF-16, as some spreadsheets do", async () => {
    const text = "customer\tamount\ttype\treason\n1001\t5\treconciled\tÜbertrag\n";
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    expect((await readBytes(bytes)).lines[0]?.reason).toBe("Übertrag");
  });

  test.each([
    ["", "empty"],
    ["customer,amount,type,reason\n", "no line below"],
    ["amount,type,reason\n1,2,3\n", "“customer” or “email”"],
    ["customer,amount\n1,2\n", "“type” and “reason”"],
    ["cid,customer,amount,type,reason\n1,1,1,1,1", "Two columns"],
    ['customer,amount,type,reason\n"1', "line 2"],
    [`customer,amount,type,reason\n${"1,1,1,1\n".repeat(10_001)}`, "10000 is the most"],
    [`customer,amount,type,reason\n${"x".repeat(2_000_000)}`, "larger than 2 MB"],
    [`a${",".repeat(1_000_000)}\n1`, "500 columns"],
  ])("that cannot be read is refused as a whole (%#)", async (text, words) => {
    await expect(read(text)).rejects.toThrow(words);
  });

  test("whose titles are not understood asks what they mean, with what is clear and a line to go by", async () => {
    const bytes = new TextEncoder().encode(
      "Kunde;E-Mail;Betrag;Grund\n1001;ada@example.com;5;Danke\n",
    );
    expect(await readCreditFile(bytes)).toEqual({
      outcome: "columns_unclear",
      message: "The file has no column “amount”, “type”, and “reason”.",
      sources: { email: { place: 1 } },
      columns: [
        { title: "Kunde", sample: "1001" },
        { title: "E-Mail", sample: "ada@example.com" },
        { title: "Betrag", sample: "5" },
        { title: "Grund", sample: "Danke" },
      ],
    });
    const said = await readBytes(bytes, {
      customer: { place: 0 },
      amount: { place: 2 },
      type: { text: "manual admin adjustment" },
      reason: { place: 3 },
    });
    expect(said.unreadColumns).toEqual(["E-Mail"]);
    expect(said.lines[0]).toMatchObject({
      customer: "1001",
      email: "",
      amount: "5",
      type: "manual admin adjustment",
      reason: "Danke",
    });
    const named = await read("cid,amount,type,reason\n1001,5,manual admin adjustment,Danke\n");
    expect(said.contentHash).toBe(named.contentHash);
  });

  test("is refused while something necessary is not said of its columns", async () => {
    const text = "a,b\n1,2\n";
    const said = (columns: ColumnSources) => read(text, columns);
    await expect(said({})).rejects.toThrow(
      expect.objectContaining({
        fields: {
          customer: [expect.any(String)],
          amount: [expect.any(String)],
          type: [expect.any(String)],
          reason: [expect.any(String)],
        },
      }),
    );
    const same = { text: "x" };
    const place = { place: 9 };
    const named = said({ email: place, amount: { place: 1 }, type: same, reason: same });
    await expect(named).rejects.toThrow(
      expect.objectContaining({ fields: { email: ["The file has no such column."] } }),
    );
  });

  test("in another encoding is refused rather than misread", async () => {
    const bytes = Buffer.from("customer,amount,type,reason\n1,1,reconciled,Übertrag\n", "latin1");
    await expect(readCreditFile(bytes)).rejects.toThrow("UTF-8");
  });
});
