import { afterAll, beforeAll, expect, test } from "vitest";
import { listPastDue } from "#app/domain/billing/past-due/list-past-due.ts";
import { listAppliedOffersForMerchant } from "#app/domain/churn/reports/list-applied-offers-for-merchant.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { listPointsCustomers } from "#app/domain/loyalty/points/list-points-customers.ts";
import { listCouponsForMerchant } from "#app/domain/loyalty/read/list-coupons-for-merchant.ts";
import { listCustomers } from "#app/domain/members/customers/list-customers.ts";
import { readSearch } from "#app/domain/search/read-search.ts";
import { searchStore } from "#app/domain/search/search-store.ts";
import { listCreditCustomers } from "#app/domain/store-credit/customers/list-credit-customers.ts";
import { listSubscriptionsForMerchant } from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import {
  readAppliedOfferQuery,
  toFilter,
} from "#app/routes/admin/applied-offers/applied-offer-query.ts";
import {
  readCustomersQuery,
  toCustomerFilters,
} from "#app/routes/admin/customers/list/customers-query.ts";
import {
  readCouponQuery,
  toCouponFilters,
} from "#app/routes/admin/loyalty/coupons/coupon-query.ts";
import {
  readFailedQuery,
  toPastDueFilters,
} from "#app/routes/admin/subscriptions/failed/failed-query.ts";
import { toSearchFilters } from "#app/routes/admin/subscriptions/list-query.ts";
import { billedSubscription, goTo } from "#tests/support/billed-subscription.ts";
import { createOffer } from "#tests/support/create-offer.ts";
import { loyalCustomer, makeRule } from "#tests/support/loyalty.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// One person whose name the platform has decomposed, and whose address has its domain as IDNA; one whose address has it in Unicode; one whose name has
// signs that keyboards lack, and a letter that has two small forms.

const page = { limit: 10, offset: 0 };
let testApp: TestApp;
let context: ShopContext;

beforeAll(async () => {
  testApp = await startTestApp();
  const shop = await testApp.createShop({ seed: "goods" });
  const discount = { discount_type: "percentage", discount_value: 20, cycles: 3 } as const;
  const offerId = await createOffer(shop, { type: "discount_price", ...discount }, "20% off");
  await makeRule(shop, {
    ...{ type: "goal_spend", settings: { goal_amount: 9_000 } },
    reward: { reward_type: "free_shipping" },
  });
  const people = [
    ["Jörg".normalize("NFD"), "İnan", "info@xn--mller-kva.example"],
    ["Zoë", "Ångström", "zoe@bücher.example"],
    ["Anne\u2011Marie", "O’Brien Σωκράτης", "anne@example.com"],
  ];
  for (const [first_name, last_name, email] of people) {
    const person = await shop.control("customers", { email, first_name, last_name });
    const due = new Date((await shop.context()).clock.now().getTime() + 86_400_000);
    const contract = { cid: person.body.cid, next_billing_date: due };
    const subscription = await billedSubscription(shop, contract);
    const path = `/membership/churn/${subscription.contractId}/offers/${offerId}/activation`;
    expect((await shop.proxy(path, { key: shop.key, method: "POST" })).status).toBe(200);
    await subscription.nextPayments("INSUFFICIENT_FUNDS", "INSUFFICIENT_FUNDS");
    await goTo(shop, new Date(due.getTime() + 3_600_000));
    await (await loyalCustomer(shop, subscription.cid)).order("11900.00");
  }
  context = await shop.context();
});
afterAll(() => testApp.close());

const emailsOf = (found: readonly { email: string | null }[]) => found.map(({ email }) => email);
const params = (name: string, typed: string) => new URLSearchParams({ [name]: typed });

/** Each list of the admin that a merchant can search for people, by the addresses that it finds. */
const SEARCHES: Record<string, (typed: string) => Promise<(string | null | undefined)[]>> = {
  "the admin's search": async (typed) => {
    const search = readSearch(typed);
    return search ? emailsOf((await searchStore(context, search)).customers) : [];
  },
  customers: async (typed) => {
    const filters = toCustomerFilters(readCustomersQuery(params("search", typed)));
    const { ids } = await listCustomers(context, filters, "newest", null, 10);
    const rows = await context.db.prisma.customer.findMany({
      where: { shopId: context.shop.id, id: { in: ids } },
    });
    return emailsOf(rows);
  },
  subscriptions: async (typed) => {
    const found = await listSubscriptionsForMerchant(
      context,
      toSearchFilters(typed),
      "created",
      page,
    );
    return found.subscriptions.map(({ customer }) => customer?.email);
  },
  "failed payments": async (typed) => {
    const filters = toPastDueFilters(readFailedQuery(params("search", typed)), "UTC");
    const found = await listPastDue(context, filters, "failed", page);
    return found.pastDue.map(({ customer }) => customer?.email);
  },
  "store credit": async (typed) =>
    emailsOf((await listCreditCustomers(context, { search: typed }, 1, 10)).customers),
  points: async (typed) => emailsOf((await listPointsCustomers(context, typed, 1, 10)).customers),
  coupons: async (typed) => {
    const filters = toCouponFilters(readCouponQuery(params("search", typed)));
    const { coupons } = await listCouponsForMerchant(context, filters, page);
    return coupons.map(({ customer }) => customer.email);
  },
  "applied offers": async (typed) => {
    const filter = toFilter(readAppliedOfferQuery(params("customer", typed)), "UTC");
    const { lines } = await listAppliedOffersForMerchant(context, filter, "newest", 10);
    return lines.map(({ customer }) => customer?.email);
  },
};
const JOERG = "info@xn--mller-kva.example";
const ZOE = "zoe@bücher.example";

test.each(Object.entries(SEARCHES))(
  "%s: a person is found by a name in either form, and by an address in each",
  async (_name, search) => {
    for (const typed of [
      "Jörg",
      "Jörg".normalize("NFD"),
      "JÖRG İNAN".normalize("NFD"),
      "\u200fJörg\u200f",
      JOERG,
      "info@müller.example",
      "info@MÜLLER.example".normalize("NFD"),
      "inan info@müller.example jörg",
    ]) {
      expect(await search(typed), typed).toEqual([JOERG]);
    }
    for (const typed of [
      "ångström",
      "Ångström".normalize("NFD"),
      ZOE,
      "zoe@xn--bcher-kva.example",
    ]) {
      expect(await search(typed), typed).toEqual([ZOE]);
    }
    for (const typed of [
      "info@mueller.example",
      "jorg info@müller.example",
      "zoe@müller.example",
    ]) {
      expect(await search(typed), typed).toEqual([]);
    }
  },
);

test.each(Object.entries(SEARCHES))(
  "%s: a person is found by an apostrophe, a hyphen and a sigma of any form",
  async (_name, search) => {
    for (const typed of [
      "O'Brien",
      "O’BRIEN",
      "Anne-Marie",
      "anne\u2011marie",
      "ΣΩΚΡΆΤΗΣ",
      "Σωκράτης o`brien",
      "σωκράτησ",
    ]) {
      expect(await search(typed), typed).toEqual(["anne@example.com"]);
    }
    expect(await search("annexmarie")).toEqual([]);
  },
);
