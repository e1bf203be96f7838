import { randomUUID } from "node:crypto";
import type { AppConfig } from "../app-config.ts";
import { isApproved } from "../protected-data/approvals.ts";
import { isProtectedTopic, redactPayload } from "../protected-data/protected-payload.ts";
import type { CommittedChange, DevstoreState } from "../state/devstore-state.ts";
import { changeControls, readControls } from "../state/shop-controls.ts";
import type { DevWebhookDelivery } from "../state/webhook.ts";
import { matchesFilter, pickFields } from "./filter-payload.ts";
import { type SendOutcome, sendDelivery } from "./send-delivery.ts";

/** Seconds between attempts: the platform's eight retries in four hours, shrunk to a demo's patience. */
const retryAfterSeconds = [1, 2, 5, 10, 20, 40, 80, 160];

/** How long deliveries gather before they go out newest first, while reordering is asked for. */
const reorderWindowMs = 150;

/** So many of a shop's are on their way together. The platform sends what a moment brings side by side, and promises no order. */
const sentAtOnce = 8;

/** Finished deliveries which a shop keeps for the list of the controls. */
const keptDeliveries = 1000;

export interface FlushResult {
  delivered: number;
  failed: number;
}

/**
 * Webhooks of all shops: `enqueue` is part of the transaction of the change, so a restart loses none. They are
 * sent afterwards, over real HTTP, some of each shop's at the same time: they leave in order, and may arrive in another.
 */
export class WebhookQueue {
  readonly #state: DevstoreState;
  readonly #config: AppConfig;
  /** Those of each shop that are on their way, by their ids. */
  readonly #sending = new Map<string, Map<number, Promise<unknown>>>();
  /** Ids of the waiting deliveries of the shops that have some, cached outside the state so a commit need not search it. */
  readonly #waiting = new Map<string, Set<number>>();
  /** How many of each shop's have arrived while this runs. */
  readonly #arrived = new Map<string, number>();
  #timer: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(state: DevstoreState, config: AppConfig) {
    this.#state = state;
    this.#config = config;
    for (const { domain } of state.shops()) {
      for (const delivery of state.list(domain, "webhookDelivery")) this.#note(domain, delivery);
    }
    state.onCommit((changes) => this.#follow(changes));
    this.#schedule();
  }

  /**
   * Queues one delivery for each subscription to the topic: separate delivery ids, one event id.
   * Compliance topics go out whether the app is installed or not, as the platform sends them. What the app
   * is not approved for is not in a payload, and topics with customer data need the approval as such.
   */
  enqueue(shop: string, topic: string, payload: Record<string, unknown>): void {
    const receiver = this.#state.shop(shop);
    if (receiver === undefined) return;
    const installed = receiver.installation !== null;
    const approved = !isProtectedTopic(topic) || isApproved(receiver, "customer_data");
    const shown = redactPayload(receiver, payload);
    const eventId = randomUUID();
    for (const target of this.#targets(shop, topic)) {
      if (!target.compliance && !(installed && approved)) continue;
      if (!matchesFilter(target.filter, shown)) continue;
      this.#state.put(shop, "webhookDelivery", this.#delivery(shop, topic, eventId, target, shown));
    }
  }

  /** Sends all waiting deliveries of the shop now, ignoring their retry times; each at most once more. */
  async flush(shop: string): Promise<FlushResult> {
    const tried = new Set<number>();
    const result: FlushResult = { delivered: 0, failed: 0 };
    const send = async ({ id }: DevWebhookDelivery) => {
      const outcome = await this.#send(shop, id);
      if (outcome === null) return;
      if (outcome.error === null) result.delivered += 1;
      else {
        result.failed += 1;
        tried.add(id);
      }
    };
    while (!this.#closed) {
      const sending = this.#onTheirWay(shop);
      const next = this.#ready(shop).filter(({ id }) => !tried.has(id));
      const free = this.#atOnce(shop) - sending.length;
      if (next.length > 0) await Promise.all(next.slice(0, free).map(send));
      else if (sending.length > 0) await Promise.all(sending);
      else break;
    }
    return result;
  }

  /** How many deliveries of the shop have arrived so far, whoever sent them. */
  arrived(shop: string): number {
    return this.#arrived.get(shop) ?? 0;
  }

  /** Stops sending; what waits is sent by the next run. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await Promise.all([...this.#sending.keys()].flatMap((shop) => this.#onTheirWay(shop)));
  }

  #targets(shop: string, topic: string) {
    const configured = this.#config.webhooks.filter((webhook) => webhook.topic === topic);
    const created = this.#state
      .list(shop, "webhookSubscription")
      .filter((subscription) => subscription.topic === topic)
      .map((subscription) => ({ ...subscription, compliance: false }));
    return [...configured, ...created];
  }

  #delivery(
    shop: string,
    topic: string,
    eventId: string,
    target: { uri: string; includeFields: string[] },
    payload: Record<string, unknown>,
  ): DevWebhookDelivery {
    const { copies, reorder, delayMs } = readControls(this.#state, shop).webhooks;
    const isLost = this.#takeLoss(shop);
    return {
      id: this.#state.nextId(shop, "webhookDelivery"),
      webhookId: randomUUID(),
      eventId,
      topic,
      uri: target.uri,
      payload: JSON.stringify(pickFields(payload, target.includeFields)),
      apiVersion: this.#config.apiVersion,
      triggeredAt: new Date().toISOString(),
      status: isLost ? "failed" : "queued",
      attempts: 0,
      copiesLeft: copies,
      nextAttemptAtMs: Date.now() + delayMs + (reorder ? reorderWindowMs : 0),
      lastStatus: null,
      lastError: isLost ? "lost, as the controls wanted" : null,
      deliveredAt: null,
    };
  }

  /** Whether the controls want the next delivery to be lost; counts it down. */
  #takeLoss(shop: string): boolean {
    const { webhooks } = readControls(this.#state, shop);
    if (typeof webhooks.lose === "number" && webhooks.lose > 0) {
      changeControls(this.#state, shop, { webhooks: { ...webhooks, lose: webhooks.lose - 1 } });
    }
    return webhooks.lose === true || Number(webhooks.lose) > 0;
  }

  #follow(changes: CommittedChange[]): void {
    const deliveries = changes.filter((change) => change.kind === "webhookDelivery");
    for (const { shop, id, entity } of deliveries) {
      const delivery = entity as DevWebhookDelivery | undefined;
      this.#note(shop, { id: Number(id), status: delivery?.status ?? "failed" });
    }
    if (deliveries.length > 0) this.#schedule();
  }

