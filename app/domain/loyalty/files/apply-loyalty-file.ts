import type { LoyaltyFile, LoyaltyFileLine } from "#app/generated/prisma/client.ts";
import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import type { Queries } from "#app/lib/db.ts";
import { inBatches } from "#app/lib/in-batches.ts";
import { readInParts } from "#app/lib/one-way.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { Actor, ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { postCredit } from "../../ledger/post-movement.ts";
import { orLog } from "../../set-aside/or-log.ts";
import { expiryAfterDay } from "../../store-credit/grants/credit-expiry.ts";
import { planPointsReminder } from "../plan-reminder.ts";
import { readLoyaltySettings } from "../program/loyalty-settings.ts";
import { pointsExpiry } from "../rewards/move-ledger.ts";
import { noteFacts } from "../triggers/note-facts.ts";
import { findStaleLines } from "./stale-lines.ts";
import { lineKey } from "./upload-loyalty-file.ts";

/** Small enough that customers who are earning at the same time do not wait long. */
const LINES_AT_ONCE = 200;
const REASON = "Balance from before";

/** A line that is left `without_tier` has given its points. */
type LineOutcome = "applied" | "repeated" | "too_much" | "skipped" | "failed" | "without_tier";

type ReadyLine = LoyaltyFileLine & {
  /** Nothing is given: its customer was erased, its last day is over, or its tier is gone. */
  isLeftOut: boolean;
  /** It may have points that an interrupted run has given. */
  isTierGone: boolean;
  /** When its points end, where the store is now. */
  expiresAt: Date | null;
};

/**
 * Applies a confirmed file line by line, under the name of whoever confirmed it, and records the outcome of each line. A line
 * gives its points and its tier at most once, so an interrupted run can be repeated as is; one that fails by itself keeps none
 * behind it from being applied. One whose last day is over by then, or whose tier is gone, is left out.
 */
export async function applyLoyaltyFile(context: ShopContext, fileId: bigint): Promise<void> {
  const { shop, db } = context;
  const file = await db.prisma.loyaltyFile.findUniqueOrThrow({
    where: { shopId_id: { shopId: shop.id, id: fileId } },
  });
  if (file.state !== "applying") return;
  const actor: Actor = { kind: file.actorKind as Actor["kind"], name: file.actorName };
  await leaveOutProblems(context, fileId);
  for (let after = 0; ; ) {
    const lines = await db.prisma.loyaltyFileLine.findMany({
      where: { shopId: shop.id, fileId, outcome: null, position: { gt: after } },
      orderBy: { position: "asc" },
      take: LINES_AT_ONCE,
    });
    const last = lines.at(-1);
    if (!last) break;
    after = last.position;
    await inBatches(lines, LINES_AT_ONCE, (some) => applyLines({ ...context, actor }, file, some));
    await analyzeGrownTables(db.pool);
  }
  await finish({ ...context, actor }, file);
}

/** Its lines with problems are done: nothing is tried with them. How many are done is counted from here on. */
function leaveOutProblems({ shop, db }: ShopContext, fileId: bigint): Promise<void> {
  return db.transaction(async (tx) => {
    await lockFile(tx, shop.id, fileId);
    await tx.loyaltyFileLine.updateMany({
      where: { shopId: shop.id, fileId, outcome: null, problems: { isEmpty: false } },
      data: { outcome: "skipped" },
    });
    await tx.$executeRaw`
      UPDATE loyalty_files SET done_count = (
        SELECT count(*) FROM loyalty_file_lines
        WHERE shop_id = ${shop.id} AND file_id = ${fileId} AND outcome IS NOT NULL)
      WHERE shop_id = ${shop.id} AND id = ${fileId}`;
  });
}

