import { describe, expect, test } from "vitest";
import { csvLine } from "#app/lib/csv.ts";
import { parseCsv } from "#app/lib/parse-csv.ts";
import { fc } from "#tests/support/property.ts";

const cellsOf = async (text: string) => {
  const parsed = await parseCsv(text);
  if (parsed.outcome !== "parsed") throw new Error(`line ${parsed.line}`);
  return parsed.records.map(({ cells }) => cells);
};

describe("reading comma-separated values", () => {
  test("gives back whatever was written, whatever is in it", async () => {
    // An apostrophe at the beginning may be the one that keeps a spreadsheet from running the text.
    const cell = fc
      .string({ unit: "binary", maxLength: 12 })
      .filter((text) => !text.startsWith("'"));
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(rows, async (written) => {
        // The heading settles what separates; and a line of nothing is no line.
        const all = [["a", "b", "c"], ...written.map((row) => ["x", ...row])];
        expect(await cellsOf(all.map((row) => csvLine(row)).join(""))).toEqual(all);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["commas", "a,b\r\n1,2\r\n"],
    ["semicolons", "a;b\r\n1;2\r\n"],
    ["tabs", "a\tb\n1\t2"],
    ["a byte order mark", "\ufeffa,b\n1,2\n"],
    ["old line ends", "a,b\r1,2\r"],
    ["empty lines", "\n\na,b\n\n , \n1,2\n\n"],
    ["empty lines before semicolons", "\n\na;b\n1;2"],
    ["bars", "a|b\n1|2"],
    ["a first line that names the separator", "sep=;\r\na;b\r\n1;2\r\n"],
    ["the same in quotation marks, behind a mark, filled up", '\ufeff"SEP=;";\na;b\n1;2'],
    ["a separator that is named against the heading", "sep=\t\na\tb\n1\t2"],
  ])("understands %s", async (_name, text) => {
    expect(await cellsOf(text)).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
  });

  test("says on which line of the file each record begins", async () => {
    const parsed = await parseCsv('a,b\n"one\ntwo",2\n\n3,4\n');
    expect(parsed).toEqual({
      outcome: "parsed",
      separator: ",",
      records: [
        { line: 1, cells: ["a", "b"] },
        { line: 2, cells: ["one\ntwo", "2"] },
        { line: 5, cells: ["3", "4"] },
      ],
    });
  });

  test("counts the line that names the separator", async () => {
    const parsed = await parseCsv("sep=;\na;b\n1;2\n");
    expect(parsed).toMatchObject({ records: [{ line: 2 }, { line: 3 }], separator: ";" });
  });

  test("looks for the separator outside quotation marks, and takes no heading for a declaration", async () => {
    expect(await cellsOf('"Amount, EUR, net";Reason\n1;2')).toEqual([
      ["Amount, EUR, net", "Reason"],
      ["1", "2"],
    ]);
    expect(await cellsOf("sep=x,b\n1,2")).toEqual([
      ["sep=x", "b"],
      ["1", "2"],
    ]);
  });

  test("a quotation that never ends is named with its line", async () => {
    expect(await parseCsv('a,b\n1,"2\n3,4\n')).toEqual({ outcome: "unclosed_quote", line: 2 });
  });

  test("empty cells at the end are kept", async () => {
    expect(await cellsOf("a,b,c\n1,,\n,,3")).toEqual([
      ["a", "b", "c"],
      ["1", "", ""],
      ["", "", "3"],
    ]);
  });
});
