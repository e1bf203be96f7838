import { addressSpellings } from "#app/lib/email-address.ts";
import type { ShopContext } from "../context.ts";
import {
  beginningsOf,
  CUSTOMER_TEXT,
  customerPattern,
  hasBeginning,
  isIndexed,
  otherForm,
} from "../customers/customer-text.ts";
import { MOST_SEARCHED_WORDS, type Search } from "./read-search.ts";

/** What was found, the best first; internal ids. */
export interface FoundInStore {
  customers: FoundCustomer[];
  orders: FoundOrder[];
  subscriptions: FoundSubscription[];
  codes: FoundCode[];
}

interface FoundCustomer {
  id: string;
  name: string;
  email: string | null;
}

/** Among the newest customers, also how many there have the words. */
interface FoundByText extends FoundCustomer {
  met: string | null;
}

interface FoundOrder {
  platformOrderId: string;
  name: string;
  customerId: string | null;
  customerName: string | null;
  /** The subscription that the order began or renewed. */
  subscriptionId: string | null;
}

interface FoundSubscription {
  id: string;
  platformContractId: string;
  planName: string;
  status: string;
}

interface FoundCode {
  code: string;
  kind: "coupon" | "credit" | "referral";
  customerId: string;
}

type StoreOf = Pick<ShopContext, "db" | "shop">;

const MOST_FOUND = 6;
/** So many of the newest customers are looked at first. */
const TRIED = 1000;
/** Among those so many are enough: the words are in too many names for the index to be quick about them. */
const ENOUGH = 20;
/** A broad search looks no further than so many customers. */
const CANDIDATES = 500;

const FOUND = "c.id, concat_ws(' ', c.first_name, c.last_name) AS name, c.email";
const IS_THERE = "c.shop_id = $1 AND c.merged_into_id IS NULL AND c.redacted_at IS NULL";
const NEWEST = `
  SELECT * FROM customers WHERE shop_id = $1 AND merged_into_id IS NULL
  ORDER BY coalesce(platform_created_at, created_at) DESC, id DESC LIMIT ${TRIED}`;
const BEST_FIRST = `
  ORDER BY (lower(c.email) = $3 OR lower(concat_ws(' ', c.first_name, c.last_name)) = $3) DESC NULLS LAST,
    starts_with(lower(concat_ws(' ', c.first_name, c.last_name)), $3) DESC, c.id
  LIMIT ${MOST_FOUND}`;
const HAS_WORDS = Array.from(
  { length: MOST_SEARCHED_WORDS },
  (_, at) => `${CUSTOMER_TEXT} LIKE ($2::text[])[${at + 1}]`,
).join(" AND ");

const HAS_WHOLE = `(strpos(${CUSTOMER_TEXT}, ($4::text[])[1]) > 0 OR strpos(${CUSTOMER_TEXT}, ($4::text[])[2]) > 0)`;

/** Customers of a condition, among the newest and among all. The last parameter is a word of which a pattern has only a part, in both its forms. */
const byText = (condition: string) => ({
  newest: `
  SELECT ${FOUND}, count(*) OVER () AS met FROM (${NEWEST}) c WHERE ${IS_THERE} AND ${condition} AND ${HAS_WHOLE} ${BEST_FIRST}`,
  all: `
  SELECT ${FOUND}, NULL::bigint AS met FROM (SELECT * FROM customers c WHERE ${IS_THERE} AND ${condition} AND ${HAS_WHOLE} LIMIT ${CANDIDATES}) c ${BEST_FIRST}`,
});
export const BY_WORDS = byText(HAS_WORDS);
export const BY_BEGINNING = byText(hasBeginning(2));
/** By the index customers_by_email. */
const CUSTOMER_BY_EMAIL = `
  SELECT ${FOUND} FROM customers c WHERE ${IS_THERE} AND lower(c.email) = ANY ($2::text[]) LIMIT ${MOST_FOUND}`;
/** The number of a customer who was merged leads to the one who remained. */
const CUSTOMER_BY_PLATFORM_ID = `
  SELECT ${FOUND}
  FROM customers n JOIN customers c ON c.shop_id = $1 AND c.id = coalesce(n.merged_into_id, n.id)
  WHERE n.shop_id = $1 AND n.platform_customer_id = $2 AND ${IS_THERE}`;
