import { randomUUID } from "node:crypto";
import {
  type ContractImport,
  type ContractImportLine,
  Prisma,
} from "#app/generated/prisma/client.ts";
import { analyzeGrownTables } from "#app/lib/analyze-grown-tables.ts";
import { isUniqueViolation } from "#app/lib/db.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { Actor, ShopContext } from "../context.ts";
import { describeFailure } from "../describe-failure.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import { refreshContract, storeContract } from "../subscriptions/store-contract.ts";
import { nextLine } from "./get-import.ts";
import { createImportTask } from "./import-tasks.ts";
import { toNewContract } from "./new-contract.ts";
import { orSayWhy } from "./or-say-why.ts";

/** After so long a call that got no answer has arrived, or never will. */
const CERTAIN_AFTER_MS = 5 * 60_000;
/** So many calls without an answer, one after another, are an outage. */
const OUTAGE_AFTER = 3;
/** So many contracts are made before it is looked whether the tables have grown. */
const BETWEEN_LOOKS = 100;

/**
 * Makes the contracts of a confirmed import, line by line. Each line gets its key and the id's one place before the
 * platform is asked. The platform takes no key, so a line without an answer is not asked for again until its contract
 * cannot appear any more: then it is looked for by the key, which the contract carries. Safe to repeat, also at once.
 *
 * @throws PlatformFailure when the store is not connected, or does not answer: the task is tried again.
 */
export async function createContracts(context: ShopContext, importId: bigint): Promise<void> {
  const { shop, db, clock } = context;
  const key = { shopId_id: { shopId: shop.id, id: importId } };
  const row = await db.prisma.contractImport.findUniqueOrThrow({ where: key });
  if (row.state !== "creating") return;
  const actor: Actor = { kind: row.actorKind as Actor["kind"], name: row.actorName };
  const acting = { ...context, actor };
  let lost = 0;
  let after: number | undefined;
  for (let asked = 0; ; asked += 1) {
    if (asked % BETWEEN_LOOKS === 0) await analyzeGrownTables(db.pool);
    const line = await nextLine(context, importId, null, after);
    if (!line) break;
    after = line.position;
    // One whose contract was made and could not be stored is in doubt, and settled below.
    const outcome = await orSayWhy(acting, line, (one) => createOne(acting, row, one));
    lost = outcome === "lost" ? lost + 1 : 0;
    if (lost === OUTAGE_AFTER) break;
  }
  for (;;) {
    const line = await claimInDoubt(context, importId);
    if (!line) break;
    // The contract may have been made. The line keeps the place of its id, so nobody makes a second one; it does not begin by itself.
    await orSayWhy(acting, line, (one) => settle(acting, row, one), { state: "created" });
  }
  await analyzeGrownTables(db.pool);
  const open = await db.prisma.contractImportLine.count({
    where: { shopId: shop.id, importId, OR: [{ state: null }, { state: "creating" }] },
  });
  if (open === 0) return finish(acting, row);
  const later = new Date(clock.now().getTime() + CERTAIN_AFTER_MS);
  await scheduleTask(context, db.prisma, createImportTask, { importId }, later);
}

/** Claims a line that nobody has tried, and asks for its contract. */
async function createOne(
  context: ShopContext,
  row: ContractImport,
  { shopId, importId, position }: ContractImportLine,
): Promise<Outcome> {
  const { db, clock } = context;
  try {
    const [claimed] = await db.prisma.contractImportLine.updateManyAndReturn({
      where: { shopId, importId, position, state: null },
      data: { state: "creating", creationKey: randomUUID(), askedAt: clock.now() },
    });
    return claimed ? ask(context, row, claimed) : "settled";
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await db.prisma.contractImportLine.updateMany({
      where: { shopId, importId, position, state: null },
      data: { state: "repeated", cells: Prisma.DbNull },
    });
    return "settled";
  }
}

type Outcome = "settled" | "lost";

/** Asks for the contract of a line that is the caller's, and stores it with the line's new state. */
async function ask(
  context: ShopContext,
  row: ContractImport,
  line: ContractImportLine,
): Promise<Outcome> {
  const { db, platform } = context;
  const where = { shopId: line.shopId, importId: line.importId, position: line.position };
  try {
    const wanted = await toNewContract(context, row, line);
    if (typeof wanted === "string") {
      await leaveOut(context, line, wanted);
      return "settled";
    }
    // The line becomes `created` with the contract's row: see follow-contracts.ts.
    await storeContract(context, await platform.createContract(wanted), { rowBefore: null });
    return "settled";
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    if (error.kind === "refused") {
      await db.prisma.contractImportLine.updateMany({
        where: { ...where, state: "creating" },
        data: { state: "refused", reason: describeFailure(error) },
      });
      return "settled";
    }
    // A throttled call, and one that was never sent, made nothing.
    const isUntouched = error.kind === "not_connected" || error.platformCode === "THROTTLED";
    if (!isUntouched) return "lost";
    await db.prisma.contractImportLine.updateMany({
      where: { ...where, state: "creating" },
      data: { state: null, creationKey: null, askedAt: null },
    });
    throw error;
  }
}

/** A line whose contract was asked for so long ago that it is there, or never will be. */
async function claimInDoubt(
  { db, shop, clock }: Pick<ShopContext, "db" | "shop" | "clock">,
  importId: bigint,
): Promise<ContractImportLine | null> {
  const now = clock.now();
  const where = {
    ...{ shopId: shop.id, importId, state: "creating" },
    askedAt: { lte: new Date(now.getTime() - CERTAIN_AFTER_MS) },
  };
  const line = await db.prisma.contractImportLine.findFirst({ where });
  if (!line) return null;
  const [claimed] = await db.prisma.contractImportLine.updateManyAndReturn({
    where: { ...where, position: line.position, askedAt: line.askedAt },
    data: { askedAt: now },
  });
  return claimed ?? claimInDoubt({ db, shop, clock }, importId);
}

async function settle(
  context: ShopContext,
  row: ContractImport,
  line: ContractImportLine,
): Promise<void> {
  const where = { shopId_id: { shopId: line.shopId, id: line.customerId ?? 0n } };
  const { platformCustomerId } = await context.db.prisma.customer.findUniqueOrThrow({ where });
  const contractId = await context.platform.findContractByKey(
    Number(platformCustomerId),
    line.creationKey ?? "",
  );
  if (contractId) await refreshContract(context, contractId);
  else await ask(context, row, line);
}

/** What was checked does not hold any more: no contract is made, and the line says why. */
async function leaveOut(
  { db }: ShopContext,
  { shopId, importId, position }: ContractImportLine,
  reason: string,
): Promise<void> {
  await db.prisma.contractImportLine.updateMany({
    where: { shopId, importId, position, state: "creating" },
    data: { state: "skipped", reason, cells: Prisma.DbNull },
  });
}

async function finish(context: ShopContext, { shopId, id, name, lineCount }: ContractImport) {
  const { db, clock } = context;
  await db.transaction(async (tx) => {
    const { count } = await tx.contractImport.updateMany({
      where: { shopId, id, state: "creating" },
      data: { state: "waiting", finishedAt: clock.now() },
    });
    if (count === 0) return;
    const created = await tx.contractImportLine.count({
      where: { shopId, importId: id, state: "created" },
    });
    await recordActivity(context, tx, {
      kind: "contract_import.created",
      message: `“${name}” was imported: ${created} of ${lineCount} subscriptions wait for the old app to stop.`,
      details: { import_id: String(id), created, lines: lineCount },
    });
  });
}
