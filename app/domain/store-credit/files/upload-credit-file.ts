import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import type { Queries } from "#app/lib/db.ts";
import { lineText } from "#app/lib/line-text.ts";
import { mapInSlices } from "#app/lib/pace-work.ts";
import { partsOf } from "#app/lib/parts-of.ts";
import { shortened } from "#app/lib/storable-text.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import { findCustomersOfLines } from "../../customers/find-customers-of-lines.ts";
import {
  type CheckedLine,
  checkCreditFileLines,
  duplicateKey,
  type EarlierLine,
  type FileCustomer,
} from "./check-credit-file-lines.ts";
import { type CreditFileText, readCreditFile, type UnclearColumns } from "./credit-file.ts";
import type { ColumnSources } from "./credit-file-columns.ts";
import { type AvailableCredit, readAvailableCredit } from "./follow-credit.ts";

const LONGEST_NAME = 200;
/** A file that is corrected and uploaded again brings its good lines a second time; it seldom takes longer. */
const CORRECTED_WITHIN_DAYS = 7;

const FILE_SOURCES = "file/";

/** Names the one entry that a line of a content may make, whichever upload brings it. */
export function lineSourceKey(contentHash: string, position: number): string {
  return `${FILE_SOURCES}${contentHash}/${position}`;
}

/** Whether a movement with this source key came from a file. */
export function isOfCreditFile(sourceKey: string | null): boolean {
  return sourceKey?.startsWith(FILE_SOURCES) === true;
}

/**
 * Stores a file of adjustments and checks each line against customers, balances and earlier files with the same
 * content. The ledger is not touched.
 *
 * @param upload.columns the column mapping, if the merchant chose one; otherwise it is read from the headers.
 * @returns the internal id of the checked file, or a question about its columns.
 * @throws AppError invalid_input when it cannot be read as a file of adjustments.
 */
export async function uploadCreditFile(
  context: ShopContext,
  upload: { name: string; bytes: Uint8Array; columns?: ColumnSources | null },
): Promise<{ outcome: "checked"; fileId: bigint } | UnclearColumns> {
  const { shop, db, clock, actor } = context;
  const now = clock.now();
  const file = await readCreditFile(upload.bytes, upload.columns);
  if (file.outcome === "columns_unclear") return file;
  const customers = await findCustomers(context, file);
  const lines = await checkCreditFileLines(file.lines, {
    currency: shop.currency,
    zone: shop.ianaTimezone,
    now,
    customers,
    applied: await findApplied(context, file),
    before: await findEarlier(context, customers),
  });
  const sum = (sign: 1 | -1) =>
    lines.reduce((total, { expectedMinor }) => total + Math.max(0, sign * expectedMinor), 0);
  const fileId = await db.transaction(async (tx) => {
    const { id } = await tx.creditFile.create({
      data: {
        shopId: shop.id,
        name: shortened(lineText(upload.name), LONGEST_NAME) || "file",
        contentHash: file.contentHash,
        state: "checked",
        lineCount: lines.length,
        problemCount: lines.filter(({ problems }) => problems.length > 0).length,
        repeatedCount: lines.filter(({ repeats }) => repeats !== null).length,
        unreadColumns: file.unreadColumns,
        givenMinor: BigInt(sum(1)),
        takenMinor: BigInt(0 - sum(-1)),
        currency: shop.currency,
        actorKind: actor.kind,
        actorName: actor.name,
        createdAt: now,
      },
    });
    await storeLines(tx, { shopId: shop.id, fileId: id }, lines);
    return id;
  });
  await analyzeGrownTables(db.pool);
  return { outcome: "checked", fileId };
}

/** So many lines are written or looked up at once: no part of it holds the event loop for long. */
const LINES_AT_ONCE = 250;
const LOOKED_UP_AT_ONCE = 1_000;

async function storeLines(
  tx: Queries,
  { shopId, fileId }: { shopId: bigint; fileId: bigint },
  lines: readonly CheckedLine[],
): Promise<void> {
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    const rows = JSON.stringify(lines.slice(at, at + LINES_AT_ONCE).map(toRow));
    await tx.$executeRaw`
      INSERT INTO credit_file_lines (shop_id, file_id, position, line, customer, email, amount, type, reason,
        currency, expires, customer_id, amount_minor, type_code, problems, notice, outcome, entry_id, applied_minor)
      SELECT ${shopId}, ${fileId}, position, line, customer, email, amount, type, reason, currency, expires,
        customer_id, amount_minor, type_code, problems, notice, outcome, entry_id, applied_minor
      FROM jsonb_to_recordset(${rows}::jsonb) AS r (position integer, line integer, customer text, email text,
        amount text, type text, reason text, currency text, expires text, customer_id bigint, amount_minor bigint,
        type_code smallint, problems text[], notice text, outcome text, entry_id bigint, applied_minor bigint)`;
  }
}

