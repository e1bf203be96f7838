import { z } from "zod";
import type { ShopContext } from "../context.ts";
import { availableCreditSql } from "../ledger/available-credit-sql.ts";
import { gidOf, jsonRow, plainTextMember, textMember, twoDecimals } from "./json-row.ts";
import { COLLECTED_PAGE, streamCollectedRows } from "./stream-collected-rows.ts";

/** The Collection API's topic `member` (contract, section 2.4): everyone who ever had a membership. */
export const collectedMembersSchema = z
  .array(
    z.object({
      platform_customer_gid: z
        .string()
        .meta({ description: "The customer.", example: "gid://platform/Customer/1001" }),
      email: z.string().meta({
        description: "The customer's e-mail address; empty where they have none.",
        example: "ada@example.com",
      }),
      balance_from_subscribfy: z.string().meta({
        description: "Store credit that can be spent now: two decimals, in the store's currency.",
        example: "25.00",
      }),
    }),
  )
  .meta({
    id: "CollectedMembers",
    description: "Topic `member`: everyone who ever had a membership.",
    examples: [
      [
        {
          platform_customer_gid: "gid://platform/Customer/1001",
          email: "ada@example.com",
          balance_from_subscribfy: "25.00",
        },
      ],
    ],
  });

const rowOf = (currency: string) =>
  jsonRow({
    platform_customer_gid: plainTextMember(gidOf("c.platform_customer_id")),
    email: textMember("c.email"),
    balance_from_subscribfy: plainTextMember(
      twoDecimals(availableCreditSql("money", "p.customer_id", "$3::timestamptz"), currency),
    ),
  });

export const membersPageOf = (currency: string) => `
  WITH page AS MATERIALIZED (
    SELECT id, customer_id FROM members WHERE shop_id = $1 AND id > $2 ORDER BY id LIMIT ${COLLECTED_PAGE}
  )
  SELECT string_agg(${rowOf(currency)}, ',' ORDER BY p.id) FILTER (WHERE c.platform_customer_id IS NOT NULL) AS json,
         max(p.id) AS last_id, count(*)::integer AS count
  FROM page p
  LEFT JOIN LATERAL (
    SELECT platform_customer_id, email FROM customers
    WHERE shop_id = $1 AND id = p.customer_id AND redacted_at IS NULL LIMIT 1) c ON true`;

/** Everyone who ever had a membership, in the order of their internal ids, without those who were erased. */
export function streamMembersForCollection(
  context: Pick<ShopContext, "db" | "shop" | "clock">,
  signal?: AbortSignal,
): AsyncGenerator<string> {
  const { currency } = context.shop;
  const rows = {
    text: membersPageOf(currency),
    parameter: context.clock.now().toISOString(),
  };
  return streamCollectedRows(context, rows, signal);
}
