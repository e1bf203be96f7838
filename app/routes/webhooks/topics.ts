import { z } from "zod";
import { readAttemptJob } from "#app/domain/billing/charging/billing-tasks.ts";
import {
  type ComplianceTopic,
  recordComplianceRequest,
} from "#app/domain/compliance/record-request.ts";
import { followMergeJob, refreshCustomerJob } from "#app/domain/customers/customer-jobs.ts";
import { importOrdersJob, refreshOrderJob } from "#app/domain/orders/order-jobs.ts";
import { uninstallShop } from "#app/domain/shops/uninstall-shop.ts";
import { settleOrderCreditJob } from "#app/domain/store-credit/credit-jobs.ts";
import { isCreditCode, toOrderGid } from "#app/domain/store-credit/holds/credit-hold.ts";
import { refreshContractJob } from "#app/domain/subscriptions/subscription-jobs.ts";
import { defineTopic, type WebhookTopics } from "#app/http/declare-webhook.ts";
import { addJob } from "#app/lib/queue.ts";

const platformId = z.number().int();
const customerGid = z
  .string()
  .regex(/^gid:\/\/shopify\/Customer\/\d{1,15}$/)
  .transform((gid) => Number(gid.slice(gid.lastIndexOf("/") + 1)));

/** After any change of a contract, read it again. That makes order and repetition irrelevant. */
const contract = defineTopic({
  payload: z.object({ id: platformId }),
  follow: (tx, { shop, payload }) =>
    addJob(tx, refreshContractJob, { shopId: shop.id, contractId: payload.id }),
});

const billingAttempt = defineTopic({
  payload: z.object({ id: platformId, subscription_contract_id: platformId }),
  follow: async (tx, { shop, payload: { id, subscription_contract_id: contractId } }) => {
    await addJob(tx, refreshContractJob, { shopId: shop.id, contractId });
    await addJob(tx, readAttemptJob, { shopId: shop.id, platformAttemptId: id });
  },
});

const customer = defineTopic({
  payload: z.object({ id: platformId }),
  follow: (tx, { shop, payload: { id } }) =>
    addJob(tx, refreshCustomerJob, { shopId: shop.id, customerId: id }),
});

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
  follow: async (tx, { shop, payload }) => {
    if (payload.status !== "completed") return;
    await addJob(tx, followMergeJob, {
      shopId: shop.id,
      goneId: payload.admin_graphql_api_customer_deleted_id,
      keptId: payload.admin_graphql_api_customer_kept_id,
      isAnnounced: true,
    });
  },
});

/**
 * An order is read again into our rows. Its store credit is settled when it used a code that may be ours, or a hold is
 * known to be its own: credit that pays a renewal has no code.
 */
const order = defineTopic({
  payload: z.object({
    id: platformId,
    discount_codes: z.array(z.object({ code: z.string() })).optional(),
  }),
  follow: async (tx, { shop, payload: { id, discount_codes: codes } }) => {
    await addJob(tx, refreshOrderJob, { shopId: shop.id, orderId: id });
    const mayUseCredit =
      !codes ||
      codes.some(({ code }) => isCreditCode(code)) ||
      (await tx.creditHold.count({ where: { shopId: shop.id, orderGid: toOrderGid(id) } })) > 0;
    if (mayUseCredit) await addJob(tx, settleOrderCreditJob, { shopId: shop.id, orderId: id });
  },
});

/** A refund names only its order, and may arrive before the order does. */
const refund = defineTopic({
  payload: z.object({ order_id: platformId }),
  follow: async (tx, { shop, payload: { order_id: orderId } }) => {
    await addJob(tx, refreshOrderJob, { shopId: shop.id, orderId });
    await addJob(tx, settleOrderCreditJob, { shopId: shop.id, orderId });
  },
});

/** A payment, or a dispute about one. Some disputes are about no order. */
const payment = defineTopic({
  payload: z.object({ order_id: platformId.nullable() }),
  follow: async (tx, { shop, payload: { order_id: orderId } }) => {
    if (orderId !== null) await addJob(tx, refreshOrderJob, { shopId: shop.id, orderId });
  },
});

/** Of the runs that the app has started, the import of orders waits for one. */
const bulkOperation = defineTopic({
  payload: z.object({ admin_graphql_api_id: z.string() }),
  follow: (tx, { shop }) => addJob(tx, importOrdersJob, { shopId: shop.id }),
});

const compliance = (topic: ComplianceTopic) =>
  defineTopic({
    payload: z.object({ customer: z.object({ id: platformId }).optional() }),
    follow: (tx, { shop, webhookId, payload }) =>
      recordComplianceRequest(tx, {
        shopId: shop.id,
        webhookId,
        topic,
        platformCustomerId: payload.customer?.id ?? null,
      }),
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
    follow: (tx, { shop, triggeredAt }) => uninstallShop(tx, shop.id, triggeredAt),
  }),
  // A changed grant needs nothing from us: the next token exchange carries the new scopes, and until then
  // the platform refuses what is not granted. The receipt is the record.
  "app/scopes_update": defineTopic({ payload: z.object({}), follow: async () => {} }),
  "customers/create": customer,
  "customers/update": customer,
  "customers/merge": customerMerge,
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
