import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goTo } from "#tests/support/billed-subscription.ts";
import { change, chargedUntil, monthly, onFixedDays, portal } from "#tests/support/fixed-days.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// A contract with fixed days is charged once for each of them. A charge that is brought forward is that of its fixed day.

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const at = (day: string) => new Date(`${day}T08:00:00Z`);

describe("a charge that was moved and is moved again", () => {
  test("before its fixed day and then behind it is the charge of that day", async () => {
    const who = await onFixedDays(testApp, monthly);
    await change(who, { action: "move", day: "2026-12-28" });
    await change(who, { action: "move", day: "2027-01-10" });
    expect(await chargedUntil(who, "2027-02-05")).toEqual(["2027-01-10", "2027-02-01"]);
  });

  test("behind the following fixed day and then before its own is still the charge of its own day", async () => {
    const who = await onFixedDays(testApp, monthly);
    await change(who, { action: "move", day: "2027-02-10" });
    await change(who, { action: "move", day: "2026-12-28" });
    expect(await chargedUntil(who, "2027-02-05")).toEqual(["2026-12-28", "2027-02-01"]);
  });

  test("back to its fixed day is as if it had not moved", async () => {
    const who = await onFixedDays(testApp, monthly);
    await change(who, { action: "move", day: "2026-12-28" });
    await change(who, { action: "move", day: "2027-01-01" });
    expect(await chargedUntil(who, "2027-02-05")).toEqual(["2027-01-01", "2027-02-01"]);
  });
});

describe("a charge that is brought forward", () => {
  test("after a skip is the charge of the fixed day that was left", async () => {
    const who = await onFixedDays(testApp, monthly);
    await change(who, { action: "skip" });
    await goTo(who.shop, at("2027-01-20"));
    await change(who, { action: "move", day: "2027-01-30" });
    expect(await chargedUntil(who, "2027-03-05")).toEqual(["2027-01-30", "2027-03-01"]);
  });

  test("and then skipped takes its fixed day with it", async () => {
    const who = await onFixedDays(testApp, monthly);
    await change(who, { action: "move", day: "2026-12-28" });
    await change(who, { action: "skip" });
    expect(await chargedUntil(who, "2027-02-05")).toEqual(["2027-02-01"]);
  });

  test("after a pause over two fixed days is the charge of the one to which the pause has moved it", async () => {
    const who = await onFixedDays(testApp, monthly);
    await change(who, { action: "pause", cycles: 2 });
    await goTo(who.shop, at("2027-02-10"));
    await change(who, { action: "move", day: "2027-02-27" });
    expect(await chargedUntil(who, "2027-04-05")).toEqual(["2027-02-27", "2027-04-01"]);
  });

  test("is the charge of one fixed day, however often it is asked for", async () => {
    const who = await onFixedDays(testApp, monthly);
    await goTo(who.shop, at("2026-12-30"));
    const { charge_at } = await portal(who);
    const now = () =>
      who.shop.proxy(`/storefront/portal/${who.contractId}/changes`, {
        cid: who.cid,
        body: { action: "charge_now", charge_at },
      });
    const answers = await Promise.all([now(), now()]);
    answers.push(await now());
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await who.shop.quiet();
    expect(await chargedUntil(who, "2027-02-05")).toEqual(["2026-12-30", "2027-02-01"]);
  });

  test("and fails is the charge of its fixed day when it is paid at last", async () => {
    const who = await onFixedDays(testApp, monthly);
    await who.nextPayments("INSUFFICIENT_FUNDS");
    await goTo(who.shop, at("2026-12-30"));
    await change(who, { action: "charge_now" });
    const charges = await chargedUntil(who, "2027-02-05");
    expect(charges).toHaveLength(2);
    expect(charges[1]).toBe("2027-02-01");
  });
});

describe("a charge that is brought forward pays until the fixed day after its own", () => {
  test.each(["charge_now", "move"])("%s", async (action) => {
    const who = await onFixedDays(testApp, monthly);
    await goTo(who.shop, at("2026-12-30"));
    await change(who, { action, ...(action === "move" && { day: "2026-12-31" }) });
    await goTo(who.shop, at("2027-01-02"));
    const { id } = await who.row();
    await who.shop.core(`/subscriptions/sub_${id}/cancel`, { method: "POST" });
    await who.shop.quiet();
    expect((await who.row()).endsAt).toEqual(new Date("2027-02-01T09:00:00Z"));
  });
});
