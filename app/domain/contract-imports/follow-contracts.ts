import {
  type ContractImportLine,
  Prisma,
  type Subscription,
} from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { KeptRow } from "../billing/dates/kept-time.ts";
import type { ShopContext, SubscriptionFollower } from "../context.ts";
import { scheduleTask } from "../schedule/schedule-task.ts";
import { intervalOf, keptFields } from "../subscriptions/charges/kept-day.ts";
import { isReactivationKey } from "../subscriptions/creation-key.ts";
import type { ImportState } from "../subscriptions/import-state.ts";
import { cancelSecondContractTask } from "../subscriptions/subscription-jobs.ts";
import { chargeOfLine } from "./date-to-come.ts";

/**
 * Ties a contract to the line of the import that asked for it, in the transaction that stores it, whoever hears of it
 * first: the import itself, a webhook or the daily comparison. From its first sight it waits, and begins only while its
 * import is being activated. One whose line was taken back by then never begins, and is canceled.
 */
export const importFollower: SubscriptionFollower = {
  onStored: async (context, tx, stored) => {
    for (const { subscription, contract } of stored) {
      if (contract.creationKey === null || isReactivationKey(contract.creationKey)) continue;
      if (subscription.importState === null) await tie(context, tx, subscription, contract);
      else if (subscription.importState === "waiting" && contract.status === "active") {
        await begin(context, tx, subscription);
      }
    }
  },
};

async function tie(
  context: ShopContext,
  tx: Queries,
  subscription: Subscription,
  { creationKey, status }: PlatformContract,
): Promise<void> {
  const { shopId, id, customerId, planName } = subscription;
  const key = { shopId, creationKey };
  const [line] = await tx.contractImportLine.updateManyAndReturn({
    where: { ...key, subscriptionId: null },
    data: { subscriptionId: id, cells: Prisma.DbNull },
  });
  const first = line ? await atFirstSight(tx, line) : null;
  await tx.subscription.update({
    where: { shopId_id: { shopId, id } },
    data: {
      importState: first?.importState ?? (await stateWithoutLine(tx, key)),
      originalStartAt: line?.startedAt ?? null,
      ...(line && first && keptFieldsOf(context, subscription, line, first.keptZone)),
    },
  });
  if (!line || !first) return;
  const { importId, position } = line;
  await tx.contractImportLine.update({
    where: { shopId_importId_position: { shopId, importId, position } },
    data: { state: first.lineState, ...(first.lineState === "created" && { reason: null }) },
  });
  if (first.lineState === "undone") {
    const task = { subscriptionId: id, wishOf: "merchant" } as const;
    if (status !== "cancelled") {
      await scheduleTask(context, tx, cancelSecondContractTask, task, context.clock.now());
    }
    return;
  }
  await recordActivity(context, tx, {
    kind: "subscription.imported",
    message: `${planName} was imported, and waits for the old app to stop.`,
    customerId,
    subscriptionId: id,
    details: { import_id: String(line.importId) },
  });
}

interface FirstSight {
  importState: ImportState;
  lineState: "created" | "undone";
  /** In which the dates of the import were read; null is the store's. */
  keptZone: string | null;
}

/** A line in one of these keeps the place of its id; of any other, the id may be another line's by now. */
const IN_PLACE = ["creating", "created"];

/**
 * What a contract and its line are when the contract is stored. While the import is being taken back the line stays
 * with whoever does that.
 */
async function atFirstSight(
  tx: Queries,
  { shopId, importId, state }: ContractImportLine,
): Promise<FirstSight> {
  // The end of taking it back waits, and then sees this contract.
  const [row] = await tx.$queryRaw<{ state: string; kept_zone: string | null }[]>`
    SELECT state, kept_zone FROM contract_imports WHERE shop_id = ${shopId} AND id = ${importId} FOR SHARE`;
  const keptZone = row?.kept_zone ?? null;
  if (row?.state === "undone" || !IN_PLACE.includes(state ?? "")) {
    return { importState: "undone", lineState: "undone", keptZone };
  }
  const importState = row?.state === "undoing" ? "undone" : "waiting";
  return { importState, lineState: "created", keptZone };
}

/** The day that the old app kept, also where the store has moved since the file was read. */
function keptFieldsOf(
  { shop }: Pick<ShopContext, "shop">,
  subscription: Subscription,
  { nextBillingAt: firstAt, startedAt }: ContractImportLine,
  keptZone: string | null,
): Partial<KeptRow> {
  const { nextBillingAt } = subscription;
  if (!nextBillingAt || !firstAt || !startedAt) return {};
  const interval = intervalOf(subscription);
  const { keeps, zone } = chargeOfLine(
    { nextBillingAt: firstAt, startedAt, interval, keptZone },
    nextBillingAt,
    shop.ianaTimezone,
  );
  return keptFields(keeps, zone);
}

/**
 * A second contract of a line that has one never begins: nobody would know that there are two. One whose line is gone is
 * of an installation before this one, and goes on as it was left.
 */
async function stateWithoutLine(
  tx: Queries,
  key: { shopId: bigint; creationKey: string | null },
): Promise<ImportState> {
  return (await tx.contractImportLine.count({ where: key })) > 0 ? "undone" : "active";
}

async function begin(
  context: ShopContext,
  tx: Queries,
  { shopId, id, customerId, planName, nextBillingAt }: Subscription,
): Promise<void> {
  const line = await tx.contractImportLine.findFirst({
    where: { shopId, subscriptionId: id, import: { state: "activating" } },
  });
  if (!line) return;
  const importState: ImportState = "active";
  await tx.subscription.update({
    where: { shopId_id: { shopId, id } },
    // Dates that passed while it waited were the old app's, which has charged them.
    data: { importState, ...(nextBillingAt && { paidUntil: nextBillingAt }) },
  });
  await tx.contractImportLine.update({
    where: {
      shopId_importId_position: { shopId, importId: line.importId, position: line.position },
    },
    data: { state: "active", reason: null },
  });
  const day = nextBillingAt && formatDate(nextBillingAt, context.shop.ianaTimezone);
  await recordActivity(context, tx, {
    kind: "subscription.activated",
    message: `${planName} is active: the old app has stopped.${day ? ` The next charge is on ${day}.` : ""}`,
    customerId,
    subscriptionId: id,
    details: { next_billing_date: nextBillingAt?.toISOString() ?? null },
  });
}
