import { setTimeout as delay } from "node:timers/promises";

/** Returns as soon as a condition holds that nothing announces; throws when it never does. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { everyMs = 20, givenUpAfterMs = 60_000 } = {},
): Promise<void> {
  const deadline = performance.now() + givenUpAfterMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not within ${givenUpAfterMs / 1000} s`);
    await delay(everyMs);
  }
}
