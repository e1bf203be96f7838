import { createHmac } from "node:crypto";
import { z } from "zod";
import type { ChargeRunner } from "../contracts/charge-runner.ts";
import type { Devstore } from "../devstore.ts";
import { appUrlOf } from "../find-shop.ts";
import { AppTrouble } from "../input-error.ts";
import { callApp } from "./call-app.ts";

/** How often the app may name the same instant again before it counts as stuck. */
const patience = 3;

const nextSchema = z.object({ next_due_at: z.string().nullable() });
const movedSchema = z.object({
  tried: z.array(z.string()).default([]),
  failing: z.array(z.string()).default([]),
});

export interface ClockAnswer {
  now: string;
  /** Instants at which something was due on the way. */
  steps: number;
  webhooks: { delivered: number; failed: number };
  /** What the app has tried once more and failed at again, in its own words. */
  failing: string[];
}

/**
 * Moves a shop's clock to `target` as time would: it stops at each instant at which the app has
 * something due, lets the app do it, and brings what follows (charges, webhooks) to its end before it
 * goes on. Without an app, or `withoutApp`, it only moves. Throws when the app does not answer or does not move on.
 */
export async function advanceClock(
  devstore: Devstore,
  charges: ChargeRunner,
  domain: string,
  { target, withoutApp = false }: { target: Date; withoutApp?: boolean },
): Promise<ClockAnswer> {
  const run = new ClockRun(devstore, charges, domain);
  if (withoutApp) {
    run.moveTo(target);
    return run.answer();
  }
  await run.settle();
  let last = 0;
  let repeated = 0;
  while (run.hasApp()) {
    const due = await run.nextDue(target);
    if (due === null) break;
    repeated = due.getTime() <= last ? repeated + 1 : 0;
    if (repeated > patience) throw new AppTrouble(`the app stays at ${due.toISOString()}`);
    last = Math.max(last, due.getTime());
    run.moveTo(due);
    await run.bringToRest(due);
    run.steps += 1;
  }
  run.moveTo(target);
  await run.bringToRest(target);
  return run.answer();
}

class ClockRun {
  readonly #devstore: Devstore;
  readonly #charges: ChargeRunner;
  readonly #domain: string;
  steps = 0;
  readonly webhooks = { delivered: 0, failed: 0 };
  /** The app's names of jobs that it has tried again: once in a move is enough. */
  #tried: string[] = [];
  #failing: string[] = [];

  constructor(devstore: Devstore, charges: ChargeRunner, domain: string) {
    this.#devstore = devstore;
    this.#charges = charges;
    this.#domain = domain;
  }

  answer(): ClockAnswer {
    const { steps, webhooks } = this;
    const now = this.#devstore.state.now(this.#domain).toISOString();
    return { now, steps, webhooks, failing: this.#failing };
  }

  /** The address of the shop's app; null when it has none, or the app is not installed. */
  #appUrl(): string | null {
    const shop = this.#devstore.state.shop(this.#domain);
    return shop?.installation == null ? null : appUrlOf(this.#devstore, shop);
  }

  hasApp(): boolean {
    return this.#appUrl() !== null;
  }

  /** Only forward: the clock ticks while this runs, and what is past is due all the same. */
  moveTo(instant: Date): void {
    const { state } = this.#devstore;
    const shop = state.shop(this.#domain);
    const offset = instant.getTime() - Date.now();
    if (shop === undefined || offset <= shop.clockOffsetMs) return;
    state.putShop({ ...shop, clockOffsetMs: offset });
  }

  async nextDue(until: Date): Promise<Date | null> {
    const answer = nextSchema.parse(
      await this.#ask({ operation: "next", until: until.toISOString() }),
    );
    return answer.next_due_at === null ? null : new Date(answer.next_due_at);
  }

  /** Lets the app run until neither it nor the webhooks to it have anything left. */
  async bringToRest(instant: Date): Promise<void> {
    for (;;) {
      if (!this.hasApp()) break;
      // The queue sends by itself too: what has arrived while the app was at work may have come after it was at rest.
      const before = this.#devstore.webhooks.arrived(this.#domain);
      const moved = await this.#ask({
        ...{ operation: "advance", to: instant.toISOString() },
        tried: this.#tried,
      });
      ({ tried: this.#tried, failing: this.#failing } = movedSchema.parse(moved));
      await this.settle();
      if (this.#devstore.webhooks.arrived(this.#domain) === before) break;
    }
    await this.settle();
  }

  /** Ends pending charges and sends what webhooks wait. */
  async settle(): Promise<void> {
    this.#charges.settleNow(this.#domain);
    const { delivered, failed } = await this.#devstore.webhooks.flush(this.#domain);
    this.webhooks.delivered += delivered;
    this.webhooks.failed += failed;
  }

  async #ask(operation: Record<string, string | string[]>): Promise<unknown> {
    const body = JSON.stringify({ shop: this.#domain, ...operation });
    const { apiSecret } = this.#devstore.appConfig;
    const address = `${this.#appUrl()}/internal/test-clock`;
    const response = await callApp(address, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-devstore-hmac-sha256": createHmac("sha256", apiSecret).update(body).digest("base64"),
      },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new AppTrouble(`${address} answered ${response.status}: ${text}`);
    return JSON.parse(text);
  }
}
