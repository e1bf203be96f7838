import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rescheduleCharge } from "#app/domain/billing/changes/reschedule-charge.ts";
import type { BulkActionKind } from "#app/domain/bulk-actions/bulk-action-kinds.ts";
import type { BulkSelection } from "#app/domain/bulk-actions/bulk-selection.ts";
import { previewBulkAction } from "#app/domain/bulk-actions/preview-bulk-action.ts";
import { listOutcomes, readBulkAction } from "#app/domain/bulk-actions/read-bulk-action.ts";
import { runBulkAction } from "#app/domain/bulk-actions/run-bulk-action.ts";
import { writeSeen } from "#app/domain/bulk-actions/seen-subscriptions.ts";
import { startBulkAction } from "#app/domain/bulk-actions/start-bulk-action.ts";
import { stopBulkAction } from "#app/domain/bulk-actions/stop-bulk-action.ts";
import { refreshContract } from "#app/domain/subscriptions/store-contract.ts";
import { addDays, addInterval, formatDate } from "#app/lib/zoned-time.ts";
import {
  type BilledSubscription,
  billedSubscription,
  goTo,
} from "#tests/support/billed-subscription.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";

const zone = "Europe/Berlin";
const everything = { limit: 100, offset: 0 };
const CHANGED = "refused: Changed meanwhile, so it was left as it is.";
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

/** A store with so many subscriptions that are charged in ten days. */
async function storeWith(
  count: number,
): Promise<{ shop: TestShop; due: Date; subscriptions: BilledSubscription[] }> {
  const shop = await testApp.createShop({ timezone: zone, currency: "EUR" });
  const due = addDays((await shop.context()).clock.now(), 10, zone);
  const subscriptions: BilledSubscription[] = [];
  for (let n = 0; n < count; n += 1) {
    subscriptions.push(await billedSubscription(shop, { next_billing_date: due }));
  }
  return { shop, due, subscriptions };
}

/** The same, when each charge has failed and is not retried by itself. */
async function storeWithFailed(count: number) {
  const store = await storeWith(count);
  for (const one of store.subscriptions) await one.nextPayments("FRAUD_SUSPECTED");
  await goTo(store.shop, addDays(store.due, 1, zone));
  return store;
}

const ticked = async (subscriptions: BilledSubscription[]): Promise<BulkSelection> => ({
  list: "ticked",
  ids: await Promise.all(subscriptions.map(async (one) => (await one.row()).id)),
});

/** What the dialog shows of the selection. */
async function look(shop: TestShop, kind: BulkActionKind, selection: BulkSelection) {
  return (await previewBulkAction(await shop.context(), kind, selection)).seen;
}

/** Confirms what a dialog has shown. */
async function confirm(
  shop: TestShop,
  kind: BulkActionKind,
  seen: string,
  key: string = crypto.randomUUID(),
) {
  const days = kind === "pause" ? 30 : null;
  const context = { ...(await shop.context()), actor: { kind: "merchant", name: "Mo" } as const };
  return startBulkAction(context, { kind, days, seen, key });
}

/** Opens the dialog and confirms it at once. */
async function start(shop: TestShop, kind: BulkActionKind, selection: BulkSelection) {
  return confirm(shop, kind, await look(shop, kind, selection));
}

/** Starts an action and waits for its end. */
async function act(
  shop: TestShop,
  kind: BulkActionKind,
  selection: BulkSelection,
): Promise<bigint> {
  const { id } = await start(shop, kind, selection);
  await shop.quiet();
  return id;
}

async function endsOf(shop: TestShop, id: bigint) {
  const { outcomes } = await listOutcomes(await shop.context(), id, null, everything);
  return outcomes.map(({ state, note }) => (note === null ? state : `${state}: ${note}`));
}

/** A subscription with a mark of the right form. */
const markedId = async (one: BilledSubscription) => ({
  id: (await one.row()).id,
  mark: "a".repeat(12),
});

const statesOf = (subscriptions: BilledSubscription[]) =>
  Promise.all(subscriptions.map(async (one) => (await one.row()).status));

