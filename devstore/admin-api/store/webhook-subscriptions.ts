import {
  type AdminContext,
  type Arguments,
  done,
  failed,
  type Resolvers,
  type View,
} from "#devstore/admin-api/admin-context.ts";
import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid, numberOf } from "#devstore/admin-api/graphql/gid.ts";
import { apiVersion } from "#devstore/admin-api/graphql/load-schema.ts";
import { isApproved, protectedDataPage } from "#devstore/protected-data/approvals.ts";
import { isProtectedTopic } from "#devstore/protected-data/protected-payload.ts";
import type { DevWebhookSubscription } from "#devstore/state/webhook.ts";

export const webhookQueries: Resolvers = {
  webhookSubscription: (args, context) => {
    const id = numberOf(String(args.id), "WebhookSubscription");
    const found = context.state.get(context.shop.domain, "webhookSubscription", id);
    return found === undefined ? null : subscriptionView(found);
  },
  webhookSubscriptions: (args, context) => {
    const topics = args.topics as string[] | null | undefined;
    return connection(args, {
      items: subscriptionsOf(context).filter(
        (one) => topics == null || topics.includes(topicEnum(one.topic)),
      ),
      sortValue: (one) => one.id,
      idOf: (one) => one.id,
      view: subscriptionView,
    });
  },
};

export const webhookMutations: Resolvers = {
  webhookSubscriptionCreate: (args, context) => create(context, args),
  webhookSubscriptionDelete: (args, context) => {
    const id = numberOf(String(args.id), "WebhookSubscription");
    const found = context.state.get(context.shop.domain, "webhookSubscription", id);
    if (found === undefined) {
      return failed({ field: ["id"], message: "Webhook subscription does not exist" });
    }
    context.state.remove(context.shop.domain, "webhookSubscription", id);
    return done({ deletedWebhookSubscriptionId: gid("WebhookSubscription", id) });
  },
};

function create(context: AdminContext, args: Arguments): unknown {
  const { state, shop, now } = context;
  const input = args.webhookSubscription as Record<string, string | string[] | null | undefined>;
  const topic = topicOf(String(args.topic));
  if (isProtectedTopic(topic) && !isApproved(shop, "customer_data")) {
    return failed({
      field: ["webhookSubscription"],
      message: `This app is not approved to subscribe to webhook topics containing protected customer data. See ${protectedDataPage} for more details.`,
    });
  }
  const uri = (input.uri ?? input.callbackUrl) as string | null | undefined;
  if (uri == null || (!URL.canParse(uri) && !uri.startsWith("/"))) {
    return failed({ field: ["webhookSubscription", "uri"], message: "Address is invalid" });
  }
  const filter = (input.filter as string | null | undefined) ?? null;
  const taken = subscriptionsOf(context).some(
    (one) => one.topic === topic && one.uri === uri && one.filter === filter,
  );
  if (taken) {
    return failed({
      field: ["webhookSubscription", "uri"],
      message: "Address for this topic has already been taken",
    });
  }
  const subscription = state.put(shop.domain, "webhookSubscription", {
    id: state.nextId(shop.domain, "webhookSubscription"),
    topic,
    uri,
    filter,
    includeFields: (input.includeFields as string[] | null | undefined) ?? [],
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  });
  return done({ webhookSubscription: subscriptionView(subscription) });
}

function subscriptionsOf({ state, shop }: AdminContext): DevWebhookSubscription[] {
  return state.list(shop.domain, "webhookSubscription");
}

function subscriptionView(subscription: DevWebhookSubscription): View {
  return {
    __typename: "WebhookSubscription",
    id: gid("WebhookSubscription", subscription.id),
    legacyResourceId: String(subscription.id),
    topic: topicEnum(subscription.topic),
    uri: subscription.uri,
    callbackUrl: subscription.uri,
    filter: subscription.filter,
    format: "JSON",
    includeFields: subscription.includeFields,
    metafieldNamespaces: [],
    metafields: [],
    name: null,
    createdAt: subscription.createdAt,
    updatedAt: subscription.updatedAt,
    apiVersion: {
      __typename: "ApiVersion",
      handle: apiVersion,
      displayName: apiVersion,
      supported: true,
    },
    endpoint: { __typename: "WebhookHttpEndpoint", callbackUrl: subscription.uri },
  };
}

/** What topics begin with, where that has an underscore itself: the first one of others is the slash. */
const resources = [
  "app_purchases_one_time",
  "app_subscriptions",
  "bulk_operations",
  "company_contacts",
  "company_contact_roles",
  "company_locations",
  "customer_groups",
  "customer_payment_methods",
  "customers_email_marketing_consent",
  "customers_marketing_consent",
  "draft_orders",
  "fulfillment_orders",
  "fulfillment_events",
  "inventory_items",
  "inventory_levels",
  "order_transactions",
  "selling_plan_groups",
  "subscription_billing_attempts",
  "subscription_billing_cycles",
  "subscription_billing_cycle_edits",
  "subscription_contracts",
  "tender_transactions",
];

/** What happens to a customer's tags and segments has a dot where other topics have a slash. */
const dotted = /^customer_(tags_added|tags_removed|joined_segment|left_segment)$/;

/** "subscription_contracts/update" for SUBSCRIPTION_CONTRACTS_UPDATE. */
function topicOf(topic: string): string {
  const lower = topic.toLowerCase();
  if (dotted.test(lower)) return lower.replace("_", ".");
  const resource = resources
    .filter((one) => lower.startsWith(`${one}_`))
    .sort((a, b) => b.length - a.length)[0];
  const at = resource?.length ?? lower.indexOf("_");
  return `${lower.slice(0, at)}/${lower.slice(at + 1)}`;
}

function topicEnum(topic: string): string {
  return topic.replace(/[/.]/, "_").toUpperCase();
}
