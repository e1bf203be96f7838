import type { Pool } from "pg";
import { coalesceReads } from "#app/lib/coalescer.ts";
import { readInParts } from "#app/lib/one-way.ts";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { readCreditAccount } from "../../ledger/read-account.ts";
import { COUPON_STATUS } from "../rewards/move-coupons.ts";
import { RULE_STATUS } from "../rules/read-rules.ts";
import type { Progress } from "../rules/rule-type-module.ts";
import type { Ladder, Tier, TierBasis } from "../tiers/ladder.ts";
import { readLadders } from "../tiers/read-ladders.ts";
import { shownProgress } from "./shown-progress.ts";

/** Where a customer stands in the loyalty program. */
export interface LoyaltyStanding {
  pointsBalance: number;
  pointsPending: number;
  /** All that were given, without those that were taken back. */
  lifetimePoints: number;
  rules: { id: bigint; type: string; name: string; progress: Progress | null }[];
  availableCoupons: number;
  tier: TierStanding;
}

/** Where a customer stands among the tiers; all null where the store has none. */
export interface TierStanding {
  current: Tier | null;
  next: Tier | null;
  /** What is missing for the next one: points, minor units of the store's currency, or orders. */
  missing: number | null;
  /** What counts today, in the same unit. */
  amount: number;
  basis: TierBasis | null;
  reviewAt: Date | null;
}

const READ_STANDINGS = `
  SELECT w.place,
    (SELECT coalesce(-sum(e.amount_minor), 0) FROM credit_entries e
     WHERE e.shop_id = $1 AND e.customer_id = w.customer_id AND e.unit = 'points' AND e.status = 0 AND e.type_code = $4) AS taken_back,
    (SELECT count(*) FROM loyalty_coupons c
     WHERE c.shop_id = $1 AND c.customer_id = w.customer_id AND c.status = $5 AND c.discount_gid IS NOT NULL
       AND (c.expires_at IS NULL OR c.expires_at > w.now)) AS open_coupons,
    (SELECT json_agg(json_build_array(p.rule_id::text, p.current, p.required, p.until)) FROM loyalty_progress p
     WHERE p.shop_id = $1 AND p.customer_id = w.customer_id) AS progress,
    (SELECT json_build_object('tier_id', s.tier_id, 'amount', s.amount, 'review_at', s.review_at) FROM loyalty_standings s
     WHERE s.shop_id = $1 AND s.customer_id = w.customer_id) AS standing
  FROM unnest($2::bigint[], $3::timestamptz[]) WITH ORDINALITY AS w (customer_id, now, place)`;

/** What the store offers everybody, which those who ask together share. */
const READ_PROGRAM = `
  SELECT
    (SELECT json_agg(json_build_object('id', r.id::text, 'type', r.type, 'name', r.name) ORDER BY r.position, r.id)
     FROM loyalty_rules r WHERE r.shop_id = $1 AND r.status = $2) AS rules,
    (SELECT json_build_object('basis', l.basis, 'tiers', l.tiers) FROM loyalty_ladders l
     WHERE l.shop_id = $1 ORDER BY l.version DESC LIMIT 1) AS ladder`;

interface StoredProgram {
  rules: { id: string; type: string; name: string }[] | null;
  ladder: Pick<Ladder, "basis" | "tiers"> | null;
}

interface StoredStanding {
  place: string;
  taken_back: string;
  open_coupons: string;
  progress: [id: string, current: number, required: number, until: string | null][] | null;
  standing: { tier_id: number | null; amount: number; review_at: string | null } | null;
}

interface Wanted {
  customerId: bigint;
  now: Date;
}

/** All but the account, for those who ask together: a page of the storefront waits for it. */
const readStored = coalesceReads(async (pool: Pool, shopId: bigint | null, wanted: Wanted[]) => {
  const [programs, standings] = await Promise.all([
    pool.query<StoredProgram>(prepared(READ_PROGRAM, [String(shopId), RULE_STATUS.active])),
    pool.query<StoredStanding>(
      prepared(READ_STANDINGS, [
        String(shopId),
        wanted.map(({ customerId }) => String(customerId)),
        wanted.map(({ now }) => now),
        CREDIT_TYPES.takenBack,
        COUPON_STATUS.active,
      ]),
    ),
  ]);
  const [program] = programs.rows;
  const found = new Map(standings.rows.map((row) => [Number(row.place) - 1, row]));
  return wanted.map((_, at) => {
    const row = found.get(at);
    if (!program || !row) throw new Error("A statement of sums has answered no row.");
    return { ...program, ...row };
  });
});

export async function readStanding(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  customerId: bigint,
): Promise<LoyaltyStanding> {
  const now = context.clock.now();
  const [account, row] = await Promise.all([
    readCreditAccount(context, customerId, "points"),
    readStored(context.db.pool, context.shop.id, { customerId, now }),
  ]);
  const { standing } = row;
  const progress = new Map(row.progress?.map(([ruleId, ...rest]) => [ruleId, rest]));
  return {
    pointsBalance: account.availableMinor,
    pointsPending: account.pendingMinor,
    // A refund in part takes all points of its order back and gives those of the rest.
    lifetimePoints: account.issuedMinor - Number(row.taken_back),
    rules: (row.rules ?? []).map(({ id, type, name }) => ({
      ...{ id: BigInt(id), type, name },
      progress: toProgress(progress.get(id), now),
    })),
    availableCoupons: Number(row.open_coupons),
    tier: toTierStanding(
      row.ladder,
      standing && {
        tierId: standing.tier_id,
        amount: standing.amount,
        reviewAt: dateOf(standing.review_at),
      },
    ),
  };
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

function toProgress(
  stored: [current: number, required: number, until: string | null] | undefined,
  now: Date,
): Progress | null {
  if (!stored) return null;
  const [current, required, until] = stored;
  return shownProgress({ current, required, until: dateOf(until) }, now);
}

/** Where these customers stand among the tiers of the store, by their ids. */
export async function readTiers(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerIds: readonly bigint[],
): Promise<(customerId: bigint) => TierStanding> {
  const ladder = (await readLadders(db.prisma, shop.id)).at(-1) ?? null;
  const rows = await readInParts(customerIds, (some) =>
    db.prisma.loyaltyStanding.findMany({ where: { shopId: shop.id, customerId: { in: some } } }),
  );
  const rowOf = new Map(rows.map((row) => [row.customerId, row]));
  return (customerId) => toTierStanding(ladder, rowOf.get(customerId) ?? null);
}

function toTierStanding(
  ladder: Pick<Ladder, "basis" | "tiers"> | null,
  row: { tierId: number | null; amount: number | bigint; reviewAt: Date | null } | null,
): TierStanding {
  const tiers = ladder?.tiers ?? [];
  const rank = tiers.findIndex(({ id }) => id === row?.tierId);
  const next = tiers[rank + 1] ?? null;
  const amount = Number(row?.amount ?? 0);
  return {
    current: tiers[rank] ?? null,
    next,
    // What leaves the year meanwhile is found at the next count: never less than one is missing.
    missing: next && Math.max(1, next.threshold - amount),
    amount,
    basis: ladder?.basis ?? null,
    reviewAt: row?.reviewAt ?? null,
  };
}
