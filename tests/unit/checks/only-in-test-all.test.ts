import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";
import { leftOut, onlyInTestAll } from "#tests/support/only-in-test-all.ts";

const isThere = (file: string) => existsSync(join(projectRoot, file));

test("every file that npm test leaves out exists, once, and is no unit test", () => {
  const wrong = onlyInTestAll.filter((file) => file.startsWith("tests/unit/") || !isThere(file));
  expect(wrong).toEqual([]);
  expect(onlyInTestAll.length).toBe(new Set(onlyInTestAll).size);
});

test("what npm test leaves out is kept by files that it runs", () => {
  const wrong = leftOut.flatMap(({ holds, keptBy }) =>
    keptBy.length === 0
      ? [holds]
      : keptBy.filter((file) => onlyInTestAll.includes(file) || !isThere(file)),
  );
  expect(wrong).toEqual([]);
});

test("each part of what npm test leaves out says in a sentence what makes it long", () => {
  const wrong = leftOut.filter(({ why }) => !/^\S.{20,118}\.$/.test(why));
  expect(wrong.map(({ holds }) => holds)).toEqual([]);
});
