import { expect, test } from "vitest";
import { shareWork } from "#app/lib/share-work.ts";

/** Work that writes down what it was asked to do together, and that does nothing with what it does not like. */
function noted(most = 3) {
  const done: string[][] = [];
  const place = {};
  const share = shareWork({
    most,
    keyOf: (item: string) => item.slice(0, 1),
    work: async (_place: object, items: readonly string[]) => {
      await Promise.resolve();
      if (items.some((item) => item.endsWith("!"))) throw new Error(`not ${items.join(" ")}`);
      done.push([...items]);
      return items.map((item) => item.toUpperCase());
    },
  });
  return { done, ask: (item: string, at: object = place) => share(at, item) };
}

test("those that are asked for at once are done together, so many at most, and after them those that come meanwhile", async () => {
  const { done, ask } = noted();
  const all = ["a", "b", "c", "d"].map((item) => ask(item));
  await all[0];
  all.push(ask("e"), ask("f"));
  expect(await Promise.all(all)).toEqual(["A", "B", "C", "D", "E", "F"]);
  expect(done).toEqual([
    ["a", "b", "c"],
    ["d", "e", "f"],
  ]);
  await ask("g");
  expect(done.at(-1)).toEqual(["g"]);
});

test("two of one key are done one after the other, and keep no other back", async () => {
  const { done, ask } = noted();
  await Promise.all(["a", "b1", "b2", "c", "b3", "d"].map((item) => ask(item)));
  expect(done).toEqual([["a", "b1", "c"], ["b2", "d"], ["b3"]]);
});

test("one that cannot be done fails for whoever asks for it, and for nobody else", async () => {
  const { done, ask } = noted();
  const asked = ["a", "b", "c!", "d"].map((item) => ask(item));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.map(({ status }) => status)).toEqual([
    ...["fulfilled", "fulfilled", "rejected", "fulfilled"],
  ]);
  expect(done).toEqual([["a"], ["b"], ["d"]]);
  expect(outcomes[2]).toMatchObject({ reason: { message: "not c!" } });
});

test("each place is by itself", async () => {
  const { done, ask } = noted();
  const others = {};
  await Promise.all([ask("a"), ask("b", others), ask("c"), ask("d", others)]);
  expect(done).toEqual([
    ["a", "c"],
    ["b", "d"],
  ]);
});

test("where the database is not reached, nobody waits for each to fail by itself", async () => {
  let tries = 0;
  const share = shareWork({
    most: 9,
    work: async (): Promise<string[]> => {
      tries += 1;
      await Promise.resolve();
      throw Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
    },
  });
  const place = {};
  const outcomes = await Promise.allSettled(["a", "b", "c"].map((item) => share(place, item)));
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(tries).toBe(1);
});
