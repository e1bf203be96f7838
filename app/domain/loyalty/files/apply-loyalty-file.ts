import type { LoyaltyFile, LoyaltyFileLine } from "#app/generated/prisma/client.ts";
import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { Actor, ShopContext } from "../../context.ts";
import { CREDIT_TYPES } from "../../ledger/movement.ts";
import { postCredit } from "../../ledger/post-movement.ts";
import { planPointsReminder } from "../plan-reminder.ts";
import { readLoyaltySettings } from "../program/loyalty-settings.ts";
import { pointsExpiry } from "../rewards/move-ledger.ts";
import { noteFacts } from "../triggers/note-facts.ts";
import { lineKey } from "./upload-loyalty-file.ts";

/** Small enough that customers who are earning at the same time do not wait long. */
const LINES_AT_ONCE = 200;
const REASON = "Balance from before";

type LineOutcome = "applied" | "repeated" | "too_much" | "skipped";

type ReadyLine = LoyaltyFileLine & { owner: { redactedAt: Date | null } | null };

/**
 * Applies a confirmed file line by line, under the name of whoever confirmed it, and records the outcome of each line. A line
 * gives its points and its tier at most once, so an interrupted run can be repeated as is.
 */
export async function applyLoyaltyFile(context: ShopContext, fileId: bigint): Promise<void> {
  const { shop, db } = context;
  const file = await db.prisma.loyaltyFile.findUniqueOrThrow({
    where: { shopId_id: { shopId: shop.id, id: fileId } },
  });
  if (file.state !== "applying") return;
  const actor: Actor = { kind: file.actorKind as Actor["kind"], name: file.actorName };
  const where = { shopId: shop.id, fileId, outcome: null };
  await db.prisma.loyaltyFileLine.updateMany({
    where: { ...where, problems: { isEmpty: false } },
    data: { outcome: "skipped" },
  });
  for (;;) {
    const lines = await db.prisma.loyaltyFileLine.findMany({
      where,
      include: { owner: { select: { redactedAt: true } } },
      orderBy: { position: "asc" },
      take: LINES_AT_ONCE,
    });
    if (lines.length === 0) break;
    await applyLines({ ...context, actor }, file, lines);
    await analyzeGrownTables(db.pool);
  }
  await finish({ ...context, actor }, file);
}

async function applyLines(
  context: ShopContext,
  file: LoyaltyFile,
  lines: readonly ReadyLine[],
): Promise<void> {
  const { shopId, id } = file;
  const { prisma } = context.db;
  // Posted side by side they travel together, and the ledger posts them one after another, in this order.
  const expiry = pointsExpiry(context, await readLoyaltySettings(prisma, shopId));
  const given = await Promise.all(
    lines.map((line) =>
      givePoints(context, file, { ...line, expiresAt: line.expiresAt ?? expiry }),
    ),
  );
  const outcomes: LineOutcome[] = [];
  for (const [at, line] of lines.entries()) {
    outcomes.push(await finishLine(context, file, line, given[at] ?? "skipped"));
  }
  const positions = lines.map(({ position }) => position);
  await prisma.$executeRaw`
    UPDATE loyalty_file_lines l SET outcome = done.outcome
    FROM unnest(${positions}::int[], ${outcomes}::text[]) AS done (position, outcome)
    WHERE l.shop_id = ${shopId} AND l.file_id = ${id} AND l.position = done.position`;
  await prisma.$executeRaw`
    UPDATE loyalty_files SET done_count = (
      SELECT count(*) FROM loyalty_file_lines
      WHERE shop_id = ${shopId} AND file_id = ${id} AND outcome IS NOT NULL)
    WHERE shop_id = ${shopId} AND id = ${id}`;
}

type Given = "posted" | "repeated" | "too_much" | "none" | "skipped";

/** Gives the points of a line, where it has any. */
async function givePoints(
  context: ShopContext,
  { contentHash }: LoyaltyFile,
  { customerId, owner, points, position, reason, expiresAt }: ReadyLine,
): Promise<Given> {
  if (customerId === null || owner?.redactedAt) return "skipped";
  const amountMinor = Number(points ?? 0n);
  if (amountMinor === 0) return "none";
  const message = reason || REASON;
  const { outcome } = await postCredit(context, {
    ...{ customerId, unit: "points", amountMinor, message, reason: message },
    ...{ typeCode: CREDIT_TYPES.adjustment, sourceKey: lineKey(contentHash, position) },
    parts: [{ amountMinor, expiresAt }],
  });
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
  const { customerId, tierId, position } = line;
  if (customerId === null || given === "skipped") return "skipped";
  if (given === "too_much") return given;
  const key = lineKey(file.contentHash, position);
  const at = file.confirmedAt ?? context.clock.now();
  const fact = { kind: "placed_in_tier", key, at, data: { tier_id: tierId } } as const;
  const isPlaced = tierId !== null && (await noteFacts(context, customerId, [fact]));
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

async function finish(context: ShopContext, file: LoyaltyFile): Promise<void> {
  const { db, clock } = context;
  const { shopId, id } = file;
  await db.transaction(async (tx) => {
    const { count } = await tx.loyaltyFile.updateMany({
      where: { shopId, id, state: "applying" },
      data: { state: "done", finishedAt: clock.now() },
    });
    if (count === 0) return;
    const applied = await tx.loyaltyFileLine.count({
      where: { shopId, fileId: id, outcome: "applied" },
    });
    const ends = await tx.loyaltyFileLine.groupBy({
      by: ["expiresAt"],
      where: { shopId, fileId: id, outcome: "applied", points: { gt: 0 } },
    });
    const expiry = pointsExpiry(context, await readLoyaltySettings(tx, shopId));
    for (const { expiresAt } of ends) {
      await planPointsReminder(context, tx, expiresAt ?? expiry);
    }
    await recordActivity(context, tx, {
      kind: "loyalty_file.applied",
      message: `A file of points and tiers was applied: ${applied} of ${file.lineCount} lines.`,
      details: { file_id: String(id), applied, lines: file.lineCount },
    });
  });
}
