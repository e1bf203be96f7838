import type { Customer } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatMinor } from "#app/lib/money.ts";
import { addJob } from "#app/lib/queue.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { moveCredit } from "../ledger/merge-credit.ts";
import { moveLoyalty } from "../loyalty/move-loyalty.ts";
import { lockLoyalty } from "../loyalty/settle/lock-loyalty.ts";
import { syncTagsJob } from "../perks/perk-jobs.ts";
import { releaseHoldTask } from "../store-credit/credit-jobs.ts";
import { publishCustomerJob } from "../subscriptions/subscription-jobs.ts";
import { moveRows, moveSubscriptions } from "./move-rows.ts";

/**
 * Makes one customer of two, in one transaction: subscriptions, orders, tags, mails and the timeline name the one that
 * stays from now on, and the credit goes over by entries of the ledger. The row of the one that went stays for its
 * entries. Safe to repeat: a repeat brings over what was written under the old id meanwhile.
 *
 * @param goneId the platform's number of the customer who went; one whom our rows do not know is written down, so that
 * a merge before it that is heard of later finds its end.
 * @param keptId internal id.
 */
export async function mergeCustomers(
  context: ShopContext,
  goneId: number,
  keptId: bigint,
): Promise<void> {
  const shopId = context.shop.id;
  await context.db.transaction(async (tx) => {
    const gone = await ensureRow(context, tx, goneId);
    if (gone.id === keptId) return;
    await lockRows(tx, shopId, gone.id, keptId);
    const [before, named] = [await read(tx, shopId, gone.id), await read(tx, shopId, keptId)];
    // Merged on in the meantime: one hop leads to whoever stays in the end.
    const kept = named.mergedIntoId ? await read(tx, shopId, named.mergedIntoId) : named;
    if (kept.id === before.id) {
      context.log.warn({ goneId }, "customers cannot be merged back");
      return;
    }
    const { mergedIntoId } = before;
    const target = mergedIntoId ?? kept.id;
    const subscriptions = await moveSubscriptions(context, tx, before.id, target);
    const orders = await moveRows(tx, shopId, before.id, target);
    const movedMinor = await moveCredit(context, tx, {
      goneId: before.id,
      keptId: target,
      words: wordsOf(before, kept),
      releaseTask: releaseHoldTask.kind,
    });
    await moveLoyalty(tx, shopId, before.id, target);
    if (mergedIntoId === null) {
      await record(context, tx, { gone: before, kept, subscriptions, orders, movedMinor });
    }
    await addJob(tx, syncTagsJob, { shopId, customerId: target });
    await addJob(tx, publishCustomerJob, { shopId, customerId: target });
    if (mergedIntoId !== null) {
      await recordEvent(context, tx, "customer.updated", { customer_id: String(target) });
    }
  });
}

async function ensureRow(
  { shop }: ShopContext,
  tx: Queries,
  goneId: number,
): Promise<{ id: bigint }> {
  const platformCustomerId = BigInt(goneId);
  await tx.customer.createMany({
    data: [{ shopId: shop.id, platformCustomerId }],
    skipDuplicates: true,
  });
  return tx.customer.findUniqueOrThrow({
    where: { shopId_platformCustomerId: { shopId: shop.id, platformCustomerId } },
    select: { id: true },
  });
}

/**
 * One merge of a store at a time, for each touches the customers that earlier ones led to. Then rows in the order in which
 * others take them: subscriptions and holds before the store's lock, customers after it.
 */
async function lockRows(tx: Queries, shopId: bigint, goneId: bigint, keptId: bigint) {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`merges:${shopId}`}, 0))`;
  await lockLoyalty(tx, shopId, [goneId, keptId]);
  await tx.$queryRaw`
    SELECT 1 FROM subscriptions WHERE shop_id = ${shopId} AND customer_id = ${goneId}
    ORDER BY platform_contract_id FOR NO KEY UPDATE`;
  await tx.$queryRaw`
    SELECT 1 FROM credit_holds WHERE shop_id = ${shopId} AND customer_id = ${goneId} ORDER BY id FOR UPDATE`;
  await tx.$executeRaw`SELECT lock_shop_writes(${shopId})`;
  await tx.$queryRaw`
    SELECT 1 FROM customers WHERE shop_id = ${shopId} AND id IN (${goneId}, ${keptId}) ORDER BY id FOR NO KEY UPDATE`;
}

function read(tx: Queries, shopId: bigint, id: bigint): Promise<Customer> {
  return tx.customer.findUniqueOrThrow({ where: { shopId_id: { shopId, id } } });
}

function wordsOf(gone: Customer, kept: Customer) {
  return {
    out: `Moved to customer ${kept.platformCustomerId}, with whom this one was merged`,
    in: `Moved from customer ${gone.platformCustomerId}, who was merged with this one`,
    held: `Held since before customer ${gone.platformCustomerId} was merged with this one`,
  };
}

interface Merged {
  gone: Customer;
  kept: Customer;
  subscriptions: number;
  orders: number;
  movedMinor: number;
}

async function record(
  context: ShopContext,
  tx: Queries,
  { gone, kept, subscriptions, orders, movedMinor }: Merged,
): Promise<void> {
  const { currency } = context.shop;
  const parts = [
    `${orders} ${orders === 1 ? "order" : "orders"}`,
    `${subscriptions} ${subscriptions === 1 ? "subscription" : "subscriptions"}`,
    `${formatMinor(movedMinor, currency)} ${currency} of store credit`,
  ];
  await recordActivity(context, tx, {
    kind: "customer.merged",
    message: `Customer ${gone.platformCustomerId} was merged with this one: ${parts.join(", ")} came over.`,
    customerId: kept.id,
    details: {
      merged_customer_id: String(gone.id),
      ...{ orders, subscriptions, amount_minor: movedMinor },
    },
  });
  await recordEvent(context, tx, "customer.merged", {
    customer_id: String(kept.id),
    merged_customer_id: String(gone.id),
  });
}
