import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { dispatchEvents, dispatchUnreadEvents } from "#app/domain/events/dispatch-events.ts";
import { handleAgain } from "#app/domain/events/handle-events.ts";
import { pruneEvents } from "#app/domain/events/prune-events.ts";
import { recordEvent } from "#app/domain/events/record-event.ts";
import { runSubscriber } from "#app/domain/events/run-subscriber.ts";
import { defineSubscriber } from "#app/domain/events/subscriber.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { createAppContext } from "#app/server/create-app-context.ts";
import { createCustomers } from "#tests/support/create-customers.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import { uniqueNumber } from "#tests/support/unique-number.ts";

let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
});
afterAll(() => testApp.close());
beforeEach(async () => {
  const { prisma } = testApp.app.db;
  const { domain } = await prisma.shop.create({
    data: {
      domain: `test-${uniqueNumber()}.myshopify.com`,
      name: "Events",
      contactEmail: "help@events.example",
      ianaTimezone: "UTC",
      currency: "EUR",
      installedAt: new Date(),
    },
  });
  context = await testApp.openShop(domain);
});

/** Records the members of each event; fails while `fails` says so, after it has done its work, or before it for members in `cannot`. */
function rememberingSubscriber(name: string) {
  const seen: string[] = [];
  const state = { fails: false, cannot: new Set<string>() };
  const subscriber = defineSubscriber({
    name,
    kinds: ["member.updated"],
    handle: async (_context, events) => {
      const not = events.find(({ data }) => state.cannot.has(data.customer_id));
      if (not) throw new Error(`${not.data.customer_id} cannot be followed`);
      seen.push(...events.map(({ data }) => data.customer_id));
      if (state.fails) throw new Error(`${name} is out of order`);
    },
  });
  return { subscriber, seen, state };
}

const record = (...customers: number[]) =>
  context.db.transaction(async (tx) => {
    for (const id of customers) {
      await recordEvent(context, tx, "member.updated", { customer_id: String(id) });
    }
  });
const cursorOf = async (subscriber: string) =>
  context.db.prisma.eventCursor.findFirst({ where: { shopId: context.shop.id, subscriber } });
const idsOf = async () =>
  (
    await context.db.prisma.event.findMany({
      where: { shopId: context.shop.id },
      orderBy: { id: "asc" },
    })
  ).map(({ id }) => Number(id));
const queuedKeys = async () => {
  const { rows } = await context.db.pool.query<{ key: string }>(
    "SELECT key FROM graphile_worker.jobs WHERE split_part(key, '/', 2) = $1 ORDER BY key",
    [String(context.shop.id)],
  );
  return rows.map(({ key }) => key.split(`/${context.shop.id}/`).join(" "));
};
const setDaysAgo = (days: number, upTo: number) =>
  context.db.pool.query(
    "UPDATE events SET created_at = now() - make_interval(days => $1) WHERE shop_id = $2 AND id <= $3",
    [days, String(context.shop.id), upTo],
  );

describe("a reader that keeps a cursor", () => {
  test("sees every event exactly once while 16 writers and the ledger commit out of order", async () => {
    const WRITERS = 16;
    const EACH = 12;
    const writers = createAppContext(testApp.environment, "writers");
    const [customerId = 0n] = await createCustomers(context, 1);
    const seen: bigint[] = [];
    let isWriting = true;
    const read = async () => {
      for (let last = 0n, isOver = false; !isOver; ) {
        isOver = !isWriting;
        const rows = await context.db.prisma.event.findMany({
          where: { shopId: context.shop.id, id: { gt: last } },
          orderBy: { id: "asc" },
        });
        seen.push(...rows.map(({ id }) => id));
        last = rows.at(-1)?.id ?? last;
        await setImmediate();
      }
    };
    const write = async (writer: number) => {
      for (let at = 0; at < EACH; at += 1) {
        if (writer % 4 === 0) {
          await postCredit(context, {
            customerId,
            unit: "money",
            amountMinor: 1,
            typeCode: CREDIT_TYPES.adjustment,
            message: "Race",
          });
          continue;
        }
        await writers.db.transaction(async (tx) => {
          await recordEvent(context, tx, "member.updated", { customer_id: String(writer) });
          // Some transactions end long after others that began later.
          for (let pause = 0; pause < (writer * 7 + at) % 9; pause += 1)
            await tx.$queryRaw`SELECT 1`;
        });
      }
    };
    const reading = read();
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    isWriting = false;
    await reading;
    await writers.close();
    const ids = await idsOf();
    expect(ids).toEqual(Array.from({ length: WRITERS * EACH }, (_, at) => at + 1));
    expect(seen.map(Number)).toEqual(ids);
  });

  test("an event exists exactly if its change was committed, and leaves no gap when it was not", async () => {
    await record(1);
    const broken = context.db.transaction(async (tx) => {
      await recordEvent(context, tx, "member.updated", { customer_id: "2" });
      throw new Error("the change fails");
    });
    await expect(broken).rejects.toThrow("the change fails");
    await record(3);
    expect(await idsOf()).toEqual([1, 2]);
  });
});

