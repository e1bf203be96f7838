import { z } from "zod";
import { readAttemptJob } from "#app/domain/billing/charging/billing-tasks.ts";
import {
  type ComplianceTopic,
  recordComplianceRequest,
} from "#app/domain/compliance/record-request.ts";
import { followMergeJob, refreshCustomerJob } from "#app/domain/customers/customer-jobs.ts";
import { noteNewsJob } from "#app/domain/loyalty/loyalty-jobs.ts";
import { refreshOrderJob } from "#app/domain/orders/order-jobs.ts";
import { requestPastImports } from "#app/domain/past-imports/past-import-jobs.ts";
import { followShopJob } from "#app/domain/shops/shop-jobs.ts";
import { uninstallShop } from "#app/domain/shops/uninstall-shop.ts";
import { settleOrderCreditJob } from "#app/domain/store-credit/credit-jobs.ts";
import { isCreditCode } from "#app/domain/store-credit/holds/credit-hold.ts";
import {
  followPaymentMethodJob,
  refreshContractJob,
} from "#app/domain/subscriptions/subscription-jobs.ts";
import { defineTopic, type WebhookTopics } from "#app/http/webhook-topic.ts";
import { isAddress } from "#app/lib/email-address.ts";
import { instantField } from "#app/lib/instants.ts";
import { requestJob } from "#app/lib/queue.ts";

const platformId = z.number().int();
const customerGid = z
  .string()
  .regex(/^gid:\/\/shopify\/Customer\/\d{1,15}$/)
  .transform((gid) => Number(gid.slice(gid.lastIndexOf("/") + 1)));

/** What a customer can do once, under the one key that it has. */
const ONCE = ["once"];

/** After any change of a contract, read it again. That makes order and repetition irrelevant. */
const contract = defineTopic({
  payload: z.object({ id: platformId }),
  jobs: ({ shopId, payload: { id: contractId } }) => [
    requestJob(refreshContractJob, { shopId, contractId }),
  ],
});

const billingAttempt = defineTopic({
  payload: z.object({ id: platformId, subscription_contract_id: platformId }),
  jobs: ({ shopId, payload: { id, subscription_contract_id: contractId } }) => [
    requestJob(refreshContractJob, { shopId, contractId }),
    requestJob(readAttemptJob, { shopId, platformAttemptId: id, contractId }),
  ],
});

const methodOfCustomer = z.object({
  admin_graphql_api_id: z.string().regex(/^gid:\/\/shopify\/CustomerPaymentMethod\/[\w-]{1,100}$/),
  customer_id: platformId,
});

/** The same method with another card behind it, or none any more. The contracts that it pays do not change with it. */
const paymentMethod = (event: "update" | "revoke") =>
  defineTopic({
    payload: methodOfCustomer,
    jobs: ({ shopId, triggeredAt, payload }) => [
      requestJob(followPaymentMethodJob, {
        ...{ shopId, platformCustomerId: payload.customer_id },
        paymentMethod: payload.admin_graphql_api_id,
        renewedAt: event === "update" ? triggeredAt.toISOString() : null,
      }),
    ],
  });

const customer = defineTopic({
  payload: z.object({ id: platformId }),
  jobs: ({ shopId, payload: { id: customerId } }) => [
    requestJob(refreshCustomerJob, { shopId, customerId }),
  ],
});

const changedTags = z.object({
  customerId: customerGid,
  tags: z.array(z.string()),
  occurredAt: instantField({ offset: true }),
});

const tagsAdded = defineTopic({
  payload: changedTags,
  jobs: ({ shopId, payload }) => [tagNews("tag", shopId, payload)],
});

/** Taking one off takes back nothing that it has earned; its customer is no longer one who has it. */
const tagsRemoved = defineTopic({
  payload: changedTags,
  jobs: ({ shopId, payload }) => [tagNews("tag_removed", shopId, payload)],
});

function tagNews(
  kind: "tag" | "tag_removed",
  shopId: bigint,
  { customerId: platformCustomerId, tags: keys, occurredAt }: z.output<typeof changedTags>,
) {
  const at = occurredAt.toISOString();
  return requestJob(noteNewsJob, { shopId, platformCustomerId, kind, keys, at });
}

const consent = z.object({
  state: z.string(),
  consent_updated_at: instantField({ offset: true }).nullish(),
});

const emailConsent = defineTopic({
  payload: z.object({ customer_id: platformId, email_marketing_consent: consent.nullable() }),
  jobs: ({ shopId, triggeredAt, payload }) =>
    agreed("email_consent", payload.email_marketing_consent, {
      ...{ shopId, triggeredAt, platformCustomerId: payload.customer_id },
    }),
});

const smsConsent = defineTopic({
  payload: z.object({ id: platformId, sms_marketing_consent: consent.nullable() }),
  jobs: ({ shopId, triggeredAt, payload }) =>
    agreed("sms_consent", payload.sms_marketing_consent, {
      ...{ shopId, triggeredAt, platformCustomerId: payload.id },
    }),
});

/** Only who has agreed has done something: neither who still has to confirm it nor who has objected. */
function agreed(
  kind: "email_consent" | "sms_consent",
  told: z.output<typeof consent> | null,
  of: { shopId: bigint; triggeredAt: Date; platformCustomerId: number },
) {
  if (told?.state !== "subscribed") return [];
  const { shopId, triggeredAt, platformCustomerId } = of;
  const at = (told.consent_updated_at ?? triggeredAt).toISOString();
  return [requestJob(noteNewsJob, { shopId, platformCustomerId, kind, keys: ONCE, at })];
}

