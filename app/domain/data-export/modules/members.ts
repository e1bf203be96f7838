import { checked, givenIds, isAfter, rowBy } from "#app/lib/one-way.ts";
import { twoDecimalsInCurrency } from "../json-row.ts";
import { gidOf, text } from "./export-field.ts";
import type { ExportModule } from "./export-module.ts";

/** Everyone who ever had a membership. */
export const members: ExportModule = {
  name: "members",
  fields: {
    platform_customer_gid: text(
      "The customer.",
      "gid://platform/Customer/1001",
      gidOf("Customer", "c.platform_customer_id"),
    ),
    email: text("The customer's address.", "ada@example.com", "c.email"),
    balance_from_subscribfy: text(
      "Store credit that can be spent.",
      "12.50",
      twoDecimalsInCurrency("coalesce(a.available_minor, 0)", "$4::text"),
    ),
  },
  ownField: {
    member: `to_json(i.name || '_points')::text || ':' || to_json(
      CASE WHEN i.is_hidden THEN ' - ' ELSE coalesce(round(p.hundredths / 100.0, 2)::text, '') END)::text`,
    from:
      "`<integration>_points`: the balance with another points program that is connected in the settings, as the platform had it at " +
      "the last reading; empty where it has none, ` - ` where the merchant hides it. The setting gives the name.",
    example: "240.00",
    readName: async ({ db, shop }) => {
      const integration = await db.prisma.pointsIntegration.findUnique({
        where: { shopId: shop.id, readAt: { not: null } },
      });
      return integration && `${integration.name}_points`;
    },
  },
  sources: `SELECT customer_id AS id FROM members WHERE shop_id = $1 AND ${isAfter("customer_id", "$2")} ORDER BY customer_id LIMIT $3`,
  rowOn: null,
  sourceId: "m.customer_id",
  facts: `${givenIds("$2")}
    CROSS JOIN ${rowBy("members", "customer_id = given.id")} m
    CROSS JOIN ${rowBy("customers", `id = m.customer_id AND ${checked("redacted_at IS NULL AND merged_into_id IS NULL")}`)} c
    LEFT JOIN ${rowBy("points_integrations", "read_at IS NOT NULL")} i ON true
    LEFT JOIN ${rowBy("customer_points", "customer_id = m.customer_id")} p ON true
    LEFT JOIN ${rowBy("credit_accounts", "customer_id = c.id AND unit = 'money'")} a ON true`,
};
