import { evaluateRateLimit, type WindowState } from "./window.ts";

/** For how long a leased block should last at the pace at which the store is calling. */
const LEASE_MS = 100;
/** A pace measured over less time than this says nothing. */
const SHORTEST_PACE_MS = 5;
/** How long a store at its limit is rejected from memory before the database is asked again. */
const ASK_AGAIN_MS = 100;

export type WindowKind = "minute" | "day";

/** What the database granted of one window. Instants are milliseconds since 1970, by the server's clock. */
export interface GrantedWindow {
  startsAt: number;
  endsAt: number;
  limit: number;
  /** Calls counted or leased in the window by all processes, this grant included. */
  used: number;
  granted: number;
}

/** Calls that are counted in the database but that this process has not used. */
export interface UnspentLease {
  kind: WindowKind;
  startsAt: number;
  calls: number;
}

interface LeasedWindow {
  startsAt: number;
  endsAt: number;
  limit: number;
  windowSeconds: number;
  /** Not yet leased by anyone when this process last asked. */
  left: number;
  /** Leased by this process and not yet spent. */
  unspent: number;
  leasedAt: number;
  askAgainAt: number;
}

/**
 * One store's limits as one process sees them: calls that it has leased from the rows of `rate_limit_windows`, to
 * be spent without asking again. A lease counts as used, so all processes together never exceed a limit. Every
 * authenticated call spends one of the day's, also when the minute refuses it.
 *
 * `now` is `performance.now()`, `serverNow` the database server's time.
 */
export class StoreAllowance {
  #minute: LeasedWindow | null = null;
  #day: LeasedWindow | null = null;
  /** When the database was last asked, by `performance.now()`. */
  askedAt = Number.NEGATIVE_INFINITY;
  #calls = 0;

  /** Decides a call from memory; null when only the database can. */
  take(now: number, serverNow: number): WindowState | null {
    const minute = this.#minute;
    const day = this.#day;
    if (minute === null || serverNow >= minute.endsAt) return null;
    if (day !== null) {
      if (serverNow >= day.endsAt) return null;
      if (day.unspent === 0) return mustAsk(day, now) ? null : this.#spend(minute, day);
    }
    if (minute.unspent === 0 && mustAsk(minute, now)) return null;
    return this.#spend(minute, day);
  }

  /** Decides a call that was counted by the latest grant, which must have been recorded. */
  settle(): WindowState {
    if (this.#minute === null) throw new Error("No grant was recorded.");
    return this.#spend(this.#minute, this.#day);
  }

  /** How many calls to lease beyond the `waiting` ones, for each window, at the present pace. */
  wantedBlock(now: number, waiting: number): Record<WindowKind, number> {
    const elapsed = Math.max(now - this.askedAt, SHORTEST_PACE_MS);
    const block = Math.floor(((this.#calls + waiting) / elapsed) * LEASE_MS);
    this.askedAt = now;
    this.#calls = 0;
    return {
      minute: Math.max(0, block - (this.#minute?.unspent ?? 0)),
      day: Math.max(0, block - (this.#day?.unspent ?? 0)),
    };
  }

  /** Takes over what the database granted; `day` is null for a plan without a daily limit. */
  record(minute: GrantedWindow, day: GrantedWindow | null, now: number): void {
    this.#minute = merge(this.#minute, minute, 60, now);
    this.#day = day && merge(this.#day, day, 86_400, now);
  }

  /** Gives up what was leased before `leasedBefore` and is still unspent, for others to use. */
  release(leasedBefore: number): UnspentLease[] {
    const released: UnspentLease[] = [];
    for (const [kind, window] of [
      ["minute", this.#minute],
      ["day", this.#day],
    ] as const) {
      if (!window || window.unspent === 0 || window.leasedAt >= leasedBefore) continue;
      released.push({ kind, startsAt: window.startsAt, calls: window.unspent });
      window.left += window.unspent;
      window.unspent = 0;
    }
    return released;
  }

  get holdsLease(): boolean {
    return (this.#minute?.unspent ?? 0) > 0 || (this.#day?.unspent ?? 0) > 0;
  }

  #spend(minute: LeasedWindow, day: LeasedWindow | null): WindowState {
    this.#calls += 1;
    const dayState = day && spendOne(day);
    if (dayState?.allowed === false) return dayState;
    return evaluateRateLimit(spendOne(minute), dayState);
  }
}

/** Whether there may be more to lease. Of a store at its limit, one call in a while finds out for all. */
function mustAsk(window: LeasedWindow, now: number): boolean {
  if (window.left > 0) return true;
  if (now < window.askAgainAt) return false;
  window.askAgainAt = now + ASK_AGAIN_MS;
  return true;
}

function spendOne(window: LeasedWindow): WindowState {
  const allowed = window.unspent > 0;
  if (allowed) window.unspent -= 1;
  return {
    allowed,
    limit: window.limit,
    remaining: allowed ? window.left + window.unspent : 0,
    endsAt: window.endsAt,
    windowSeconds: window.windowSeconds,
  };
}

/** What was leased of another window, or under another limit, is not carried over. */
function merge(
  before: LeasedWindow | null,
  { startsAt, endsAt, limit, used, granted }: GrantedWindow,
  windowSeconds: number,
  now: number,
): LeasedWindow {
  const kept = before?.startsAt === startsAt && before.limit === limit ? before.unspent : 0;
  return {
    startsAt,
    endsAt,
    limit,
    windowSeconds,
    left: Math.max(0, limit - used),
    unspent: kept + granted,
    leasedAt: now,
    askAgainAt: now + ASK_AGAIN_MS,
  };
}
