import { type Conditions, type ListPage, namesOf, whereOf } from "#app/lib/listing.ts";
import { prepared } from "#app/lib/prepared.ts";
import { searchWords } from "#app/lib/search-words.ts";
import type { ShopContext } from "../../context.ts";
import { customersByWords, PATTERNS, patternsOf } from "../../customers/customer-text.ts";
import { COUPON_STATUS } from "../rewards/move-coupons.ts";
import type { RewardRules } from "../rewards/reward-types.ts";

export const COUPON_STATES = ["active", "used", "expired", "disabled"] as const;
type CouponState = (typeof COUPON_STATES)[number];

/** The contract's coupon types (section 4.6). */
export const COUPON_TYPES = [
  "amount_off_orders",
  "amount_off_products",
  "free_product",
  "free_shipping",
  "buy_x_get_y",
] as const;

/** What narrows the list of coupons. */
export interface CouponFilters {
  /** As of the list's `now`: one is expired from the instant on at which it ends. */
  state?: CouponState | undefined;
  type?: (typeof COUPON_TYPES)[number] | undefined;
  /** A coupon's code, in any case, or parts of its customer's name or email address. */
  search?: string | undefined;
  /** The internal id of who has them. */
  customerId?: bigint | undefined;
}

/** A coupon as the merchant reads it. */
export interface ManagedCoupon {
  id: bigint;
  code: string;
  state: CouponState;
  type: string;
  reward: RewardRules;
  ruleName: string;
  usageCount: number;
  expiresAt: Date | null;
  createdAt: Date;
  /** Whether the platform has its code. */
  isPublished: boolean;
  customer: {
    id: bigint;
    firstName: string | null;
    lastName: string | null;
    email: string | null;
    isErased: boolean;
  };
}

// Statuses as decisions 10 number them. The second parameter is now.
const STATE = `CASE WHEN f.status = ${COUPON_STATUS.active} AND f.expires_at <= $2 THEN 'expired'
  WHEN f.status = ${COUPON_STATUS.active} THEN 'active' WHEN f.status = ${COUPON_STATUS.used} THEN 'used'
  WHEN f.status = ${COUPON_STATUS.expired} THEN 'expired' ELSE 'disabled' END`;

const CONDITIONS: Conditions<keyof CouponFilters> = {
  state: (parameter) => `${STATE} = $${parameter}`,
  type: (parameter) => `f.type = $${parameter}`,
  customerId: (parameter) => `f.customer_id = $${parameter}`,
  search: (parameter) => `f.id IN (
    SELECT k.id FROM loyalty_coupons k
    WHERE k.shop_id = $1 AND upper(k.code) = upper(($${parameter}::text[])[${PATTERNS + 1}])
    UNION
    SELECT k.id FROM loyalty_coupons k
    WHERE k.shop_id = $1 AND k.customer_id IN (${customersByWords(parameter)}))`,
};

/** The statement for these filters. A page behind the end is one row that holds the total and nothing else. */
export function couponsSql(names: readonly (keyof CouponFilters)[]): string {
  const where = whereOf(CONDITIONS, names, 5);
  return `
  SELECT t.total, p.id, p.code, p.state, p.type, p.reward, p.rule_name, p.usage_count, p.expires_at, p.created_at,
    p.discount_gid IS NOT NULL AS is_published, p.customer_id, c.first_name, c.last_name, c.email,
    c.redacted_at IS NOT NULL AS is_erased
  FROM (SELECT count(*) AS total FROM loyalty_coupons f
        WHERE f.shop_id = $1${where}) t
  LEFT JOIN (SELECT f.*, ${STATE} AS state FROM loyalty_coupons f WHERE f.shop_id = $1${where}
             ORDER BY f.id DESC LIMIT $3 OFFSET $4) p ON true
  LEFT JOIN customers c ON c.shop_id = $1 AND c.id = p.customer_id
  ORDER BY p.id DESC`;
}

interface Row {
  total: string;
  id: string | null;
  code: string;
  state: string;
  type: string;
  reward: RewardRules;
  rule_name: string;
  usage_count: number;
  expires_at: Date | null;
  created_at: Date;
  is_published: boolean;
  customer_id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  is_erased: boolean;
}

/** A page of a store's coupons, newest first, and how many there are in all. */
export async function listCouponsForMerchant(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  filters: CouponFilters,
  { limit, offset }: ListPage,
): Promise<{ coupons: ManagedCoupon[]; total: number }> {
  const names = namesOf(CONDITIONS, filters);
  const set = names.map((name) =>
    name === "search" ? searchedFor(filters.search ?? "") : filters[name],
  );
  const values = [String(shop.id), clock.now(), limit, offset, ...set];
  const { rows } = await db.pool.query<Row>(prepared(couponsSql(names), values));
  return {
    coupons: rows.flatMap((row) => (row.id === null ? [] : [toCoupon(row, row.id)])),
    total: Number(rows[0]?.total ?? 0),
  };
}

/** Patterns of the words, and at the end the text itself, for a code. */
function searchedFor(search: string): (string | null)[] {
  return [...patternsOf(searchWords(search)), search];
}

function toCoupon(row: Row, id: string): ManagedCoupon {
  return {
    id: BigInt(id),
    state: row.state as CouponState,
    ...{ code: row.code, type: row.type, reward: row.reward, ruleName: row.rule_name },
    ...{ usageCount: row.usage_count, expiresAt: row.expires_at, createdAt: row.created_at },
    isPublished: row.is_published,
    customer: {
      id: BigInt(row.customer_id),
      ...{ firstName: row.first_name, lastName: row.last_name, email: row.email },
      isErased: row.is_erased,
    },
  };
}