const CUSTOMER_OF_MEMBER = `
  SELECT ${FOUND}
  FROM members m JOIN customers c ON c.shop_id = $1 AND c.id = m.customer_id
  WHERE m.shop_id = $1 AND m.id = $2 AND ${IS_THERE}`;

/** By the bytes of the index orders_by_name; the name itself is the first of all that begin with it. */
const ORDERS_BY_NAME = `
  SELECT o.platform_order_id AS "platformOrderId", o.name, o.customer_id AS "customerId",
    o.customer_name AS "customerName", s.subscription_id AS "subscriptionId"
  FROM (
    SELECT * FROM orders
    WHERE shop_id = $1 AND lower(name) ~>=~ $2 AND lower(name) ~<~ $3
    ORDER BY lower(name) USING ~<~ LIMIT ${MOST_FOUND}) o
  LEFT JOIN LATERAL (
    SELECT subscription_id FROM order_subscriptions
    WHERE shop_id = $1 AND order_id = o.id AND subscription_id IS NOT NULL LIMIT 1) s ON true
  ORDER BY lower(o.name) USING ~<~`;
const ORDER_BY_PLATFORM_ID = `
  SELECT o.platform_order_id AS "platformOrderId", o.name, o.customer_id AS "customerId",
    o.customer_name AS "customerName", s.subscription_id AS "subscriptionId"
  FROM orders o
  LEFT JOIN LATERAL (
    SELECT subscription_id FROM order_subscriptions
    WHERE shop_id = $1 AND order_id = o.id AND subscription_id IS NOT NULL LIMIT 1) s ON true
  WHERE o.shop_id = $1 AND o.platform_order_id = $2`;

const SUBSCRIPTION_BY_CONTRACT = `
  SELECT id, platform_contract_id AS "platformContractId", plan_name AS "planName", status
  FROM subscriptions WHERE shop_id = $1 AND platform_contract_id = $2`;
const SUBSCRIPTION_BY_ID = `
  SELECT id, platform_contract_id AS "platformContractId", plan_name AS "planName", status
  FROM subscriptions WHERE shop_id = $1 AND id = $2`;

const COUPON = `
  SELECT code, 'coupon' AS kind, customer_id AS "customerId"
  FROM loyalty_coupons WHERE shop_id = $1 AND upper(code) = $2`;
const CREDIT_CODE = `
  SELECT code, 'credit' AS kind, customer_id AS "customerId"
  FROM credit_holds WHERE shop_id = $1 AND code = ANY ($2::text[])`;
const REFERRAL_CODE = `
  SELECT code, 'referral' AS kind, customer_id AS "customerId"
  FROM loyalty_referral_codes WHERE shop_id = $1 AND code = ANY ($2::text[])`;

/**
 * What a store has under a text: people by parts of their names and addresses, orders by the beginning of their names, and all by the ids
 * and codes that are written for them. Each part reads a bounded piece of one index.
 */
export async function searchStore(context: StoreOf, search: Search): Promise<FoundInStore> {
  const [customers, orders, subscriptions, codes] = await Promise.all([
    findCustomers(context, search),
    findOrders(context, search),
    findSubscriptions(context, search),
    findCodes(context, search),
  ]);
  return { customers, orders, subscriptions, codes };
}

async function findCustomers(
  context: StoreOf,
  { text, words, platformId, ownId }: Search,
): Promise<FoundCustomer[]> {
  const { pool } = context.db;
  const shopId = String(context.shop.id);
  const byId = platformId
    ? await pool.query<FoundCustomer>(CUSTOMER_BY_PLATFORM_ID, [shopId, String(platformId)])
    : null;
  const byMember =
    ownId?.kind === "member"
      ? await pool.query<FoundCustomer>(CUSTOMER_OF_MEMBER, [shopId, String(ownId.id)])
      : null;
  const exact = [...(byId?.rows ?? []), ...(byMember?.rows ?? [])];
  return onceEach([...exact, ...(await findByText(context, text, words))], ({ id }) => id);
}

