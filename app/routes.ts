import { index, prefix, type RouteConfig, route } from "@remix-run/route-config";

/** The table of contents: every URL of the product. */
export default [
  index("routes/landing.tsx"),

  // Merchants: the embedded admin.
  route("app", "routes/admin/admin-shell.tsx", [
    index("routes/admin/overview/overview.tsx"),
    route("plans", "routes/admin/plans/plan-groups.tsx"),
    route("plans/price-changes", "routes/admin/plans/prices/price-changes.tsx"),
    route("plans/price-changes/new", "routes/admin/plans/prices/new-price-change.tsx"),
    route("plans/price-changes/:changeId", "routes/admin/plans/prices/price-change.tsx"),
    route("plans/portal", "routes/admin/plans/portal/portal-settings.tsx"),
    route("plans/:groupId", "routes/admin/plans/plan-group.tsx"),
    route("subscriptions", "routes/admin/subscriptions/list/subscriptions.tsx"),
    route("subscriptions/calendar", "routes/admin/subscriptions/calendar/charge-calendar.tsx"),
    route(
      "subscriptions/confirmations",
      "routes/admin/subscriptions/confirmations/confirmations.tsx",
    ),
    route("subscriptions/failed", "routes/admin/subscriptions/failed/failed-payments.tsx"),
    route("subscriptions/retries", "routes/admin/subscriptions/retries/retry-settings.tsx"),
    route("subscriptions/imports", "routes/admin/subscriptions/imports/imports.tsx"),
    route("subscriptions/imports/:importId", "routes/admin/subscriptions/imports/import.tsx"),
    route("subscriptions/bulk", "routes/admin/subscriptions/bulk/bulk-actions.tsx"),
    route("subscriptions/bulk/:bulkActionId", "routes/admin/subscriptions/bulk/bulk-action.tsx"),
    route("subscriptions/:subscriptionId", "routes/admin/subscriptions/page/subscription.tsx"),
    route("customers", "routes/admin/customers/list/customers.tsx"),
    route("customers/:customerId", "routes/admin/customers/page/customer.tsx"),
    route("churn/reasons", "routes/admin/churn/churn-reasons.tsx"),
    route("churn/offers", "routes/admin/churn/churn-offers.tsx"),
    route("churn/offers/:offerId", "routes/admin/churn/churn-offer.tsx"),
    route("churn/applied-offers", "routes/admin/applied-offers/applied-offers.tsx"),
    route("churn/applied-offers/:appliedOfferId", "routes/admin/applied-offers/applied-offer.tsx"),
    route("store-credit", "routes/admin/store-credit/reports/credit.tsx"),
    route("store-credit/customers", "routes/admin/store-credit/customers/credit-customers.tsx"),
    route(
      "store-credit/customers/:customerId",
      "routes/admin/store-credit/customers/credit-customer.tsx",
    ),
    route("store-credit/grants", "routes/admin/store-credit/grants/credit-grants.tsx"),
    route("store-credit/files", "routes/admin/store-credit/files/credit-files.tsx"),
    route("store-credit/files/:fileId", "routes/admin/store-credit/files/credit-file.tsx"),
    route("store-credit/policies", "routes/admin/store-credit/policies/credit-policies.tsx"),
    route("loyalty", "routes/admin/loyalty/program/program.tsx"),
    route("loyalty/liability", "routes/admin/loyalty/liability/liability.tsx"),
    route("loyalty/rules", "routes/admin/loyalty/rules/rules.tsx"),
    route("loyalty/rules/:ruleId", "routes/admin/loyalty/rules/rule.tsx"),
    route("loyalty/customers", "routes/admin/loyalty/customers/points-customers.tsx"),
    route("loyalty/customers/:customerId", "routes/admin/loyalty/customers/points-customer.tsx"),
    route("loyalty/tiers", "routes/admin/loyalty/tiers/tiers.tsx"),
    route("loyalty/point-rewards", "routes/admin/loyalty/point-rewards/point-rewards.tsx"),
    route(
      "loyalty/point-rewards/:pointRewardId",
      "routes/admin/loyalty/point-rewards/point-reward.tsx",
    ),
    route("loyalty/files", "routes/admin/loyalty/files/loyalty-files.tsx"),
    route("loyalty/files/:fileId", "routes/admin/loyalty/files/loyalty-file.tsx"),
    route("loyalty/coupons", "routes/admin/loyalty/coupons/coupons.tsx"),
    route("loyalty/referrals", "routes/admin/loyalty/referrals/referrals.tsx"),
    route("loyalty/receipts", "routes/admin/loyalty/receipts/receipts.tsx"),
    route("loyalty/receipts/:receiptId", "routes/admin/loyalty/receipts/receipt.tsx"),
    route("exports", "routes/admin/exports/exports.tsx"),
    route("settings", "routes/admin/settings/settings.tsx"),
    route("settings/emails", "routes/admin/emails/emails.tsx"),
    route("*", "routes/admin/unknown-page.tsx"),
  ]),
  route("app/churn/applied-offers.csv", "routes/admin/applied-offers/applied-offers-csv.ts"),
  route("app/store-credit.csv", "routes/admin/store-credit/reports/credit-csv.ts"),
  route("app/store-credit-template.csv", "routes/admin/store-credit/files/credit-template-csv.ts"),
  route(
    "app/store-credit/files/:fileId/result.csv",
    "routes/admin/store-credit/files/credit-file-result-csv.ts",
  ),
  route(
    "app/contract-import-sample.csv",
    "routes/admin/subscriptions/imports/import-sample-csv.ts",
  ),
  route("app/search", "routes/admin/search/search.ts"),
  route("app/saved-views", "routes/admin/subscriptions/views/saved-views.ts"),
  route("app/loyalty-liability.csv", "routes/admin/loyalty/liability/liability-csv.ts"),
  route("app/loyalty-import-template.csv", "routes/admin/loyalty/files/loyalty-template-csv.ts"),
  route(
    "app/loyalty/files/:fileId/result.csv",
    "routes/admin/loyalty/files/loyalty-file-result-csv.ts",
  ),
  route("app/loyalty/collections", "routes/admin/loyalty/rules/collections.ts"),
  route("app/loyalty/dry-runs/:runId", "routes/admin/loyalty/rules/dry-run/dry-run.ts"),
  route("app/loyalty/tier-previews/:previewId", "routes/admin/loyalty/tiers/tier-preview.ts"),
  route("app/plan-products", "routes/admin/plans/plan-products.ts"),
  route("app/exports/:fileId/download", "routes/admin/exports/export-file-download.ts"),
  route("app/loyalty/preview", "routes/admin/loyalty/preview/loyalty-preview.ts"),
  route("app/churn/preview", "routes/admin/preview/cancel-flow-preview.ts"),

  // What the app's extension on the platform's product pages calls.
  route("extensions/purchase-options", "routes/extensions/purchase-options.ts"),

  // Sign-in: what the platform's library redirects to.
  ...prefix("auth", [
    route("login", "routes/auth/login.tsx"),
    route("session-token", "routes/auth/bounce.ts", { id: "auth-session-token" }),
    route("exit-iframe", "routes/auth/bounce.ts", { id: "auth-exit-iframe" }),
  ]),

  // Other systems: the core REST API.
  ...prefix("api/v1", [
    route("members", "routes/rest/members/members.ts"),
    route("members/:member_id", "routes/rest/members/member.ts"),
    route("subscriptions", "routes/rest/subscriptions/subscriptions.ts"),
    route("subscriptions/:subscription_id", "routes/rest/subscriptions/subscription.ts"),
    route(
      "subscriptions/:subscription_id/pause",
      "routes/rest/subscriptions/subscription-pause.ts",
    ),
    route(
      "subscriptions/:subscription_id/resume",
      "routes/rest/subscriptions/subscription-resume.ts",
    ),
    route(
      "subscriptions/:subscription_id/cancel",
      "routes/rest/subscriptions/subscription-cancel.ts",
    ),
    route("billing-attempts", "routes/rest/billing-attempts/billing-attempts.ts"),
    route(
      "billing-attempts/:attempt_id/retry",
      "routes/rest/billing-attempts/billing-attempt-retry.ts",
    ),
    route("analytics/overview", "routes/rest/analytics/overview.ts"),
    route("store-credits/:customer_id", "routes/rest/store-credits/store-credit.ts"),
    route("store-credits/:customer_id/add", "routes/rest/store-credits/store-credit-add.ts"),
    route("store-credits/:customer_id/deduct", "routes/rest/store-credits/store-credit-deduct.ts"),
    route(
      "store-credits/:customer_id/history",
      "routes/rest/store-credits/store-credit-history.ts",
    ),
    route("loyalty/actions", "routes/rest/loyalty/loyalty-actions.ts"),
    route("store-credit/manage", "routes/store-credit-management/manage.ts"),
    route("*", "routes/rest/not-found.ts"),
  ]),

  // Deprecated endpoints.
  route("store-credit/manage.php", "routes/store-credit-management/manage-legacy.ts"),

  // What the storefront's app proxy forwards.
  ...prefix("proxy/v1", [
    route("membership/churn/offers", "routes/churn/offers.ts"),
    route("membership/churn/:contract_id/offers", "routes/churn/contract-offers.ts"),
    route(
      "membership/churn/:contract_id/offers/:offer_id/activation",
      "routes/churn/activation.ts",
    ),
    ...prefix("storefront/cancel-flow/:contract_id", [
      index("routes/storefront/cancel-flow/cancel-flow.ts"),
      route("reason", "routes/storefront/cancel-flow/reason.ts"),
      route("accept", "routes/storefront/cancel-flow/accept.ts"),
      route("cancel", "routes/storefront/cancel-flow/cancel.ts"),
    ]),
    route("data/credits-history", "routes/data/credits-history.ts"),
    route("data/orders", "routes/data/orders.ts"),
    route("data/customers", "routes/data/customers.ts"),
    route("data/members", "routes/data/members.ts"),
    route("data/subscriptions", "routes/data/subscriptions.ts"),
    route("data/cancellation-reasons", "routes/data/cancellation-reasons.ts"),
    route("data/store-credits", "routes/data/store-credits.ts"),
    route("collection", "routes/collection/collection.ts"),
    route("loyalty/rules", "routes/loyalty/rules.ts"),
    route("loyalty/rules/:rule_id", "routes/loyalty/rule.ts"),
    route("loyalty/customers/:platform_customer_id", "routes/loyalty/customer.ts"),
    route("loyalty/customers/:platform_customer_id/coupons", "routes/loyalty/coupons.ts"),
    route("loyalty/customers/:platform_customer_id/points", "routes/loyalty/points.ts"),
    route("loyalty/customers/:platform_customer_id/redemptions", "routes/loyalty/redemptions.ts"),
    route("loyalty/point-rewards", "routes/loyalty/point-rewards.ts"),
    route("loyalty/customers/:platform_customer_id/birthday", "routes/loyalty/birthday.ts"),
    route("loyalty/customers/:platform_customer_id/referral", "routes/loyalty/referral.ts"),
    route("loyalty/customers/:platform_customer_id/receipts", "routes/loyalty/receipts.ts"),
    ...prefix("storefront/portal/:contract_id", [
      index("routes/storefront/portal.ts"),
      route("changes", "routes/storefront/portal-changes.ts"),
    ]),
    ...prefix("storefront/store-credit", [
      index("routes/storefront/store-credit.ts"),
      route("hold", "routes/storefront/store-credit-hold.ts"),
      route("renewals", "routes/storefront/store-credit-renewals.ts"),
    ]),
    route("ping", "routes/internal/proxy-ping.ts"),
    route("*", "routes/storefront/not-found.ts"),
  ]),

  // What mails lead to.
  route("mail/unsubscribe/:token", "routes/mail/unsubscribe.ts"),
  route("mail/cancel/:token", "routes/mail/cancel.ts"),
  route("mail/consent/:token", "routes/mail/consent.ts"),

  // Files of receipts, at signed addresses for the merchant.
  route("receipts/:token", "routes/loyalty/receipt-file.ts"),

  // The platform's webhooks, all topics.
  route("webhooks/:topic", "routes/webhooks/receive.ts"),

  // Health, documents, and the development store's clock.
  route("healthz", "routes/internal/healthz.ts"),
  route("readyz", "routes/internal/readyz.ts"),
  route("openapi.json", "routes/internal/openapi.ts"),
  route("docs", "routes/internal/docs.ts"),
  route("docs/:page", "routes/internal/docs-page.ts"),
  route("docs/guide/:page", "routes/internal/guide-page.ts"),
  route("internal/test-clock", "routes/internal/test-clock.ts"),
] satisfies RouteConfig;
