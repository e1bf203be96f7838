import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import type { Queries } from "#app/lib/db.ts";
import { lineText } from "#app/lib/line-text.ts";
import { shortened } from "#app/lib/storable-text.ts";
import type { ShopContext } from "../../context.ts";
import { findCustomersOfLines } from "../../customers/find-customers-of-lines.ts";
import { readLadders } from "../tiers/read-ladders.ts";
import { type CheckedLoyaltyLine, checkLoyaltyFileLines } from "./check-loyalty-file-lines.ts";
import { type LoyaltyFileText, readLoyaltyFile } from "./loyalty-file.ts";

const LONGEST_NAME = 200;
/** So many lines are written or looked up at once: no part of it holds the event loop for long. */
const LINES_AT_ONCE = 250;

/** Names the one entry, and the one fact, that a line of a content may make, whichever upload brings it. */
export function lineKey(contentHash: string, position: number): string {
  return `loyalty-file/${contentHash}/${position}`;
}

/**
 * Stores a file of balances and tiers and checks each line against customers, tiers and earlier files with the same content.
 * Nobody is given anything yet.
 *
 * @returns the internal id of the checked file.
 * @throws AppError invalid_input when it cannot be read as such a file.
 */
export async function uploadLoyaltyFile(
  context: ShopContext,
  upload: { name: string; bytes: Uint8Array },
): Promise<bigint> {
  const { shop, db, clock, actor } = context;
  const now = clock.now();
  const file = await readLoyaltyFile(upload.bytes);
  const ladder = (await readLadders(db.prisma, shop.id)).at(-1);
  const lines = await checkLoyaltyFileLines(file.lines, {
    ...{ zone: shop.ianaTimezone, now, tiers: ladder?.tiers ?? [] },
    customers: await findCustomersOfLines(
      context,
      file.lines.map(({ customer, email }) => ({ number: customer, email })),
    ),
    applied: await findApplied(context, file),
  });
  const ready = lines.filter(({ problems, isRepeated }) => problems.length === 0 && !isRepeated);
  const fileId = await db.transaction(async (tx) => {
    const { id } = await tx.loyaltyFile.create({
      data: {
        shopId: shop.id,
        name: shortened(lineText(upload.name), LONGEST_NAME) || "file",
        ...{ contentHash: file.contentHash, state: "checked", unreadColumns: file.unreadColumns },
        lineCount: lines.length,
        problemCount: lines.filter(({ problems }) => problems.length > 0).length,
        repeatedCount: lines.filter(({ isRepeated }) => isRepeated).length,
        points: BigInt(ready.reduce((sum, { points }) => sum + (points ?? 0), 0)),
        tierCount: ready.filter(({ tierId }) => tierId !== null).length,
        ...{ actorKind: actor.kind, actorName: actor.name, createdAt: now },
      },
    });
    await storeLines(tx, { shopId: shop.id, fileId: id }, lines);
    return id;
  });
  await analyzeGrownTables(db.pool);
  return fileId;
}

async function storeLines(
  tx: Queries,
  owner: { shopId: bigint; fileId: bigint },
  lines: readonly CheckedLoyaltyLine[],
): Promise<void> {
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE) {
    await tx.loyaltyFileLine.createMany({
      data: lines.slice(at, at + LINES_AT_ONCE).map((line) => {
        const { isTooLong: _, arePointsUnclear: __, points: written, ...text } = line.text;
        return {
          ...{ ...owner, ...text, written },
          ...{ customerId: line.customerId, tierId: line.tierId },
          points: line.points === null || Number.isNaN(line.points) ? null : BigInt(line.points),
          problems: line.problems,
          outcome: line.isRepeated ? "repeated" : null,
        };
      }),
    });
  }
}

async function findApplied(
  { db, shop }: ShopContext,
  { lines, contentHash }: LoyaltyFileText,
): Promise<Set<number>> {
  const applied = await db.prisma.loyaltyFileLine.findMany({
    where: { shopId: shop.id, outcome: "applied", file: { contentHash } },
    select: { position: true },
  });
  const known = new Set(lines.map(({ position }) => position));
  return new Set(applied.flatMap(({ position }) => (known.has(position) ? [position] : [])));
}
