import { Prisma, type Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { PlatformContract } from "#app/platform/platform-contract.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext, SubscriptionFollower } from "../context.ts";
import { isReactivationKey } from "../subscriptions/creation-key.ts";
import type { ImportState } from "../subscriptions/import-state.ts";

/**
 * Ties a contract to the line of the import that asked for it, in the transaction that stores it, whoever hears of it
 * first: the import itself, a webhook or the daily comparison. From its first sight it waits, and begins only while its
 * import is being activated.
 */
export const importFollower: SubscriptionFollower = {
  onStored: async (context, tx, subscription, contract) => {
    if (contract.creationKey === null || isReactivationKey(contract.creationKey)) return;
    if (subscription.importState === null) await tie(context, tx, subscription, contract);
    else if (subscription.importState === "waiting" && contract.status === "active") {
      await begin(context, tx, subscription);
    }
  },
};

async function tie(
  context: ShopContext,
  tx: Queries,
  { shopId, id, customerId, planName }: Subscription,
  { creationKey }: PlatformContract,
): Promise<void> {
  const key = { shopId, creationKey };
  const [line] = await tx.contractImportLine.updateManyAndReturn({
    where: { ...key, subscriptionId: null },
    data: { subscriptionId: id, state: "created", cells: Prisma.DbNull, reason: null },
  });
  await tx.subscription.update({
    where: { shopId_id: { shopId, id } },
    data: {
      importState: line ? "waiting" : await stateWithoutLine(tx, key),
      originalStartAt: line?.startedAt ?? null,
    },
  });
  if (!line) return;
  await recordActivity(context, tx, {
    kind: "subscription.imported",
    message: `${planName} was imported, and waits for the old app to stop.`,
    customerId,
    subscriptionId: id,
    details: { import_id: String(line.importId), external_id: line.externalId },
  });
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
    data: { importState },
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
