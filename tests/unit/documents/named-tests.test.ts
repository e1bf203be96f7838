import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every test that docs/reliability.md names is there", () => {
  const text = readFileSync("docs/reliability.md", "utf8");
  const named = [...text.matchAll(/`(tests\/[^`]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});
