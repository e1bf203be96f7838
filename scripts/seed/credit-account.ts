import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { orderName } from "./order-names.ts";
import type { SeedPlan } from "./plan-catalogue.ts";
import type {
  AccountStory,
  CreditUnit,
  EntryStory,
  GrantStory,
  HoldStory,
  OrderStory,
} from "./stories.ts";

/** How a movement is told. */
export interface Told {
  typeCode: number;
  message: string | (() => string);
  reason?: string;
  order?: OrderStory | null;
  usedIn?: string;
  sourceKey?: () => string;
  actor?: EntryStory["actor"];
}

interface Part {
  amountMinor: number;
  expiresAt: number | null;
}

/**
 * One customer's account of one unit, as the ledger keeps it: what is taken comes from the grants that expire soonest,
 * what has expired goes by an entry of its own. Calls must be made in the order of their time.
 */
export class CreditAccount {
  readonly account: AccountStory;
  readonly entries: EntryStory[] = [];
  readonly grants: GrantStory[] = [];
  readonly holds: HoldStory[] = [];

  constructor(unit: CreditUnit) {
    this.account = {
      unit,
      availableMinor: 0,
      issuedMinor: 0,
      usedMinor: 0,
      entryCount: 0,
      updatedAt: 0,
    };
  }

  give(at: number, told: Told, parts: readonly Part[], plan: SeedPlan | null = null): GrantStory[] {
    this.expire(at);
    const amountMinor = parts.reduce((sum, part) => sum + part.amountMinor, 0);
    const entry = this.#post(at, told, amountMinor);
    const ends = parts.flatMap(({ expiresAt }) => expiresAt ?? []);
    entry.expiresAt = ends.length > 0 ? Math.min(...ends) : null;
    const made = parts.map((part) => ({
      ...{ id: 0, entry, plan, remainingMinor: part.amountMinor },
      ...part,
    }));
    this.grants.push(...made);
    return made;
  }

  /** Takes as much of it as there is, of some grants alone where they are named. Null when there is nothing. */
  take(at: number, told: Told, mostMinor: number, from?: readonly GrantStory[]): EntryStory | null {
    this.expire(at);
    const drawn = this.#draw(mostMinor, from ?? this.grants);
    if (drawn.length === 0) return null;
    const taken = drawn.reduce((sum, part) => sum + part.amountMinor, 0);
    const entry = this.#post(at, told, -taken);
    entry.drawn = drawn;
    return entry;
  }

  /** Keeps credit for a checkout that ends at `settledAt`: with an order, or without one. */
  checkOut(
    at: number,
    settledAt: number,
    mostMinor: number,
    { code, order }: { code: string; order: OrderStory | null },
  ): HoldStory | null {
    this.expire(at);
    const drawn = this.#draw(mostMinor, this.grants);
    if (drawn.length === 0) return null;
    const heldMinor = drawn.reduce((sum, part) => sum + part.amountMinor, 0);
    const told = {
      typeCode: CREDIT_TYPES.redemption,
      message: "Reserved for an order in progress",
      actor: "customer" as const,
    };
    const entry = this.#post(at, told, -heldMinor, { isHold: true });
    entry.drawn = drawn;
    entry.settledAt = settledAt;
    entry.status = order ? 2 : 3;
    const hold: HoldStory = {
      ...{ id: 0, entry, code, settledAt, order, captured: null },
      ...{ capturedMinor: order ? heldMinor : 0, returnedMinor: 0 },
      state: order ? "captured" : "released",
    };
    this.holds.push(hold);
    if (order) {
      const use = {
        typeCode: CREDIT_TYPES.redemption,
        message: () => `Used for order ${orderName(order)}`,
        order,
        usedIn: "checkout",
      };
      hold.captured = this.#post(settledAt, use, -heldMinor);
      hold.captured.drawn = drawn;
    } else {
      for (const { grant, amountMinor } of drawn) grant.remainingMinor += amountMinor;
      this.account.updatedAt = settledAt;
    }
    return hold;
  }

  /** Writes down what has expired by an instant. */
  expire(at: number): void {
    const over = this.grants.filter(
      ({ remainingMinor, expiresAt }) =>
        remainingMinor > 0 && expiresAt !== null && expiresAt <= at,
    );
    for (const grant of over.sort(soonestFirst)) {
      const when = Math.max(grant.expiresAt ?? 0, this.account.updatedAt);
      const told = { typeCode: CREDIT_TYPES.expired, message: expiredMessage(this.account.unit) };
      const { remainingMinor: amountMinor } = grant;
      grant.remainingMinor = 0;
      this.#post(when, told, -amountMinor).drawn = [{ grant, amountMinor }];
    }
  }

  #draw(mostMinor: number, from: readonly GrantStory[]): EntryStory["drawn"] {
    let left = mostMinor;
    const drawn: EntryStory["drawn"] = [];
    for (const grant of from
      .filter(({ remainingMinor }) => remainingMinor > 0)
      .sort(soonestFirst)) {
      const amountMinor = Math.min(left, grant.remainingMinor);
      if (amountMinor <= 0) break;
      grant.remainingMinor -= amountMinor;
      left -= amountMinor;
      drawn.push({ grant, amountMinor });
    }
    return drawn;
  }

  #post(at: number, told: Told, amountMinor: number, { isHold = false } = {}): EntryStory {
    const { account } = this;
    if (!isHold) {
      account.availableMinor += amountMinor;
      account.entryCount += 1;
      const { typeCode } = told;
      if (typeCode === CREDIT_TYPES.redemption || typeCode === CREDIT_TYPES.redemptionReturned) {
        account.usedMinor -= amountMinor;
      } else if (amountMinor > 0 && typeCode !== CREDIT_TYPES.dispute) {
        account.issuedMinor += amountMinor;
      }
    }
    account.updatedAt = at;
    const entry: EntryStory = {
      ...{ id: 0, unit: account.unit, at, typeCode: told.typeCode, amountMinor },
      ...{ totalAfterMinor: account.availableMinor, message: told.message },
      ...{ reason: told.reason ?? null, expiresAt: null, status: 0, settledAt: null },
      ...{ order: told.order ?? null, usedIn: told.usedIn ?? null, drawn: [] },
      ...{ sourceKey: told.sourceKey ?? null, actor: told.actor ?? "system" },
    };
    this.entries.push(entry);
    return entry;
  }
}

function expiredMessage(unit: CreditUnit): string {
  return unit === "money" ? "Credit expired unused" : "Points expired unused";
}

/** As the database sorts: what never expires comes last, and of the same instant what was given first. */
function soonestFirst(one: GrantStory, other: GrantStory): number {
  const [a, b] = [one.expiresAt ?? Number.MAX_VALUE, other.expiresAt ?? Number.MAX_VALUE];
  return a - b || one.entry.at - other.entry.at;
}