/**
 * A merge is told of when it begins, when it is done and when it failed. Only what is done moves anything, and what the
 * platform has is looked up before that.
 */
const customerMerge = defineTopic({
  payload: z.object({
    admin_graphql_api_customer_kept_id: customerGid,
    admin_graphql_api_customer_deleted_id: customerGid,
    status: z.string(),
  }),
  jobs: ({ shopId, payload }) => {
    if (payload.status !== "completed") return [];
    const goneId = payload.admin_graphql_api_customer_deleted_id;
    const keptId = payload.admin_graphql_api_customer_kept_id;
    return [requestJob(followMergeJob, { shopId, goneId, keptId, isAnnounced: true })];
  },
});

/**
 * An order is read again into our rows. Its store credit is settled when it used a code that may be ours; where a hold is
 * its own without a code, as that of a renewal, the job that reads it again has it settled.
 */
const order = defineTopic({
  payload: z.object({
    id: platformId,
    discount_codes: z.array(z.object({ code: z.string() })).optional(),
  }),
  jobs: ({ shopId, payload: { id: orderId, discount_codes: codes } }) => [
    requestJob(refreshOrderJob, { shopId, orderId }),
    ...(!codes || codes.some(({ code }) => isCreditCode(code))
      ? [requestJob(settleOrderCreditJob, { shopId, orderId })]
      : []),
  ],
});

/** A refund names only its order, and may arrive before the order does. */
const refund = defineTopic({
  payload: z.object({ order_id: platformId }),
  jobs: ({ shopId, payload: { order_id: orderId } }) => [
    requestJob(refreshOrderJob, { shopId, orderId }),
    requestJob(settleOrderCreditJob, { shopId, orderId }),
  ],
});

/** A payment, or a dispute about one. Some disputes are about no order. */
const payment = defineTopic({
  payload: z.object({ order_id: platformId.nullable() }),
  jobs: ({ shopId, payload: { order_id: orderId } }) =>
    orderId === null ? [] : [requestJob(refreshOrderJob, { shopId, orderId })],
});

/** Of the runs that the app has started, the imports of a store's past wait for two. */
const bulkOperation = defineTopic({
  payload: z.object({ admin_graphql_api_id: z.string() }),
  jobs: ({ shopId }) => requestPastImports(shopId),
});

const platformOrders = z.array(platformId).nullish();

/** Whom a privacy request is about: the app may know of the person, of the address or of the orders alone. */
const aboutPerson = z.object({
  customer: z.object({ id: platformId.nullish(), email: z.string().nullish() }).nullish(),
  orders_to_redact: platformOrders,
  orders_requested: platformOrders,
});

const compliance = (topic: ComplianceTopic) =>
  defineTopic({
    payload: aboutPerson,
    write: (tx, { shopId, webhookId, payload }) => {
      const { customer, orders_to_redact: toErase, orders_requested: asked } = payload;
      const email = customer?.email ?? "";
      return recordComplianceRequest(tx, {
        ...{ shopId, webhookId, topic },
        platformCustomerId: customer?.id ?? null,
        email: isAddress(email) ? email : null,
        platformOrderIds: [...(toErase ?? []), ...(asked ?? [])],
      });
    },
  });

/**
 * Every topic that the app subscribes to in `shopify.app.toml`, its payload (the fields that we read) and its
 * follow-up. Its address is `/webhooks/` and its name with hyphens.
 */
export const WEBHOOK_TOPICS: WebhookTopics = {
  "customers/data_request": compliance("customers/data_request"),
  "customers/redact": compliance("customers/redact"),
  "shop/redact": compliance("shop/redact"),
  "app/uninstalled": defineTopic({
    payload: z.object({}),
    write: (tx, { shopId, triggeredAt }) => uninstallShop(tx, shopId, triggeredAt),
  }),
  // A changed grant needs nothing from us: the next token exchange carries the new scopes, and until then
  // the platform refuses what is not granted. The receipt is the record.
  "app/scopes_update": defineTopic({ payload: z.object({}) }),
  "shop/update": defineTopic({
    payload: z.object({ id: platformId }),
    jobs: ({ shopId }) => [requestJob(followShopJob, { shopId })],
  }),
  "customers/create": customer,
  "customers/update": customer,
  "customers/merge": customerMerge,
  "customer.tags_added": tagsAdded,
  "customer.tags_removed": tagsRemoved,
  "customers_email_marketing_consent/update": emailConsent,
  "customers_marketing_consent/update": smsConsent,
  "customer_payment_methods/update": paymentMethod("update"),
  "customer_payment_methods/revoke": paymentMethod("revoke"),
  "subscription_contracts/create": contract,
  "subscription_contracts/update": contract,
  "subscription_contracts/activate": contract,
  "subscription_contracts/pause": contract,
  "subscription_contracts/cancel": contract,
  "subscription_contracts/expire": contract,
  "subscription_contracts/fail": contract,
  "subscription_billing_attempts/success": billingAttempt,
  "subscription_billing_attempts/failure": billingAttempt,
  "subscription_billing_attempts/challenged": billingAttempt,
  "orders/create": order,
  "orders/paid": order,
  "orders/updated": order,
  "orders/cancelled": order,
  "refunds/create": refund,
  "order_transactions/create": payment,
  "disputes/create": payment,
  "disputes/update": payment,
  "bulk_operations/finish": bulkOperation,
};
