import { expect, test } from "vitest";
import { slowByThemselves, tooSlow } from "#scripts/checks/too-slow.ts";

const file = "tests/a.test.ts";

const took = (name: string, ms: number, slow?: string) => ({
  ...{ title: `${file} › ${name}`, file, ms, slow },
});

test("a test over five seconds is too slow, unless it or its file may be", () => {
  const times = [took("adds up", 5_000), took("counts", 5_001), took("walks", 9_000, "a year")];
  expect(tooSlow(times, [])).toEqual([took("counts", 5_001)]);
  expect(tooSlow(times, [file])).toEqual([]);
});

test("what was slow beside others alone is forgiven; what is slow alone fails and says what to do", () => {
  const first = [took("adds up", 6_000), took("counts", 8_000)];
  const again = [took("adds up", 3_000), took("counts", 7_000), took("others", 5_500)];
  expect(slowByThemselves(first, again)).toEqual([
    {
      title: "tests/a.test.ts › counts",
      message: expect.stringContaining("took 7.0 s alone, and may take 5.0"),
      file,
    },
  ]);
});
