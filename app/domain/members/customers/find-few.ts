import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import { BY_TEXT, type CustomerFilter, SOURCES, TESTS } from "./customer-filters.ts";
import { ORDERS } from "./customer-sorts.ts";

/** So many customers are put in order by themselves; more are met soon enough on the way along an index. */
export const FEW = 5000;

/** Words are tried on so many customers first: to look them up in the index takes long where they are in every name. */
const TRIED = 1000;
const COMMON = TRIED / 50;

/** The statement that looks whether a filter's customers are few. */
export function probeSql(name: CustomerFilter): string {
  return `SELECT count(*) AS found FROM (${SOURCES[name](2)} LIMIT ${FEW + 1}) few`;
}

/** The statement that counts whom words find among the newest customers. */
export function trySql(name: (typeof BY_TEXT)[number]): string {
  const { from, where, key } = ORDERS.newest;
  return `SELECT count(*) AS found FROM (
    SELECT x.id FROM ${from} WHERE x.shop_id = $1 AND ${where} ORDER BY ${key} DESC, x.id DESC LIMIT ${TRIED}) o
  WHERE ${TESTS[name](2)}`;
}

/** The filter with the fewest customers, if they are few. */
export async function findFew(
  context: Pick<ShopContext, "db" | "shop">,
  names: readonly CustomerFilter[],
  set: readonly unknown[],
): Promise<CustomerFilter | null> {
  let fewest: { name: CustomerFilter; found: number } | null = null;
  for (const [at, name] of names.entries()) {
    const text = BY_TEXT.find((one) => one === name);
    if (text && (await isCommon(context, text, set[at]))) continue;
    const found = await count(context, probeSql(name), set[at]);
    if (found <= FEW && (fewest === null || found < fewest.found)) fewest = { name, found };
  }
  return fewest?.name ?? null;
}

async function isCommon(
  context: Pick<ShopContext, "db" | "shop">,
  name: (typeof BY_TEXT)[number],
  value: unknown,
): Promise<boolean> {
  return (await count(context, trySql(name), value)) >= COMMON;
}

async function count(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  text: string,
  value: unknown,
): Promise<number> {
  const values = [String(shop.id), value];
  const { rows } = await db.pool.query<{ found: string }>(prepared(text, values));
  return Number(rows[0]?.found ?? 0);
}
