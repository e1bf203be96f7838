import { index, layout, prefix, type RouteConfig, route } from "@remix-run/route-config";

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
    route("settings", "routes/admin/settings.tsx"),
  ]),
  route("app/churn/applied-offers.csv", "routes/admin/applied-offers-csv.ts"),
  route("app/churn/preview", "routes/admin/cancel-flow-preview.ts"),
] satisfies RouteConfig;
