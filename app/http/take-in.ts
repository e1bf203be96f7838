import type { Database, Queries } from "#app/lib/db.ts";
import { addJobs } from "#app/lib/queue.ts";
import { shareWork } from "#app/lib/share-work.ts";
import type { IncomingWebhook, WebhookTopic } from "./webhook-topic.ts";

/** A delivery that is to be recorded. */
export interface Delivery {
  readonly name: string;
  readonly topic: WebhookTopic;
  readonly webhook: Omit<IncomingWebhook, "triggeredAt"> & { readonly triggeredAt: Date | null };
}

/** Few enough that a transaction stays short. */
const AT_A_TIME = 100;

/**
 * Records a delivery with what its topic asks for, once, however often it comes. The platform sends them in floods, so those
 * of one store that come while others are being recorded share the next transaction. Resolves when it is committed.
 */
export const takeIn: (db: Database, delivery: Delivery) => Promise<unknown> = shareWork({
  most: AT_A_TIME,
  keyOf: ({ webhook }) => webhook.webhookId,
  work: record,
});

function record(db: Database, deliveries: readonly Delivery[]): Promise<readonly Delivery[]> {
  return db.transaction(async (tx) => {
    const fresh = await receive(tx, deliveries);
    const taken = deliveries
      .filter(({ webhook }) => fresh.has(webhook.webhookId))
      .map(({ topic, webhook }) => ({
        topic,
        webhook: { ...webhook, triggeredAt: webhook.triggeredAt ?? new Date() },
      }));
    for (const { topic, webhook } of taken) await topic.write?.(tx, webhook);
    await addJobs(
      tx,
      taken.flatMap(({ topic, webhook }) => topic.jobs?.(webhook) ?? []),
    );
    return deliveries;
  });
}

/** Writes the receipts, in one statement as a flood asks. @returns the ids of deliveries that had not come before. */
async function receive(tx: Queries, deliveries: readonly Delivery[]): Promise<Set<string>> {
  const received = deliveries.map(({ name, webhook }) => ({ name, ...webhook }));
  const fresh = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO webhook_receipts (shop_id, webhook_id, topic, triggered_at)
    SELECT ${received[0]?.shopId}::bigint, r.id, r.topic, r.triggered_at
    FROM unnest(${received.map(({ webhookId }) => webhookId)}::text[], ${received.map(({ name }) => name)}::text[],
      ${received.map(({ triggeredAt }) => triggeredAt)}::timestamptz[]) AS r (id, topic, triggered_at)
    ON CONFLICT DO NOTHING RETURNING webhook_id AS id`;
  return new Set(fresh.map(({ id }) => id));
}
