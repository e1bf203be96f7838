import { expect, test } from "vitest";
import { eachByItself } from "#app/lib/each-by-itself.ts";

test("all are worked on, also after those that fail, and each failure is told at the end", async () => {
  const done: number[] = [];
  const work = async (one: number) => {
    if (one % 2 === 0) throw new Error(`no ${one}`);
    done.push(one);
  };
  await expect(eachByItself([1, 2, 3], work)).rejects.toThrow(/^no 2$/);
  await expect(eachByItself([2, 4, 5], work)).rejects.toMatchObject({
    errors: [new Error("no 2"), new Error("no 4")],
  });
  await eachByItself([7], work);
  expect(done).toEqual([1, 3, 5, 7]);
});
