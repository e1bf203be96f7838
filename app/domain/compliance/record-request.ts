import type { Queries } from "#app/lib/db.ts";
import { addJob } from "#app/lib/queue.ts";
import { collectCustomerDataJob, eraseCustomerJob, eraseShopJob } from "./compliance-jobs.ts";

/** The platform's three privacy topics. */
export type ComplianceTopic = "customers/data_request" | "customers/redact" | "shop/redact";

const JOBS = {
  "customers/data_request": collectCustomerDataJob,
  "customers/redact": eraseCustomerJob,
  "shop/redact": eraseShopJob,
} as const;

/** Records a privacy request and plans its work, in one transaction. A repeated delivery is one request. */
export async function recordComplianceRequest(
  tx: Queries,
  request: {
    shopId: bigint;
    webhookId: string;
    topic: ComplianceTopic;
    platformCustomerId: number | null;
    /** What else the platform names: an address, and orders by its own numbers. */
    email?: string | null;
    platformOrderIds?: readonly number[];
  },
): Promise<void> {
  const { shopId, webhookId, topic, platformCustomerId, email = null } = request;
  const [row] = await tx.complianceRequest.createManyAndReturn({
    data: [
      {
        shopId,
        webhookId,
        topic,
        platformCustomerId: platformCustomerId === null ? null : BigInt(platformCustomerId),
        email,
        platformOrderIds: (request.platformOrderIds ?? []).map(BigInt),
        receivedAt: new Date(),
      },
    ],
    skipDuplicates: true,
  });
  if (!row) return;
  await addJob(tx, JOBS[topic], { shopId, requestId: row.id });
}
