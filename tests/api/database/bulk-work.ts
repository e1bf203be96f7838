import { readOverview } from "#app/domain/analytics/read-overview.ts";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { listAttempts } from "#app/domain/billing/attempts/list-attempts.ts";
import { planCharges } from "#app/domain/billing/charging/plan-charges.ts";
import { listPastDue } from "#app/domain/billing/past-due/list-past-due.ts";
import { readStates } from "#app/domain/bulk-actions/read-states.ts";
import type { AppContext, ShopContext } from "#app/domain/context.ts";
import { EXPORT_NAMES } from "#app/domain/data-export/modules/export-modules.ts";
import { buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { compareExports } from "#app/domain/data-export/rows/compare-exports.ts";
import { exportsSubscriber } from "#app/domain/data-export/rows/follow-facts.ts";
import { readCursorPage } from "#app/domain/data-export/rows/read-cursor-page.ts";
import { readNumberedPage } from "#app/domain/data-export/rows/read-numbered-page.ts";
import { streamActivitiesForCollection } from "#app/domain/data-export/stream-activities-for-collection.ts";
import { streamContractsForCollection } from "#app/domain/data-export/stream-contracts-for-collection.ts";
import { streamCreditHistoryForCollection } from "#app/domain/data-export/stream-credit-history-for-collection.ts";
import { streamCreditHistoryForDataApi } from "#app/domain/data-export/stream-credit-history-for-data-api.ts";
import { streamMembersForCollection } from "#app/domain/data-export/stream-members-for-collection.ts";
import type { EventOf } from "#app/domain/events/catalogue.ts";
import { expireCredit } from "#app/domain/ledger/expire-grants.ts";
import { rollUpCredit } from "#app/domain/ledger/roll-up-credit.ts";
import { runDryRun } from "#app/domain/loyalty/dry-run/run-dry-run.ts";
import { startDryRun } from "#app/domain/loyalty/dry-run/start-dry-run.ts";
import { uploadLoyaltyFile } from "#app/domain/loyalty/files/upload-loyalty-file.ts";
import { loyaltySubscriber } from "#app/domain/loyalty/loyalty-subscriber.ts";
import { listPointsCustomers } from "#app/domain/loyalty/points/list-points-customers.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { listCustomers } from "#app/domain/members/customers/list-customers.ts";
import { listMembers } from "#app/domain/members/list-members.ts";
import { tellOfCharges } from "#app/domain/notices/by-date/tell-of-charges.ts";
import { tellOfPoints } from "#app/domain/notices/by-date/tell-of-points.ts";
import { readSearch } from "#app/domain/search/read-search.ts";
import { searchStore } from "#app/domain/search/search-store.ts";
import { listCreditCustomers } from "#app/domain/store-credit/customers/list-credit-customers.ts";
import { uploadCreditFile } from "#app/domain/store-credit/files/upload-credit-file.ts";
import { runBulkGrant } from "#app/domain/store-credit/grants/run-bulk-grant.ts";
import { startBulkGrant } from "#app/domain/store-credit/grants/start-bulk-grant.ts";
import { findMatchingIds } from "#app/domain/subscriptions/lists/find-matching-ids.ts";
import { listSubscriptionsForMerchant } from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import { listSubscriptions } from "#app/domain/subscriptions/lists/list-subscriptions.ts";
import { clockAt } from "#app/lib/clock.ts";

const DAY_MS = 86_400_000;
const PURCHASES = { type: "points_for_purchases", settings: { points_per_dollar: 1 } };

/** Does once, on a filled store, what the product does over many rows, in an order in which each part finds something to do. */
export async function doBulkWork(context: ShopContext, app: AppContext): Promise<void> {
  await workOnExports(context);
  await workOnLoyalty(context);
  await workOnBilling(context, app);
  await workOnLedger(context);
  await readLists(context);
}

async function workOnExports(context: ShopContext): Promise<void> {
  await buildExports(context);
  for (const events of await ordersAsEvents(context)) {
    await exportsSubscriber.handle(context, events);
  }
  await compareExports(context, () => 0);
  for (const name of EXPORT_NAMES) {
    await drain(readCursorPage(context, name, { sinceId: 0 }));
    await drain(readNumberedPage(context, name, 1));
  }
  await drain(streamActivitiesForCollection(context));
  await drain(streamContractsForCollection(context));
  await drain(streamCreditHistoryForCollection(context));
  await drain(streamMembersForCollection(context));
  await drain(streamCreditHistoryForDataApi(context, { page: 2, customerId: undefined }));
}

async function workOnLoyalty(context: ShopContext): Promise<void> {
  const period = { status: "active", startDate: "2024-01-01" } as const;
  await createRule(context, { ...PURCHASES, name: "Points", ...period });
  for (const events of await ordersAsEvents(context)) {
    await loyaltySubscriber.handle(context, events);
  }
  await settleLoyalty(context, await customerIds(context, 60));
  const input = { ...PURCHASES, name: "Dry run", ...period, status: "draft" as const };
  await runDryRun(context, await startDryRun(context, { key: "1", input }));
  const lines = await linesOfCustomers(context, "points", "10");
  await uploadLoyaltyFile(context, { name: "points.csv", bytes: Buffer.from(lines) });
}

async function workOnBilling(context: ShopContext, app: AppContext): Promise<void> {
  const { db, shop, clock } = context;
  await planCharges(app);
  const subscriptions = await db.prisma.subscription.findMany({
    where: { shopId: shop.id },
    select: { id: true },
    orderBy: { id: "asc" },
    take: 500,
  });
  await readStates(
    db.prisma,
    shop.id,
    subscriptions.map(({ id }) => id),
  );
  const until = new Date(clock.now().getTime() + 10 * DAY_MS);
  for (const kind of ["upcoming_renewal", "trial_ending"] as const) {
    await tellOfCharges(context, { kind, until, days: 10 });
  }
  await tellOfPoints(context, until);
}

async function workOnLedger(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  await rollUpCredit(context);
  const plan = await db.prisma.plan.findFirstOrThrow({ where: { shopId: shop.id } });
  const request = { planId: plan.id, amount: "5.00", reason: "Thanks", key: "1", again: false };
  const asked = await startBulkGrant(context, { ...request, memberCount: 0 });
  if (asked.outcome === "members_changed") {
    const { memberCount } = asked;
    const started = await startBulkGrant(context, { ...request, memberCount });
    if ("grant" in started) await runBulkGrant(context, started.grant.id);
  }
  const lines = await linesOfCustomers(context, "amount,type,reason", "5.00,add,Thanks");
  await uploadCreditFile(context, { name: "credit.csv", bytes: Buffer.from(lines) });
  await expireCredit({ ...context, clock: clockAt(new Date("2028-01-01")) });
  await rollUpCredit(context);
}

async function readLists(context: ShopContext): Promise<void> {
  const page = { limit: 50, offset: 0 };
  await readOverview(context, { period: "365d", planId: null });
  for (const sort of ["created", "created-asc", "next", "next-desc"] as const) {
    await listSubscriptionsForMerchant(context, {}, sort, page);
  }
  await listSubscriptions(context, {}, page);
  await listMembers(context, {}, page);
  await listCustomers(context, {}, "newest", null, 50);
  await listPastDue(context, {}, "failed", page);
  await listAttempts(context, {}, page);
  await listCreditCustomers(context, { search: "" }, 1, 50);
  await listPointsCustomers(context, "", 1, 50);
  await findMatchingIds(context, {}, 10_000);
  await listAttention(context);
  const search = readSearch("anna");
  if (search) await searchStore(context, search);
}

/** The newest orders as news of them come: many together, and some. */
async function ordersAsEvents({ db, shop }: ShopContext): Promise<EventOf<"order.created">[][]> {
  const orders = await db.prisma.order.findMany({
    where: { shopId: shop.id },
    select: { id: true, platformOrderId: true },
    orderBy: { id: "desc" },
    take: 200,
  });
  const events = orders.map(({ id }): EventOf<"order.created"> => {
    const data = { order_id: String(id) } as EventOf<"order.created">["data"];
    return { id: 1n, kind: "order.created", createdAt: new Date(), data };
  });
  return [events.slice(0, 150), events.slice(150)];
}

async function customerIds({ db, shop }: ShopContext, take: number): Promise<bigint[]> {
  const rows = await db.prisma.customer.findMany({
    where: { shopId: shop.id },
    select: { id: true },
    orderBy: { id: "asc" },
    take,
  });
  return rows.map(({ id }) => id);
}

/** A file with a line for each of many customers, some by number and some by e-mail. */
async function linesOfCustomers(
  { db, shop }: ShopContext,
  columns: string,
  cells: string,
): Promise<string> {
  const customers = await db.prisma.customer.findMany({ where: { shopId: shop.id }, take: 400 });
  const lines = customers.map(({ platformCustomerId, email }, at) =>
    at % 2 === 0 || !email ? `${platformCustomerId},,${cells}` : `,${email},${cells}`,
  );
  return [`customer,email,${columns}`, ...lines].join("\n");
}

async function drain(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
}