  #note(shop: string, { id, status }: Pick<DevWebhookDelivery, "id" | "status">): void {
    const waiting = this.#waiting.get(shop) ?? new Set();
    if (status === "queued") waiting.add(id);
    else waiting.delete(id);
    if (waiting.size > 0) this.#waiting.set(shop, waiting);
    else this.#waiting.delete(shop);
  }

  /** Waiting deliveries in the order in which they are sent. */
  #queued(shop: string): DevWebhookDelivery[] {
    const queued = [...(this.#waiting.get(shop) ?? [])]
      .sort((a, b) => a - b)
      .flatMap((id) => this.#state.get(shop, "webhookDelivery", id) ?? []);
    return readControls(this.#state, shop).webhooks.reorder ? queued.reverse() : queued;
  }

  #schedule(): void {
    if (this.#closed) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    let earliest = Number.POSITIVE_INFINITY;
    for (const shop of this.#waiting.keys()) {
      for (const { nextAttemptAtMs } of this.#ready(shop)) {
        earliest = Math.min(earliest, nextAttemptAtMs);
      }
    }
    if (earliest === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#sendDue(), Math.max(0, earliest - Date.now()));
    this.#timer.unref();
  }

  /** What can be sent once its time has come; none where enough is on its way. */
  #ready(shop: string): DevWebhookDelivery[] {
    const sending = this.#sending.get(shop);
    if (sending === undefined) return this.#queued(shop);
    if (sending.size >= this.#atOnce(shop)) return [];
    return this.#queued(shop).filter(({ id }) => !sending.has(id));
  }

  /** What is to arrive in a certain order is sent one by one. */
  #atOnce(shop: string): number {
    return readControls(this.#state, shop).webhooks.reorder ? 1 : sentAtOnce;
  }

  #sendDue(): void {
    this.#timer = null;
    const now = Date.now();
    for (const shop of this.#waiting.keys()) {
      const due = this.#ready(shop).filter(({ nextAttemptAtMs }) => nextAttemptAtMs <= now);
      const free = this.#atOnce(shop) - this.#onTheirWay(shop).length;
      for (const { id } of due.slice(0, free)) void this.#send(shop, id);
    }
    this.#schedule();
  }

  #onTheirWay(shop: string): Promise<unknown>[] {
    return [...(this.#sending.get(shop)?.values() ?? [])];
  }

  /** Sends one that is not on its way; null where there is nothing to send any more. */
  async #send(shop: string, id: number): Promise<SendOutcome | null> {
    const sending = this.#sending.get(shop) ?? new Map<number, Promise<unknown>>();
    this.#sending.set(shop, sending);
    const attempt = this.#attempt(shop, id);
    sending.set(id, attempt);
    try {
      return await attempt;
    } finally {
      sending.delete(id);
      if (sending.size === 0) this.#sending.delete(shop);
      this.#schedule();
    }
  }

  async #attempt(shop: string, id: number): Promise<SendOutcome | null> {
    const delivery = this.#state.get(shop, "webhookDelivery", id);
    const target = this.#state.shop(shop);
    if (delivery?.status !== "queued" || target === undefined || this.#closed) return null;
    const outcome = await sendDelivery(delivery, {
      shop,
      appUrl: target.appUrl ?? this.#config.appUrl,
      secret: this.#config.apiSecret,
    });
    if (outcome.error === null) this.#arrived.set(shop, this.arrived(shop) + 1);
    // A kill between sending and noting it repeats the delivery, with the same webhook id: as the
    // platform, which promises at least once.
    this.#state.transaction(() => {
      this.#state.put(shop, "webhookDelivery", afterAttempt(delivery, outcome));
      this.#prune(shop);
    });
    return outcome;
  }

  #prune(shop: string): void {
    const finished = this.#state
      .list(shop, "webhookDelivery")
      .filter((delivery) => delivery.status !== "queued");
    for (const old of finished.slice(0, Math.max(0, finished.length - keptDeliveries))) {
      this.#state.remove(shop, "webhookDelivery", old.id);
    }
  }
}

function afterAttempt(delivery: DevWebhookDelivery, outcome: SendOutcome): DevWebhookDelivery {
  const sent = { ...delivery, lastStatus: outcome.status, lastError: outcome.error };
  if (outcome.error === null) {
    const copiesLeft = delivery.copiesLeft - 1;
    return {
      ...sent,
      copiesLeft,
      attempts: delivery.attempts + 1,
      status: copiesLeft > 0 ? "queued" : "delivered",
      deliveredAt: new Date().toISOString(),
    };
  }
  const wait = retryAfterSeconds[delivery.attempts];
  return {
    ...sent,
    attempts: delivery.attempts + 1,
    status: wait === undefined ? "failed" : "queued",
    nextAttemptAtMs: Date.now() + (wait ?? 0) * 1000,
  };
}
