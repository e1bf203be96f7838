import type { ContractImport, ContractImportLine } from "#app/generated/prisma/client.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { Actor, ShopContext } from "../context.ts";
import { describeFailure } from "../describe-failure.ts";
import { asItIsNow } from "../subscriptions/changes/as-it-is-now.ts";
import { oneChangeAtATime } from "../subscriptions/changes/one-change-at-a-time.ts";
import { toContractActor } from "../subscriptions/changes/platform-change.ts";
import { chargeOf } from "../subscriptions/charges/kept-day.ts";
import { takenDate } from "../subscriptions/charges/taken-date.ts";
import { refreshContract, storeContract } from "../subscriptions/store-contract.ts";
import { dateToCome } from "./date-to-come.ts";
import { findMade } from "./find-made.ts";
import { nextLine } from "./get-import.ts";
import { CUSTOMER_ERASED } from "./new-contract.ts";
import { orSayWhy } from "./or-say-why.ts";

/**
 * Lets the contracts of an import begin, one after the other; none of a customer who was erased meanwhile. One whose date has passed while it waited gets the next
 * date of its schedule first. Safe to repeat.
 *
 * @throws PlatformFailure when the platform does not answer: the task is tried again.
 */
export async function activateImport(context: ShopContext, importId: bigint): Promise<void> {
  const { shop, db } = context;
  const key = { shopId_id: { shopId: shop.id, id: importId } };
  const row = await db.prisma.contractImport.findUniqueOrThrow({ where: key });
  if (row.state !== "activating") return;
  const actor: Actor = { kind: row.actorKind as Actor["kind"], name: row.actorName };
  const acting = { ...context, actor };
  let line = await nextLine(context, importId, "created");
  while (line) {
    await orSayWhy(acting, line, (one) => activateOne(acting, one));
    line = await nextLine(context, importId, "created", line.position);
  }
  await finish(acting, row);
}

async function activateOne(context: ShopContext, line: ContractImportLine): Promise<void> {
  const { shopId, importId, position } = line;
  const { db, platform, clock, shop, actor } = context;
  const write = (data: { state?: string; reason: string | null }) =>
    db.prisma.contractImportLine.updateMany({
      where: { shopId, importId, position, state: "created" },
      data,
    });
  const made = await findMade(context, line);
  if (!made) {
    await write({ state: "refused", reason: "it has no contract" });
    return;
  }
  if (!made.row) {
    await write({ reason: "its contract could not be stored" });
    return;
  }
  // Erased while it waited: it does not begin, and whoever looks at the import sees that it is to be canceled.
  const erased = await db.prisma.customer.count({
    where: { shopId, id: made.row.customerId ?? 0n, redactedAt: { not: null } },
  });
  if (erased > 0) {
    await write({ reason: CUSTOMER_ERASED });
    return;
  }
  await oneChangeAtATime(context, made.row, async (row) => {
    const subscription = await asItIsNow(context, row);
    if (subscription.status === "cancelled") return write({ state: "ended", reason: null });
    const contractId = Number(subscription.platformContractId);
    const { nextBillingAt } = subscription;
    const now = clock.now();
    const date =
      nextBillingAt && dateToCome(now, chargeOf(subscription, nextBillingAt, shop.ianaTimezone));
    const isSame = date?.getTime() === nextBillingAt?.getTime();
    try {
      const moved = date && !isSame ? await takenDate(context, subscription, date) : null;
      const contract = await platform.resumeContract(contractId, moved, toContractActor(actor));
      // The line becomes `active` with the contract's row: see follow-contracts.ts.
      return await storeContract(context, contract, { rowBefore: subscription });
    } catch (error) {
      if (!isPlatformFailure(error) || error.kind !== "refused") throw error;
      const current = await refreshContract(context, contractId);
      return current?.status === "cancelled"
        ? write({ state: "ended", reason: null })
        : write({ reason: describeFailure(error) });
    }
  });
}

async function finish(context: ShopContext, { shopId, id, name }: ContractImport): Promise<void> {
  await context.db.transaction(async (tx) => {
    const { count } = await tx.contractImport.updateMany({
      where: { shopId, id, state: "activating" },
      data: { state: "active" },
    });
    if (count === 0) return;
    const counted = (state: string) =>
      tx.contractImportLine.count({ where: { shopId, importId: id, state } });
    const [active, waiting] = [await counted("active"), await counted("created")];
    await recordActivity(context, tx, {
      kind: "contract_import.activated",
      message: `“${name}” was activated: ${active} subscriptions are active${waiting > 0 ? `, ${waiting} could not be activated` : ""}.`,
      details: { import_id: String(id), active, waiting },
    });
  });
}
