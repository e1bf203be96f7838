import type {
  ContractImport,
  ContractImportLine,
  Subscription,
} from "#app/generated/prisma/client.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { Actor, ShopContext } from "../context.ts";
import { describeFailure } from "../describe-failure.ts";
import { isOfSurroundings } from "../set-aside/is-of-surroundings.ts";
import { orSetAside } from "../set-aside/set-aside.ts";
import { toContractActor } from "../subscriptions/changes/platform-change.ts";
import type { ImportState } from "../subscriptions/import-state.ts";
import { refreshContractOrSetAside, storeContract } from "../subscriptions/store-contract.ts";
import { thingOfContract } from "../subscriptions/subscription-jobs.ts";
import { toSubscriptionStatus } from "../subscriptions/subscription-status.ts";
import { findMade, type MadeContract } from "./find-made.ts";
import { nextLine } from "./get-import.ts";
import { orSayWhy } from "./or-say-why.ts";

const WAITING: ImportState = "waiting";
const UNDONE: ImportState = "undone";

/**
 * Cancels what an import has made, before it began, stored or not. Nobody is told, nothing is forfeited: the customers' subscriptions
 * go on at the old app. The same lines may be imported again. Where a contract is left, its line says why, and the import
 * waits as before: taking it back again goes on with that. Safe to repeat.
 *
 * @throws PlatformFailure when the platform does not answer: the task is tried again.
 */
export async function undoImport(context: ShopContext, importId: bigint): Promise<void> {
  const { shop, db } = context;
  const key = { shopId_id: { shopId: shop.id, id: importId } };
  const row = await db.prisma.contractImport.findUniqueOrThrow({ where: key });
  if (row.state !== "undoing") return;
  const actor: Actor = { kind: row.actorKind as Actor["kind"], name: row.actorName };
  const acting = { ...context, actor };
  let line = await nextLine(context, importId, "created");
  while (line) {
    await orSayWhy(acting, line, (one) => undoOne(acting, one));
    line = await nextLine(context, importId, "created", line.position);
  }
  await finish(acting, row);
}

async function undoOne(context: ShopContext, line: ContractImportLine): Promise<void> {
  const { shopId, importId, position } = line;
  const made = await findMade(context, line);
  const reason = made && (await whyNotCanceled(context, made));
  await context.db.prisma.contractImportLine.updateMany({
    where: { shopId, importId, position, state: "created" },
    data: { reason, ...(reason === null && { state: "undone" }) },
  });
}

/** Cancels a contract. What the platform says of it decides, not whether it can be stored. @returns null once it has ended. */
async function whyNotCanceled(
  context: ShopContext,
  { contractId, row }: MadeContract,
): Promise<string | null> {
  const { platform, shop, actor } = context;
  if (row) await markUndone(context, row);
  if (row?.status === "cancelled") return null;
  try {
    const contract = await platform.cancelContract(contractId, toContractActor(actor));
    const thing = thingOfContract(shop.id, contractId);
    await orSetAside(context, thing, () => storeContract(context, contract, { rowBefore: row }));
    return null;
  } catch (error) {
    if (isOfSurroundings(error)) throw error;
    // It may have ended there without this app having heard of it.
    const contract = await platform.getContract(contractId);
    const hasEnded = contract === null || toSubscriptionStatus(contract.status) === "cancelled";
    if (!hasEnded) return `not canceled: ${describeFailure(error)}`;
    await refreshContractOrSetAside(context, contractId);
    return null;
  }
}

/** Before the platform is asked, so that whoever hears of the cancellation first knows what it is. */
async function markUndone(
  { db }: ShopContext,
  { shopId, id, status }: Subscription,
): Promise<void> {
  const { count } = await db.prisma.subscription.updateMany({
    where: { shopId, id, importState: { in: [WAITING, UNDONE] } },
    data: { importState: UNDONE, ...(status !== "cancelled" && { cancelReason: null }) },
  });
  if (count === 0) throw new Error(`Subscription ${id} has begun, and is not taken back.`);
}

async function finish(context: ShopContext, { shopId, id, name }: ContractImport): Promise<void> {
  await context.db.transaction(async (tx) => {
    // Whoever ties a contract to a line of it has done so, or sees its end.
    await tx.$queryRaw`
      SELECT 1 FROM contract_imports WHERE shop_id = ${shopId} AND id = ${id} FOR UPDATE`;
    const counted = (state: string) =>
      tx.contractImportLine.count({ where: { shopId, importId: id, state } });
    const [undone, left] = [await counted("undone"), await counted("created")];
    const { count } = await tx.contractImport.updateMany({
      where: { shopId, id, state: "undoing" },
      data: { state: left > 0 ? "waiting" : "undone" },
    });
    if (count === 0) return;
    if (left > 0) {
      await tx.$executeRaw`
        UPDATE subscriptions s SET import_state = ${WAITING}
        FROM contract_import_lines l
        WHERE l.shop_id = ${shopId} AND l.import_id = ${id} AND l.state = 'created'
          AND s.shop_id = ${shopId} AND s.id = l.subscription_id
          AND s.import_state = ${UNDONE} AND s.status <> 'cancelled'`;
    }
    await recordActivity(context, tx, {
      kind: "contract_import.undone",
      message:
        left > 0
          ? `“${name}” was taken back in part. Canceled before they began: ${undone}. Not canceled: ${left}, and the import says why.`
          : `“${name}” was taken back: ${undone} subscriptions were canceled before they began.`,
      details: { import_id: String(id), undone, left },
    });
  });
}
