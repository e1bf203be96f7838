import { expect, test } from "vitest";
import { IdsByTime } from "#scripts/seed/ids-by-time.ts";

test("rows get ids in the order of their time, and of their making where that is the same", () => {
  const ids = new IdsByTime(0);
  for (const time of [5000, 1000, 5000, 3000]) ids.note(time);
  ids.sort(100);
  expect([ids.take(), ids.take(), ids.take(), ids.take()]).toEqual([102, 100, 103, 101]);
});

test("as many rows as were noted get an id, and no more", () => {
  const ids = new IdsByTime(0);
  for (let place = 0; place < 3000; place += 1) ids.note((place * 7919) % 3000);
  ids.sort(1);
  const taken = Array.from({ length: 3000 }, () => ids.take());
  expect(new Set(taken).size).toBe(3000);
  expect([Math.min(...taken), Math.max(...taken)]).toEqual([1, 3000]);
  expect(() => ids.take()).toThrow("More rows");
});
