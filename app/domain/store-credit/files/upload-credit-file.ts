import { storableText } from "#app/lib/storable-text.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import {
  type CheckedLine,
  checkCreditFileLines,
  duplicateKey,
  type EarlierLine,
  type FileCustomer,
} from "./check-credit-file-lines.ts";
import { type CreditFileText, readCreditFile, type UnclearColumns } from "./credit-file.ts";
import type { ColumnSources } from "./credit-file-columns.ts";

const LONGEST_NAME = 200;
/** A file that is corrected and uploaded again brings its good lines a second time; it seldom takes longer. */
const CORRECTED_WITHIN_DAYS = 7;

/** Names the one entry that a line of a content may make, whichever upload brings it. */
export function lineSourceKey(contentHash: string, position: number): string {
  return `file/${contentHash}/${position}`;
}

/**
 * Takes in a file of adjustments and judges each line against customers, balances and what was applied of
 * the same content before. The ledger is not touched.
 *
 * @param upload.columns where its columns are, if somebody has said so; otherwise their titles say it.
 * @returns the internal id of the checked file, or the question what its columns mean.
 * @throws AppError invalid_input when it cannot be read as a file of adjustments.
 */
export async function uploadCreditFile(
  context: ShopContext,
  upload: { name: string; bytes: Uint8Array; columns?: ColumnSources | null },
): Promise<{ outcome: "checked"; fileId: bigint } | UnclearColumns> {
  const { shop, db, clock, actor } = context;
  const file = readCreditFile(upload.bytes, upload.columns);
  if (file.outcome === "columns_unclear") return file;
  const customers = await findCustomers(context, file);
  const lines = checkCreditFileLines(file.lines, {
    currency: shop.currency,
    zone: shop.ianaTimezone,
    now: clock.now(),
    customers,
    applied: await findApplied(context, file),
    before: await findEarlier(context, customers),
  });
  const sum = (sign: 1 | -1) =>
    lines.reduce((total, { expectedMinor }) => total + Math.max(0, sign * expectedMinor), 0);
  return db.transaction(async (tx) => {
    const { id } = await tx.creditFile.create({
      data: {
        shopId: shop.id,
        name: storableText(upload.name).slice(0, LONGEST_NAME) || "file",
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
        createdAt: clock.now(),
      },
    });
    await tx.creditFileLine.createMany({
      data: lines.map((line) => ({ shopId: shop.id, fileId: id, ...toRow(line) })),
    });
    return { outcome: "checked", fileId: id };
  });
}

function toRow({ text: { isTooLong: _, ...text }, repeats, ...line }: CheckedLine) {
  return {
    ...text,
    customerId: line.customerId,
    amountMinor: line.amountMinor === null ? null : BigInt(line.amountMinor),
    typeCode: line.typeCode,
    expiresAt: line.expiresAt,
    problems: line.problems,
    notice: line.notices.join(" ") || null,
    ...(repeats && {
      outcome: "repeated",
      entryId: repeats.entryId,
      appliedMinor: BigInt(repeats.amountMinor),
    }),
  };
}

/** Every customer whom a line names, by number or by e-mail, with what they have. */
async function findCustomers(
  { db, shop }: ShopContext,
  { lines }: CreditFileText,
): Promise<FileCustomer[]> {
  const numbers = lines.map(({ customer }) => customer).filter((text) => /^\d{1,16}$/.test(text));
  const emails = lines.map(({ email }) => email.toLowerCase()).filter((text) => text !== "");
  const { rows } = await db.pool.query<{
    id: string;
    platform_customer_id: string;
    email: string | null;
    available_minor: string;
  }>(
    `SELECT c.id, c.platform_customer_id, c.email, coalesce(a.available_minor, 0) AS available_minor
     FROM customers c
     LEFT JOIN credit_accounts a ON a.shop_id = c.shop_id AND a.customer_id = c.id AND a.unit = 'money'
     WHERE c.shop_id = $1 AND c.redacted_at IS NULL
       AND (c.platform_customer_id = ANY ($2::bigint[]) OR lower(c.email) = ANY ($3::text[]))`,
    [String(shop.id), numbers, emails],
  );
  return rows.map((row) => ({
    id: BigInt(row.id),
    platformCustomerId: row.platform_customer_id,
    email: row.email,
    availableMinor: Number(row.available_minor),
  }));
}

async function findApplied(
  { db, shop }: ShopContext,
  { lines, contentHash }: CreditFileText,
): Promise<Map<number, { entryId: bigint; amountMinor: number }>> {
  const positions = new Map(
    lines.map(({ position }) => [lineSourceKey(contentHash, position), position]),
  );
  const entries = await db.prisma.creditEntry.findMany({
    where: { shopId: shop.id, sourceKey: { in: [...positions.keys()] } },
    select: { id: true, amountMinor: true, sourceKey: true },
  });
  return new Map(
    entries.map(({ id, amountMinor, sourceKey }) => [
      positions.get(sourceKey ?? "") ?? 0,
      { entryId: id, amountMinor: Number(amountMinor) },
    ]),
  );
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
    `SELECT l.customer_id, l.amount_minor, l.type_code, l.reason, f.name, f.confirmed_at
     FROM credit_file_lines l JOIN credit_files f ON f.shop_id = l.shop_id AND f.id = l.file_id
     WHERE l.shop_id = $1 AND l.customer_id = ANY ($2::bigint[]) AND l.outcome = 'applied'
     ORDER BY f.confirmed_at`,
    [String(shop.id), customers.map(({ id }) => String(id))],
  );
  return new Map(
    rows.map((row) => [
      duplicateKey({
        customerId: BigInt(row.customer_id),
        amountMinor: Number(row.amount_minor),
        typeCode: row.type_code,
        reason: row.reason,
      }),
      {
        file: row.name,
        date: formatDate(row.confirmed_at, shop.ianaTimezone),
        isLately: row.confirmed_at.getTime() >= since,
      },
    ]),
  );
}
