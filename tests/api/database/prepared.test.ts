import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AttemptFilters, listAttempts } from "#app/domain/billing/attempts/list-attempts.ts";
import { findPastDueIds } from "#app/domain/billing/past-due/find-past-due-ids.ts";
import { listPastDue, PAST_DUE_SORTS } from "#app/domain/billing/past-due/list-past-due.ts";
import type { PastDueFilters } from "#app/domain/billing/past-due/past-due-filters.ts";
import type { ShopContext } from "#app/domain/context.ts";
import {
  type CouponFilters,
  listCouponsForMerchant,
} from "#app/domain/loyalty/read/list-coupons-for-merchant.ts";
import type { CustomerFilters } from "#app/domain/members/customers/customer-filters.ts";
import { CUSTOMER_SORTS } from "#app/domain/members/customers/customer-sorts.ts";
import { listCustomers } from "#app/domain/members/customers/list-customers.ts";
import { listMembers, type MemberFilters } from "#app/domain/members/list-members.ts";
import { findMatchingIds } from "#app/domain/subscriptions/lists/find-matching-ids.ts";
import {
  listSubscriptionsForMerchant,
  SUBSCRIPTION_SORTS,
} from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import {
  listSubscriptions,
  type SubscriptionFilters,
} from "#app/domain/subscriptions/lists/list-subscriptions.ts";
import type { MerchantFilters } from "#app/domain/subscriptions/lists/merchant-filters.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// A connection refuses a second text under a name that it knows, for as long as it lives and for every store.

let testApp: TestApp;
let context: ShopContext;
let pool: pg.Pool;

beforeAll(async () => {
  testApp = await startTestApp();
  const shop = await testApp.createShop();
  const given = await shop.context();
  pool = new pg.Pool({ connectionString: testApp.environment.DATABASE_URL, max: 1 });
  context = { ...given, db: { ...given.db, pool } };
});
afterAll(async () => {
  await pool.end();
  await testApp.close();
});

/** Every combination of the filters. */
function combinationsOf<T extends object>(filters: T): Partial<T>[] {
  const entries = Object.entries(filters);
  return Array.from({ length: 2 ** entries.length }, (_, chosen) =>
    Object.fromEntries(entries.filter((_one, at) => chosen & (1 << at))),
  ) as Partial<T>[];
}

/** None, up to three, and all of the filters. */
function fewOf<T extends object>(filters: T): Partial<T>[] {
  const most = Object.keys(filters).length;
  return combinationsOf(filters).filter((some) => [0, 1, 2, 3, most].includes(sizeOf(some)));
}

const sizeOf = (filters: object) => Object.keys(filters).length;

const page = { limit: 2, offset: 0 };
const at = new Date("2026-01-01T00:00:00Z");
const created = { createdFrom: at, createdBefore: at };
const merchants: MerchantFilters = {
  ...{ status: "active", planId: 1n, kind: "membership", contractId: 1n, subscriptionId: 1n },
  ...{ words: ["ada"], dueFrom: at, dueBefore: at },
};
const pastDue: PastDueFilters = {
  ...{ step: "retry", declineClass: "later", stepFrom: at, stepBefore: at, planId: 1n },
  ...{ kind: "membership", contractId: 1n, subscriptionId: 1n, words: ["ada"] },
};
const customers: CustomerFilters = {
  ...{ number: 1n, words: ["ada", "lovelace"], pastDue: true, tag: "vip", tier: 1, credit: true },
  ...{ points: true, member: "any", subscribed: true, plan: 1n },
};

const ofOne = { platformCustomerId: 1, emails: ["a@b.example"] };

const LISTS: Record<string, () => AsyncGenerator<unknown>> = {
  async *subscriptions() {
    const filters: SubscriptionFilters = {
      status: "active",
      planId: 1n,
      ...ofOne,
      ...created,
    };
    for (const some of combinationsOf(filters)) yield await listSubscriptions(context, some, page);
  },
  async *"billing attempts"() {
    const filters: AttemptFilters = {
      ...{ id: 1n, subscriptionId: 1n, status: "failed" },
      ...ofOne,
      ...created,
    };
    for (const some of combinationsOf(filters)) yield await listAttempts(context, some, page);
  },
  async *members() {
    const filters: MemberFilters = {
      ...{ id: 1n, status: "active", planId: 1n },
      ...ofOne,
      ...created,
    };
    for (const some of combinationsOf(filters)) yield await listMembers(context, some, page);
  },
  async *coupons() {
    const filters: CouponFilters = {
      state: "active",
      type: "free_product",
      search: "a",
      customerId: 1n,
    };
    for (const some of combinationsOf(filters))
      yield await listCouponsForMerchant(context, some, page);
  },
  async *"subscriptions in the admin"() {
    for (const some of fewOf(merchants)) {
      yield await findMatchingIds(context, some, 2);
      for (const sort of SUBSCRIPTION_SORTS) {
        yield await listSubscriptionsForMerchant(context, some, sort, page);
      }
    }
  },
  async *"failed payments"() {
    for (const some of fewOf(pastDue)) {
      yield await findPastDueIds(context, some, 2);
      for (const sort of PAST_DUE_SORTS) yield await listPastDue(context, some, sort, page);
    }
  },
  async *customers() {
    for (const some of fewOf(customers)) {
      for (const sort of CUSTOMER_SORTS) yield await listCustomers(context, some, sort, null, 2);
    }
  },
};

test.each(Object.entries(LISTS))(
  "a connection answers %s with any filters and sorts",
  async (_name, list) => {
    let answered = 0;
    for await (const answer of list()) answered += answer ? 1 : 0;
    expect(answered).toBeGreaterThan(10);
  },
);