describe("a subscriber", () => {
  test("gets the events of its kinds in order, once, over any number of pages", async () => {
    const { subscriber, seen } = rememberingSubscriber("in-order");
    const customers = Array.from({ length: 250 }, (_, at) => at + 1);
    await record(...customers);
    await context.db.transaction((tx) =>
      recordEvent(context, tx, "member.created", { customer_id: "999" }),
    );
    await runSubscriber(context, subscriber);
    await record(251);
    await runSubscriber(context, subscriber);
    await runSubscriber(context, subscriber);
    expect(seen).toEqual([...customers, 251].map(String));
    expect((await cursorOf("in-order"))?.lastId).toBe(252n);
  });

  test("that breaks off between its work and its cursor does that page again, and skips none", async () => {
    const { subscriber, seen, state } = rememberingSubscriber("breaks-off");
    await record(1, 2);
    state.fails = true;
    await expect(runSubscriber(context, subscriber)).rejects.toThrow("out of order");
    await record(3);
    state.fails = false;
    await runSubscriber(context, subscriber);
    // It got them as a page and one by one, and then again.
    expect(seen).toEqual(["1", "2", "1", "2", "1", "2", "3"]);
  });

  test("that fails holds up no other, and its failure is on the merchant's worklist until it ends", async () => {
    const broken = rememberingSubscriber("broken");
    const sound = rememberingSubscriber("sound");
    await record(1, 2);
    broken.state.fails = true;
    await expect(runSubscriber(context, broken.subscriber)).rejects.toThrow();
    await runSubscriber(context, sound.subscriber);
    await record(3);
    await runSubscriber(context, sound.subscriber);
    expect(sound.seen).toEqual(["1", "2", "3"]);
    expect(await listAttention(context)).toEqual([
      {
        kind: "events_unread",
        subscriber: "broken",
        behind: 3,
        since: expect.any(Date),
        error: "something went wrong on this server; its log has the details",
      },
    ]);
    broken.state.fails = false;
    await runSubscriber(context, broken.subscriber);
    expect(await listAttention(context)).toEqual([]);
    expect(await cursorOf("broken")).toMatchObject({ failingSince: null, lastError: null });
  });

  describe("that cannot follow one event", () => {
    const setAside = async () =>
      (await listAttention(context)).map((item) =>
        item.kind === "set_aside" ? `${item.thing.kind} ${item.thing.key}` : item.kind,
      );

    test("gets the others, and that one again until it goes through", async () => {
      const { subscriber, seen, state } = rememberingSubscriber("one-bad");
      state.cannot.add("2");
      await record(1, 2, 3);
      await runSubscriber(context, subscriber);
      expect(seen).toEqual(["1", "3"]);
      expect((await cursorOf("one-bad"))?.lastId).toBe(3n);
      expect(await setAside()).toEqual(["event one-bad/2"]);
      expect(await queuedKeys()).toContain("handle-event one-bad/2");
      const open = async () => testApp.openShop(context.shop.domain);
      await handleAgain(await open(), subscriber, 2n);
      expect(await setAside()).toEqual(["event one-bad/2"]);
      state.cannot.clear();
      await handleAgain(await open(), subscriber, 2n);
      expect(seen).toEqual(["1", "3", "2"]);
      expect(await setAside()).toEqual([]);
    });

    test("waits while there is no other event to tell by, and goes on when there is one", async () => {
      const { subscriber, seen, state } = rememberingSubscriber("alone");
      state.cannot.add("1").add("2");
      await record(1, 2);
      await expect(runSubscriber(context, subscriber)).rejects.toThrow("1 cannot be followed");
      expect(await setAside()).toEqual(["events_unread"]);
      await record(3);
      await runSubscriber(context, subscriber);
      expect(seen).toEqual(["3"]);
      expect(await setAside()).toEqual(["event alone/1", "event alone/2"]);
    });

    test("goes past a whole page of them when it takes one that comes after", async () => {
      const { subscriber, seen, state } = rememberingSubscriber("page");
      const bad = Array.from({ length: 100 }, (_, at) => at + 1);
      for (const id of bad) state.cannot.add(String(id));
      await record(...bad, 101);
      await runSubscriber(context, subscriber);
      expect(new Set(seen)).toEqual(new Set(["101"]));
      expect((await cursorOf("page"))?.lastId).toBe(101n);
    });

    test("is given it after a month too: what is set aside is not pruned", async () => {
      const { subscriber, state } = rememberingSubscriber("old");
      state.cannot.add("2");
      await record(1, 2, 3, 4);
      await runSubscriber(context, subscriber);
      await setDaysAgo(40, 3);
      await pruneEvents(testApp.app, [subscriber]);
      expect(await idsOf()).toEqual([2, 4]);
    });

    test("and because the database is away, fails as before", async () => {
      const { subscriber } = rememberingSubscriber("away");
      await record(1, 2);
      const away = Object.assign(new Error("gone"), { code: "ECONNRESET" });
      const handle = async () => {
        throw away;
      };
      await expect(runSubscriber(context, { ...subscriber, handle })).rejects.toBe(away);
      expect(await setAside()).toEqual(["events_unread"]);
    });
  });

  test("running twice at once never moves its cursor back", async () => {
    const { subscriber, seen } = rememberingSubscriber("twice");
    await record(1, 2, 3);
    await Promise.all([runSubscriber(context, subscriber), runSubscriber(context, subscriber)]);
    expect((await cursorOf("twice"))?.lastId).toBe(3n);
    expect(new Set(seen)).toEqual(new Set(["1", "2", "3"]));
  });

  test("goes past an event whose data nobody could have recorded", async () => {
    const { subscriber, seen } = rememberingSubscriber("past-nonsense");
    await context.db.prisma
      .$executeRaw`SELECT record_event(${context.shop.id}, 'member.updated', '{}', now())`;
    await record(2);
    await runSubscriber(context, subscriber);
    expect(seen).toEqual(["2"]);
  });
});

