import { z } from "zod";
import type { Queries } from "#app/core/db.ts";
import { addJob } from "#app/core/queue.ts";
import {
  type ComplianceTopic,
  recordComplianceRequest,
} from "#app/domain/compliance/record-request.ts";
import type { IncomingWebhook } from "./declare-webhook.ts";

const contractPayload = z.object({ id: z.number().int() });
const attemptPayload = z.object({ subscription_contract_id: z.number().int() });
const customerPayload = z.object({ id: z.number().int() });
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
  await addJob(tx, "refresh-customer", job, { about: String(customerId) });
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

async function enqueueRefresh(tx: Queries, shopId: bigint, contractId: number): Promise<void> {
  const job = { shopId: String(shopId), contractId };
  await addJob(tx, "refresh-contract", job, { about: String(contractId) });
}
