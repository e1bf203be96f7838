import type { GraphQLResolveInfo } from "graphql";
import type { AdminContext, Resolvers } from "./admin-context.ts";
import { notAvailable } from "./admin-context.ts";
import { discountCodeQueries } from "./discounts/discount-codes.ts";
import { parseGid } from "./graphql/gid.ts";
import { appQueries, installationView } from "./store/app-installation.ts";
import { bulkOperationQueries } from "./store/bulk-operations.ts";
import { catalogQueries } from "./store/catalog.ts";
import { customerQueries } from "./store/customers.ts";
import { orderQueries } from "./store/orders.ts";
import { shopQueries } from "./store/shop.ts";
import { webhookQueries } from "./store/webhook-subscriptions.ts";
import { attemptQueries } from "./subscriptions/billing-attempts.ts";
import { contractQueries } from "./subscriptions/contracts.ts";
import { draftQueries } from "./subscriptions/drafts.ts";
import { sellingPlanQueries } from "./subscriptions/selling-plan-groups.ts";

/** By which root field a type is found by its id. */
const finders: Record<string, { queries: Resolvers; field: string }> = {
  App: { queries: appQueries, field: "app" },
  BulkOperation: { queries: bulkOperationQueries, field: "bulkOperation" },
  Collection: { queries: catalogQueries, field: "collection" },
  Customer: { queries: customerQueries, field: "customer" },
  DiscountCodeNode: { queries: discountCodeQueries, field: "codeDiscountNode" },
  Order: { queries: orderQueries, field: "order" },
  Product: { queries: catalogQueries, field: "product" },
  ProductVariant: { queries: catalogQueries, field: "productVariant" },
  SellingPlanGroup: { queries: sellingPlanQueries, field: "sellingPlanGroup" },
  Shop: { queries: shopQueries, field: "shop" },
  ShopifyPaymentsDispute: { queries: orderQueries, field: "dispute" },
  SubscriptionBillingAttempt: { queries: attemptQueries, field: "subscriptionBillingAttempt" },
  SubscriptionContract: { queries: contractQueries, field: "subscriptionContract" },
  SubscriptionDraft: { queries: draftQueries, field: "subscriptionDraft" },
  WebhookSubscription: { queries: webhookQueries, field: "webhookSubscription" },
};

export const nodeQueries: Resolvers = {
  node: (args, context, info) => nodeOf(String(args.id), context, info),
  nodes: (args, context, info) => (args.ids as string[]).map((id) => nodeOf(id, context, info)),
};

function nodeOf(id: string, context: AdminContext, info: GraphQLResolveInfo): unknown {
  const parsed = parseGid(id);
  if (parsed?.type === "AppInstallation") {
    const own = String(context.shop.installation?.id) === parsed.id;
    return own ? installationView(context) : null;
  }
  if (parsed?.type === "Metafield") {
    const metafield = context.state.get(context.shop.domain, "metafield", parsed.id);
    return metafield === undefined ? null : context.views.metafield(metafield);
  }
  const finder = finders[parsed?.type ?? ""];
  if (finder === undefined) throw notAvailable(`node of type ${parsed?.type ?? id}`);
  return finder.queries[finder.field]?.({ id }, context, info) ?? null;
}
