import type { Plan, PriceChange } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import type { ListPage } from "#app/lib/listing.ts";
import type { Actor, ShopContext } from "../context.ts";
import type { Silence } from "./price-change-request.ts";
import { PASSES } from "./price-change-tasks.ts";

/** How a subscriber's price stands. */
export type PriceRowState =
  | "waiting"
  | "told"
  | "writing"
  | "written"
  | "done"
  | "left"
  | "stopped";

/** What became of the question whether a subscriber agrees; null for one who was not asked. */
export type PriceAnswer = "asked" | "agreed" | "declined" | "none";

/** A change of price, with how many of its rows are in which state. */
export interface PriceChangeSummary {
  id: bigint;
  planId: bigint;
  planName: string;
  fixedMinor: number | null;
  percentHundredths: number | null;
  currency: string;
  effectiveAt: Date;
  noticeDays: number;
  rowCount: number;
  counts: Readonly<Record<PriceRowState, number>>;
  /** Of a stopped one, `asked` are those who had not answered. */
  answers: Readonly<Record<PriceAnswer, number>>;
  /** Those whose notice was neither refused nor held back. */
  toldCount: number;
  /** Those whose contract had the new price when it was stopped; null where that was not kept, and before a stop. */
  changedBeforeStop: number | null;
  /** Of a stopped one: those who get their old price back later, since they are paused or the platform has refused it. */
  waitingForOldPrice: number;
  silence: Silence;
  termsNote: string | null;
  /** The plan's own price for new subscribers; null when it stays. */
  planPrice: { afterMinor: number; from: Date; doneAt: Date | null; note: string | null } | null;
  /** The customers are being told, or a stop has not looked at each of them yet. */
  isAtWork: boolean;
  actor: Actor;
  createdAt: Date;
  stoppedAt: Date | null;
}

type Reader = Pick<ShopContext, "db" | "shop">;

/** @throws AppError not_found. */
export async function readPriceChange(context: Reader, id: bigint): Promise<PriceChangeSummary> {
  const change = await context.db.prisma.priceChange.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id } },
    include: { plan: true },
  });
  if (!change) throw new AppError("not_found", "There is no such price change.");
  return summarize(context, change);
}

/**
 * The latest ones, newest first. The rows of one that is over, or waits for its day, are not counted: only whether some are still to do is
 * looked up, for each by one entry of an index.
 */
export async function listPriceChanges(
  context: Reader,
  limit: number,
): Promise<PriceChangeSummary[]> {
  const changes = await context.db.prisma.priceChange.findMany({
    where: { shopId: context.shop.id },
    orderBy: { id: "desc" },
    take: limit,
    include: { plan: true },
  });
  const summaries: PriceChangeSummary[] = [];
  for (const change of changes) {
    const isAtWork = await hasRows(context, change);
    summaries.push(isAtWork ? await summarize(context, change) : toSummary(change, [], 0));
  }
  return summaries;
}

const OPEN_STATES = ["waiting", "told", "writing", "written"];
const CHANGED = ["writing", "written"];
const UNSEEN_BY_STOP = { state: { in: OPEN_STATES }, pass: { lt: PASSES.undo } };

/** Whether something is at work on it. */
async function hasRows({ db, shop }: Reader, { id, stoppedAt }: PriceChange): Promise<boolean> {
  const where = {
    ...{ shopId: shop.id, priceChangeId: id },
    ...(stoppedAt ? UNSEEN_BY_STOP : { state: "waiting" }),
  };
  return (await db.prisma.priceChangeRow.findFirst({ where, select: { state: true } })) !== null;
}

/** One subscriber's row. Amounts are null until the customer was told. */
export interface PriceChangeLine {
  subscriptionId: bigint;
  platformContractId: bigint;
  /** The internal id of who has it; null where nobody is behind it. */
  customerId: bigint | null;
  customer: { firstName: string | null; lastName: string | null; email: string | null } | null;
  state: PriceRowState;
  answer: PriceAnswer | null;
  answeredAt: Date | null;
  beforeMinor: number | null;
  afterMinor: number | null;
  nextBillingAt: Date | null;
  note: string | null;
  isTold: boolean;
  /** How it stood when a stop ended it; null where none has, or that was not kept. */
  stoppedFrom: "waiting" | "told" | "writing" | "written" | null;
}

/** Which of its rows; all when everything is left out. */
export interface PriceLineFilter {
  states?: readonly PriceRowState[];
  answers?: readonly PriceAnswer[];
  isTold?: true;
  /** Those that a stop has ended, or is about to, with the new price or on the way to it. */
  hadNewPrice?: true;
}

