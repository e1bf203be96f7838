import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { countAgain, makeRule } from "#tests/support/loyalty.ts";
import {
  editStoryRule,
  goToDaysEnd,
  makeStoryRule,
  newPerson,
  passTime,
  pointsOf,
  STORIES,
  todayIn,
} from "#tests/support/loyalty-stories.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Types whose facts come at once. Those that come with the days are in the stories of days and of renewals.

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());
beforeEach(async () => {
  // Its day ends at 11:00 or 12:00 UTC.
  shop = await testApp.createShop({ timezone: "Pacific/Auckland" });
});

describe.each(STORIES)("a rule of the type $type", (story) => {
  test("pays once for what is done once, and for what came before an edit as it was then", async () => {
    const [before, after] = [await newPerson(shop), await newPerson(shop)];
    const rule = await makeStoryRule(shop, story, 10);
    await story.act(shop, before, 1);
    expect(await pointsOf(before)).toBe(10);
    await story.act(shop, before, 1);
    expect(await pointsOf(before)).toBe(10);
    await passTime(shop, "PT1H");
    await editStoryRule(shop, story, rule, 20);
    await passTime(shop, "PT1H");
    await countAgain(shop, before);
    expect(await pointsOf(before)).toBe(10);
    await story.act(shop, after, 1);
    expect(await pointsOf(after)).toBe(20);
    await story.act(shop, before, 2);
    expect(await pointsOf(before)).toBe(story.isOnce ? 10 : 30);
  });

  test("counts until its last day is over where the store is", async () => {
    const [inTime, late] = [await newPerson(shop), await newPerson(shop)];
    await goToDaysEnd(shop, 120);
    await makeStoryRule(shop, story, 10, { endDate: await todayIn(shop) });
    await story.act(shop, inTime, 1);
    await goToDaysEnd(shop, -60);
    await story.act(shop, late, 1);
    await story.act(shop, inTime, 2);
    expect([await pointsOf(inTime), await pointsOf(late)]).toEqual([10, 0]);
  });

  test("gives no more than its limits for a customer, a day and all together", async () => {
    const [one, other, third] = [
      await newPerson(shop),
      await newPerson(shop),
      await newPerson(shop),
    ];
    const limits = story.isOnce
      ? { in_total: 2 }
      : { per_customer: 2, per_customer_per_day: 1, in_total: 3 };
    await makeStoryRule(shop, story, 10, { limits });
    await goToDaysEnd(shop, 120);
    await story.act(shop, one, 1);
    await story.act(shop, one, 2);
    expect(await pointsOf(one)).toBe(10);
    await goToDaysEnd(shop, -60);
    await story.act(shop, one, 3);
    await passTime(shop, "P1D");
    await story.act(shop, one, 4);
    expect(await pointsOf(one)).toBe(story.isOnce ? 10 : 20);
    await story.act(shop, other, 1);
    await story.act(shop, third, 1);
    expect([await pointsOf(other), await pointsOf(third)]).toEqual([10, 0]);
  });
});

describe.each(STORIES.filter(({ threeTimes }) => threeTimes))(
  "what has to be done three times for the type $type",
  (story) => {
    test("shows its progress at each step, counts nothing twice, and begins again", async () => {
      const customer = await newPerson(shop);
      const { id } = await makeRule(shop, {
        ...{ type: story.type, settings: story.threeTimes },
        reward: { reward_type: "points", points: 10 },
      });
      const steps: [number, number, number][] = [];
      for (const number of [1, 1, 2, 3, 3, 4]) {
        await story.act(shop, customer, number);
        const { body } = await shop.proxy(`/loyalty/rules/${id}`, { cid: customer.cid });
        const { current, percentage } = body.data.completion_progress;
        steps.push([current, percentage, await pointsOf(customer)]);
      }
      expect(steps).toEqual([
        [1, 33, 0],
        [1, 33, 0],
        [2, 66, 0],
        [0, 0, 10],
        [0, 0, 10],
        [1, 33, 10],
      ]);
    });
  },
);
