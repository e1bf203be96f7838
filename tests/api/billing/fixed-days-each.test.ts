import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rescheduleCharge } from "#app/domain/billing/changes/reschedule-charge.ts";
import { askPlatform } from "#tests/support/ask-platform.ts";
import { goTo } from "#tests/support/billed-subscription.ts";
import { createOffer, offerFor } from "#tests/support/create-offer.ts";
import {
  change,
  chargedUntil,
  type Fixed,
  monthly,
  monthlyOn31,
  onFixedDays,
  portal,
  twiceAMonth,
  twoMonthly,
  weekly,
  yearly,
} from "#tests/support/fixed-days.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Fixed days of each kind: once a charge was brought forward, and after each kind of pause, the charges are on them.

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const at = (day: string) => new Date(`${day}T08:00:00Z`);

describe("a charge that is brought forward is followed by the fixed day after its own", () => {
  test.each([
    ["the 1st", monthly, "2026-12-30", ["2026-12-30", "2027-02-01", "2027-03-01"], "2027-03-05"],
    [
      "the 31st",
      monthlyOn31,
      "2027-01-28",
      ["2027-01-28", "2027-02-28", "2027-03-31"],
      "2027-04-05",
    ],
    ["every second 1st", twoMonthly, "2026-12-30", ["2026-12-30", "2027-03-01"], "2027-04-20"],
    [
      "the 1st and the 15th",
      twiceAMonth,
      "2026-12-30",
      ["2026-12-30", "2027-01-15", "2027-02-01"],
      "2027-02-03",
    ],
    ["Mondays", weekly, "2026-12-26", ["2026-12-26", "2027-01-04", "2027-01-11"], "2027-01-12"],
    ["1 January", yearly, "2026-12-28", ["2026-12-28"], "2027-06-01"],
  ])("%s: Charge now", async (_, days, today, charges, until) => {
    const who = await onFixedDays(testApp, days);
    await goTo(who.shop, at(today));
    const shown = (await portal(who)).choices.charge_now.next_charge_date;
    await change(who, { action: "charge_now" });
    expect((await portal(who)).contract.next_billing_date).toBe(shown);
    expect(await chargedUntil(who, until)).toEqual(charges);
  });

  test.each([
    ["the 1st", monthly, "2026-12-31", ["2026-12-31", "2027-02-01", "2027-03-01"]],
    ["every second 1st", twoMonthly, "2026-12-28", ["2026-12-28", "2027-03-01", "2027-05-01"]],
    ["Mondays", weekly, "2026-12-27", ["2026-12-27", "2027-01-04", "2027-01-11"]],
    ["1 January", yearly, "2026-12-28", ["2026-12-28", "2028-01-01"]],
  ])("%s: moved by its owner, who sees the charges as they come", async (_, days, day, dates) => {
    const who = await onFixedDays(testApp, days);
    await goTo(who.shop, at("2026-12-26"));
    await change(who, { action: "move", day });
    const { upcoming } = await portal(who);
    expect(upcoming.slice(0, dates.length).map(({ date }: { date: string }) => date)).toEqual(
      dates,
    );
    const last = dates.at(-1) ?? "";
    const until = last < "2028" ? last : "2027-06-01";
    expect(await chargedUntil(who, until)).toEqual(dates.filter((date) => date <= until));
  });

  test("moved by the store's staff, and again", async () => {
    const who = await onFixedDays(testApp, yearly);
    const move = async (day: string) => {
      const { id, nextBillingAt } = await who.row();
      await rescheduleCharge(await who.shop.context(), {
        ...{ subscriptionId: id, from: nextBillingAt as Date, day },
      });
    };
    await move("2026-12-28");
    await move("2026-12-20");
    expect(await chargedUntil(who, "2027-06-01")).toEqual(["2026-12-20"]);
    expect((await who.row()).nextBillingAt).toEqual(new Date("2028-01-01T09:00:00Z"));
  });

  test("moved on the platform, and nobody has told", async () => {
    const who = await onFixedDays(testApp, monthly);
    const { subscriptionContractSetNextBillingDate: done } = await askPlatform(
      who.shop,
      `mutation ($id: ID!, $date: DateTime!) { subscriptionContractSetNextBillingDate(contractId: $id, date: $date) {
        userErrors { message } } }`,
      { id: `gid://shopify/SubscriptionContract/${who.contractId}`, date: "2026-12-28T09:00:00Z" },
    );
    expect(done.userErrors).toEqual([]);
    await who.shop.quiet();
    expect(await chargedUntil(who, "2027-02-05")).toEqual(["2026-12-28", "2027-02-01"]);
  });
});

