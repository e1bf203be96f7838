import type { ShopContext } from "../context.ts";
import { notifyAccessChange } from "../shops/access-change.ts";

/**
 * Every table of a store's own rows, those that refer to others first. A test compares this list with the
 * catalogue, so that a new table cannot be forgotten.
 */
export const SHOP_TABLES = [
  "activities",
  "due_tasks",
  "gathered_jobs",
  "set_aside",
  "rate_limit_windows",
  "webhook_receipts",
  "applied_offers",
  "credit_runs",
  "credit_file_lines",
  "credit_files",
  "credit_holds",
  "credit_allocations",
  "credit_grant_moves",
  "credit_grants",
  "credit_entries",
  "credit_accounts",
  "credit_days",
  "credit_expiry_days",
  "credit_rankings",
  "credit_rollups",
  "events",
  "event_cursors",
  "idempotency_keys",
  "cancel_flows",
  "export_file_parts",
  "export_files",
  "export_reads",
  "export_rows",
  "export_days",
  "export_generations",
  "exports",
  "loyalty_actions",
  "loyalty_birthdays",
  "loyalty_dry_runs",
  "loyalty_collection_products",
  "loyalty_collections",
  "loyalty_coupons",
  "loyalty_contract_rewards",
  "loyalty_progress",
  "loyalty_standings",
  "loyalty_receipt_files",
  "loyalty_receipt_room",
  "loyalty_receipts",
  "loyalty_referral_codes",
  "loyalty_referrals",
  "loyalty_rewards",
  "loyalty_point_rewards",
  "loyalty_facts",
  "loyalty_file_lines",
  "loyalty_files",
  "loyalty_rule_versions",
  "loyalty_rules",
  "loyalty_ladders",
  "loyalty_tier_previews",
  "loyalty_settings",
  "loyalty_tags",
  "order_classes",
  "customer_firsts",
  "order_refunds",
  "order_disputes",
  "order_subscriptions",
  "orders",
  "past_imports",
  "reconciliations",
  "cancellation_reason_offers",
  "cancellation_reasons",
  "churn_offers",
  "contract_import_lines",
  "contract_imports",
  "customer_points",
  "points_integrations",
  "members",
  "list_totals",
  "reactivations",
  "price_change_rows",
  "price_changes",
  "bulk_action_rows",
  "bulk_actions",
  "billing_attempts",
  "billing_cycles",
  "subscriptions",
  "plans",
  "plan_groups",
  "plan_group_saves",
  "mails",
  "mail_suppressions",
  "mail_settings",
  "customer_notes",
  "customer_tags",
  "customers",
  "api_keys",
  "staff_members",
  "saved_views",
  "shop_write_locks",
] as const;

/**
 * Erases everything of a store that has left (the platform's shop/redact, 48 hours after an uninstall).
 * What stays is the record that it was asked for and done. A store that has been installed again since
 * keeps its data. Safe to repeat.
 */
export async function eraseShop(context: ShopContext, requestId: bigint): Promise<void> {
  const { id, domain } = context.shop;
  await context.db.transaction(async (tx) => {
    const shop = await tx.shop.findUniqueOrThrow({ where: { id } });
    const erased = shop.status !== "active";
    if (erased) {
      for (const table of SHOP_TABLES) {
        await tx.$executeRawUnsafe(`DELETE FROM ${table} WHERE shop_id = $1`, id);
      }
      await tx.session.deleteMany({ where: { shopDomain: domain } });
      await tx.complianceRequest.updateMany({
        where: { shopId: id, NOT: { id: requestId } },
        data: { result: {} },
      });
      await tx.shop.update({
        where: { id },
        data: { status: "redacted", name: "", contactEmail: "", settings: {} },
      });
      await notifyAccessChange(tx, id);
    }
    await tx.complianceRequest.update({
      where: { shopId_id: { shopId: id, id: requestId } },
      data: { completedAt: new Date(), result: { erased } },
    });
  });
}
