import type { Database } from "#app/lib/db.ts";
import { addJobs } from "#app/lib/queue.ts";
import type { IncomingWebhook, WebhookTopic } from "./webhook-topic.ts";

/** A delivery that is to be recorded. */
export interface Delivery {
  readonly name: string;
  readonly topic: WebhookTopic;
  readonly webhook: Omit<IncomingWebhook, "triggeredAt"> & { readonly triggeredAt: Date | null };
}

/** Few enough that a transaction stays short. */
const AT_A_TIME = 100;

interface Waiting {
  readonly delivery: Delivery;
  readonly recorded: () => void;
  readonly failed: (error: unknown) => void;
}

/** Deliveries of a store that came while others were being recorded. */
const waitingOf = new WeakMap<Database, Waiting[]>();

/**
 * Records a delivery with what its topic asks for, once, however often it comes. The platform sends them in floods, so those
 * of one store that come while others are being recorded share the next transaction. Resolves when it is committed.
 */
export function takeIn(db: Database, delivery: Delivery): Promise<void> {
  return new Promise((recorded, failed) => {
    const one = { delivery, recorded, failed };
    const waiting = waitingOf.get(db);
    if (waiting) waiting.push(one);
    else {
      const first = [one];
      waitingOf.set(db, first);
      void work(db, first);
    }
  });
}

async function work(db: Database, waiting: Waiting[]): Promise<void> {
  while (waiting.length > 0) {
    const batch = waiting.splice(0, AT_A_TIME);
    try {
      await record(db, batch);
      for (const { recorded } of batch) recorded();
    } catch (error) {
      if (batch.length === 1) batch[0]?.failed(error);
      else await recordEach(db, batch);
    }
  }
  waitingOf.delete(db);
}

/** One that cannot be recorded does not keep the others back. */
async function recordEach(db: Database, batch: readonly Waiting[]): Promise<void> {
  for (const one of batch) await record(db, [one]).then(one.recorded, one.failed);
}

async function record(db: Database, batch: readonly Waiting[]): Promise<void> {
  await db.transaction(async (tx) => {
    const fresh = await tx.webhookReceipt.createManyAndReturn({
      data: batch.map(({ delivery: { name: topic, webhook } }) => {
        const { shopId, webhookId, triggeredAt } = webhook;
        return { shopId, webhookId, topic, triggeredAt };
      }),
      skipDuplicates: true,
      select: { webhookId: true },
    });
    const isFresh = new Set(fresh.map(({ webhookId }) => webhookId));
    const taken = batch.flatMap(({ delivery: { topic, webhook } }) =>
      isFresh.delete(webhook.webhookId)
        ? [{ topic, webhook: { ...webhook, triggeredAt: webhook.triggeredAt ?? new Date() } }]
        : [],
    );
    for (const { topic, webhook } of taken) await topic.write?.(tx, webhook);
    await addJobs(
      tx,
      taken.flatMap(({ topic, webhook }) => topic.jobs?.(webhook) ?? []),
    );
  });
}
