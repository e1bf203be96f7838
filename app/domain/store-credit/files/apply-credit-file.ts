import type { CreditFile } from "#app/generated/prisma/client.ts";
import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import type { Queries } from "#app/lib/db.ts";
import { inBatches } from "#app/lib/in-batches.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { Actor, ShopContext } from "../../context.ts";
import type { CreditPosting, CreditTypeCode } from "../../ledger/movement.ts";
import { postCredit } from "../../ledger/post-movement.ts";
import { orLog } from "../../set-aside/or-log.ts";
import { expiryAfterDay } from "../grants/credit-expiry.ts";
import { DAY_OVER } from "../grants/last-day.ts";
import { findOverLines } from "./find-over-lines.ts";
import { lineSourceKey } from "./upload-credit-file.ts";

/** Small enough that customers who are spending credit at the same time do not wait long. */
const LINES_AT_ONCE = 200;

type LineOutcome = "applied" | "repeated" | "nothing" | "too_much" | "skipped" | "failed";

interface ReadyLine {
  position: number;
  customer_id: string;
  amount_minor: string;
  type_code: number;
  reason: string;
  expires: string;
  is_erased: boolean;
}

/**
 * Applies a confirmed file line by line, under the name of whoever confirmed it, and records the outcome of
 * each line. A line posts its entry at most once, so an interrupted run can be repeated as is; one that fails by itself keeps none
 * behind it from being applied. One whose last day is over by then is left out. What is given ends with its day where the store is now.
 */
export async function applyCreditFile(context: ShopContext, fileId: bigint): Promise<void> {
  const { shop, db } = context;
  const where = { shopId_id: { shopId: shop.id, id: fileId } };
  const file = await db.prisma.creditFile.findUniqueOrThrow({ where });
  if (file.state !== "applying") return;
  const earlier = await findEarlierTwin(context, file);
  if (earlier) await applyCreditFile(context, earlier.id);
  await leaveOutProblems(context, fileId);
  const actor: Actor = { kind: file.actorKind as Actor["kind"], name: file.actorName };
  for (let after = 0; ; ) {
    const lines = await takeLines(context, fileId, after);
    const last = lines.at(-1);
    if (!last) break;
    after = last.position;
    await inBatches(lines, LINES_AT_ONCE, (some) => applyLines({ ...context, actor }, file, some));
    await analyzeGrownTables(db.pool);
  }
  await finish({ ...context, actor }, file);
}

/** The same content, confirmed before this one and not done yet: its lines are its own. */
function findEarlierTwin({ db }: ShopContext, file: CreditFile): Promise<CreditFile | null> {
  const { shopId, contentHash, confirmedAt, id } = file;
  return db.prisma.creditFile.findFirst({
    where: {
      ...{ shopId, contentHash, state: "applying" },
      OR: [{ confirmedAt: { lt: confirmedAt ?? new Date(0) } }, { confirmedAt, id: { lt: id } }],
    },
    orderBy: [{ confirmedAt: "desc" }, { id: "desc" }],
  });
}

/** Its lines with problems are done: nothing is tried with them. How many are done is counted from here on. */
function leaveOutProblems({ shop, db }: ShopContext, fileId: bigint): Promise<void> {
  return db.transaction(async (tx) => {
    await lockFile(tx, shop.id, fileId);
    await tx.$executeRaw`
      UPDATE credit_file_lines SET outcome = 'skipped'
      WHERE shop_id = ${shop.id} AND file_id = ${fileId} AND outcome IS NULL AND problems <> '{}'`;
    await tx.$executeRaw`
      UPDATE credit_files SET done_count = (
        SELECT count(*) FROM credit_file_lines
        WHERE shop_id = ${shop.id} AND file_id = ${fileId} AND outcome IS NOT NULL)
      WHERE shop_id = ${shop.id} AND id = ${fileId}`;
  });
}

/** Whoever counts what is done has the file to themselves. */
async function lockFile(tx: Queries, shopId: bigint, fileId: bigint): Promise<void> {
  await tx.$queryRaw`
    SELECT 1 FROM credit_files WHERE shop_id = ${shopId} AND id = ${fileId} FOR NO KEY UPDATE`;
}

async function takeLines(
  { shop, db }: ShopContext,
  fileId: bigint,
  after: number,
): Promise<ReadyLine[]> {
  const { rows } = await db.pool.query<ReadyLine>(
    `SELECT l.position, l.customer_id, l.amount_minor, l.type_code, l.reason, l.expires,
            c.redacted_at IS NOT NULL AS is_erased
     FROM (SELECT * FROM credit_file_lines WHERE shop_id = $1 AND file_id = $2 AND position > $3 AND outcome IS NULL
       ORDER BY position LIMIT ${LINES_AT_ONCE}) l
     CROSS JOIN LATERAL (SELECT redacted_at FROM customers WHERE shop_id = $1 AND id = l.customer_id LIMIT 1) c
     ORDER BY l.position`,
    [String(shop.id), String(fileId), after],
  );
  return rows;
}

