import { type Conditions, namesOf } from "#app/lib/listing.ts";
import {
  beginningsOf,
  customerPattern,
  hasBeginning,
  hasWord,
  hasWords,
  isIndexed,
  otherForm,
  patternsOf,
} from "../../customers/customer-text.ts";

export const MEMBER_STATES = ["any", "active", "paused", "cancelled"] as const;

/** What narrows a merchant's list of customers. */
export interface CustomerFilters {
  /** The platform's number of the customer. */
  number?: bigint | undefined;
  /** Each is part of the name or the e-mail address, in any case. At least one. */
  words?: readonly string[] | undefined;
  /** Has a charge that failed and is not paid. */
  pastDue?: true | undefined;
  /** A tag that plans and tiers keep. */
  tag?: string | undefined;
  /** Internal number of a tier of the loyalty program. */
  tier?: number | undefined;
  /** Has credit, or points, that can be spent. */
  credit?: true | undefined;
  points?: true | undefined;
  /** Has a membership in this state; `any` also one that ended. */
  member?: (typeof MEMBER_STATES)[number] | undefined;
  /** Has an active subscription. */
  subscribed?: true | undefined;
  /** Internal id of a plan. Has a subscription of it that is not canceled. */
  plan?: bigint | undefined;
}

/** Words are a filter of another kind where there is one alone, and where all are too short for the index. */
export type CustomerFilter = keyof CustomerFilters | "word" | "beginning";

export const BY_TEXT = ["word", "words", "beginning"] as const satisfies CustomerFilter[];

/**
 * The customers of each filter, by an index, which has their ids where it can, so that the table is not asked, and in its
 * order, so that it is the index that is read. Not limited:
 * the caller limits. The store is the first parameter. In the order in which they promise to be few.
 */
export const SOURCES: Conditions<CustomerFilter> = {
  number: (p) =>
    `SELECT x.id FROM customers x WHERE x.shop_id = $1 AND x.platform_customer_id = $${p}::bigint`,
  word: (p) => `SELECT c.id FROM customers c WHERE c.shop_id = $1 AND ${hasWord(p)}`,
  words: (p) => `SELECT c.id FROM customers c WHERE c.shop_id = $1 AND ${hasWords(p)}`,
  beginning: (p) => `SELECT c.id FROM customers c WHERE c.shop_id = $1 AND ${hasBeginning(p)}`,
  // Each by its own id: a join of whole tables would be tempted to read both.
  pastDue: (p) => `
    SELECT s.customer_id AS id FROM billing_cycles b
    CROSS JOIN LATERAL (
      SELECT customer_id FROM subscriptions WHERE shop_id = $1 AND id = b.subscription_id AND customer_id IS NOT NULL LIMIT 1) s
    WHERE b.shop_id = $1 AND b.state = 'past_due' AND $${p}::boolean ORDER BY b.past_due_since, b.subscription_id`,
  tag: (p) => `
    SELECT x.customer_id AS id FROM customer_tags x
    WHERE x.shop_id = $1 AND x.tag = $${p} AND x.state IN ('held', 'foreign') ORDER BY x.customer_id`,
  plan: (p) => `
    SELECT x.customer_id AS id FROM subscriptions x
    WHERE x.shop_id = $1 AND x.plan_id = $${p}::bigint AND x.status <> 'cancelled' AND x.customer_id IS NOT NULL ORDER BY x.customer_id`,
  tier: (p) => `
    SELECT x.customer_id AS id FROM loyalty_standings x
    WHERE x.shop_id = $1 AND x.tier_id = $${p}::integer ORDER BY x.customer_id`,
  credit: (p) => `
    SELECT x.customer_id AS id FROM credit_rankings x
    WHERE x.shop_id = $1 AND x.available_minor > 0 AND $${p}::boolean ORDER BY x.available_minor, x.customer_id`,
  points: (p) => `
    SELECT x.customer_id AS id FROM credit_accounts x
    WHERE x.shop_id = $1 AND x.unit = 'points' AND x.available_minor > 0 AND $${p}::boolean ORDER BY x.customer_id`,
  member: (p) => `
    SELECT x.customer_id AS id FROM members x
    WHERE x.shop_id = $1 AND x.status = ANY ($${p}::text[]) ORDER BY x.status, x.customer_id`,
  subscribed: (p) => `
    SELECT x.customer_id AS id FROM subscriptions x
    WHERE x.shop_id = $1 AND x.status = 'active' AND $${p}::boolean AND x.customer_id IS NOT NULL ORDER BY x.next_billing_at, x.customer_id`,
};