const linesOf = async (subscription: BilledSubscription, kind: string) =>
  (await subscription.timeline()).filter((line) => line.kind === kind).length;

/** As if the worker had died after it had changed each subscription, and before it could say so. */
async function forgetEnds(shop: TestShop, id: bigint): Promise<void> {
  const { db, shop: row } = await shop.context();
  await db.pool.query(
    `UPDATE bulk_action_rows SET state = 'running', claimed_at = now() - interval '1 hour', note = NULL, ended_at = NULL
     WHERE shop_id = $1 AND bulk_action_id = $2`,
    [String(row.id), String(id)],
  );
  await db.pool.query("UPDATE bulk_actions SET finished_at = NULL WHERE shop_id = $1 AND id = $2", [
    String(row.id),
    String(id),
  ]);
}

const runAgain = async (shop: TestShop, bulkActionId: bigint) =>
  runBulkAction(await shop.context(), { bulkActionId, batch: 1000 });

describe("a bulk action", () => {
  test("changes every subscription of a filter, under the name of whoever started it, and says what was refused", async () => {
    const { shop, subscriptions } = await storeWith(4);
    const [first, second] = subscriptions;
    await (await shop.context()).platform.pauseContract(first?.contractId ?? 0, "merchant");
    await (await shop.context()).platform.cancelContract(second?.contractId ?? 0, "merchant");
    await shop.quiet();
    const all = { list: "subscriptions", filters: {} } as const;
    expect(await previewBulkAction(await shop.context(), "pause", all)).toEqual({
      seen: expect.any(String),
      count: 4,
      fitting: 2,
      amounts: [{ currency: "EUR", minor: 3000n }],
    });
    const id = await act(shop, "pause", all);
    expect(await endsOf(shop, id)).toEqual([
      "refused: It is paused already.",
      "refused: It is canceled already.",
      "done",
      "done",
    ]);
    expect(await statesOf(subscriptions)).toEqual(["paused", "cancelled", "paused", "paused"]);
    const { db, shop: row } = await shop.context();
    const by = await db.prisma.activity.findMany({
      where: { shopId: row.id, kind: "subscription.paused", actorName: "Mo" },
    });
    expect(by).toHaveLength(2);
    expect(await readBulkAction(await shop.context(), id)).toMatchObject({
      rowCount: 4,
      done: 2,
      refused: 2,
      actor: { kind: "merchant", name: "Mo" },
      finishedAt: expect.any(Date),
    });
  });

  test("resumes what is paused, and cancels for good", async () => {
    const { shop, subscriptions } = await storeWith(2);
    const selection = await ticked(subscriptions);
    await act(shop, "pause", selection);
    expect(await endsOf(shop, await act(shop, "resume", selection))).toEqual(["done", "done"]);
    expect(await statesOf(subscriptions)).toEqual(["active", "active"]);
    expect(await endsOf(shop, await act(shop, "cancel", selection))).toEqual(["done", "done"]);
    expect(await statesOf(subscriptions)).toEqual(["cancelled", "cancelled"]);
  });

  test("skips the charge that was next when it was started, and no other", async () => {
    const { shop, due, subscriptions } = await storeWith(2);
    const selection = await ticked(subscriptions);
    const id = await act(shop, "skip", selection);
    expect(await endsOf(shop, id)).toEqual(["done", "done"]);
    const after = addInterval(due, { unit: "month", count: 1 }, zone);
    for (const one of subscriptions) {
      const { nextBillingAt } = await one.row();
      expect(nextBillingAt && formatDate(nextBillingAt, zone)).toBe(formatDate(after, zone));
    }
    const { db, shop: row } = await shop.context();
    await forgetEnds(shop, id);
    await db.pool.query(
      "UPDATE bulk_action_rows SET is_planned = false, is_begun = false WHERE shop_id = $1 AND bulk_action_id = $2",
      [String(row.id), String(id)],
    );
    await runAgain(shop, id);
    expect(await endsOf(shop, id)).toEqual(Array(2).fill(CHANGED));
  });

  test("charges failed payments once, and leaves a subscription alone that owes nothing", async () => {
    const { shop, subscriptions, due } = await storeWithFailed(2);
    const later = addDays(due, 20, zone);
    const paid = await billedSubscription(shop, { next_billing_date: later });
    const selection = await ticked([...subscriptions, paid]);
    expect(await previewBulkAction(await shop.context(), "retry", selection)).toMatchObject({
      count: 3,
      fitting: 2,
      amounts: [{ currency: "EUR", minor: 3000n }],
    });
    const id = await act(shop, "retry", selection);
    const ends = await endsOf(shop, id);
    expect(ends.filter((end) => end.startsWith("done"))).toHaveLength(2);
    expect(ends[2]).toBe("refused: No charge of it is past due.");
    for (const one of subscriptions) {
      expect((await one.charges()).map(({ state }) => state)).toEqual(["failed", "success"]);
    }
  });

  test("takes all failed payments of a filter", async () => {
    const { shop, subscriptions } = await storeWithFailed(2);
    const filters = { declineClass: "never" } as const;
    await act(shop, "retry", { list: "failed_payments", filters });
    for (const one of subscriptions) {
      expect((await one.charges()).map(({ state }) => state)).toEqual(["failed", "success"]);
    }
  });

  test("that is stopped leaves what waits as it is", async () => {
    const { shop, subscriptions } = await storeWith(1);
    const selection = await ticked(subscriptions);
    await shop.control("fail-next", {
      status: 503,
      count: 100,
      after: "before-effect",
      operation: "subscriptionContractPause",
    });
    const started = await start(shop, "pause", selection);
    await shop.quiet();
    await shop.control("clear-faults");
    expect(await endsOf(shop, started.id)).toEqual(["waiting"]);
    const context = { ...(await shop.context()), actor: { kind: "merchant", name: "Jo" } as const };
    await stopBulkAction(context, started.id);
    expect(await endsOf(shop, started.id)).toEqual(["refused: Stopped by Jo."]);
    await runAgain(shop, started.id);
    expect(await statesOf(subscriptions)).toEqual(["active"]);
  });
});

