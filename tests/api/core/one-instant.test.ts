import { setImmediate as tick } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

test("a transaction has one instant, from its first question on, and time goes on behind it", async () => {
  const { db, clock } = await (await testApp.createShop()).context();
  const [first, second] = await db.transaction(async () => {
    const asked = clock.now();
    await untilTimePasses();
    return [asked, clock.now()];
  });
  expect(second).toEqual(first);
  expect(clock.now().getTime()).toBeGreaterThan(Number(first));
});

/** Lets the machine's clock tick; what is asked in between would see it. */
async function untilTimePasses(): Promise<void> {
  const began = Date.now();
  do await tick();
  while (Date.now() <= began);
}
