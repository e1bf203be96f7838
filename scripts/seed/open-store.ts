import { createDefaultReasons } from "#app/domain/churn/reasons/create-default-reasons.ts";
import { SHOP_TABLES } from "#app/domain/compliance/erase-shop.ts";
import { type Shop, toShop } from "#app/domain/shops/shop.ts";
import type { Shop as ShopRow } from "#app/generated/prisma/client.ts";
import { endOfDate } from "#app/lib/calendar-date.ts";
import { clockAt, clockWithOffset } from "#app/lib/clock.ts";
import type { Database, Queries } from "#app/lib/db.ts";
import { currencyExponent } from "#app/lib/money.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { PLAN_GROUPS, type SeedOffer, type SeedPlan } from "./plan-catalogue.ts";
import { Choice } from "./random.ts";
import type { SeedCommand } from "./seed-command.ts";
import type { SeedProgress } from "./seed-progress.ts";
import { StoreCalendar } from "./store-calendar.ts";
import type { SeedStore } from "./store-frame.ts";

const HOUR_MS = 3_600_000;

/** What people have set up stays, also when the store is filled again. */
const KEPT_TABLES: readonly string[] = [
  "api_keys",
  "staff_members",
  "saved_views",
  "mail_settings",
  "rate_limit_windows",
  "cancellation_reason_offers",
  "cancellation_reasons",
  "churn_offers",
  "shop_write_locks",
];

/** They refer to holds of credit, by a column without an index. */
const EMPTIED_FIRST = ["billing_attempts", "billing_cycles"];

/**
 * The store to be filled, with its plans and reasons and without any history: it is made when it is not there, and emptied
 * when it was seeded before.
 *
 * @throws UserFacingError for a store that has a history of its own, and for a last day that is not over.
 */
export async function openStore(
  db: Database,
  command: SeedCommand,
  progress: SeedProgress,
): Promise<{ shop: Shop; store: SeedStore }> {
  const row = (await findShop(db, command.shop)) ?? (await createShop(db, command));
  const shop = toShop(row);
  const now = lastInstant(shop, command.until);
  const wasSeeded = isRecord(row.settings) && "seeded" in row.settings;
  const isUsed = await hasHistory(db, shop.id);
  if (isUsed && !wasSeeded) {
    throw new UserFacingError(
      `${shop.domain} has customers or orders of its own, and only a store that was seeded is filled again. Name another store with --shop.`,
    );
  }
  if (isUsed) await empty(db, shop, progress);
  const calendar = new StoreCalendar(shop.ianaTimezone, now);
  const frame = await db.transaction(async (tx) => {
    const { customers, orders, subscriptions, seed } = command;
    const seeded = { seed, customers, orders, subscriptions, until: now.toISOString() };
    await tx.$executeRaw`
      UPDATE shops SET settings = settings || jsonb_build_object('seeded', ${JSON.stringify(seeded)}::jsonb),
        installed_at = least(installed_at, ${new Date(calendar.begin)}), imported_at = coalesce(imported_at, ${new Date()}::timestamptz)
      WHERE id = ${shop.id}`;
    const context = { shop, clock: clockAt(new Date(calendar.begin)) };
    await createDefaultReasons(context, tx);
    return { plans: await createPlans(tx, shop, calendar), offers: await findOffers(tx, shop.id) };
  });
  const { id: shopId, domain, ianaTimezone: zone, currency } = shop;
  const store = {
    ...{ shopId, domain, zone, currency, decimals: currencyExponent(currency) },
    ...{ seed: command.seed, calendar, ...frame },
  };
  return { shop, store };
}

function findShop(db: Database, domain: string): Promise<ShopRow | null> {
  return db.prisma.shop.findUnique({ where: { domain } });
}

function createShop(db: Database, { shop: domain, seed }: SeedCommand): Promise<ShopRow> {
  return db.prisma.shop.create({
    data: {
      ...{ domain, name: `Seeded store ${seed}`, contactEmail: `help@${domain}` },
      ...{ ianaTimezone: "Europe/Berlin", currency: "EUR", installedAt: new Date() },
      settings: { seeded: {} },
    },
  });
}