describe("a bulk action is not started", () => {
  test("for another store's subscriptions, alone or among one's own", async () => {
    const { shop, subscriptions } = await storeWith(1);
    const other = await storeWith(1);
    const theirs = await ticked(other.subscriptions);
    const notFound = { code: "not_found" };
    await expect(start(shop, "cancel", theirs)).rejects.toMatchObject(notFound);
    const seenByThem = await look(other.shop, "cancel", theirs);
    await expect(confirm(shop, "cancel", seenByThem)).rejects.toMatchObject(notFound);
    const mixed = await Promise.all([...subscriptions, ...other.subscriptions].map(markedId));
    await expect(confirm(shop, "cancel", writeSeen(mixed))).rejects.toMatchObject(notFound);
    await shop.quiet();
    await other.shop.quiet();
    expect(await statesOf([...subscriptions, ...other.subscriptions])).toEqual([
      "active",
      "active",
    ]);
  });

  test("twice by one request, nor by its key for something else", async () => {
    const { shop, subscriptions } = await storeWith(2);
    const seen = await look(shop, "pause", await ticked(subscriptions.slice(0, 1)));
    const other = await look(shop, "pause", await ticked(subscriptions.slice(1)));
    const key = crypto.randomUUID();
    const both = await Promise.all([
      confirm(shop, "pause", seen, key),
      confirm(shop, "pause", seen, key),
    ]);
    expect(both.map(({ outcome }) => outcome).sort()).toEqual(["repeated", "started"]);
    for (const again of [confirm(shop, "cancel", seen, key), confirm(shop, "pause", other, key)]) {
      await expect(again).rejects.toMatchObject({ code: "idempotency_conflict" });
    }
    await shop.quiet();
    expect(await statesOf(subscriptions)).toEqual(["paused", "active"]);
  });

  test.each([0, 366, 1.5, null])("for a pause of %s days", async (days) => {
    const { shop, subscriptions } = await storeWith(1);
    const seen = await look(shop, "pause", await ticked(subscriptions));
    const input = { kind: "pause", days, seen, key: crypto.randomUUID() } as const;
    await expect(startBulkAction(await shop.context(), input)).rejects.toMatchObject({
      fields: { days: expect.anything() },
    });
  });

  test("and is read and stopped by nobody else", async () => {
    const { shop, subscriptions } = await storeWith(1);
    const id = await act(shop, "pause", await ticked(subscriptions));
    const other = await (await testApp.createShop()).context();
    await expect(readBulkAction(other, id)).rejects.toMatchObject({ code: "not_found" });
    await expect(stopBulkAction(other, id)).rejects.toMatchObject({ code: "not_found" });
    expect((await listOutcomes(other, id, null, everything)).total).toBe(0);
  });
});

