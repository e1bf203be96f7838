import { Prisma } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { recordActivity } from "../../activity/record-activity.ts";
import type { Actor, ShopContext } from "../../context.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";
import { recordOwnChange } from "../record-own-change.ts";
import { type BegunEdit, holds, readBegunEdit } from "./own-edit.ts";

/** The customer makes these changes, even when a job records one. */
const OWNER: Actor = { kind: "customer", name: null };

type Key = { shopId: bigint; id: bigint };

/**
 * Ends a change that was begun and whose outcome nobody knows: made, it is told; otherwise forgotten, as its draft is. It never
 * makes it: the shopper was told to try again. Safe to repeat.
 *
 * @throws PlatformFailure: it stays begun.
 */
export async function settleOwnEdit(
  context: ShopContext,
  { subscriptionId, key }: { subscriptionId: bigint; key: string },
): Promise<void> {
  const id = { shopId: context.shop.id, id: subscriptionId };
  const row = await context.db.prisma.subscription.findUnique({ where: { shopId_id: id } });
  const begun = row && readBegunEdit(row.ownEdit);
  if (!row || begun?.key !== key) return;
  const terms = await context.platform.getContractTerms(Number(row.platformContractId));
  if (!terms || !holds(begun.wish, terms)) {
    await forgetEdit(context, id, key);
    return;
  }
  await storeContract(context, terms.contract, { rowBefore: row });
  await tellEdit(context, id, key);
}

/** Records, once, a change that is already made and stored in the subscription's row. */
export async function tellEdit(context: ShopContext, id: Key, key: string): Promise<void> {
  await context.db.transaction(async (tx) => {
    const locked = await lockBegun(tx, id, key);
    if (!locked) return;
    const { row, begun } = locked;
    await tx.subscription.update({
      where: { shopId_id: id },
      data: {
        ownEdit: Prisma.DbNull,
        ...(begun.priceStep !== null && { priceStep: begun.priceStep }),
      },
    });
    const { change } = begun.wish;
    await recordActivity({ ...context, actor: OWNER }, tx, {
      kind: `subscription.${change}_changed`,
      message: sentenceOf(begun, row.planName),
      customerId: row.customerId,
      subscriptionId: id.id,
      details: { from: begun.told.from, to: begun.told.to, line: begun.told.lineTitle },
    });
    const { lineTitle: line_title, from, to } = begun.told;
    await recordOwnChange(context, tx, row, { change, line_title, from, to });
  });
}

/** Nothing came of it. */
export async function forgetEdit(
  context: Pick<ShopContext, "db">,
  id: Key,
  key: string,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    if (!(await lockBegun(tx, id, key))) return;
    await tx.subscription.update({
      where: { shopId_id: id },
      data: { ownEdit: Prisma.DbNull },
    });
  });
}

async function lockBegun(tx: Queries, id: Key, key: string) {
  await tx.$queryRaw`
    SELECT 1 FROM subscriptions WHERE shop_id = ${id.shopId} AND id = ${id.id} FOR NO KEY UPDATE`;
  const row = await tx.subscription.findUniqueOrThrow({ where: { shopId_id: id } });
  const begun = readBegunEdit(row.ownEdit);
  return begun?.key === key ? { row, begun } : null;
}

function sentenceOf({ wish, told }: BegunEdit, planName: string): string {
  const { lineTitle, from, to } = told;
  switch (wish.change) {
    case "frequency":
      return `${from} was changed to ${to}.`;
    case "quantity":
      return `The quantity of ${lineTitle} was changed from ${from} to ${to}.`;
    case "variant":
      return `${lineTitle} was changed from ${from ?? "another variant"} to ${to ?? "another variant"}.`;
    case "address":
      return `The delivery address of ${planName} was changed.`;
  }
}