describe("dispatching", () => {
  test("gives what is new to exactly the subscribers that have not read it, each once", async () => {
    const ahead = rememberingSubscriber("ahead");
    const behind = rememberingSubscriber("behind");
    const both = [ahead.subscriber, behind.subscriber];
    await dispatchEvents(context, both);
    expect(await queuedKeys()).toEqual([]);
    await record(1, 2, 3);
    expect(await queuedKeys()).toEqual(["dispatch-events events"]);
    await runSubscriber(context, ahead.subscriber);
    await dispatchEvents(context, both);
    await record(4);
    await dispatchEvents(context, both);
    await dispatchEvents(context, both);
    for (const { seen } of [ahead, behind]) expect(seen).toEqual(["1", "2", "3", "4"]);
    expect(await queuedKeys()).toEqual(["dispatch-events events"]);
  });

  test("lets one that fails read by itself, and holds up no other", async () => {
    const broken = rememberingSubscriber("failing");
    const sound = rememberingSubscriber("going-on");
    const both = [broken.subscriber, sound.subscriber];
    broken.state.cannot.add("1");
    await record(1);
    await dispatchEvents(context, both);
    expect(sound.seen).toEqual(["1"]);
    expect(await cursorOf("failing")).toMatchObject({ lastId: 0n, failingSince: expect.any(Date) });
    expect(await queuedKeys()).toContain("run-subscriber failing");
    broken.state.cannot.clear();
    await record(2);
    await dispatchEvents(context, both);
    expect(sound.seen).toEqual(["1", "2"]);
    expect(broken.seen).toEqual([]);
    await runSubscriber(context, broken.subscriber);
    expect(broken.seen).toEqual(["1", "2"]);
  });

  test("takes those that hear none of the new kinds past them, and never past one that they hear", async () => {
    const reader = rememberingSubscriber("reader");
    const heard: string[] = [];
    const other = defineSubscriber({
      name: "other",
      kinds: ["customer.merged"],
      handle: async (_context, events) => {
        heard.push(...events.map(({ data }) => data.merged_customer_id));
      },
    });
    await record(1, 2, 3);
    await dispatchEvents(context, [reader.subscriber, other]);
    expect((await cursorOf("other"))?.lastId).toBe(3n);
    expect(heard).toEqual([]);
    await context.db.transaction((tx) =>
      recordEvent(context, tx, "customer.merged", {
        customer_id: "1",
        merged_customer_id: "2",
      }),
    );
    await record(4);
    await dispatchEvents(context, [other]);
    expect(heard).toEqual(["2"]);
    expect((await cursorOf("other"))?.lastId).toBe(5n);
    expect((await cursorOf("reader"))?.lastId).toBe(3n);
  });

  test("gives a run to one that is far behind, whatever the newest events are", async () => {
    const { subscriber } = rememberingSubscriber("far-behind");
    await record(1);
    await context.db.pool.query(
      `INSERT INTO events (shop_id, id, kind, data, created_at)
       SELECT $1, n, 'member.created', '{"customer_id": "1"}', now() FROM generate_series(2, 600) n`,
      [String(context.shop.id)],
    );
    await dispatchEvents(context, [subscriber]);
    expect(await cursorOf("far-behind")).toBeNull();
    expect(await queuedKeys()).toContain("run-subscriber far-behind");
  });

  test("the sweep finds what was recorded without a dispatch, in open stores alone", async () => {
    const { subscriber } = rememberingSubscriber("swept");
    await dispatchUnreadEvents(testApp.app, [subscriber]);
    expect(await queuedKeys()).toEqual([]);
    await context.db.prisma.$executeRaw`
      SELECT record_event(${context.shop.id}, 'member.updated', '{"customer_id": "1"}', now())`;
    const where = { id: context.shop.id };
    await context.db.prisma.shop.update({ where, data: { status: "uninstalled" } });
    await dispatchUnreadEvents(testApp.app, [subscriber]);
    expect(await queuedKeys()).toEqual([]);
    await context.db.prisma.shop.update({ where, data: { status: "active" } });
    await dispatchUnreadEvents(testApp.app, [subscriber]);
    expect(await queuedKeys()).toEqual(["dispatch-events events"]);
    await runSubscriber(context, subscriber);
    await context.db.pool.query("DELETE FROM graphile_worker._private_jobs");
    await dispatchUnreadEvents(testApp.app, [subscriber]);
    expect(await queuedKeys()).toEqual([]);
  });
});