describe("each row is changed once", () => {
  test("when eight workers meet over it", async () => {
    const { shop, subscriptions } = await storeWith(6);
    const started = await start(shop, "skip", await ticked(subscriptions));
    await Promise.all(Array.from({ length: 8 }, () => runAgain(shop, started.id)));
    await shop.quiet();
    expect(await endsOf(shop, started.id)).toEqual(Array(6).fill("done"));
    for (const one of subscriptions) expect(await linesOf(one, "billing.skipped")).toBe(1);
  });

  test("when eight workers meet over rows that all of them take for a dead worker's", async () => {
    const { shop, subscriptions } = await storeWithFailed(3);
    const id = await act(shop, "retry", await ticked(subscriptions));
    await forgetEnds(shop, id);
    await Promise.all(Array.from({ length: 8 }, () => runAgain(shop, id)));
    await shop.quiet();
    for (const one of subscriptions) expect(await one.charges()).toHaveLength(2);
  });

  test.each([
    ["pause", "subscription.paused"],
    ["skip", "billing.skipped"],
    ["cancel", "subscription.cancelled"],
  ] as const)("when its worker died over it after the %s", async (kind, line) => {
    const { shop, subscriptions } = await storeWith(2);
    const id = await act(shop, kind, await ticked(subscriptions));
    const before = await Promise.all(subscriptions.map((one) => one.row()));
    await forgetEnds(shop, id);
    await runAgain(shop, id);
    await shop.quiet();
    expect(await endsOf(shop, id)).toEqual(["done", "done"]);
    const after = await Promise.all(subscriptions.map((one) => one.row()));
    const facts = ({ status, nextBillingAt, pausedUntil }: (typeof after)[number]) => ({
      status,
      nextBillingAt,
      pausedUntil,
    });
    expect(after.map(facts)).toEqual(before.map(facts));
    for (const one of subscriptions) expect(await linesOf(one, line)).toBe(1);
    expect((await readBulkAction(await shop.context(), id)).finishedAt).not.toBeNull();
  });

  test("when the charge that it repeated has failed again before its worker died", async () => {
    const { shop, subscriptions } = await storeWithFailed(1);
    const [one] = subscriptions;
    await one?.nextPayments("FRAUD_SUSPECTED");
    const id = await act(shop, "retry", await ticked(subscriptions));
    await forgetEnds(shop, id);
    await runAgain(shop, id);
    await shop.quiet();
    expect(await one?.charges()).toHaveLength(2);
    expect(await endsOf(shop, id)).toEqual([expect.stringMatching(/^refused: The charge failed/)]);
  });

  test("when the platform answers nothing at first: it is tried again, and given up with a reason in the end", async () => {
    const { shop, subscriptions } = await storeWith(1);
    const fault = { status: 503, count: 100, after: "before-effect" };
    const failing = { ...fault, operation: "subscriptionContractPause" };
    expect((await shop.control("fail-next", failing)).status).toBe(200);
    const started = await start(shop, "pause", await ticked(subscriptions));
    await shop.quiet();
    for (let tries = 0; tries < 5; tries += 1) {
      await runAgain(shop, started.id).catch(() => {});
    }
    expect((await shop.control("clear-faults")).status).toBe(200);
    expect(await endsOf(shop, started.id)).toEqual([
      "refused: The store's platform does not answer just now. Tried 5 times.",
    ]);
    expect(await statesOf(subscriptions)).toEqual(["active"]);
  });
});