/** Posted side by side they travel together, and the ledger posts them one after another, in this order. */
async function applyLines(
  context: ShopContext,
  file: CreditFile,
  lines: readonly ReadyLine[],
): Promise<void> {
  const over = await findOverLines(context, lines, (at) => lineSourceKey(file.contentHash, at));
  const results = await Promise.all(
    lines.map((line) => (over.has(line.position) ? "skipped" : applyLine(context, file, line))),
  );
  const positions = lines.map(({ position }) => position);
  const areOver = positions.map((position) => over.has(position));
  const sources = positions.map((position) => lineSourceKey(file.contentHash, position));
  const { shopId, id } = file;
  await context.db.transaction(async (tx) => {
    await lockFile(tx, shopId, id);
    // An entry newer than the confirmation was posted by this run before it was interrupted, unless another
    // file claims it. The rows are there: what is inserted goes by their key to its conflict (record 170).
    const count = await tx.$executeRaw`
      INSERT INTO credit_file_lines AS known (shop_id, file_id, position, line, customer, email, amount, type, reason,
        currency, expires, problems, outcome, entry_id, applied_minor)
      SELECT l.shop_id, l.file_id, l.position, l.line, l.customer, l.email, l.amount, l.type, l.reason,
        l.currency, l.expires, CASE WHEN done.is_over THEN ARRAY[${DAY_OVER}] ELSE l.problems END,
        CASE WHEN done.outcome = 'repeated' AND e.created_at >= ${file.confirmedAt}
               AND NOT EXISTS (
                 SELECT 1 FROM credit_file_lines o
                 WHERE o.shop_id = ${shopId} AND o.entry_id = e.id AND o.file_id <> ${id} AND o.outcome = 'applied')
             THEN 'applied' ELSE done.outcome END,
        e.id, e.amount_minor
      FROM unnest(${positions}::int[], ${results}::text[], ${sources}::text[], ${areOver}::boolean[])
        AS done (position, outcome, source, is_over)
      CROSS JOIN LATERAL (
        SELECT * FROM credit_file_lines WHERE shop_id = ${shopId} AND file_id = ${id} AND position = done.position LIMIT 1) l
      LEFT JOIN LATERAL (
        SELECT id, created_at, amount_minor FROM credit_entries
        WHERE shop_id = ${shopId} AND source_key = done.source LIMIT 1) e ON true
      ON CONFLICT (shop_id, file_id, position) DO UPDATE
      SET outcome = excluded.outcome, problems = excluded.problems, entry_id = excluded.entry_id,
        applied_minor = excluded.applied_minor
      WHERE known.outcome IS NULL`;
    await tx.$executeRaw`
      UPDATE credit_files SET done_count = done_count + ${count}::int WHERE shop_id = ${shopId} AND id = ${id}`;
  });
}

async function applyLine(
  context: ShopContext,
  { id, contentHash }: CreditFile,
  line: ReadyLine,
): Promise<LineOutcome> {
  if (line.is_erased) return "skipped";
  const expiresAt = expiryAfterDay(line.expires, context.shop.ianaTimezone);
  const amountMinor = Number(line.amount_minor);
  const about = { creditFile: String(id), position: line.position };
  const posting = await orLog(context, about, () =>
    postCredit(context, {
      customerId: BigInt(line.customer_id),
      unit: "money",
      amountMinor,
      ...(amountMinor > 0 && { parts: [{ amountMinor, expiresAt }] }),
      typeCode: line.type_code as CreditTypeCode,
      message: line.reason,
      reason: line.reason,
      sourceKey: lineSourceKey(contentHash, line.position),
    }),
  );
  return posting ? outcomeOf(posting) : "failed";
}

function outcomeOf({ outcome }: CreditPosting): LineOutcome {
  switch (outcome) {
    case "posted":
      return "applied";
    case "repeated":
    case "nothing":
    case "too_much":
      return outcome;
    case "replayed":
    case "conflict":
      throw new Error("a line carries no idempotency key");
  }
}

/** The file is done. From now on its figures are those of what was applied. */
async function finish(context: ShopContext, file: CreditFile): Promise<void> {
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const { applied, ...figures } = await readFigures(tx, file);
    const { count } = await tx.creditFile.updateMany({
      where: { shopId: file.shopId, id: file.id, state: "applying" },
      data: { state: "done", finishedAt: clock.now(), ...figures },
    });
    if (count === 0) return;
    await recordActivity(context, tx, {
      kind: "credit_file.applied",
      message: `A file of credit adjustments was applied: ${applied} of ${file.lineCount} lines.`,
      details: { file_id: String(file.id), applied, lines: file.lineCount },
    });
  });
}

type Figures = Pick<CreditFile, "problemCount" | "givenMinor" | "takenMinor"> & { applied: number };

async function readFigures(tx: Queries, { shopId, id }: CreditFile): Promise<Figures> {
  const [figures] = await tx.$queryRaw<Figures[]>`
    SELECT count(*) FILTER (WHERE outcome = 'applied')::int AS applied,
      count(*) FILTER (WHERE problems <> '{}')::int AS "problemCount",
      coalesce(sum(applied_minor) FILTER (WHERE outcome = 'applied' AND applied_minor > 0), 0)::bigint AS "givenMinor",
      coalesce(sum(applied_minor) FILTER (WHERE outcome = 'applied' AND applied_minor < 0), 0)::bigint AS "takenMinor"
    FROM credit_file_lines WHERE shop_id = ${shopId} AND file_id = ${id}`;
  return figures as Figures;
}
