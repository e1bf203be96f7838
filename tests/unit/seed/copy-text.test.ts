import { expect, test } from "vitest";
import { copyLine } from "#scripts/seed/copy-text.ts";

test("a row keeps its values apart, whatever is in them", () => {
  const line = copyLine([
    "a\tb\\c\nd",
    null,
    7n,
    true,
    new Date("2026-01-02T03:04:05Z"),
    ['say "no"', "x,y"],
    { json: { text: "line\nbreak" } },
  ]);
  expect(line).toBe(
    [
      "a\\tb\\\\c\\nd",
      "\\N",
      "7",
      "t",
      "2026-01-02T03:04:05.000Z",
      '{"say \\\\"no\\\\"","x,y"}',
      '{"text":"line\\\\nbreak"}\n',
    ].join("\t"),
  );
});
