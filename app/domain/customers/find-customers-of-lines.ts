import { addressSpellings } from "#app/lib/email-address.ts";
import { partsOf } from "#app/lib/parts-of.ts";
import type { ShopContext } from "../context.ts";

/** A customer whom lines of a file name. */
export interface CustomerOfLine {
  id: bigint;
  platformCustomerId: string;
  email: string | null;
}

/** Whom a line of a file names: the platform's number, an e-mail address or both; "" for what it leaves out. */
export interface NamedInLine {
  number: string;
  email: string;
}

const AT_ONCE = 1_000;

const FIND = `
  SELECT c.id, c.platform_customer_id, c.email FROM unnest($2::bigint[]) AS given (number)
  CROSS JOIN LATERAL (
    SELECT id, platform_customer_id, email FROM customers
    WHERE shop_id = $1 AND platform_customer_id = given.number AND (redacted_at IS NULL AND merged_into_id IS NULL) IS TRUE LIMIT 1) c
  UNION ALL
  SELECT c.id, c.platform_customer_id, c.email FROM unnest($3::text[]) AS given (email)
  CROSS JOIN LATERAL (
    SELECT id, platform_customer_id, email FROM customers
    WHERE shop_id = $1 AND lower(email) = given.email AND (redacted_at IS NULL AND merged_into_id IS NULL) IS TRUE OFFSET 0) c`;

/** Every customer whom lines of a file name, once: one line may name by number whom another names by e-mail. */
export async function findCustomersOfLines(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  lines: readonly NamedInLine[],
): Promise<CustomerOfLine[]> {
  const found = new Map<string, CustomerOfLine>();
  for (const some of partsOf(lines, AT_ONCE)) {
    const numbers = some.map(({ number }) => number).filter((text) => /^\d{1,16}$/.test(text));
    const emails = some.flatMap(({ email }) => (email === "" ? [] : addressSpellings(email)));
    const { rows } = await db.pool.query<{
      id: string;
      platform_customer_id: string;
      email: string | null;
    }>(FIND, [String(shop.id), [...new Set(numbers)], [...new Set(emails)]]);
    for (const { id, platform_customer_id: platformCustomerId, email } of rows) {
      found.set(id, { id: BigInt(id), platformCustomerId, email });
    }
  }
  return [...found.values()];
}
