import { expect, test } from "vitest";
import { memorySettings } from "#scripts/process/memory-settings.ts";

test("an operator's own settings of the allocator hold", () => {
  expect(memorySettings({})).toHaveProperty("MALLOC_MMAP_THRESHOLD_");
  const own = { MALLOC_MMAP_THRESHOLD_: "1048576" };
  expect({ ...own, ...memorySettings(own) }).toMatchObject(own);
});