describe("after a pause the charge is on a fixed day", () => {
  const pause = async (who: Fixed, duration: number) => {
    const { id } = await who.row();
    const body = { duration };
    const answer = await who.shop.core(`/subscriptions/sub_${id}/pause`, { method: "POST", body });
    expect(answer.status).toBe(200);
    return answer.body.data.next_billing_date.slice(0, 10);
  };
  const charged = async (who: Fixed, dates: string[]) => {
    await who.shop.quiet();
    expect(await chargedUntil(who, dates.at(-1) ?? "")).toEqual(dates);
  };

  test.each([
    ["ten days", monthly, 10, ["2027-02-01", "2027-03-01"]],
    ["40 days", monthly, 40, ["2027-03-01", "2027-04-01"]],
    ["ten days, every second month", twoMonthly, 10, ["2027-03-01", "2027-05-01"]],
    ["ten days, on the 31st", monthlyOn31, 10, ["2027-02-28", "2027-03-31"]],
    ["three days, on Mondays", weekly, 3, ["2027-01-04", "2027-01-11"]],
    ["ten days, on the 1st and the 15th", twiceAMonth, 10, ["2027-01-15", "2027-02-01"]],
    ["300 days, on 1 January", yearly, 300, ["2028-01-01"]],
  ])("that the API makes for %s", async (_, days, duration, dates) => {
    const who = await onFixedDays(testApp, days);
    expect(await pause(who, duration)).toBe(dates[0]);
    await charged(who, dates);
  });

  test("that its owner makes until a day", async () => {
    const who = await onFixedDays(testApp, monthly);
    await change(who, { action: "pause_until", day: "2026-12-20" });
    expect((await portal(who)).contract.next_billing_date).toBe("2027-02-01");
    await charged(who, ["2027-02-01", "2027-03-01"]);
  });

  test("that its owner makes for two renewals, though the charge was brought forward", async () => {
    const who = await onFixedDays(testApp, monthly);
    await change(who, { action: "move", day: "2026-12-28" });
    const { pauses } = (await portal(who)).choices;
    expect(pauses[1].next_charge_date).toBe("2027-03-01");
    await change(who, { action: "pause", cycles: 2 });
    expect((await portal(who)).choices.pauses[0].next_charge_date).toBe("2027-02-01");
    await charged(who, ["2027-03-01", "2027-04-01"]);
  });

  test("that its owner takes for staying, as the offer says", async () => {
    const who = await onFixedDays(testApp, monthly);
    await change(who, { action: "move", day: "2026-12-28" });
    const offerId = await createOffer(who.shop, { type: "pause", pause_cycles: 1 });
    await offerFor(who.shop, "not_using_enough", offerId);
    const flow = (step: string, body: object) =>
      who.shop.proxy(`/storefront/cancel-flow/${who.contractId}/${step}`, { cid: who.cid, body });
    const { body } = await flow("reason", { reason: "not_using_enough" });
    expect(body.offer.pause.next_billing_date).toBe("2027-02-01");
    const { flow_id } = body;
    const accepted = { flow_id, offer_id: offerId, idempotency_key: "a-pause-please" };
    expect((await flow("accept", accepted)).status).toBe(200);
    await charged(who, ["2027-02-01", "2027-03-01"]);
  });

  test("that ends early", async () => {
    const who = await onFixedDays(testApp, monthly);
    await pause(who, 60);
    await goTo(who.shop, at("2026-12-15"));
    const { id } = await who.row();
    await who.shop.core(`/subscriptions/sub_${id}/resume`, { method: "POST" });
    await charged(who, ["2027-02-01", "2027-03-01"]);
  });
});
