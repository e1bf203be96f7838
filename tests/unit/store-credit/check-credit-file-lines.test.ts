import { describe, expect, test } from "vitest";
import { checkCreditFileLines } from "#app/domain/store-credit/check-credit-file-lines.ts";
import { readCreditFile } from "#app/domain/store-credit/credit-file.ts";

const customers = [
  { id: 1n, platformCustomerId: "1001", email: "ada@example.com", availableMinor: 500 },
  { id: 2n, platformCustomerId: "1002", email: "twin@example.com", availableMinor: 0 },
  { id: 3n, platformCustomerId: "1003", email: "Twin@Example.com", availableMinor: 0 },
];
const read = (text: string) => readCreditFile(new TextEncoder().encode(text));
const check = (rows: string[], applied = new Map()) =>
  checkCreditFileLines(
    read(["customer,email,amount,type,reason,currency", ...rows].join("\n")).lines,
    {
      currency: "EUR",
      customers,
      applied,
      lately: new Map(),
    },
  );

describe("a file of adjustments, line by line", () => {
  test("a good line is understood, by number, by e-mail, or by both", () => {
    const lines = check([
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
    ["1001,,1.005,manual admin adjustment,Why,", "at most 2 decimal"],
    ['1001,,"1,50",manual admin adjustment,Why,', "plain decimals"],
    ["1001,,0,manual admin adjustment,Why,", "must not be 0"],
    ["1001,,1000000,manual admin adjustment,Why,", "999999.99"],
    ["1001,,5,forfeit,Why,", "only takes credit away"],
    ["1001,,-5,Forfeit,Why,", "must be one of"],
    ["1001,,5,manual admin adjustment,,", "say why"],
    ["1001,,5,manual admin adjustment,Why,USD", "the store's is EUR"],
    ["1002,,-5,manual admin adjustment,Why,", "no credit to take"],
  ])("%s is refused: %s", (row, words) => {
    const [line] = check([row]);
    expect(line?.problems.join(" ").toLowerCase()).toContain(words.toLowerCase());
  });

  test("everything that is wrong with a line is said at once", () => {
    const [line] = check(["9999,,x,y,,USD"]);
    expect(line?.problems).toHaveLength(5);
  });

  test("a line that says the same as one before is a duplicate, and names it", () => {
    const lines = check([
      "1001,,5,manual admin adjustment,Why,",
      "1001,,6,manual admin adjustment,Why,",
      ",ada@example.com,5.00,manual admin adjustment,Another reason,",
    ]);
    expect(lines.map(({ problems }) => problems)).toEqual([
      [],
      [],
      ["The same customer, amount and type as line 2."],
    ]);
  });

  test("what is taken is held against what the lines before leave", () => {
    const lines = check([
      "1001,,-4,manual admin adjustment,Why,",
      "1001,,-3,manual admin adjustment,Why,",
      "1001,,-2,manual admin adjustment,Why,",
      "1002,,1,manual admin adjustment,Why,",
      "1002,,-1,manual admin adjustment,Why,",
    ]);
    expect(lines.map(({ problems, notice }) => [problems.length, notice !== null])).toEqual([
      [0, false],
      [0, true],
      [1, false],
      [0, false],
      [0, false],
    ]);
  });

  test("what was applied before is neither judged nor counted again", () => {
    const applied = new Map([[1, { entryId: 7n, amountMinor: 500 }]]);
    const [first, second] = check(
      ["1001,,5,manual admin adjustment,Why,", "1001,,5,manual admin adjustment,Why,"],
      applied,
    );
    expect(first).toMatchObject({ problems: [], repeats: { entryId: 7n } });
    expect(second?.problems).toEqual([]);
  });
});

describe("a file as a whole", () => {
  test("is the same content however a spreadsheet has saved it", () => {
    const one = read("customer,amount,type,reason\n1001,5.00,reconciled,Because\n");
    const again = read(
      '\ufeffReason;Update Type;Amount;Customer ID\r\n\r\n"Because";reconciled;5.00;1001\r\n',
    );
    expect(again.contentHash).toBe(one.contentHash);
    const other = read("customer,amount,type,reason\n1001,5.01,reconciled,Because\n");
    expect(other.contentHash).not.toBe(one.contentHash);
  });

  test("may be written in UTF-16, as some spreadsheets do", () => {
    const text = "customer\tamount\ttype\treason\n1001\t5\treconciled\tÜbertrag\n";
    const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
    expect(readCreditFile(bytes).lines[0]?.reason).toBe("Übertrag");
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
  ])("that cannot be read is refused as a whole (%#)", (text, words) => {
    expect(() => read(text)).toThrow(words);
  });

  test("in another encoding is refused rather than misread", () => {
    const bytes = Buffer.from("customer,amount,type,reason\n1,1,reconciled,Übertrag\n", "latin1");
    expect(() => readCreditFile(bytes)).toThrow("UTF-8");
  });
});
