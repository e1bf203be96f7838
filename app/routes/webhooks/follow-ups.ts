import { z } from "zod";
import {
  type ComplianceTopic,
  recordComplianceRequest,
} from "#app/domain/compliance/record-request.ts";
import { isCreditCode } from "#app/domain/store-credit/holds/credit-hold.ts";
import type { IncomingWebhook } from "#app/http/declare-webhook.ts";
import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";

const contractPayload = z.object({ id: z.number().int() });
const attemptPayload = z.object({ subscription_contract_id: z.number().int() });
const customerPayload = z.object({ id: z.number().int() });
const orderPayload = z.object({
  id: z.number().int(),
  discount_codes: z.array(z.object({ code: z.string() })).optional(),
});
const refundPayload = z.object({ order_id: z.number().int() });
const compliancePayload = z.object({ customer: z.object({ id: z.number().int() }).optional() });

/** Whatever happened to a contract: read it anew. That makes order and repetition irrelevant. */
export async function followContract(
  tx: Queries,
  { shop, payload }: IncomingWebhook,
): Promise<void> {
  await enqueueRefresh(tx, shop.id, contractPayload.parse(payload).id);
}

export async function followBillingAttempt(
  tx: Queries,
  { shop, payload }: IncomingWebhook,
): Promise<void> {
  await enqueueRefresh(tx, shop.id, attemptPayload.parse(payload).subscription_contract_id);
}

export async function followCustomer(
  tx: Queries,
  { shop, payload }: IncomingWebhook,
): Promise<void> {
  const customerId = customerPayload.parse(payload).id;
  const job = { shopId: String(shop.id), customerId };
  await addJob(tx, "refresh-customer", job, { dedupeKey: String(customerId) });
}

/** An order is read anew when it used a code that may stand for store credit; the others cost nothing. */
export async function followOrder(tx: Queries, { shop, payload }: IncomingWebhook): Promise<void> {
  const { id, discount_codes: codes } = orderPayload.parse(payload);
  if (codes && !codes.some(({ code }) => isCreditCode(code))) return;
  await enqueueSettling(tx, shop.id, id);
}

/** A refund names its order alone, and may be heard of before the order is. */
export async function followRefund(tx: Queries, { shop, payload }: IncomingWebhook): Promise<void> {
  await enqueueSettling(tx, shop.id, refundPayload.parse(payload).order_id);
}

export async function followCompliance(
  tx: Queries,
  webhook: IncomingWebhook,
  topic: ComplianceTopic,
): Promise<void> {
  const { customer } = compliancePayload.parse(webhook.payload);
  await recordComplianceRequest(tx, {
    shopId: webhook.shop.id,
    webhookId: webhook.webhookId,
    topic,
    platformCustomerId: customer?.id ?? null,
  });
}

async function enqueueSettling(tx: Queries, shopId: bigint, orderId: number): Promise<void> {
  const job = { shopId: String(shopId), orderId };
  await addJob(tx, "settle-order-credit", job, { dedupeKey: String(orderId) });
}

async function enqueueRefresh(tx: Queries, shopId: bigint, contractId: number): Promise<void> {
  const job = { shopId: String(shopId), contractId };
  await addJob(tx, "refresh-contract", job, { dedupeKey: String(contractId) });
}
