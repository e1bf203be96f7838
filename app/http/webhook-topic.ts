import type { z } from "zod";
import type { Queries } from "#app/lib/db.ts";
import type { JobRequest } from "#app/lib/job-request.ts";

/** One delivery, taken in for the first time. */
export interface IncomingWebhook<P = unknown> {
  readonly shopId: bigint;
  readonly webhookId: string;
  readonly triggeredAt: Date;
  readonly payload: P;
}

/** What a topic's body holds, and what follows it in the transaction of the receipt. */
export interface WebhookTopic<P = unknown> {
  readonly payload: z.ZodType<P>;
  /** Work that it asks for. */
  jobs?(webhook: IncomingWebhook<P>): readonly JobRequest[];
  /** What is written at once. */
  write?(tx: Queries, webhook: IncomingWebhook<P>): Promise<void>;
}

/** Topics by the platform's names, as subscribed in `shopify.app.toml`. */
export type WebhookTopics = Readonly<Record<string, WebhookTopic>>;

/** Defines a topic; the type of its payload follows from its schema. */
export function defineTopic<P>(topic: WebhookTopic<P>): WebhookTopic {
  return topic as WebhookTopic;
}