/** A page of its rows, in the order of the subscriptions, and how many there are. */
export async function listPriceChangeLines(
  { db, shop }: Reader,
  id: bigint,
  { states, answers, isTold, hadNewPrice }: PriceLineFilter,
  { limit, offset }: ListPage,
): Promise<{ lines: PriceChangeLine[]; total: number }> {
  const where = {
    ...{ shopId: shop.id, priceChangeId: id },
    ...(states && { state: { in: [...states] } }),
    ...(answers && { answer: { in: [...answers] } }),
    ...(isTold && { isTold }),
    ...(hadNewPrice && {
      OR: [{ state: { in: CHANGED } }, { state: "stopped", stoppedFrom: { in: CHANGED } }],
    }),
  };
  const rows = await db.prisma.priceChangeRow.findMany({
    where,
    orderBy: { subscriptionId: "asc" },
    take: limit,
    skip: offset,
    include: { subscription: { include: { customer: true } } },
  });
  const number = (minor: bigint | null) => (minor === null ? null : Number(minor));
  return {
    lines: rows.map(({ subscription, ...row }) => ({
      subscriptionId: row.subscriptionId,
      platformContractId: subscription.platformContractId,
      customerId: subscription.customerId,
      customer: subscription.customer,
      state: row.state as PriceRowState,
      answer: row.answer as PriceAnswer | null,
      answeredAt: row.answeredAt,
      beforeMinor: number(row.beforeMinor),
      afterMinor: number(row.afterMinor),
      nextBillingAt: subscription.status === "active" ? subscription.nextBillingAt : null,
      note: row.note,
      isTold: row.isTold,
      stoppedFrom: row.stoppedFrom as PriceChangeLine["stoppedFrom"],
    })),
    total: await db.prisma.priceChangeRow.count({ where }),
  };
}

async function summarize(
  { db, shop }: Reader,
  change: PriceChange & { plan: Plan },
): Promise<PriceChangeSummary> {
  const found = await db.prisma.priceChangeRow.groupBy({
    by: ["state", "answer", "stoppedFrom", "isTold"],
    where: { shopId: shop.id, priceChangeId: change.id },
    _count: true,
  });
  const unseen = change.stoppedAt
    ? await db.prisma.priceChangeRow.count({
        where: { shopId: shop.id, priceChangeId: change.id, ...UNSEEN_BY_STOP },
      })
    : 0;
  return toSummary(change, found, unseen);
}

interface Counted {
  state: string;
  answer: string | null;
  stoppedFrom: string | null;
  isTold: boolean;
  _count: number;
}

/** @param unseen of a stopped one, how many of its open rows the stop has not looked at. */
function toSummary(
  change: PriceChange & { plan: Plan },
  found: Counted[],
  unseen: number,
): PriceChangeSummary {
  const counts = { waiting: 0, told: 0, writing: 0, written: 0, done: 0, left: 0, stopped: 0 };
  const answers = { asked: 0, agreed: 0, declined: 0, none: 0 };
  for (const { state, answer, _count } of found) {
    counts[state as PriceRowState] += _count;
    // Whoever was canceled otherwise is not waited for.
    const isOpen = state === "told" || state === "stopped";
    if (answer === null || (answer === "asked" && !isOpen)) continue;
    answers[answer as PriceAnswer] += _count;
  }
  const open = counts.waiting + counts.told + counts.writing + counts.written;
  const { planPriceFrom, planAfterMinor, planDoneAt, planNote } = change;
  return {
    ...{ id: change.id, planId: change.planId, planName: change.plan.name },
    fixedMinor: change.fixedMinor === null ? null : Number(change.fixedMinor),
    ...{ percentHundredths: change.percentHundredths, currency: change.currency },
    ...{ effectiveAt: change.effectiveAt, noticeDays: change.noticeDays },
    ...{ rowCount: change.rowCount, counts, answers },
    toldCount: sum(found.filter(({ isTold }) => isTold)),
    changedBeforeStop: change.stoppedAt ? countChanged(found) : null,
    waitingForOldPrice: change.stoppedAt ? Math.max(open - unseen, 0) : 0,
    ...{ silence: change.silence as Silence, termsNote: change.termsNote },
    planPrice: planPriceFrom && {
      ...{ afterMinor: Number(planAfterMinor), from: planPriceFrom },
      ...{ doneAt: planDoneAt, note: planNote },
    },
    isAtWork: change.stoppedAt ? unseen > 0 : counts.waiting > 0,
    actor: { kind: change.actorKind as Actor["kind"], name: change.actorName },
    ...{ createdAt: change.createdAt, stoppedAt: change.stoppedAt },
  };
}

const sum = (found: Counted[]) => found.reduce((total, { _count }) => total + _count, 0);

/** How many contracts had the new price when the change was stopped, or were just getting it; null where that was not kept. */
function countChanged(found: Counted[]): number | null {
  if (found.some(({ state, stoppedFrom }) => state === "stopped" && stoppedFrom === null)) {
    return null;
  }
  const stoodAt = ({ state, stoppedFrom }: Counted) => stoppedFrom ?? state;
  return sum(found.filter((row) => CHANGED.includes(stoodAt(row))));
}
