import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { twoDecimalsInCurrency } from "../json-row.ts";
import { dayOf, gidOf, integer, text } from "./export-field.ts";
import type { ExportModule } from "./export-module.ts";

/** The posted movements of money. A hold appears when an order captures it, as the entry that does. */
export const storeCredits: ExportModule = {
  name: "store-credits",
  fields: {
    platform_customer_gid: text(
      "The customer; empty once the customer's data was erased.",
      gidOf("Customer", "c.platform_customer_id"),
    ),
    type: integer("The type of the movement.", "e.type_code"),
    message: text("What happened, for the customer.", "e.message"),
    value: text(
      "The amount, negative for what was taken.",
      twoDecimalsInCurrency("e.amount_minor", "$4::text"),
    ),
    redeemed_from_subscribfy: text(
      "What the order was paid with, on redemptions only.",
      `CASE WHEN e.type_code = ${CREDIT_TYPES.redemption} THEN ${twoDecimalsInCurrency("-e.amount_minor", "$4::text")} END`,
    ),
    order_gid: text("The order that it belongs to.", "e.order_gid"),
    created_at: text("The day on which it was posted.", dayOf("e.created_at")),
    used_in: text("Where credit was used: checkout or renewal.", "e.used_in"),
  },
  sources: `SELECT id FROM credit_entries
    WHERE shop_id = $1 AND id > $2 AND unit = 'money' AND status = 0 ORDER BY id LIMIT $3`,
  rowOn: "e.created_at",
  sourceId: "e.id",
  facts: `credit_entries e
    LEFT JOIN customers c ON c.shop_id = e.shop_id AND c.id = e.customer_id AND c.redacted_at IS NULL
    WHERE e.shop_id = $1 AND e.id = ANY ($2::bigint[]) AND e.unit = 'money' AND e.status = 0`,
};
