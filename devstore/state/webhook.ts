/** A subscription made by the Admin API; the ones of shopify.app.toml live in the configuration. */
export interface DevWebhookSubscription {
  id: number;
  /** As in the header, for example "subscription_contracts/update". */
  topic: string;
  uri: string;
  filter: string | null;
  includeFields: string[];
  createdAt: string;
  updatedAt: string;
}

export interface DevWebhookDelivery {
  /** Position in the shop's queue. */
  id: number;
  /** X-Shopify-Webhook-Id: the same over retries, and over the copies which a duplicate makes. */
  webhookId: string;
  eventId: string;
  topic: string;
  uri: string;
  /** The raw body; the signature is made when it is sent. */
  payload: string;
  apiVersion: string;
  triggeredAt: string;
  status: "queued" | "delivered" | "failed";
  attempts: number;
  /** Copies still to send, the first one included. */
  copiesLeft: number;
  /** Machine time in milliseconds: retries are the network's business, not the shop's clock's. */
  nextAttemptAtMs: number;
  lastStatus: number | null;
  lastError: string | null;
  deliveredAt: string | null;
}