describe("what a dialog has shown is what is done", () => {
  const KINDS = [
    ["skip", "billing.skipped"],
    ["pause", "subscription.paused"],
    ["cancel", "subscription.cancelled"],
    ["resume", "subscription.resumed"],
  ] as const;

  /** Two dialogs that show the same. */
  async function twoDialogs(kind: BulkActionKind) {
    const store = kind === "retry" ? await storeWithFailed(3) : await storeWith(3);
    const all = { list: "subscriptions", filters: {} } as const;
    if (kind === "resume") await act(store.shop, "pause", all);
    const seen = [await look(store.shop, kind, all), await look(store.shop, kind, all)] as const;
    return { ...store, seen };
  }

  test.each(KINDS)(
    "%s: a dialog from before another one was confirmed changes nothing",
    async (kind, line) => {
      const { shop, subscriptions, seen } = await twoDialogs(kind);
      const first = await confirm(shop, kind, seen[0]);
      await shop.quiet();
      const rows = () => Promise.all(subscriptions.map((one) => one.row()));
      const facts = async () =>
        (await rows()).map(({ status, nextBillingAt, pausedUntil }) => [
          status,
          nextBillingAt,
          pausedUntil,
        ]);
      const before = await facts();
      const second = await confirm(shop, kind, seen[1]);
      await shop.quiet();
      expect(await endsOf(shop, first.id)).toEqual(Array(3).fill("done"));
      expect(await endsOf(shop, second.id)).toEqual(Array(3).fill(CHANGED));
      expect(await facts()).toEqual(before);
      for (const one of subscriptions) expect(await linesOf(one, line)).toBe(1);
    },
  );

  test.each(KINDS)(
    "%s: of two dialogs that are confirmed at once, one changes each subscription and says so",
    async (kind, line) => {
      const { shop, subscriptions, seen } = await twoDialogs(kind);
      const started = await Promise.all(seen.map((one) => confirm(shop, kind, one)));
      await Promise.all(
        [0, 1, 0, 1].map((at) => runAgain(shop, started[at]?.id ?? 0n).catch(() => {})),
      );
      await shop.quiet();
      const [one, other] = await Promise.all(started.map(({ id }) => endsOf(shop, id)));
      for (const at of [0, 1, 2]) {
        expect([one?.[at], other?.[at]].toSorted()).toEqual(["done", CHANGED]);
      }
      for (const subscription of subscriptions) expect(await linesOf(subscription, line)).toBe(1);
    },
  );

  test("retry: a charge that failed again meanwhile is not made a third time by the other dialog", async () => {
    const { shop, subscriptions, seen } = await twoDialogs("retry");
    for (const one of subscriptions) await one.nextPayments("FRAUD_SUSPECTED");
    await confirm(shop, "retry", seen[0]);
    await shop.quiet();
    const { id } = await confirm(shop, "retry", seen[1]);
    await shop.quiet();
    expect(await endsOf(shop, id)).toEqual(Array(3).fill(CHANGED));
    for (const one of subscriptions) expect(await one.charges()).toHaveLength(2);
  });

  test("a subscription that was read again from the platform, and has not changed, is not left out", async () => {
    const { shop, subscriptions, seen } = await twoDialogs("skip");
    const context = await shop.context();
    for (const { contractId } of subscriptions) await refreshContract(context, contractId);
    const { id } = await confirm(shop, "skip", seen[0]);
    await shop.quiet();
    expect(await endsOf(shop, id)).toEqual(Array(3).fill("done"));
  });

  test("a charge that was moved since is not skipped, and others of the same action are", async () => {
    const { shop, due, subscriptions, seen } = await twoDialogs("skip");
    const [moved] = subscriptions;
    const day = formatDate(addDays(due, 2, zone), zone);
    const row = await moved?.row();
    const charge = { subscriptionId: row?.id ?? 0n, from: row?.nextBillingAt ?? due, day };
    await rescheduleCharge(await shop.context(), charge);
    const { id } = await confirm(shop, "skip", seen[0]);
    await shop.quiet();
    expect(await endsOf(shop, id)).toEqual([CHANGED, "done", "done"]);
  });
});
