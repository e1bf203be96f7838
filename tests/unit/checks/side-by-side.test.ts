import { expect, test } from "vitest";
import { sideBySide } from "#scripts/checks/side-by-side.ts";

/** Runs `letters`, of which some fail, and tells what was begun and how many there were at a time. */
async function runLetters(letters: string, failing = "") {
  const begun: string[] = [];
  let now = 0;
  let most = 0;
  await sideBySide([...letters], 2, async (letter) => {
    begun.push(letter);
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return !failing.includes(letter);
  });
  return { begun: begun.join(""), most, left: now };
}

test("all are done, in their order, and never more than so many at the same time", async () => {
  expect(await runLetters("abcde")).toEqual({ begun: "abcde", most: 2, left: 0 });
});

test("after one that fails none is begun, and those under way are waited for", async () => {
  expect(await runLetters("abcde", "c")).toEqual({ begun: "abcd", most: 2, left: 0 });
});