function toRow({
  text: { isTooLong: _, isAmountUnclear: __, ...text },
  repeats,
  ...line
}: CheckedLine) {
  return {
    ...text,
    customer_id: line.customerId === null ? null : String(line.customerId),
    amount_minor: line.amountMinor,
    type_code: line.typeCode,
    problems: line.problems,
    notice: line.notices.join(" ") || null,
    outcome: repeats && "repeated",
    entry_id: repeats && String(repeats.entryId),
    applied_minor: repeats?.amountMinor ?? null,
  };
}

/** Every customer whom a line names, by number or by e-mail, with what they have. */
async function findCustomers(
  { db, shop }: ShopContext,
  { lines }: CreditFileText,
): Promise<FileCustomer[]> {
  const named = lines.map(({ customer, email }) => ({ number: customer, email }));
  const customers = await findCustomersOfLines({ db, shop }, named);
  const held: AvailableCredit = new Map();
  for (const some of partsOf(customers, LOOKED_UP_AT_ONCE)) {
    const ids = some.map(({ id }) => id);
    for (const [id, minor] of await readAvailableCredit(db.prisma, shop.id, ids))
      held.set(id, minor);
  }
  return customers.map((one) => ({ ...one, availableMinor: held.get(one.id) ?? 0 }));
}

async function findApplied(
  { db, shop }: ShopContext,
  { lines, contentHash }: CreditFileText,
): Promise<Map<number, { entryId: bigint; amountMinor: number }>> {
  const applied = new Map<number, { entryId: bigint; amountMinor: number }>();
  for (const some of partsOf(lines, LOOKED_UP_AT_ONCE)) {
    const positions = new Map(
      some.map(({ position }) => [lineSourceKey(contentHash, position), position]),
    );
    const { rows } = await db.pool.query<{ id: string; amount_minor: string; source_key: string }>(
      `SELECT e.id, e.amount_minor, e.source_key FROM unnest($2::text[]) AS given (key)
       CROSS JOIN LATERAL (SELECT * FROM credit_entries WHERE shop_id = $1 AND source_key = given.key LIMIT 1) e`,
      [String(shop.id), [...positions.keys()]],
    );
    for (const { id, amount_minor, source_key } of rows) {
      const entry = { entryId: BigInt(id), amountMinor: Number(amount_minor) };
      applied.set(positions.get(source_key) ?? 0, entry);
    }
  }
  return applied;
}

/** What other files have done for these customers. */
async function findEarlier(
  { db, shop, clock }: ShopContext,
  customers: readonly FileCustomer[],
): Promise<Map<string, EarlierLine>> {
  const since = clock.now().getTime() - CORRECTED_WITHIN_DAYS * 86_400_000;
  const { rows } = await db.pool.query<{
    customer_id: string;
    amount_minor: string;
    type_code: number;
    reason: string;
    name: string;
    confirmed_at: Date;
  }>(
    `SELECT DISTINCT ON (l.customer_id, l.amount_minor, l.type_code, l.reason)
       l.customer_id, l.amount_minor, l.type_code, l.reason, f.name, f.confirmed_at
     FROM unnest($2::bigint[]) AS given (id)
     CROSS JOIN LATERAL (SELECT * FROM credit_file_lines WHERE shop_id = $1 AND customer_id = given.id OFFSET 0) l
     CROSS JOIN LATERAL (SELECT * FROM credit_files WHERE shop_id = $1 AND id = l.file_id LIMIT 1) f
     WHERE l.outcome = 'applied'
     ORDER BY l.customer_id, l.amount_minor, l.type_code, l.reason, f.confirmed_at DESC`,
    [String(shop.id), customers.map(({ id }) => String(id))],
  );
  // A file has one day, however many lines it brought.
  const days = new Map<number, string>();
  const dayOf = (at: Date) => {
    const day = days.get(at.getTime()) ?? formatDate(at, shop.ianaTimezone);
    days.set(at.getTime(), day);
    return day;
  };
  return new Map(
    await mapInSlices(rows, (row) => [
      duplicateKey({
        customerId: BigInt(row.customer_id),
        amountMinor: Number(row.amount_minor),
        typeCode: row.type_code,
        reason: row.reason,
      }),
      {
        file: row.name,
        date: dayOf(row.confirmed_at),
        isRecent: row.confirmed_at.getTime() >= since,
      },
    ]),
  );
}
