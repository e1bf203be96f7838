import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";
import { readPlanPricing } from "../plans/managed-plan-group.ts";
import { findObstacle, type PriceObstacle } from "./find-obstacle.ts";
import { ownPriceOf } from "./plan-price/plan-price-fields.ts";

/** Those who pay the same now. */
interface PriceGroup {
  /** Of a subscription's lines of the plan for one cycle; minor units of the store's currency. */
  priceMinor: number;
  /** What it is the sum of: a change in percent rounds the price of each piece. */
  pieces: { priceMinor: number; quantity: number }[];
  count: number;
}

/** Whom a change of a plan's price is for, before it is started. */
export interface PriceChangePreview {
  planName: string;
  total: number;
  paused: number;
  /** They cannot be told of a higher price, and keep theirs. */
  withoutEmail: number;
  /** They have a lower price for their first charges, and get the new one after it. */
  withSteps: number;
  /** Of all others. The most common prices first. */
  prices: PriceGroup[];
  /** They have not got their old price back from a stopped change, and are left out. */
  leftOut: number;
  /** They pay in another currency than the store's, and are left out. Not in `total`. */
  inOtherCurrencies: number;
  /** Why it cannot be started yet. */
  obstacle: PriceObstacle | null;
  /** What new subscribers pay; null where the plan follows its products' prices. */
  planPriceMinor: number | null;
}

const MOST_PRICES = 10;

/** @throws AppError not_found. */
export async function previewPriceChange(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  planId: bigint,
): Promise<PriceChangePreview> {
  const plan = await db.prisma.plan.findUnique({
    where: { shopId_id: { shopId: shop.id, id: planId } },
  });
  if (!plan) throw new AppError("not_found", "There is no such plan.");
  // What came before lines had prices is counted whole until its contract changes.
  const groups = await db.prisma.$queryRaw<
    {
      price_minor: bigint;
      pieces: PriceGroup["pieces"] | null;
      steps: boolean;
      count: bigint;
      paused: bigint;
      silent: bigint;
      left_out: bigint;
    }[]
  >`
    SELECT coalesce(l.price_minor, s.price_minor) AS price_minor, l.pieces,
      s.price_step < ANY (s.price_steps) AS steps, count(*) AS count,
      count(*) FILTER (WHERE s.status = 'paused') AS paused,
      count(*) FILTER (WHERE c.email IS NULL) AS silent,
      count(*) FILTER (WHERE EXISTS (SELECT FROM price_change_rows r JOIN price_changes p ON p.shop_id = r.shop_id AND p.id = r.price_change_id
        WHERE r.shop_id = s.shop_id AND r.subscription_id = s.id AND p.plan_id = s.plan_id AND p.stopped_at IS NOT NULL
          AND r.state IN ('waiting', 'told', 'writing', 'written'))) AS left_out
    FROM subscriptions s LEFT JOIN customers c ON c.shop_id = s.shop_id AND c.id = s.customer_id
    CROSS JOIN LATERAL (
      SELECT sum((line->>'priceMinor')::bigint * (line->>'quantity')::bigint)::bigint AS price_minor,
        jsonb_agg(jsonb_build_object('priceMinor', (line->>'priceMinor')::bigint, 'quantity', (line->>'quantity')::bigint)
          ORDER BY line->>'priceMinor', line->>'quantity') AS pieces
      FROM jsonb_array_elements(s.lines) AS line
      WHERE (line->>'sellingPlanId')::bigint = ${plan.platformPlanId}) AS l
    WHERE s.shop_id = ${shop.id} AND s.plan_id = ${planId} AND s.status IN ('active', 'paused')
      AND s.currency = ${shop.currency} AND (s.import_state IS NULL OR s.import_state = 'active')
    GROUP BY 1, 2, 3 ORDER BY count(*) DESC, 1, 2`;
  const inOtherCurrencies = await db.prisma.subscription.count({
    where: {
      ...{ shopId: shop.id, planId, status: { in: ["active", "paused"] } },
      currency: { not: shop.currency },
      OR: [{ importState: null }, { importState: "active" }],
    },
  });
  const sum = (name: "count" | "paused" | "silent" | "left_out", of = groups) =>
    of.reduce((total, group) => total + Number(group[name]), 0);
  const withSteps = groups.filter(({ steps }) => steps);
  return {
    planName: plan.name,
    ...{ total: sum("count"), paused: sum("paused") },
    ...{ withoutEmail: sum("silent"), withSteps: sum("count", withSteps) },
    leftOut: sum("left_out"),
    inOtherCurrencies,
    obstacle: await findObstacle(db.prisma, { shopId: shop.id, planId, now: clock.now() }),
    prices: groups
      .filter(({ steps }) => !steps)
      .slice(0, MOST_PRICES)
      .map(({ price_minor, pieces, count }) => {
        const priceMinor = Number(price_minor);
        return {
          priceMinor,
          pieces: pieces ?? [{ priceMinor, quantity: 1 }],
          count: Number(count),
        };
      }),
    planPriceMinor: ownPriceOf(readPlanPricing(plan.pricing)),
  };
}
