import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { atOneInstant, clockWithOffset, machineClock } from "#app/lib/clock.ts";

/** Until the machine's clock shows another millisecond. */
async function tick(): Promise<void> {
  const before = Date.now();
  while (Date.now() === before) await setImmediate();
}

test("every clock stands still in work that is done at once, across all that it waits for", async () => {
  const ahead = clockWithOffset(86_400_000);
  await atOneInstant(async () => {
    const first = machineClock.now().getTime();
    await tick();
    expect(machineClock.now().getTime()).toBe(first);
    await tick();
    expect(ahead.now().getTime()).toBe(first + 86_400_000);
  });
});

test("the instant is that of the first question, so it is later than what was waited for before", async () => {
  const began = Date.now();
  await atOneInstant(async () => {
    await tick();
    expect(machineClock.now().getTime()).toBeGreaterThan(began);
  });
});

test("work beside it, and what comes after it, has its own time", async () => {
  const one = await atOneInstant(async () => machineClock.now().getTime());
  await tick();
  const [other, third] = await Promise.all([
    atOneInstant(async () => machineClock.now().getTime()),
    (async () => {
      await tick();
      return machineClock.now().getTime();
    })(),
  ]);
  expect(other).toBeGreaterThan(one);
  expect(third).toBeGreaterThan(other);
});

test("what the work has started and not waited for runs on by the clock once the work is over", async () => {
  let goOn = () => {};
  const began = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  let later: Promise<number> | undefined;
  const first = await atOneInstant(async () => {
    later = began.then(() => machineClock.now().getTime());
    return machineClock.now().getTime();
  });
  await tick();
  goOn();
  expect(await later).toBeGreaterThan(first);
});
