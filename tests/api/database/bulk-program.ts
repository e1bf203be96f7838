import type { AppContext, ShopContext } from "#app/domain/context.ts";
import { mergeCustomers } from "#app/domain/customer-merges/merge-customers.ts";
import { dispatchUnreadEvents } from "#app/domain/events/dispatch-events.ts";
import { pruneEvents } from "#app/domain/events/prune-events.ts";
import { readCreditAgeing } from "#app/domain/ledger/reports/read-credit-ageing.ts";
import { readCreditLiability } from "#app/domain/ledger/reports/read-credit-liability.ts";
import { readPointsFigures } from "#app/domain/loyalty/program/read-points-figures.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { recountLoyalty } from "#app/domain/loyalty/settle/recount-loyalty.ts";
import { runTierPreview } from "#app/domain/loyalty/tiers/preview/run-tier-preview.ts";
import { startTierPreview } from "#app/domain/loyalty/tiers/preview/start-tier-preview.ts";
import { saveLadder } from "#app/domain/loyalty/tiers/save-ladder.ts";
import { noteDay } from "#app/domain/loyalty/triggers/days/note-day.ts";
import { readTags } from "#app/domain/loyalty/triggers/read-tags.ts";
import { removeOldFiles } from "#app/domain/loyalty/triggers/receipts/receipt-room.ts";
import { pruneDoneRows } from "#app/domain/schedule/prune-done-rows.ts";
import { sweepDueTasks } from "#app/domain/schedule/sweep-due-tasks.ts";
import { SUBSCRIBERS } from "#app/jobs/subscribers.ts";
import type { Platform } from "#app/platform/platform.ts";

const TIERS = {
  basis: "spend",
  tiers: [
    { id: null, name: "Silver", threshold: 100, multiplier: 100, perks: "", entryReward: null },
    { id: null, name: "Gold", threshold: 1000, multiplier: 150, perks: "", entryReward: null },
  ],
};

/** Tiers for all customers: what they would change, and counting everybody again. */
export async function workOnTiers(context: ShopContext): Promise<void> {
  await runTierPreview(context, await startTierPreview(context, { key: "1", input: TIERS }));
  const saved = await saveLadder(context, { version: 0, input: TIERS });
  if (saved.outcome !== "saved") throw new Error("the tiers were not saved");
  await recountLoyalty(context, { cause: "tiers", version: saved.ladder.version, afterId: 0n });
}

/** A day on which many customers have their birthday, and others have been there for whole years. */
export async function workOnDays(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  await db.pool.query(
    `INSERT INTO loyalty_birthdays (shop_id, customer_id, month_day, counts_from, created_at, updated_at)
     SELECT shop_id, id, 601 + id % 28, date '2024-01-01', timestamptz '2023-12-01', timestamptz '2023-12-01'
     FROM customers WHERE shop_id = $1 ON CONFLICT DO NOTHING`,
    [String(shop.id)],
  );
  const period = { status: "active", startDate: "2024-01-01" } as const;
  const reward = { reward_type: "points", points: 5 };
  for (const rule of [
    { type: "birthday_reward", settings: {} },
    { type: "anniversary_reward", settings: { basis: "account" } },
    { type: "anniversary_reward", settings: { basis: "membership" } },
  ]) {
    await createRule(context, { ...rule, reward, name: "Days", ...period });
  }
  for (const part of ["birthday", "account", "membership"] as const) {
    await noteDay(context, { day: "2026-06-15", part, afterId: 0n, since: null });
  }
}

/** The reports of what is owed, in money and in points, over a year of months. */
export async function readLiability(context: ShopContext): Promise<void> {
  const months = Array.from({ length: 12 }, (_, at) => ({
    name: `Month ${at}`,
    start: new Date(Date.UTC(2025, 6 + at, 1)),
    end: new Date(Date.UTC(2025, 7 + at, 1)),
  }));
  for (const unit of ["money", "points"] as const) {
    await readCreditLiability(context, months, unit);
    await readCreditAgeing(context, unit);
  }
  await readPointsFigures(context);
}

/** Customers who are merged in pairs, and tags that many customers have. */
export async function workOnCustomers(context: ShopContext): Promise<void> {
  const { db, shop } = context;
  const customers = await db.prisma.customer.findMany({
    ...{ where: { shopId: shop.id, mergedIntoId: null }, orderBy: { id: "desc" }, take: 120 },
  });
  const items = customers.slice(0, 100).map(({ platformCustomerId, email, createdAt }) => ({
    ...{ customerId: Number(platformCustomerId), isPartial: false, email, locale: null },
    ...{ firstName: "Anna", lastName: "Tagged", createdAt, updatedAt: createdAt, tags: ["VIP"] },
  }));
  const platform = {
    listTaggedCustomers: async () => ({ items, nextCursor: null }),
  } as unknown as Platform;
  await readTags({ ...context, platform }, ["VIP"]);
  for (let at = 100; at < 120; at += 2) {
    const [gone, kept] = [customers[at], customers[at + 1]];
    if (gone && kept) await mergeCustomers(context, Number(gone.platformCustomerId), kept.id);
  }
}

/** What the clock's jobs look for and remove in all stores. */
export async function sweep(app: Pick<AppContext, "db">): Promise<void> {
  await sweepDueTasks(app);
  await dispatchUnreadEvents(app, SUBSCRIBERS);
  await pruneEvents(app, SUBSCRIBERS);
  await pruneDoneRows(app);
  await removeOldFiles(app);
}
