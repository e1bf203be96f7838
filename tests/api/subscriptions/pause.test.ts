import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

let testApp: TestApp;
let shop: TestShop;

beforeAll(async () => {
  testApp = await startTestApp();
  shop = await testApp.createShop({ timezone: "Europe/Berlin" });
});
afterAll(() => testApp.close());

const DAY_MS = 86_400_000;
const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** A contract by the id that the core REST API knows it by. */
async function newSubscription(contract: Record<string, unknown> = {}) {
  const { contractId } = await shop.createContract({ price: "15.00", ...contract });
  const { db, shop: row } = await shop.context();
  const { id } = await db.prisma.subscription.findFirstOrThrow({
    where: { shopId: row.id, platformContractId: BigInt(contractId) },
  });
  const path = `/subscriptions/sub_${id}`;
  return {
    contractId,
    read: async () => (await shop.core(path)).body.data,
    change: (action: string, body?: unknown, headers?: Record<string, string>) =>
      shop.core(`${path}/${action}`, {
        method: "POST",
        ...(body === undefined ? {} : { body }),
        ...(headers && { headers }),
      }),
  };
}
const advance = async (duration: string) => {
  const { status, body } = await shop.control("clock", { advance: duration });
  expect(status, JSON.stringify(body)).toBe(200);
};
const timeline = async (contractId: number) => {
  const { db, shop: row } = await shop.context();
  const rows = await db.prisma.activity.findMany({
    where: { shopId: row.id, subscription: { platformContractId: BigInt(contractId) } },
    orderBy: { id: "asc" },
  });
  return rows.map(({ kind }) => kind);
};

describe("a pause and a resume at once", () => {
  test("take turns: the end is paused until an instant, or active without one, and it resumes by itself", async () => {
    const subscriptions = await Promise.all(Array.from({ length: 6 }, () => newSubscription()));
    for (const [at, subscription] of subscriptions.entries()) {
      expect((await subscription.change("pause", { duration: 3 })).status).toBe(200);
      const changes = [
        () => subscription.change("resume"),
        () => subscription.change("pause", { duration: 7 }),
      ];
      const answers = await Promise.all(
        (at % 2 ? changes.toReversed() : changes).map((change) => change()),
      );
      for (const { status, body } of [
        ...answers,
        { status: 200, body: { data: await subscription.read() } },
      ]) {
        expect(status).toBe(200);
        const isPaused = body.data.status === "paused";
        expect(body.data.paused_until !== null, JSON.stringify(body.data)).toBe(isPaused);
        if (isPaused) expect(Date.parse(body.data.paused_until)).toBeGreaterThan(Date.now());
      }
    }
    await advance("P8D");
    for (const subscription of subscriptions) {
      expect(await subscription.read()).toMatchObject({ status: "active", paused_until: null });
    }
  });
});

describe("a pause", () => {
  test("stops the contract on the platform, and ends by itself with the next charge moved on by as much", async () => {
    const subscription = await newSubscription();
    const before = await subscription.read();
    const { status, body } = await subscription.change("pause", { duration: 30 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: "paused", paused_until: expect.any(String) });
    expect(body.meta).toEqual({ total: 1, limit: 1, offset: 0, has_more: false });
    expect((await shop.platformContract(subscription.contractId))?.status).toBe("paused");

    await advance("P29D");
    expect((await subscription.read()).status).toBe("paused");
    await advance("P1DT1H");
    const after = await subscription.read();
    expect(after).toMatchObject({ status: "active", paused_until: null });
    expect(daysBetween(before.next_billing_date, after.next_billing_date)).toBe(30);
    const contract = await shop.platformContract(subscription.contractId);
    expect(contract?.status).toBe("active");
    expect(contract?.nextBillingAt?.toISOString()).toBe(after.next_billing_date);
    expect(await timeline(subscription.contractId)).toEqual([
      "subscription.paused",
      "subscription.resumed",
    ]);
  });

  test("of a paused subscription is given the new duration, and the old end does nothing", async () => {
    const subscription = await newSubscription();
    const before = await subscription.read();
    const first = await subscription.change("pause", { duration: 5 });
    const second = await subscription.change("pause", { duration: 20 });
    expect(daysBetween(first.body.data.paused_until, second.body.data.paused_until)).toBe(15);
    await advance("P10D");
    expect((await subscription.read()).status).toBe("paused");
    await advance("P11D");
    const after = await subscription.read();
    expect(after.status).toBe("active");
    expect(daysBetween(before.next_billing_date, after.next_billing_date)).toBe(20);
  });

  test("ends when it is resumed, by the time that it lasted and no further", async () => {
    const subscription = await newSubscription();
    const before = await subscription.read();
    await subscription.change("pause", { duration: 60 });
    await advance("P4D");
    const { status, body } = await subscription.change("resume");
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: "active", paused_until: null });
    expect(daysBetween(before.next_billing_date, body.data.next_billing_date)).toBe(4);
    const again = await subscription.change("resume", {});
    expect(again.status).toBe(200);
    expect(again.body.data.next_billing_date).toBe(body.data.next_billing_date);
    const days = daysBetween(
      (await shop.context()).clock.now().toISOString(),
      body.data.next_billing_date,
    );
    await advance(`P${days - 1}D`);
    expect((await subscription.read()).next_billing_date).toBe(body.data.next_billing_date);
  });

  test("that the platform knows of alone is resumed with its date, never one in the past", async () => {
    const subscription = await newSubscription();
    const { platform, clock } = await shop.context();
    await platform.pauseContract(subscription.contractId, "merchant");
    await shop.quiet();
    expect(await subscription.read()).toMatchObject({ status: "paused", paused_until: null });
    await advance("P90D");
    const { body } = await subscription.change("resume");
    expect(body.data.status).toBe("active");
    expect(Date.parse(body.data.next_billing_date)).toBeGreaterThan(clock.now().getTime());
  });

  test("whose answer was lost is settled by its repetition, and moves the date once", async () => {
    const subscription = await newSubscription();
    const before = await subscription.read();
    const fault = { status: 502, count: 100, after: "after-effect" };
    await shop.control("fail-next", { ...fault, operation: "subscriptionContractPause" });
    expect((await subscription.change("pause", { duration: 10 })).status).toBe(500);
    await shop.control("clear-faults");
    expect((await subscription.change("pause", { duration: 10 })).status).toBe(200);
    await shop.control("fail-next", { ...fault, operation: "subscriptionContractActivate" });
    await advance("P2D");
    expect((await subscription.change("resume")).status).toBe(500);
    await shop.control("clear-faults");
    await subscription.change("resume");
    await shop.quiet();
    const after = await subscription.read();
    expect(after.status).toBe("active");
    expect(daysBetween(before.next_billing_date, after.next_billing_date)).toBe(2);
  });
});

