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
  sources:
    "SELECT id FROM subscriptions WHERE shop_id = $1 AND id > $2 AND status = 'cancelled' ORDER BY id LIMIT $3",
  rowOn: "s.cancelled_at",
  sourceId: "s.id",
  facts: `subscriptions s
    CROSS JOIN LATERAL (SELECT ${reasonOf("s")} AS alias) r
    LEFT JOIN customers c ON c.shop_id = s.shop_id AND c.id = s.customer_id AND c.redacted_at IS NULL
    LEFT JOIN plans p ON p.shop_id = s.shop_id AND p.id = s.plan_id
    LEFT JOIN plan_groups g ON g.shop_id = p.shop_id AND g.id = p.plan_group_id
    WHERE s.shop_id = $1 AND s.id = ANY ($2::bigint[]) AND s.status = 'cancelled'
      AND s.import_state IS DISTINCT FROM 'undone'`,
};
