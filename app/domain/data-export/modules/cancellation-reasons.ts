import { checked, givenIds, isAfter, rowBy } from "#app/lib/one-way.ts";
import { gidOf, minuteOf, text } from "./export-field.ts";
import type { ExportModule } from "./export-module.ts";
import { reasonOf, reasonTitle } from "./reason-title.ts";

/** One row for every contract that was cancelled or has expired, whoever ended it. */
export const cancellationReasons: ExportModule = {
  name: "cancellation-reasons",
  fields: {
    platform_customer_gid: text(
      "The customer.",
      "gid://platform/Customer/1001",
      gidOf("Customer", "c.platform_customer_id"),
    ),
    customer_email: text("The customer's address.", "ada@example.com", "c.email"),
    subscription_plan_name: text(
      "The name of the plan's group; the plan's own where it has none.",
      "Club",
      "coalesce(g.name, s.plan_name)",
    ),
    cancel_date: text("When it was cancelled.", "2026-10-20 14:05", minuteOf("s.cancelled_at")),
    cancel_reason: text(
      "The reason's title; `Withdrawn from contract` where the customer has used the legal right of withdrawal.",
      "It's too expensive",
      reasonTitle("r.alias"),
    ),
  },
  sources: `SELECT id FROM subscriptions WHERE shop_id = $1 AND ${isAfter("id", "$2")} AND ${checked("status = 'cancelled'")} ORDER BY id LIMIT $3`,
  rowOn: "s.cancelled_at",
  sourceId: "s.id",
  facts: `${givenIds("$2")}
    CROSS JOIN ${rowBy("subscriptions", "id = given.id")} s
    CROSS JOIN LATERAL (SELECT ${reasonOf("s")} AS alias) r
    LEFT JOIN ${rowBy("customers", "id = s.customer_id AND redacted_at IS NULL")} c ON true
    LEFT JOIN ${rowBy("plans", "id = s.plan_id")} p ON true
    LEFT JOIN ${rowBy("plan_groups", "id = p.plan_group_id")} g ON true
    WHERE s.status = 'cancelled' AND s.import_state IS DISTINCT FROM 'undone'`,
};
