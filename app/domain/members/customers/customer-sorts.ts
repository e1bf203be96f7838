import { readInstant } from "#app/lib/instants.ts";

/** Orders of the list of customers: by credit there are those alone who have had some, by charge those who have one. */
export const CUSTOMER_SORTS = ["newest", "name", "credit", "next"] as const;

export type CustomerSort = (typeof CUSTOMER_SORTS)[number];

/** An order by a key, and by the internal id among equal ones, both in one direction. */
export interface Order {
  /** The table whose rows `x` an index has in this order, and which of them belong to it. */
  from: string;
  where: string;
  key: string;
  id: string;
  /** Further columns that `own` asks for. */
  more: string;
  /** Whether a row `o` of the index counts, asked of those alone that nothing else leaves out. */
  own: string;
  /** The key of a customer `o`, out of the rows `from`; none where they are not in this order. */
  keyOf: string;
  type: "timestamptz" | "text" | "bigint";
  descends: boolean;
}

/** As the index customers_by_since has it. */
const SINCE = "coalesce(x.platform_created_at, x.created_at)";
/** As the index customers_by_name has it. */
const NAME =
  "left(ltrim(lower(coalesce(x.first_name, '') || ' ' || coalesce(x.last_name, '') || ' ' || coalesce(x.email, ''))), 200)";

const CUSTOMERS = {
  from: "customers x",
  where: "x.merged_into_id IS NULL",
  id: "x.id",
  more: "",
  own: "true",
};
const isKept = `(SELECT 1 FROM customers c WHERE c.shop_id = $1 AND c.id = o.id AND c.merged_into_id IS NULL LIMIT 1) IS NOT NULL`;
const keyOfCustomer = (key: string) =>
  `SELECT ${key} AS key FROM customers x WHERE x.shop_id = $1 AND x.id = o.id AND x.merged_into_id IS NULL LIMIT 1`;

export const ORDERS: Readonly<Record<CustomerSort, Order>> = {
  newest: {
    ...CUSTOMERS,
    ...{ key: SINCE, keyOf: keyOfCustomer(SINCE), type: "timestamptz", descends: true },
  },
  name: {
    ...CUSTOMERS,
    ...{ key: NAME, keyOf: keyOfCustomer(NAME), type: "text", descends: false },
  },
  credit: {
    from: "credit_rankings x",
    where: "true",
    ...{ key: "x.available_minor", id: "x.customer_id", more: "", own: isKept },
    keyOf: `SELECT x.available_minor AS key FROM credit_rankings x
      WHERE x.shop_id = $1 AND x.customer_id = o.id AND ${isKept} LIMIT 1`,
    ...{ type: "bigint", descends: true },
  },
  next: {
    from: "subscriptions x",
    where: "x.status = 'active' AND x.next_billing_at IS NOT NULL AND x.customer_id IS NOT NULL",
    ...{ key: "x.next_billing_at", id: "x.customer_id", more: ", x.id AS subscription_id" },
    // Of a customer's charges the first alone.
    own: `${isKept} AND (
      SELECT 1 FROM subscriptions e
      WHERE e.shop_id = $1 AND e.customer_id = o.id AND e.status = 'active'
        AND (e.next_billing_at, e.id) < (o.key, o.subscription_id) LIMIT 1) IS NULL`,
    keyOf: `SELECT x.next_billing_at AS key FROM subscriptions x
      WHERE x.shop_id = $1 AND x.customer_id = o.id AND x.status = 'active' AND x.next_billing_at IS NOT NULL
        AND ${isKept} ORDER BY x.next_billing_at LIMIT 1`,
    ...{ type: "timestamptz", descends: false },
  },
};

/** As the database writes it, which reads no offset of 16 hours. */
const INSTANT = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-](0\d|1[0-5])(:\d\d)?$/;

/** Whether a text can be a key of the order: an address may say anything. */
export function isKeyOf(sort: CustomerSort, key: string): boolean {
  const { type } = ORDERS[sort];
  if (type === "text") return key.length <= 200;
  if (type === "bigint") return /^-?\d{1,18}$/.test(key);
  return INSTANT.test(key) && readInstant(key.replace(" ", "T")) !== null;
}
