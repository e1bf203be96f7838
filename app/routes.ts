import { index, prefix, type RouteConfig, route } from "@remix-run/route-config";

const webhookTopics = [
  "app-scopes-update",
  "app-uninstalled",
  "customers-create",
  "customers-data-request",
  "customers-redact",
  "customers-update",
  "orders-cancelled",
  "orders-create",
  "orders-updated",
  "refunds-create",
  "shop-redact",
  "subscription-billing-attempts-failure",
  "subscription-billing-attempts-success",
  "subscription-contracts-activate",
  "subscription-contracts-cancel",
  "subscription-contracts-create",
  "subscription-contracts-expire",
  "subscription-contracts-fail",
  "subscription-contracts-pause",
  "subscription-contracts-update",
];

/** The table of contents: every URL of the product. */
export default [
  index("routes/landing.tsx"),

  // Merchants: the embedded admin.
  route("app", "routes/admin/admin-shell.tsx", [
    index("routes/admin/overview.tsx"),
    route("churn/reasons", "routes/admin/churn-reasons.tsx"),
    route("churn/offers", "routes/admin/churn-offers.tsx"),
    route("churn/offers/:offerId", "routes/admin/churn-offer.tsx"),
    route("churn/applied-offers", "routes/admin/applied-offers.tsx"),
    route("churn/applied-offers/:appliedOfferId", "routes/admin/applied-offer.tsx"),
    route("store-credit", "routes/admin/credit.tsx"),
    route("store-credit/customers", "routes/admin/credit-customers.tsx"),
    route("store-credit/customers/:customerId", "routes/admin/credit-customer.tsx"),
    route("store-credit/grants", "routes/admin/credit-grants.tsx"),
    route("store-credit/files", "routes/admin/credit-files.tsx"),
    route("store-credit/files/:fileId", "routes/admin/credit-file.tsx"),
    route("store-credit/policies", "routes/admin/credit-policies.tsx"),
    route("settings", "routes/admin/settings.tsx"),
    route("*", "routes/admin/unknown-page.tsx"),
  ]),
  route("app/churn/applied-offers.csv", "routes/admin/applied-offers-csv.ts"),
  route("app/store-credit.csv", "routes/admin/credit-csv.ts"),
  route("app/store-credit-template.csv", "routes/admin/credit-template-csv.ts"),
  route("app/store-credit/files/:fileId/result.csv", "routes/admin/credit-file-result-csv.ts"),
  route("app/churn/preview", "routes/admin/cancel-flow-preview.ts"),

  // Sign-in: what the platform's library redirects to.
  ...prefix("auth", [
    route("login", "routes/auth/login.tsx"),
    route("session-token", "routes/auth/bounce.ts", { id: "auth-session-token" }),
    route("exit-iframe", "routes/auth/bounce.ts", { id: "auth-exit-iframe" }),
  ]),

  // Other systems: the core REST API.
  ...prefix("api/v1", [
    route("subscriptions/:subscription_id", "routes/api/subscription.ts"),
    route("store-credits/:customer_id", "routes/api/store-credit.ts"),
    route("store-credits/:customer_id/add", "routes/api/store-credit-add.ts"),
    route("store-credits/:customer_id/deduct", "routes/api/store-credit-deduct.ts"),
    route("store-credits/:customer_id/history", "routes/api/store-credit-history.ts"),
    route("store-credit/manage", "routes/api/store-credit-manage.ts"),
    route("*", "routes/api/nothing-here.ts"),
  ]),

  // Addresses of former times.
  route("store-credit/manage.php", "routes/api-deprecated/store-credit-manage.ts"),

  // What the storefront's app proxy forwards.
  ...prefix("proxy/v1", [
    route("membership/churn/offers", "routes/proxy/churn/offers.ts"),
    route("membership/churn/:contract_id/offers", "routes/proxy/churn/contract-offers.ts"),
    route(
      "membership/churn/:contract_id/offers/:offer_id/activation",
      "routes/proxy/churn/activation.ts",
    ),
    ...prefix("storefront/cancel-flow/:contract_id", [
      index("routes/proxy/storefront/cancel-flow.ts"),
      route("reason", "routes/proxy/storefront/cancel-flow-reason.ts"),
      route("accept", "routes/proxy/storefront/cancel-flow-accept.ts"),
      route("cancel", "routes/proxy/storefront/cancel-flow-cancel.ts"),
    ]),
    route("data/credits-history", "routes/proxy/data/credits-history.ts"),
    route("data/store-credits", "routes/proxy/data/store-credits.ts"),
    route("collection", "routes/proxy/collection.ts"),
    ...prefix("storefront/store-credit", [
      index("routes/proxy/storefront/store-credit.ts"),
      route("hold", "routes/proxy/storefront/store-credit-hold.ts"),
    ]),
    route("*", "routes/proxy/nothing-here.ts"),
  ]),

  // The platform's webhooks, one file per topic.
  ...prefix(
    "webhooks",
    webhookTopics.map((topic) => route(topic, `routes/webhooks/${topic}.ts`)),
  ),

  // Health, documents, and the development store's clock.
  route("healthz", "routes/internal/healthz.ts"),
  route("readyz", "routes/internal/readyz.ts"),
  route("openapi.json", "routes/internal/openapi.ts"),
  route("docs", "routes/internal/docs.ts"),
  route("internal/test-clock", "routes/internal/test-clock.ts"),

  route("*", "routes/unknown-page.tsx"),
] satisfies RouteConfig;
