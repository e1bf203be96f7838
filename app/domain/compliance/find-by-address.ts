import type { Queries } from "#app/lib/db.ts";
import { addressSpellings } from "#app/lib/email-address.ts";

/** A line of a file, by its place in it. */
export interface LineKey {
  fileId: bigint;
  position: number;
}

/** By what rows name a person; null for what is not known. */
export interface Identity {
  shopId: bigint;
  /** Of their row here. */
  customerId: bigint | null;
  platformCustomerId: bigint | null;
  email: string | null;
}

/** Rows that hold a person's data and may have no link to their row. */
interface FoundByAddress {
  /** Orders that they placed as a guest: the address alone says whose they are. */
  guestOrders: bigint[];
  /** Lines of the merchant's files, which name a person by number, address or both. */
  creditLines: LineKey[];
  loyaltyLines: LineKey[];
  importLines: LineKey[];
}

/** What is collected for a person, and what is erased with them. The address in any of its spellings. */
export async function findByAddress(
  db: Queries,
  { shopId, customerId, platformCustomerId, email }: Identity,
): Promise<FoundByAddress> {
  const spellings = email ? addressSpellings(email) : [];
  const number = platformCustomerId === null ? null : String(platformCustomerId);
  const orders = await db.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM orders
    WHERE shop_id = ${shopId} AND customer_id IS NULL AND lower(email) = ANY(${spellings}::text[])`;
  return {
    guestOrders: orders.map((order) => order.id),
    creditLines: await db.$queryRaw<LineKey[]>`
      SELECT file_id AS "fileId", position FROM credit_file_lines
      WHERE shop_id = ${shopId} AND (customer_id = ${customerId} OR customer = ${number} OR lower(email) = ANY(${spellings}::text[]))`,
    loyaltyLines: await db.$queryRaw<LineKey[]>`
      SELECT file_id AS "fileId", position FROM loyalty_file_lines
      WHERE shop_id = ${shopId} AND (customer_id = ${customerId} OR customer = ${number} OR lower(email) = ANY(${spellings}::text[]))`,
    importLines: await db.$queryRaw<LineKey[]>`
      SELECT import_id AS "fileId", position FROM contract_import_lines
      WHERE shop_id = ${shopId} AND (customer_id = ${customerId}
        OR cells ->> 'customer' = ${number} OR lower(cells ->> 'email') = ANY(${spellings}::text[]))`,
  };
}
