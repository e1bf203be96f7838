import { expect, test } from "vitest";
import { doubtOf } from "#app/routes/admin/large-adjustment.tsx";

test.each([
  [1000, -999, null],
  [1000, -1000, "takes_all"],
  [1000, -1001, "takes_more"],
  [1000, 50_000, "large"],
  [1000, 49_999, null],
  [100_000, -50_000, "large"],
  // The server refuses it and says so.
  [0, -5, null],
  [0, 50_000, "large"],
])("with %i there, %i is in doubt as %j", (available, change, doubt) => {
  expect(doubtOf(available, change, 50_000)).toBe(doubt);
});