/** The last instant of the history: of the day that was named, else of the last full hour of the store's clock. */
function lastInstant(shop: Shop, until: string | null): Date {
  const now = clockWithOffset(shop.clockOffsetMs).now();
  if (until === null) return new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
  const end = endOfDate(until, shop.ianaTimezone);
  if (end && end <= now) return new Date(end.getTime() - 1000);
  const today = formatDate(now, shop.ianaTimezone);
  throw new UserFacingError(`--until takes a day that is over in the store: before ${today}.`);
}

async function hasHistory({ prisma }: Database, shopId: bigint): Promise<boolean> {
  const where = { shopId };
  const found = await Promise.all([
    prisma.order.findFirst({ where, select: { id: true } }),
    prisma.customer.findFirst({ where, select: { id: true } }),
    prisma.subscription.findFirst({ where, select: { id: true } }),
    prisma.planGroup.findFirst({ where, select: { id: true } }),
  ]);
  return found.some((row) => row !== null);
}

/**
 * Deletes a store's history, table by table. What is left of deleted rows is removed at once: for each row of the next
 * table the database looks whether one refers to it, and not all those columns have an index.
 */
async function empty(db: Database, { id, domain }: Shop, progress: SeedProgress): Promise<void> {
  progress.say(`Emptying ${domain}, which was seeded before …`);
  const client = await db.pool.connect();
  try {
    await client.query("SET enable_seqscan = off");
    for (const table of new Set<string>([...EMPTIED_FIRST, ...SHOP_TABLES])) {
      if (KEPT_TABLES.includes(table)) continue;
      progress.begin(`Emptying ${table}`);
      const { rowCount } = await client.query(`DELETE FROM ${table} WHERE shop_id = $1`, [
        String(id),
      ]);
      if (!rowCount) continue;
      await client.query(`VACUUM ${table}`);
      progress.end(`Emptying ${table}`, rowCount);
    }
  } finally {
    await client.query("RESET enable_seqscan").catch(() => {});
    client.release();
  }
}

async function createPlans(
  tx: Queries,
  { id: shopId }: Shop,
  calendar: StoreCalendar,
): Promise<SeedStore["plans"]> {
  const made: SeedPlan[] = [];
  const createdAt = new Date(calendar.begin);
  const times = { createdAt, updatedAt: createdAt };
  for (const [at, { name, kind, product, plans }] of PLAN_GROUPS.entries()) {
    const platformGroupId = BigInt(610_000_000 + at);
    const group = await tx.planGroup.create({
      data: { shopId, platformGroupId, name, kind, ...times },
    });
    for (const [position, plan] of plans.entries()) {
      const platformPlanId = 620_000_000 + at * 100 + position;
      const { interval, creditMinor, creditMonths, forfeitsCredit, trial } = plan;
      const { id } = await tx.plan.create({
        data: {
          ...{ shopId, planGroupId: group.id, platformPlanId: BigInt(platformPlanId), position },
          ...{ name: plan.name, intervalUnit: interval.unit, intervalCount: interval.count },
          ...{ creditExpiryMonths: creditMonths, creditForfeitOnCancel: forfeitsCredit },
          creditAmountMinor: creditMinor,
          creditAmountSince: creditMinor ? createdAt : null,
          ...{ trialDays: trial?.days ?? null, trialFeeMinor: trial?.feeMinor ?? null, ...times },
        },
      });
      const productId = 630_000_000_000 + at * 10;
      made.push({
        ...plan,
        id: Number(id),
        platformPlanId,
        kind,
        groupName: name,
        product,
        productId,
      });
    }
  }
  const ofKind = (wanted: SeedPlan["kind"]) =>
    new Choice(
      made.flatMap((plan) => (plan.kind === wanted ? [[plan, plan.weight] as const] : [])),
    );
  return { membership: ofKind("membership"), product: ofKind("product") };
}

async function findOffers(tx: Queries, shopId: bigint): Promise<SeedStore["offers"]> {
  const rows = await tx.churnOffer.findMany({
    where: { shopId, active: true, archivedAt: null },
    orderBy: { id: "asc" },
  });
  const offers: Partial<Record<string, SeedOffer>> = {};
  for (const { id, name, description, type, rules } of rows) {
    offers[type] ??= {
      ...{ id: Number(id), name, description, type: type as SeedOffer["type"] },
      rules: rules as Record<string, unknown>,
    };
  }
  return offers;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
