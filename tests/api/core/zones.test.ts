import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkInstallation } from "#app/domain/diagnosis/run-checks.ts";
import { findZoneTrouble } from "#app/domain/diagnosis/zone-trouble.ts";
import { rollUpCredit } from "#app/domain/ledger/roll-up-credit.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { workingZone } from "#app/lib/zones.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

// Node.js and PostgreSQL bring their own lists of time zones. A store whose zone one of them does not know works all the same, and
// so does every other store.

// The platform, as Node.js, knows this old spelling of America/Los_Angeles; PostgreSQL does not.
const OLD_SPELLING = "US/Pacific-New";
const UNKNOWN = "Mars/Olympus";

let testApp: TestApp;
let berlin: TestShop;
let pacific: TestShop;
let mars: TestShop;

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  berlin = await testApp.createShop({ timezone: "Europe/Berlin" });
  pacific = await testApp.createShop({ timezone: OLD_SPELLING });
  mars = await testApp.createShop();
  await testApp.app.db.prisma.shop.update({
    where: { domain: mars.domain },
    data: { ianaTimezone: UNKNOWN },
  });
});
afterAll(() => testApp.close());

describe("a store whose zone the database does not know", () => {
  test("is counted in the same zone by its newer name, or in UTC", async () => {
    expect((await pacific.context()).shop.ianaTimezone).toBe("America/Los_Angeles");
    expect((await mars.context()).shop.ianaTimezone).toBe("UTC");
    // PostgreSQL takes this for an hour ahead of UTC in summer as well, the platform and Node.js for Brussels.
    expect(workingZone("CET")).toBe("Europe/Brussels");
    expect(workingZone("UTC")).toBe("UTC");
  });

  test("is answered, and so is who calls at the same moment for another store", async () => {
    const calls = [pacific, mars, berlin].flatMap((shop) =>
      Array.from({ length: 8 }, () => shop.core("/subscriptions")),
    );
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 200));
  });

  test("has its rows in the exports once, and they are not built again and again", async () => {
    for (const shop of [pacific, mars]) {
      const { contractId } = await shop.createContract({ price: "15.00" });
      await shop.quiet();
      const { status, body } = await shop.proxy("/data/subscriptions", { key: shop.key });
      expect(status).toBe(200);
      expect(body).toMatchObject({ data: [{ platform_contract_id: String(contractId) }] });
    }
  });

  test("has its credit given and summed up by its days", async () => {
    for (const shop of [pacific, mars]) {
      const { cid } = await shop.createContract({ price: "15.00" });
      await shop.quiet();
      const path = `/store-credits/${cid}/add`;
      const body = { amount: 10, reason: "Goodwill", expires_at: "2031-01-31" };
      expect(await shop.core(path, { body })).toMatchObject({ status: 200 });
      const context = await shop.context();
      await rollUpCredit(context);
      const day = await context.db.prisma.creditDay.findFirstOrThrow({
        where: { shopId: context.shop.id },
      });
      expect(formatDate(day.day, "UTC")).toBe(
        formatDate(context.clock.now(), context.shop.ianaTimezone),
      );
    }
  });
});

test("the doctor and /readyz name the zone that is not known, and no other", async () => {
  const { pool } = testApp.app.db;
  expect(await findZoneTrouble(pool)).toEqual([{ zone: UNKNOWN, stores: 1, differsFrom: null }]);
  const results = await checkInstallation({
    ...{ pool, webProcesses: 1, poolSize: 5, migrations: [], mail: null },
  });
  expect(results.find(({ name }) => name === "Time zones")).toMatchObject({
    status: "failing",
    found:
      "Mars/Olympus, the time zone of 1 store, is not known to both Node.js and PostgreSQL; these stores go by UTC.",
  });
  const answer = await fetch(`${testApp.url}/readyz`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    ...{ database: true, zones: false, trouble: [expect.stringContaining(UNKNOWN)] },
  });
});
