import { isDeepStrictEqual } from "node:util";
import type { Prisma, Subscription } from "#app/generated/prisma/client.ts";
import { wholeSecond } from "#app/lib/instants.ts";
import { laterOf } from "../../billing/dates/later-of.ts";
import { hasBegun } from "../import-state.ts";

/** A time in which somebody has what a membership gives: `until` is not part of it, and null where no end is known. */
export interface RightsSpan {
  from: Date;
  until: Date | null;
}

/** The columns that say when the owner of a membership has what it gives. */
export const RIGHTS_COLUMNS = {
  ...{ status: true, cancelledAt: true, endsAt: true, importState: true, rights: true },
  ...{
    paidUntil: true,
    grantedUntil: true,
    nextBillingAt: true,
    lastChargedAt: true,
    pausedAt: true,
  },
  ...{ originalStartAt: true, platformCreatedAt: true },
} as const satisfies Prisma.SubscriptionSelect;

export type RightsRow = Pick<Subscription, keyof typeof RIGHTS_COLUMNS>;

/** A charge may be moved by so much without a time that nobody has paid for: its hour was changed, or its zone. */
const MAX_MOVED_MS = 24 * 60 * 60_000;

/** Whether the owner of a membership has what it gives at an instant, such as customer tags and a member's points. */
export function isEntitled(row: RightsRow, at: Date): boolean {
  return rightsOf(row).some(({ from, until }) => from <= at && (!until || at < until));
}

/**
 * When the owner of a membership had, has and, as far as is known, will have what it gives; in order, and apart from each
 * other. Empty for an import that waits or was undone.
 */
export function rightsOf(row: RightsRow): RightsSpan[] {
  if (!hasBegun(row)) return [];
  if (row.rights !== null) return readSpans(row.rights);
  // Not from when we heard of it: a membership may be older than the installation.
  const from = row.originalStartAt ?? row.platformCreatedAt;
  const until = endOfRights(row);
  return until && until <= from ? [] : [{ from, until }];
}

/**
 * The column `rights` after a change at `now`: what was before stays as it was. A charge gives rights from when it was
 * made, however late we hear of it. Undefined, which leaves the column alone, while all of it follows from the row, and for an
 * import that has not begun.
 */
export function rightsAfter(
  before: RightsRow,
  after: RightsRow,
  now: Date,
): Prisma.InputJsonValue | undefined {
  if (!hasBegun(after)) return;
  const spans = writeSpans(spansAfter(before, after, now));
  const isPlain =
    before.rights === null &&
    isDeepStrictEqual(spans, writeSpans(rightsOf({ ...after, rights: null })));
  return isPlain ? undefined : spans;
}

function spansAfter(before: RightsRow, after: RightsRow, now: Date): RightsSpan[] {
  const from = newChargeOf(before, after, now) ?? wholeSecond(now);
  const past = rightsOf(before)
    .filter((span) => span.from <= from)
    .map((span) => ({ ...span, until: span.until && span.until < from ? span.until : from }));
  const last = past.at(-1);
  const until = endOfRights(after);
  const hasRights = last?.until.getTime() === from.getTime();
  // Nothing but paid time begins rights: not a resumption, a new date, nor a cancellation.
  const isPaid = after.paidUntil !== null && after.paidUntil > from;
  const goesOn = (!until || until > from) && (hasRights || isPaid);
  const begun = hasRights ? last.from : from;
  const kept = hasRights ? past.slice(0, -1) : past;
  return goesOn ? [...kept, { from: begun, until }] : past.filter((span) => span.from < span.until);
}

/** When the charge was made that a change brings; null when it brings none. */
function newChargeOf(before: RightsRow, after: RightsRow, now: Date): Date | null {
  const { lastChargedAt: chargedAt } = after;
  const isNew = chargedAt && (!before.lastChargedAt || chargedAt > before.lastChargedAt);
  return isNew && chargedAt < now ? chargedAt : null;
}

/**
 * When the rights of a membership end as it stands, null where no end is known: what is charged in time goes on, and what is
 * owed keeps its rights while it is active, that is, until dunning ends.
 */
function endOfRights(row: RightsRow): Date | null {
  const { status, nextBillingAt, paidUntil: paid, cancelledAt, endsAt } = row;
  if (status === "cancelled") {
    const end = endsAt ?? cancelledAt;
    return end && wholeSecond(end);
  }
  if (status === "paused") return paid ?? row.pausedAt ?? row.platformCreatedAt;
  if (!paid || !nextBillingAt) return null;
  const covered = laterOf(paid, row.grantedUntil);
  return nextBillingAt.getTime() > covered.getTime() + MAX_MOVED_MS ? covered : null;
}

type StoredSpan = [from: string, until: string | null];

function readSpans(stored: Prisma.JsonValue): RightsSpan[] {
  return (stored as StoredSpan[]).map(([from, until]) => ({
    from: new Date(from),
    until: until === null ? null : new Date(until),
  }));
}

function writeSpans(spans: readonly RightsSpan[]): StoredSpan[] {
  return spans.map(({ from, until }) => [from.toISOString(), until?.toISOString() ?? null]);
}
