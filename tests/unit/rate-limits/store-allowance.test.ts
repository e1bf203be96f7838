import { describe, expect, test } from "vitest";
import { type GrantedWindow, StoreAllowance } from "#app/domain/rate-limits/store-allowance.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;

const minute = (granted: number, used: number, limit = 300): GrantedWindow => ({
  startsAt: 0,
  endsAt: MINUTE,
  limit,
  used,
  granted,
});
const day = (granted: number, used: number, limit = 10_000): GrantedWindow => ({
  ...minute(granted, used, limit),
  endsAt: DAY,
});

describe("a store's allowance in one process", () => {
  test("spends what was leased, says how much is left of all, and then asks", () => {
    const store = new StoreAllowance();
    expect(store.take(0, 0)).toBeNull();
    store.record(minute(3, 10), null, 0);
    expect(store.settle()).toMatchObject({ allowed: true, remaining: 292 });
    expect(store.take(1, 1)).toMatchObject({ allowed: true, remaining: 291 });
    expect(store.take(1, 1)).toMatchObject({ allowed: true, remaining: 290 });
    expect(store.take(1, 1)).toBeNull();
  });

  test("spends a lease to the last millisecond of its minute, and none after it", () => {
    const store = new StoreAllowance();
    store.record(minute(3, 10), null, 0);
    expect(store.take(0, MINUTE - 1)).toMatchObject({ allowed: true });
    expect(store.take(0, MINUTE)).toBeNull();
    store.record({ ...minute(1, 1), startsAt: MINUTE, endsAt: 2 * MINUTE }, null, 0);
    expect(store.take(0, MINUTE)).toMatchObject({ allowed: true });
    expect(store.take(0, MINUTE)).toBeNull();
  });

  test("spends nothing of a day that has turned", () => {
    const store = new StoreAllowance();
    store.record(minute(3, 10), { ...day(3, 10), endsAt: 1_000 }, 0);
    expect(store.take(0, 999)).toMatchObject({ allowed: true });
    expect(store.take(0, 1_000)).toBeNull();
  });

  test("at its limit is refused from memory, and asks again once in a while", () => {
    const store = new StoreAllowance();
    store.record(minute(0, 300), null, 0);
    expect(store.take(99, 99)).toMatchObject({ allowed: false, remaining: 0 });
    expect(store.take(100, 100)).toBeNull();
    expect(store.take(101, 101)).toMatchObject({ allowed: false });
    expect(store.take(200, 200)).toBeNull();
  });

  test("pays with the day's allowance for a call that the minute refuses", () => {
    const store = new StoreAllowance();
    store.record(minute(0, 300), day(2, 500), 0);
    expect(store.take(1, 1)).toMatchObject({ allowed: false, windowSeconds: 60 });
    expect(store.take(1, 1)).toMatchObject({ allowed: false, windowSeconds: 60 });
    expect(store.take(1, 1)).toBeNull();
  });

  test("of an exhausted day spends nothing of the minute", () => {
    const store = new StoreAllowance();
    store.record(minute(2, 2), day(0, 10_000), 0);
    expect(store.take(1, 1)).toMatchObject({ allowed: false, windowSeconds: 86_400 });
    expect(store.release(1)).toEqual([{ kind: "minute", startsAt: 0, calls: 2 }]);
  });

  test("gives back what was leased before an instant, once, and asks from then on", () => {
    const store = new StoreAllowance();
    store.record(minute(5, 10), day(7, 10), 100);
    expect(store.release(100)).toEqual([]);
    expect(store.release(101)).toEqual([
      { kind: "minute", startsAt: 0, calls: 5 },
      { kind: "day", startsAt: 0, calls: 7 },
    ]);
    expect(store.release(101)).toEqual([]);
    expect(store.holdsLease).toBe(false);
    expect(store.take(101, 101)).toBeNull();
  });

  test("carries no lease over to another limit", () => {
    const store = new StoreAllowance();
    store.record(minute(30, 100), null, 0);
    store.record(minute(0, 100, 60), null, 1);
    expect(store.take(1, 1)).toMatchObject({ allowed: false, limit: 60 });
  });

  test("wants a block for a tenth of a second at the store's pace, and none for a slow one", () => {
    const store = new StoreAllowance();
    expect(store.wantedBlock(0, 1).minute).toBe(0);
    store.record(minute(1, 1), null, 0);
    store.settle();
    expect(store.wantedBlock(1_000, 1).minute).toBe(0);
    store.record(minute(50, 51), null, 1_000);
    for (let call = 0; call < 50; call += 1) store.take(1_010, 1_010);
    expect(store.wantedBlock(1_020, 10)).toEqual({ minute: 300, day: 300 });
  });
});