/** Whoever counts what is done has the file to themselves. */
async function lockFile(tx: Queries, shopId: bigint, fileId: bigint): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM loyalty_files WHERE shop_id = ${shopId} AND id = ${fileId} FOR NO KEY UPDATE`;
}

async function applyLines(
  context: ShopContext,
  file: LoyaltyFile,
  rows: readonly LoyaltyFileLine[],
): Promise<void> {
  const { shopId, id } = file;
  const erased = await findErased(context, rows);
  const { problems, withoutTier } = await findStaleLines(context, file, rows);
  const endOf = await endsOfLines(context);
  const lines = rows.map((row) => ({
    ...row,
    isLeftOut: erased.has(row.customerId) || problems.has(row.position),
    isTierGone: withoutTier.has(row.position),
    expiresAt: endOf(row),
  }));
  // Posted side by side they travel together, and the ledger posts them one after another, in this order.
  const given = await Promise.all(lines.map((line) => givePoints(context, file, line)));
  const outcomes: LineOutcome[] = [];
  for (const [at, line] of lines.entries()) {
    outcomes.push(await finishLine(context, file, line, given[at] ?? "skipped"));
  }
  const positions = lines.map(({ position }) => position);
  const said = positions.map((position) => problems.get(position) ?? "");
  await context.db.transaction(async (tx) => {
    await lockFile(tx, shopId, id);
    // The rows are there: what is inserted goes by their key to its conflict (record 170).
    const count = await tx.$executeRaw`
      INSERT INTO loyalty_file_lines AS known (shop_id, file_id, position, line, customer, email, written, tier, expires,
        reason, problems, outcome)
      SELECT l.shop_id, l.file_id, l.position, l.line, l.customer, l.email, l.written, l.tier, l.expires,
        l.reason, CASE WHEN done.problem = '' THEN l.problems ELSE ARRAY[done.problem] END, done.outcome
      FROM unnest(${positions}::int[], ${outcomes}::text[], ${said}::text[]) AS done (position, outcome, problem)
      CROSS JOIN LATERAL (
        SELECT * FROM loyalty_file_lines WHERE shop_id = ${shopId} AND file_id = ${id} AND position = done.position LIMIT 1) l
      ON CONFLICT (shop_id, file_id, position) DO UPDATE
      SET outcome = excluded.outcome, problems = excluded.problems
      WHERE known.outcome IS NULL`;
    await tx.$executeRaw`
      UPDATE loyalty_files SET done_count = done_count + ${count}::int WHERE shop_id = ${shopId} AND id = ${id}`;
  });
}

/** When the points of a line end: with its own day, or as the program says. */
async function endsOfLines(
  context: ShopContext,
): Promise<(line: Pick<LoyaltyFileLine, "expires">) => Date | null> {
  const { db, shop } = context;
  const expiry = pointsExpiry(context, await readLoyaltySettings(db.prisma, shop.id));
  return ({ expires }) => expiryAfterDay(expires, shop.ianaTimezone) ?? expiry;
}

/** Customers of some lines whose data was erased since the file was checked. */
async function findErased(
  { db, shop }: ShopContext,
  lines: readonly LoyaltyFileLine[],
): Promise<ReadonlySet<bigint | null>> {
  const ids = lines.flatMap(({ customerId }) => customerId ?? []);
  const rows = await readInParts(ids, (some) =>
    db.prisma.customer.findMany({
      where: { shopId: shop.id, id: { in: some }, redactedAt: { not: null } },
      select: { id: true },
    }),
  );
  return new Set(rows.map(({ id }) => id));
}

type Given = "posted" | "repeated" | "too_much" | "none" | "skipped" | "failed";

/** Gives the points of a line, where it has any. */
async function givePoints(
  context: ShopContext,
  { id, contentHash }: LoyaltyFile,
  { customerId, isLeftOut, points, position, reason, expiresAt }: ReadyLine,
): Promise<Given> {
  if (customerId === null || isLeftOut) return "skipped";
  const amountMinor = Number(points ?? 0n);
  if (amountMinor === 0) return "none";
  const message = reason || REASON;
  const posting = await orLog(context, { loyaltyFile: String(id), position }, () =>
    postCredit(context, {
      ...{ customerId, unit: "points", amountMinor, message, reason: message },
      ...{ typeCode: CREDIT_TYPES.adjustment, sourceKey: lineKey(contentHash, position) },
      parts: [{ amountMinor, expiresAt }],
    }),
  );
  if (!posting) return "failed";
  const { outcome } = posting;
  if (outcome === "posted" || outcome === "repeated" || outcome === "too_much") return outcome;
  throw new Error(`a line of a file cannot end as ${outcome}`);
}

/** Puts the customer of a line into its tier, where it has one. */
async function finishLine(
  context: ShopContext,
  file: LoyaltyFile,
  line: ReadyLine,
  given: Given,
): Promise<LineOutcome> {
  const { customerId, position } = line;
  if (customerId === null || given === "skipped") return "skipped";
  if (given === "too_much" || given === "failed") return given;
  if (line.isTierGone) return "without_tier";
  const placed = await orLog(context, { loyaltyFile: String(file.id), position }, () =>
    placeInTier(context, file, line, given),
  );
  return placed ?? (given === "none" ? "failed" : "without_tier");
}

async function placeInTier(
  context: ShopContext,
  file: LoyaltyFile,
  line: ReadyLine,
  given: Given,
): Promise<LineOutcome> {
  const { customerId, tierId, position } = line;
  const key = lineKey(file.contentHash, position);
  const at = file.confirmedAt ?? context.clock.now();
  const fact = { kind: "placed_in_tier", key, at, data: { tier_id: tierId } } as const;
  const isPlaced = tierId !== null && (await noteFacts(context, customerId ?? 0n, [fact]));
  const isNews = given === "posted" || isPlaced || (given === "none" && tierId === null);
  return isNews || (await isOfThisRun(context, file, line, key)) ? "applied" : "repeated";
}

/** Whether what is there already was made by this run before it was interrupted. */
async function isOfThisRun(
  { db, shop }: ShopContext,
  { id, confirmedAt, contentHash }: LoyaltyFile,
  { customerId, position }: ReadyLine,
  key: string,
): Promise<boolean> {
  const entry = await db.prisma.creditEntry.findFirst({
    where: { shopId: shop.id, sourceKey: key },
    select: { createdAt: true },
  });
  const fact = entry
    ? null
    : await db.prisma.loyaltyFact.findFirst({
        where: { shopId: shop.id, customerId: customerId ?? 0n, kind: "placed_in_tier", key },
        select: { happenedAt: true },
      });
  const at = entry?.createdAt ?? fact?.happenedAt;
  if (!at || !confirmedAt || at < confirmedAt) return false;
  const other = await db.prisma.loyaltyFileLine.findFirst({
    where: {
      ...{ shopId: shop.id, position, outcome: "applied", fileId: { not: id } },
      file: { contentHash },
    },
    select: { position: true },
  });
  return other === null;
}

/** The file is done. From now on its figures are those of what was applied. */
async function finish(context: ShopContext, file: LoyaltyFile): Promise<void> {
  const { db, clock } = context;
  const { shopId, id } = file;
  const endOf = await endsOfLines(context);
  await db.transaction(async (tx) => {
    const { applied, ...figures } = await readFigures(tx, file);
    const { count } = await tx.loyaltyFile.updateMany({
      where: { shopId, id, state: "applying" },
      data: { state: "done", finishedAt: clock.now(), ...figures },
    });
    if (count === 0) return;
    const days = await tx.loyaltyFileLine.groupBy({
      by: ["expires"],
      where: { shopId, fileId: id, outcome: "applied", points: { gt: 0 } },
    });
    for (const line of days) await planPointsReminder(context, tx, endOf(line));
    await recordActivity(context, tx, {
      kind: "loyalty_file.applied",
      message: `A file of points and tiers was applied: ${applied} of ${file.lineCount} lines.`,
      details: { file_id: String(id), applied, lines: file.lineCount },
    });
  });
}

type Figures = Pick<LoyaltyFile, "problemCount" | "points" | "tierCount"> & { applied: number };

async function readFigures(tx: Queries, { shopId, id }: LoyaltyFile): Promise<Figures> {
  const [figures] = await tx.$queryRaw<Figures[]>`
    SELECT count(*) FILTER (WHERE outcome = 'applied')::int AS applied,
      count(*) FILTER (WHERE problems <> '{}')::int AS "problemCount",
      coalesce(sum(points) FILTER (WHERE outcome IN ('applied', 'without_tier')), 0)::bigint AS points,
      count(tier_id) FILTER (WHERE outcome = 'applied')::int AS "tierCount"
    FROM loyalty_file_lines WHERE shop_id = ${shopId} AND file_id = ${id}`;
  return figures as Figures;
}
