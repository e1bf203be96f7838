import { describe, expect, test } from "vitest";
import { csvLine } from "#app/lib/csv.ts";
import { fc } from "#tests/support/property.ts";

/** Reads one line of RFC 4180 by an independent rule, to hold what was written against it. */
function readLine(line: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let match = cell.exec(line); match; match = cell.exec(line)) {
    cells.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
    if (match[3] === "\r\n") return cells;
  }
  throw new Error(`Not a line: ${JSON.stringify(line)}`);
}

describe("comma-separated values", () => {
  test.each(["=1+1", "+49 30 1234", "-2+3", "@SUM(A1)", "\t=1", " =1", "\r\n=1", "＝1", "\u22121"])(
    "a text that a spreadsheet would run as a formula is defused: %j",
    (text) => {
      const [cell] = readLine(csvLine([text]));
      expect(cell).toBe(`'${text}`);
    },
  );

  test("numbers stay numbers, also negative ones and as text, and nothing is an empty cell", () => {
    expect(csvLine([-3, 0, 12.5, null, "-12.50"])).toBe("-3,0,12.5,,-12.50\r\n");
  });

  test("commas, quotes and line breaks stay inside their cell", () => {
    const cells = ['say "hi"', "a,b", "line\nbreak", " padded "];
    expect(readLine(csvLine(cells))).toEqual(cells);
  });

  test("whatever is written is read back, with at most the apostrophe in front", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (cells) => {
        const read = readLine(csvLine(cells));
        expect(read).toHaveLength(cells.length);
        for (const [place, cell] of cells.entries()) {
          expect([cell, `'${cell}`]).toContain(read[place]);
          expect(read[place]).not.toMatch(/^(?!-\d+(\.\d+)?$)[=+\-@\t\r\n]/);
        }
      }),
    );
  });
});
