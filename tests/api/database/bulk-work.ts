import { readOverview } from "#app/domain/analytics/read-overview.ts";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { listAttempts } from "#app/domain/billing/attempts/list-attempts.ts";
import { planChargesOf } from "#app/domain/billing/charging/plan-charges.ts";
import { listPastDue } from "#app/domain/billing/past-due/list-past-due.ts";
import { previewBulkAction } from "#app/domain/bulk-actions/preview-bulk-action.ts";
import { readStates } from "#app/domain/bulk-actions/read-states.ts";
import { startBulkAction } from "#app/domain/bulk-actions/start-bulk-action.ts";
import type { AppContext, ShopContext } from "#app/domain/context.ts";
import { makeExportFile } from "#app/domain/data-export/files/make-export-file.ts";
import { requestExportFile } from "#app/domain/data-export/files/request-export-file.ts";
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
import { applyLoyaltyFile } from "#app/domain/loyalty/files/apply-loyalty-file.ts";
import { uploadLoyaltyFile } from "#app/domain/loyalty/files/upload-loyalty-file.ts";
import { loyaltySubscriber } from "#app/domain/loyalty/loyalty-subscriber.ts";
import { listPointsCustomers } from "#app/domain/loyalty/points/list-points-customers.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { recountLoyalty } from "#app/domain/loyalty/settle/recount-loyalty.ts";
import { settleLoyalty } from "#app/domain/loyalty/settle/settle-loyalty.ts";
import { listCustomers } from "#app/domain/members/customers/list-customers.ts";
import { listMembers } from "#app/domain/members/list-members.ts";
import { tellOfCharges } from "#app/domain/notices/by-date/tell-of-charges.ts";
import { tellOfPoints } from "#app/domain/notices/by-date/tell-of-points.ts";
import { startPriceChange } from "#app/domain/price-changes/start-price-change.ts";
import { readSearch } from "#app/domain/search/read-search.ts";
import { searchStore } from "#app/domain/search/search-store.ts";
import { listCreditCustomers } from "#app/domain/store-credit/customers/list-credit-customers.ts";
import { applyCreditFile } from "#app/domain/store-credit/files/apply-credit-file.ts";
import { uploadCreditFile } from "#app/domain/store-credit/files/upload-credit-file.ts";
import { runBulkGrant } from "#app/domain/store-credit/grants/run-bulk-grant.ts";
import { startBulkGrant } from "#app/domain/store-credit/grants/start-bulk-grant.ts";
import { findMatchingIds } from "#app/domain/subscriptions/lists/find-matching-ids.ts";
import { listSubscriptionsForMerchant } from "#app/domain/subscriptions/lists/list-for-merchant.ts";
import { listSubscriptions } from "#app/domain/subscriptions/lists/list-subscriptions.ts";
import { clockAt } from "#app/lib/clock.ts";
import { checkContractFile, importFromPlatform } from "./bulk-imports.ts";
import { readLiability, sweep, workOnCustomers, workOnDays, workOnTiers } from "./bulk-program.ts";

const DAY_MS = 86_400_000;
/** Of a file. */
export const LINES = 400;
const PURCHASES = { type: "points_for_purchases", settings: { points_per_dollar: 1 } };

/**
 * Does once, on a filled store, what the product does over many rows, in an order in which each part finds something to do.
 *
 * @param prepare is called before each part.
 */
export async function doBulkWork(
  app: AppContext,
  context: ShopContext,
  prepare: () => Promise<void>,
): Promise<void> {
  for (const part of [
    ...[workOnExports, workOnExportFiles, workOnLoyalty, applyPoints, recount],
    ...[workOnBilling, changePrices, changeMany, workOnLedger, applyCredit, endCredit],
    ...[importFromPlatform, checkContractFile],
    ...[workOnTiers, workOnDays, workOnCustomers, () => sweep(app)],
  ]) {
    await prepare();
    await part(context);
  }
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

async function workOnExportFiles(context: ShopContext): Promise<void> {
  const all = { fromDay: null, toDay: null, filters: {} };
  for (const name of ["orders", "subscriptions"] as const) {
    const request = { export: name, format: "csv", key: name, ...all } as const;
    await makeExportFile(context, await requestExportFile(context, request));
  }
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
}

async function applyPoints(context: ShopContext): Promise<void> {
  const { db, shop, clock } = context;
  const lines = await linesOfCustomers(context, "points", "10");
  const bytes = Buffer.from(lines);
  const id = await uploadLoyaltyFile(context, { name: "points.csv", bytes });
  const data = { state: "applying", confirmedAt: clock.now() };
  await db.prisma.loyaltyFile.updateMany({ where: { shopId: shop.id, id }, data });
  await applyLoyaltyFile(context, id);
}

async function recount(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  const rule = await db.prisma.loyaltyRule.findFirstOrThrow({ where: { shopId: shop.id } });
  const cause = `rule:${rule.id}` as const;
  await recountLoyalty(context, { cause, version: rule.version, afterId: 0n });
}

async function workOnBilling(context: ShopContext): Promise<void> {
  const { db, shop, clock } = context;
  await planChargesOf(context);
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

/** Twice, so that the second change ends the rows of the first. */
async function changePrices(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  const [largest] = await db.prisma.subscription.groupBy({
    ...{ by: ["planId"], where: { shopId: shop.id, planId: { not: null } }, _count: true },
    ...{ orderBy: { _count: { planId: "desc" } }, take: 1 },
  });
  const planId = largest?.planId;
  if (!planId) throw new Error("nobody subscribes to a plan");
  for (const key of ["1", "2"]) {
    await startPriceChange(context, {
      ...{ planId, key, fixedMinor: null, percentHundredths: 500, day: "2026-09-01" },
      ...{ noticeDays: 30, silence: "agrees", termsNote: null, planPrice: "keep" },
    });
    await db.prisma.priceChange.updateMany({
      where: { shopId: shop.id },
      data: { effectiveAt: new Date("2026-06-01") },
    });
  }
}

async function changeMany(context: ShopContext): Promise<void> {
  const { seen } = await previewBulkAction(context, "pause", {
    list: "subscriptions",
    filters: {},
  });
  await startBulkAction(context, { kind: "pause", days: 30, seen, key: "1" });
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
}

async function applyCredit(context: ShopContext): Promise<void> {
  const { db, shop, clock } = context;
  const cells = "5.00,manual admin adjustment,Thanks";
  const bytes = Buffer.from(await linesOfCustomers(context, "amount,type,reason", cells));
  const file = await uploadCreditFile(context, { name: "credit.csv", bytes });
  if (file.outcome !== "checked") throw new Error(file.message);
  const data = { state: "applying", confirmedAt: clock.now() };
  await db.prisma.creditFile.updateMany({ where: { shopId: shop.id, id: file.fileId }, data });
  await applyCreditFile(context, file.fileId);
}

async function endCredit(context: ShopContext): Promise<void> {
  await expireCredit({ ...context, clock: clockAt(new Date("2028-01-01")) });
  await rollUpCredit(context);
}

/** Lists and reports, each of them for a single page. */
export async function readLists(context: ShopContext): Promise<void> {
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
  await readLiability(context);
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
  const customers = await db.prisma.customer.findMany({ where: { shopId: shop.id }, take: LINES });
  const lines = customers.map(({ platformCustomerId, email }, at) =>
    at % 2 === 0 || !email ? `${platformCustomerId},,${cells}` : `,${email},${cells}`,
  );
  return [`customer,email,${columns}`, ...lines].join("\n");
}

async function drain(pieces: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of pieces);
}
