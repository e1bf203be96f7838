import { type Conditions, type ListPage, namesOf, whereOf } from "#app/lib/listing.ts";
import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../context.ts";
import { isOfAddress, isOfNumber } from "../customers/customer-conditions.ts";
import { availableCreditSql } from "../ledger/available-credit-sql.ts";
import type { CreditUnit } from "../ledger/movement.ts";
import { totalSql } from "../subscriptions/lists/list-totals.ts";
import type { SubscriptionStatus } from "../subscriptions/subscription-status.ts";

/** What narrows a list of members. */
export interface MemberFilters {
  /** Internal id. */
  id?: bigint | undefined;
  status?: SubscriptionStatus | undefined;
  /** Of the membership that the member's state comes from. An id that names nothing gives an empty list. */
  planId?: bigint | undefined;
  /** The platform's number. */
  platformCustomerId?: number | undefined;
  /** All spellings of one address, in lower case. */
  emails?: readonly string[] | undefined;
  /** Made at this instant or later. */
  createdFrom?: Date | undefined;
  /** Made before it. */
  createdBefore?: Date | undefined;
}

const CONDITIONS: Conditions<keyof MemberFilters> = {
  id: (parameter) => `f.id = $${parameter}`,
  status: (parameter) => `f.status = $${parameter}`,
  planId: (parameter) => `f.plan_id = $${parameter}`,
  platformCustomerId: (parameter) => isOfNumber("f.customer_id", parameter),
  emails: (parameter) => isOfAddress("f.customer_id", parameter),
  createdFrom: (parameter) => `f.created_at >= $${parameter}`,
  createdBefore: (parameter) => `f.created_at < $${parameter}`,
};

/** A member with what the ledger holds for them. */
export interface ListedMember {
  id: bigint;
  platformCustomerId: bigint;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  status: SubscriptionStatus;
  planId: bigint | null;
  planName: string;
  /** Credit that can be spent, in minor units of the store's currency. */
  creditMinor: number;
  points: number;
  /** The name of their loyalty tier; null in none. */
  tier: string | null;
  joinedAt: Date;
  pausedAt: Date | null;
  cancelledAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const availableOf = (unit: CreditUnit) => availableCreditSql(unit, "m.customer_id", "$4");

/** The statement for these filters; the same form as that for subscriptions. */
export function membersSql(names: readonly (keyof MemberFilters)[]): string {
  const where = whereOf(CONDITIONS, names, 5);
  return `
  SELECT t.total, m.id, m.status, m.plan_id, m.plan_name, m.joined_at, m.paused_at, m.cancelled_at, m.created_at,
         m.updated_at, c.platform_customer_id, c.email, c.first_name, c.last_name,
         ${availableOf("money")} AS credit_minor, ${availableOf("points")} AS points,
         (SELECT tier ->> 'name' FROM jsonb_array_elements(ladder.tiers) tier
          WHERE (tier ->> 'id')::integer = standing.tier_id) AS tier
  FROM (${totalSql("members", names, where)}) t
  LEFT JOIN (SELECT f.id FROM members f WHERE f.shop_id = $1${where}
             ORDER BY f.id DESC LIMIT $2 OFFSET $3) p ON true
  LEFT JOIN members m ON m.shop_id = $1 AND m.id = p.id
  LEFT JOIN customers c ON c.shop_id = $1 AND c.id = m.customer_id
  LEFT JOIN loyalty_standings standing ON standing.shop_id = $1 AND standing.customer_id = m.customer_id
  LEFT JOIN (SELECT tiers FROM loyalty_ladders WHERE shop_id = $1 ORDER BY version DESC LIMIT 1) ladder ON true
  ORDER BY m.id DESC`;
}

/** A page of everyone who ever had a membership, newest first by internal id, and how many there are in all. */
export async function listMembers(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  filters: MemberFilters,
  { limit, offset }: ListPage,
): Promise<{ members: ListedMember[]; total: number }> {
  const names = namesOf(CONDITIONS, filters);
  const values = [
    String(shop.id),
    limit,
    offset,
    clock.now(),
    ...names.map((name) => filters[name]),
  ];
  const { rows } = await db.pool.query<ListRow>(prepared(membersSql(names), values));
  return {
    members: rows.filter(({ id }) => id !== null).map(toMember),
    total: Number(rows[0]?.total ?? 0),
  };
}

interface ListRow {
  total: string;
  id: string;
  status: string;
  plan_id: string | null;
  plan_name: string;
  joined_at: Date;
  paused_at: Date | null;
  cancelled_at: Date | null;
  created_at: Date;
  updated_at: Date;
  platform_customer_id: string;
  email: string | null;
  first_name: string | null;
  last_name: string | null;
  credit_minor: string;
  points: string;
  tier: string | null;
}

function toMember(row: ListRow): ListedMember {
  return {
    id: BigInt(row.id),
    platformCustomerId: BigInt(row.platform_customer_id),
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    status: row.status as SubscriptionStatus,
    planId: row.plan_id === null ? null : BigInt(row.plan_id),
    planName: row.plan_name,
    creditMinor: Number(row.credit_minor),
    points: Number(row.points),
    tier: row.tier,
    joinedAt: row.joined_at,
    pausedAt: row.paused_at,
    cancelledAt: row.cancelled_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
