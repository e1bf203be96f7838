import { globSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";
import { expectLinear } from "./expect-linear.ts";
import { PARSERS } from "./parsers.ts";

// Each parser at the largest input that callers may send, of the kinds that are worst for it.

describe.each(Object.entries(PARSERS))(
  "%s is read in time linear in its length",
  (_name, { inputs, size, parse }) => {
    test.each(Object.entries(inputs))(
      "%s",
      { timeout: 60_000, meta: { slow: "rounds until the growth is clear" } },
      async (_kind, inputOf) => {
        await expectLinear(size, inputOf, parse);
      },
    );
  },
);

test("every file that parses, by its name, is in the list", () => {
  const listed = Object.values(PARSERS).flatMap(({ files }) => files);
  const named = globSync("app/**/{parse-*,*-input,verify-*,read-form*,read-body,read-id}.ts", {
    cwd: projectRoot,
    exclude: ["app/generated/**"],
  });
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((file) => !listed.includes(file))).toEqual([]);
});
