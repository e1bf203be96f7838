import { expect, test } from "vitest";
import { parseJson, UnreadableJson } from "#app/lib/parse-json.ts";

const within = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

test("what is not too deep is read as it is", () => {
  for (const value of [null, "", "[[{", '"\\', { a: [1, { b: "}]" }] }, JSON.parse(within(32))]) {
    expect(parseJson(JSON.stringify(value))).toEqual(value);
  }
});

test("a byte order mark before it is no part of it", () => {
  expect(parseJson('\ufeff{"a":1}')).toEqual({ a: 1 });
});

test("brackets in texts and behind closed ones do not count", () => {
  const wide = `[${Array.from({ length: 1000 }, () => "[1]").join(",")}]`;
  expect(parseJson(wide)).toHaveLength(1000);
  expect(parseJson(JSON.stringify([`"${"[".repeat(100)}\\`]))).toHaveLength(1);
});

test.each([
  ["33 arrays within one another", within(33), "within one another"],
  ["nothing but brackets", "[".repeat(1_000_000), "within one another"],
  ["a text that never ends", `"${"[".repeat(100)}`, "not valid JSON"],
  ["a text that ends in a backslash", '"\\', "not valid JSON"],
  ["nothing", "", "not valid JSON"],
])("%s is refused in words", (_name, text, words) => {
  expect(() => parseJson(text)).toThrow(UnreadableJson);
  expect(() => parseJson(text)).toThrow(words);
});