describe("a cancelled subscription", () => {
  test("takes no pause and no resumption, and cancelling it again answers it unchanged", async () => {
    const subscription = await newSubscription();
    const { status, body } = await subscription.change("cancel", { reason: "too_expensive" });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: "cancelled",
      cancel_reason: "too_expensive",
      next_billing_date: null,
    });
    const again = await subscription.change("cancel");
    expect(again.status).toBe(200);
    const { updated_at: _, ...unchanged } = body.data;
    expect(again.body.data).toMatchObject(unchanged);
    for (const [action, sent] of [["pause", { duration: 1 }], ["resume"]] as const) {
      const refused = await subscription.change(action, sent);
      expect(refused.status).toBe(400);
      expect(refused.body.error.code).toBe("invalid_request");
    }
  });

  test("that was paused stays cancelled when the pause would have ended", async () => {
    const subscription = await newSubscription();
    await subscription.change("pause", { duration: 3 });
    await subscription.change("cancel");
    await advance("P4D");
    expect(await subscription.read()).toMatchObject({ status: "cancelled", paused_until: null });
  });
});

describe("what a request may say", () => {
  test.each([
    [{}, "duration"],
    [{ duration: 0 }, "duration"],
    [{ duration: 366 }, "duration"],
    [{ duration: 1.5 }, "duration"],
    [{ duration: "7" }, "duration"],
    [{ duration: 7, until: "2027-01-01" }, "until"],
  ])("a pause with %j is refused by name", async (body, field) => {
    const subscription = await newSubscription();
    const answer = await subscription.change("pause", body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
    expect((await subscription.read()).status).toBe("active");
  });

  test("a reason outside the closed set, and a field that is not known, are refused", async () => {
    const subscription = await newSubscription();
    for (const body of [{ reason: "bored" }, { why: "too_expensive" }]) {
      expect((await subscription.change("cancel", body)).status).toBe(400);
    }
    expect((await subscription.change("resume", { now: true })).status).toBe(400);
    expect((await subscription.read()).status).toBe("active");
  });

  test("a subscription that does not exist is not found", async () => {
    const { status } = await shop.core("/subscriptions/sub_999999/pause", {
      body: { duration: 1 },
    });
    expect(status).toBe(404);
  });
});

describe("an Idempotency-Key", () => {
  test("sent three times at once answers three times alike, and says twice that it is a replay", async () => {
    const subscription = await newSubscription();
    const headers = { "idempotency-key": "pause-at-once" };
    const answers = await Promise.all(
      [1, 2, 3].map(() => subscription.change("pause", { duration: 5 }, headers)),
    );
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([200, answers[0]?.body]);
    }
    const replays = answers.filter(
      ({ headers: given }) => given.get("idempotent-replayed") === "true",
    );
    expect(replays).toHaveLength(2);
  });

  test("answers a repeated pause with the first answer, and refuses another body", async () => {
    const subscription = await newSubscription();
    const headers = { "idempotency-key": "pause-once" };
    const first = await subscription.change("pause", { duration: 7 }, headers);
    await advance("P1D");
    const replay = await subscription.change("pause", { duration: 7 }, headers);
    expect(replay.headers.get("idempotent-replayed")).toBe("true");
    expect(replay.body).toEqual(first.body);
    const other = await subscription.change("pause", { duration: 8 }, headers);
    expect(other.status).toBe(400);
    expect((await subscription.read()).paused_until).toBe(first.body.data.paused_until);
  });

  test("of a refused request may be used again", async () => {
    const subscription = await newSubscription();
    await subscription.change("cancel");
    const headers = { "idempotency-key": "refused" };
    expect((await subscription.change("pause", { duration: 7 }, headers)).status).toBe(400);
    expect((await subscription.change("cancel", {}, headers)).status).toBe(200);
  });
});