/** Asks of one customer, by an index: never of all of them, as a join might. */
const has = (from: string) => `(SELECT 1 FROM ${from} LIMIT 1) IS NOT NULL`;

/** Whether a customer `o` passes a filter. */
export const TESTS: Conditions<CustomerFilter> = {
  number: (p) =>
    has(
      `customers c WHERE c.shop_id = $1 AND c.id = o.id AND c.platform_customer_id = $${p}::bigint`,
    ),
  word: (p) => has(`customers c WHERE c.shop_id = $1 AND c.id = o.id AND ${hasWord(p)}`),
  words: (p) => has(`customers c WHERE c.shop_id = $1 AND c.id = o.id AND ${hasWords(p)}`),
  beginning: (p) => has(`customers c WHERE c.shop_id = $1 AND c.id = o.id AND ${hasBeginning(p)}`),
  pastDue: (p) =>
    `$${p}::boolean AND ${has(
      `subscriptions s JOIN billing_cycles b ON b.shop_id = $1 AND b.subscription_id = s.id AND b.state = 'past_due'
       WHERE s.shop_id = $1 AND s.customer_id = o.id`,
    )}`,
  tag: (p) =>
    has(
      `customer_tags x WHERE x.shop_id = $1 AND x.customer_id = o.id AND x.tag = $${p} AND x.state IN ('held', 'foreign')`,
    ),
  plan: (p) =>
    has(
      `subscriptions s WHERE s.shop_id = $1 AND s.customer_id = o.id AND s.plan_id = $${p}::bigint AND s.status <> 'cancelled'`,
    ),
  tier: (p) =>
    has(
      `loyalty_standings x WHERE x.shop_id = $1 AND x.customer_id = o.id AND x.tier_id = $${p}::integer`,
    ),
  credit: (p) => `$${p}::boolean AND ${hasBalance("money")}`,
  points: (p) => `$${p}::boolean AND ${hasBalance("points")}`,
  member: (p) =>
    has(
      `members x WHERE x.shop_id = $1 AND x.customer_id = o.id AND x.status = ANY ($${p}::text[])`,
    ),
  subscribed: (p) =>
    `$${p}::boolean AND ${has("subscriptions s WHERE s.shop_id = $1 AND s.customer_id = o.id AND s.status = 'active'")}`,
};

function hasBalance(unit: "money" | "points"): string {
  return has(
    `credit_accounts x WHERE x.shop_id = $1 AND x.customer_id = o.id AND x.unit = '${unit}' AND x.available_minor > 0`,
  );
}

/** Names of the filters that are set, and the values of their parameters in the same order. */
export function readCustomerFilters({ words, ...others }: CustomerFilters) {
  const filters: { readonly [N in CustomerFilter]?: unknown } = {
    ...others,
    ...(words && readWords(words)),
  };
  const names = namesOf(SOURCES, filters);
  return { names, set: names.map((name) => filterValue(name, filters[name])) };
}

function readWords(words: readonly string[]) {
  if (!words.some(isIndexed)) return { beginning: beginningsOf(words) };
  const [first = ""] = words;
  const isOne = words.length === 1 && otherForm(first) === null;
  return isOne ? { word: customerPattern(first) } : { words: patternsOf(words) };
}

function filterValue(name: CustomerFilter, value: unknown): unknown {
  if (name === "number" || name === "plan") return String(value);
  if (name === "member") return value === "any" ? ["active", "paused", "cancelled"] : [value];
  return value;
}
