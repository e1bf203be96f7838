import type { Database, Queries } from "#app/lib/db.ts";
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
    const isFresh = await receive(tx, batch);
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

/** Writes the receipts, in one statement as a flood asks. @returns the ids of deliveries that had not come before. */
async function receive(tx: Queries, batch: readonly Waiting[]): Promise<Set<string>> {
  const received = batch.map(({ delivery: { name, webhook } }) => ({ name, ...webhook }));
  const fresh = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO webhook_receipts (shop_id, webhook_id, topic, triggered_at)
    SELECT ${received[0]?.shopId}::bigint, r.id, r.topic, r.triggered_at
    FROM unnest(${received.map(({ webhookId }) => webhookId)}::text[], ${received.map(({ name }) => name)}::text[],
      ${received.map(({ triggeredAt }) => triggeredAt)}::timestamptz[]) AS r (id, topic, triggered_at)
    ON CONFLICT DO NOTHING RETURNING webhook_id AS id`;
  return new Set(fresh.map(({ id }) => id));
}
