import { checked, givenIds, isAfter, rowBy } from "#app/lib/one-way.ts";
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
      "gid://platform/Customer/1001",
      gidOf("Customer", "c.platform_customer_id"),
    ),
    type: integer(
      "What kind of movement it is: 1 membership credit, 2 redemption, 3 redemption returned, 4 manual adjustment, 5 reconciled, 6 forfeit, 7 expired, 8 loyalty reward, 9 retention offer, 10 dispute, 11 promotion or import, 12 taken back for a refund.",
      2,
      "e.type_code",
    ),
    message: text("What happened, for the customer.", "Used for order #1042", "e.message"),
    value: text(
      "The amount in the store's currency, negative for what was taken.",
      "-12.50",
      twoDecimalsInCurrency("e.amount_minor", "$4::text"),
    ),
    redeemed_from_subscribfy: text(
      "How much of the order was paid with credit; empty unless it is a redemption.",
      "12.50",
      `CASE WHEN e.type_code = ${CREDIT_TYPES.redemption} THEN ${twoDecimalsInCurrency("-e.amount_minor", "$4::text")} END`,
    ),
    order_gid: text("The order that it belongs to.", "gid://platform/Order/4402", "e.order_gid"),
    created_at: text("The day on which it was posted.", "2026-10-25", dayOf("e.created_at")),
    used_in: text("Where credit was used: checkout or renewal.", "checkout", "e.used_in"),
  },
  sources: `SELECT id FROM credit_entries
    WHERE shop_id = $1 AND ${isAfter("id", "$2")} AND ${checked("unit = 'money'")} AND ${checked("status = 0")} ORDER BY id LIMIT $3`,
  rowOn: "e.created_at",
  sourceId: "e.id",
  facts: `${givenIds("$2")}
    CROSS JOIN ${rowBy("credit_entries", "id = given.id")} e
    LEFT JOIN ${rowBy("customers", "id = e.customer_id AND redacted_at IS NULL")} c ON true
    WHERE e.unit = 'money' AND e.status = 0`,
};
