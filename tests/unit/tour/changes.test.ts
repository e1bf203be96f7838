import { describe, expect, test } from "vitest";
import { lineChanges } from "#devstore/tour/browser/line-changes.ts";
import { recordLines } from "#devstore/tour/browser/record-lines.ts";
import { pageLines } from "#devstore/tour/page-lines.ts";

describe("the lines of a page", () => {
  test("name the column of a number, and keep numbers that are equal", () => {
    const cells = `<td data-title="Reason">Too dear</td><td data-title="Saved">1</td><td data-title="Lost">1</td>`;
    expect(pageLines(`<main><table><tr>${cells}</tr></table></main>`)).toEqual([
      "Too dear · Saved 1 · Lost 1",
    ]);
  });

  test("leave out what is only for a screen reader, or not there before a script runs", () => {
    const page = `<main><details><summary>Your link</summary><p>Loading …</p></details>
      <label class="Polaris-Choice--labelHidden">Select Ada</label></main>`;
    expect(pageLines(page)).toEqual(["Your link"]);
  });
});

describe("what changed on a page", () => {
  test("is a value beside the one that it was, below the line that names it", () => {
    const lines = lineChanges(
      ["Saved", "17", "3 before", "Lost"],
      ["Saved", "18", "4 before", "Lost"],
    );
    expect(lines).toEqual([
      { above: "Saved", old: "17", fresh: "18" },
      { above: "Saved", old: "3 before", fresh: "4 before" },
    ]);
  });

  test("is told before what only left the page, such as the end of a list", () => {
    const before = ["Activity", "B 10:02", "A 10:01"];
    expect(lineChanges(before, ["Activity", "C 10:03", "B 10:02"])).toEqual([
      { above: "Activity", old: null, fresh: "C 10:03" },
      { above: "B 10:02", old: "A 10:01", fresh: null },
    ]);
  });

  test("never takes an entry of a log for another one", () => {
    const [change] = lineChanges(["Paid 10:01"], ["Paid 10:02"]);
    expect(change).toEqual({ above: null, old: null, fresh: "Paid 10:02" });
  });

  test("pairs lines of a run that say the same of something else, and keeps all others", () => {
    const before = ["Goal · 12 of 150", "Offer", "Card · 1 of 10"];
    expect(lineChanges(before, ["Goal · 25 of 150", "Card · 2 of 10"])).toEqual([
      { above: null, old: "Goal · 12 of 150", fresh: "Goal · 25 of 150" },
      { above: null, old: "Card · 1 of 10", fresh: "Card · 2 of 10" },
      { above: null, old: "Offer", fresh: null },
    ]);
  });
});

describe("what changed in a record", () => {
  const marked = (before: unknown, after: unknown) =>
    recordLines(before, after).filter(({ kind }) => kind !== "same");

  test("is a value with the one that it was", () => {
    expect(marked({ a: 1, b: 2 }, { a: 1, b: 3 })).toEqual([
      { text: '  "b": 3', kind: "changed", was: "2" },
    ]);
  });

  test("of a list is the entry that came or went, and not those that moved up", () => {
    expect(marked([{ id: 1 }, { id: 2 }], [{ id: 2 }])).toEqual([
      { text: '  {"id":1}', kind: "gone", was: null },
    ]);
  });
});
