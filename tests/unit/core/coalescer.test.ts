import { describe, expect, test } from "vitest";
import { Coalescer } from "#app/lib/coalescer.ts";

describe("a coalescer", () => {
  test("runs a lone call at once, and joins those that wait into one batch", async () => {
    const batches: number[][] = [];
    let release = () => {};
    const doubler = new Coalescer(async (items: number[]) => {
      batches.push(items);
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return items.map((item) => item * 2);
    });
    const first = doubler.call(1);
    const others = [doubler.call(2), doubler.call(3)];
    release();
    expect(await first).toBe(2);
    release();
    expect(await Promise.all(others)).toEqual([4, 6]);
    expect(batches).toEqual([[1], [2, 3]]);
  });

  test("fails the calls of a failed batch and none after it", async () => {
    let fails = true;
    const flaky = new Coalescer(async (items: string[]) => {
      if (fails) throw new Error("away");
      return items;
    });
    await expect(flaky.call("a")).rejects.toThrow("away");
    fails = false;
    expect(await flaky.call("b")).toBe("b");
  });
});