describe("pruning", () => {
  test("removes what is old and read by everybody, and ids go on where they were", async () => {
    const first = rememberingSubscriber("first").subscriber;
    const second = rememberingSubscriber("second").subscriber;
    const prune = () => pruneEvents(testApp.app, [first, second]);
    await record(1, 2, 3);
    await setDaysAgo(31, 2);
    await runSubscriber(context, first);
    await prune();
    expect(await idsOf()).toEqual([1, 2, 3]);
    await runSubscriber(context, second);
    await record(4);
    await prune();
    expect(await idsOf()).toEqual([3, 4]);
    await setDaysAgo(31, 4);
    await runSubscriber(context, first);
    await runSubscriber(context, second);
    await prune();
    await prune();
    expect(await idsOf()).toEqual([4]);
    await record(5);
    expect(await idsOf()).toEqual([4, 5]);
  });

  test("waits for no subscriber in a store that has left", async () => {
    const { subscriber } = rememberingSubscriber("absent");
    await record(1, 2, 3);
    await setDaysAgo(31, 2);
    const where = { id: context.shop.id };
    await context.db.prisma.shop.update({ where, data: { status: "uninstalled" } });
    await pruneEvents(testApp.app, [subscriber]);
    expect(await idsOf()).toEqual([3]);
  });

  test("takes a month by the store's own clock, whole batches at a time", async () => {
    const { subscriber } = rememberingSubscriber("batches");
    await context.db.pool.query(
      `INSERT INTO events (shop_id, id, kind, data, created_at)
       SELECT $1, n, 'member.created', '{"customer_id": "1"}', now() - interval '20 days' FROM generate_series(1, 12000) n`,
      [String(context.shop.id)],
    );
    await context.db.pool.query(
      "INSERT INTO event_cursors (shop_id, subscriber, last_id) VALUES ($1, 'batches', 12000)",
      [String(context.shop.id)],
    );
    await pruneEvents(testApp.app, [subscriber]);
    expect(await idsOf()).toHaveLength(12_000);
    const clockOffsetMs = 11 * 86_400_000;
    await context.db.prisma.shop.update({
      where: { id: context.shop.id },
      data: { clockOffsetMs, isDevelopment: true },
    });
    await pruneEvents(testApp.app, [subscriber]);
    expect(await idsOf()).toEqual([12_000]);
  });
});