/** By a whole address at once. Else among the newest customers, which is enough for words that many have; else by the index of texts. */
async function findByText(
  { db, shop }: StoreOf,
  text: string,
  words: readonly string[],
): Promise<FoundCustomer[]> {
  const shopId = String(shop.id);
  if (text.includes("@")) {
    const { rows } = await db.pool.query<FoundCustomer>(CUSTOMER_BY_EMAIL, [
      shopId,
      addressSpellings(text),
    ]);
    if (rows.length > 0) return rows;
  }
  const [form, patterns] = words.some(isIndexed)
    ? [BY_WORDS, patternsFor(words)]
    : [BY_BEGINNING, beginningsOf(words)];
  const values = [shopId, patterns, text, wholeForms(words)];
  const newest = await db.pool.query<FoundByText>(form.newest, values);
  const [first] = newest.rows;
  const rows =
    first && Number(first.met) >= ENOUGH
      ? newest.rows
      : (await db.pool.query<FoundByText>(form.all, values)).rows;
  return rows.map(({ id, name, email }) => ({ id, name, email }));
}

/** As many as the statement has places: the first again where there is no other. */
function patternsFor(words: readonly string[]): string[] {
  const [first = ""] = words;
  return Array.from({ length: MOST_SEARCHED_WORDS }, (_, at) =>
    customerPattern(indexedPart(words[at] ?? first)),
  );
}

/** Of an address the part before its domain, which many have: the index has long lists of it. A domain may be written in two forms. */
function indexedPart(word: string): string {
  const [local = ""] = word.split("@");
  return isIndexed(local) || otherForm(word) !== null ? word.slice(0, local.length + 1) : word;
}

/** The word of which a pattern has only a part, as it was typed and in its other form. */
function wholeForms(words: readonly string[]): [string, string | null] {
  const word = words.find((one) => indexedPart(one) !== one) ?? "";
  return [word, otherForm(word)];
}

async function findOrders(
  context: StoreOf,
  { orderNames, platformId }: Search,
): Promise<FoundOrder[]> {
  const { pool } = context.db;
  const shopId = String(context.shop.id);
  const [typed, numbered] = orderNames;
  const asTyped = await pool.query<FoundOrder>(ORDERS_BY_NAME, [shopId, typed, endOf(typed)]);
  const asNumber = await pool.query<FoundOrder>(ORDERS_BY_NAME, [
    shopId,
    numbered,
    endOf(numbered),
  ]);
  const byId = platformId
    ? await pool.query<FoundOrder>(ORDER_BY_PLATFORM_ID, [shopId, String(platformId)])
    : null;
  const exactFirst = [...(byId?.rows ?? []), ...asTyped.rows, ...asNumber.rows];
  return onceEach(exactFirst, ({ platformOrderId }) => platformOrderId);
}

async function findSubscriptions(
  context: StoreOf,
  { platformId, ownId }: Search,
): Promise<FoundSubscription[]> {
  const { pool } = context.db;
  const shopId = String(context.shop.id);
  if (ownId?.kind === "subscription") {
    const { rows } = await pool.query<FoundSubscription>(SUBSCRIPTION_BY_ID, [
      shopId,
      String(ownId.id),
    ]);
    return rows;
  }
  if (platformId === null) return [];
  const { rows } = await pool.query<FoundSubscription>(SUBSCRIPTION_BY_CONTRACT, [
    shopId,
    String(platformId),
  ]);
  return rows;
}

async function findCodes(context: StoreOf, { text }: Search): Promise<FoundCode[]> {
  const { pool } = context.db;
  const shopId = String(context.shop.id);
  const upper = text.toUpperCase();
  const coupons = await pool.query<FoundCode>(COUPON, [shopId, upper]);
  const credit = await pool.query<FoundCode>(CREDIT_CODE, [shopId, [text, upper]]);
  const referrals = await pool.query<FoundCode>(REFERRAL_CODE, [shopId, [text, upper]]);
  return [...coupons.rows, ...credit.rows, ...referrals.rows];
}

/** What comes after all texts that begin so: no character has higher bytes. */
function endOf(beginning: string): string {
  return `${beginning}\u{10ffff}`;
}

function onceEach<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  return [...new Map(rows.toReversed().map((row) => [keyOf(row), row])).values()]
    .toReversed()
    .slice(0, MOST_FOUND);
}
