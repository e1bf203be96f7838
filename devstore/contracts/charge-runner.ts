import type { Devstore } from "../devstore.ts";
import type { DevBillingAttempt } from "../state/contract.ts";
import type { CommittedChange } from "../state/devstore-state.ts";
import { settleAttempt } from "./settle-attempt.ts";

/**
 * Ends billing attempts after the request that made them was answered, so the app learns the
 * result as from the platform: by webhook or by asking again. What a killed process left pending is
 * ended at the next start.
 */
export class ChargeRunner {
  readonly #devstore: Devstore;
  readonly #pending = new Map<string, Set<number>>();
  #scheduled: NodeJS.Immediate | null = null;

  constructor(devstore: Devstore) {
    this.#devstore = devstore;
    for (const { domain } of devstore.state.shops()) {
      for (const attempt of devstore.state.list(domain, "billingAttempt")) {
        this.#note(domain, attempt);
      }
    }
    devstore.state.onCommit((changes) => this.#follow(changes));
    this.#schedule();
  }

  /** Ends every pending attempt of the shop before it returns. */
  settleNow(domain: string): void {
    const shop = this.#devstore.state.shop(domain);
    if (shop === undefined) return;
    for (const id of [...(this.#pending.get(domain) ?? [])]) {
      settleAttempt(this.#devstore, shop, id);
    }
  }

  close(): void {
    if (this.#scheduled !== null) clearImmediate(this.#scheduled);
    this.#scheduled = null;
  }

  #follow(changes: CommittedChange[]): void {
    for (const { shop, kind, entity } of changes) {
      if (kind === "billingAttempt" && entity !== undefined) {
        this.#note(shop, entity as DevBillingAttempt);
      }
    }
    this.#schedule();
  }

  #note(shop: string, attempt: DevBillingAttempt): void {
    const pending = this.#pending.get(shop) ?? new Set();
    if (attempt.state.type === "pending") pending.add(attempt.id);
    else pending.delete(attempt.id);
    if (pending.size > 0) this.#pending.set(shop, pending);
    else this.#pending.delete(shop);
  }

  #schedule(): void {
    if (this.#pending.size === 0 || this.#scheduled !== null) return;
    this.#scheduled = setImmediate(() => {
      this.#scheduled = null;
      for (const domain of [...this.#pending.keys()]) this.settleNow(domain);
    });
  }
}
