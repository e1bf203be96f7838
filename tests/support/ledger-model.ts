/** The ledger as a few lines of arithmetic: what the real one must agree with after every step. */

interface ModelGrant {
  remaining: number;
  expiresAt: number;
}

interface ModelHold {
  parts: { grant: ModelGrant; amount: number }[];
}

export class LedgerModel {
  readonly grants: ModelGrant[] = [];
  readonly holds: ModelHold[] = [];
  now = 0;
  granted = 0;
  spent = 0;
  expired = 0;

  get available(): number {
    return this.grants.reduce((sum, { remaining }) => sum + remaining, 0);
  }

  get held(): number {
    return this.holds.flatMap(({ parts }) => parts).reduce((sum, { amount }) => sum + amount, 0);
  }

  give(amount: number, expiresAt: number): void {
    this.expire();
    this.grants.push({ remaining: amount, expiresAt });
    this.granted += amount;
  }

  /** Deducts up to the balance, soonest-expiring first; returns the deducted amount. */
  take(amount: number): number {
    const parts = this.#draw(amount);
    const taken = parts.reduce((sum, part) => sum + part.amount, 0);
    this.spent += taken;
    return taken;
  }

  hold(amount: number): number {
    const parts = this.#draw(amount);
    if (parts.length > 0) this.holds.push({ parts });
    return parts.reduce((sum, part) => sum + part.amount, 0);
  }

  /** What the hold at the place `at` holds. */
  heldBy(at: number): number {
    return (this.holds[at]?.parts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  }

  /** Holds up to so much more with the hold at the place `at`. */
  raise(at: number, more: number): void {
    const hold = this.holds[at];
    if (!hold) return;
    for (const { grant, amount } of this.#draw(more)) {
      const known = hold.parts.find((part) => part.grant === grant);
      if (known) known.amount += amount;
      else hold.parts.push({ grant, amount });
    }
    const place = ({ grant }: { grant: ModelGrant }) => this.grants.indexOf(grant);
    hold.parts.sort((a, b) => soonest(a.grant, b.grant) || place(a) - place(b));
  }

  /** Ends the hold at the place `at`; `used` of it is spent. */
  settle(at: number, used: number): void {
    const [hold] = this.holds.splice(at, 1);
    let left = used;
    for (const { grant, amount } of hold?.parts ?? []) {
      const spent = Math.min(left, amount);
      this.spent += spent;
      grant.remaining += amount - spent;
      left -= spent;
    }
    this.expire();
  }

  expire(): void {
    for (const grant of this.grants) {
      if (grant.expiresAt > this.now) continue;
      this.expired += grant.remaining;
      grant.remaining = 0;
    }
  }

  #draw(amount: number): { grant: ModelGrant; amount: number }[] {
    this.expire();
    let left = amount;
    const parts = [];
    for (const grant of this.grants.toSorted(soonest)) {
      const part = Math.min(left, grant.remaining);
      if (part === 0) continue;
      grant.remaining -= part;
      left -= part;
      parts.push({ grant, amount: part });
    }
    return parts;
  }
}

function soonest(a: ModelGrant, b: ModelGrant): number {
  return a.expiresAt === b.expiresAt ? 0 : a.expiresAt - b.expiresAt;
}
