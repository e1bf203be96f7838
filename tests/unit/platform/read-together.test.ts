import { describe, expect, test } from "vitest";
import { PlatformFailure } from "#app/platform/platform-failure.ts";
import { readTogether } from "#app/platform/shopify/read-together.ts";

/** Reads numbers as texts; a call's turn comes, or does not, when the test says so. */
function readTexts() {
  const calls: (readonly number[])[] = [];
  const turns: { come: () => void; fail: (error: Error) => void }[] = [];
  let stood = () => {};
  const read = readTogether<string>({
    most: 3,
    turn: () =>
      new Promise((come, fail) => {
        turns.push({ come, fail });
        stood();
      }),
    one: async (id) => {
      calls.push([id]);
      return String(id);
    },
    some: async (ids) => {
      calls.push(ids);
      return new Map(ids.map((id) => [id, String(id)]));
    },
  });
  const standsInLine = () => new Promise<void>((done) => (stood = done));
  return { read, calls, turns, standsInLine };
}

describe("reading together", () => {
  test("those who ask while a call waits for its turn share it, as many as it takes", async () => {
    const { read, calls, turns, standsInLine } = readTexts();
    const stands = standsInLine();
    const asked = [read(1)];
    await stands;
    asked.push(read(2), read(3));
    const alsoStands = standsInLine();
    asked.push(read(4));
    await alsoStands;
    expect(calls).toEqual([]);
    for (const { come } of turns) come();
    expect(await Promise.all(asked)).toEqual(["1", "2", "3", "4"]);
    expect(calls).toEqual([[1, 2, 3], [4]]);
  });

  test("a call whose turn does not come is not made, which all are told who have asked for it, and nobody else", async () => {
    const { read, calls, turns, standsInLine } = readTexts();
    const stands = standsInLine();
    const late = Promise.allSettled([read(1), read(2)]);
    await stands;
    const alsoStands = standsInLine();
    turns[0]?.fail(new PlatformFailure("unavailable", "too late"));
    expect((await late).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const next = read(3);
    await alsoStands;
    turns[1]?.come();
    expect(await next).toBe("3");
    expect(calls).toEqual([[3]]);
  });
});
