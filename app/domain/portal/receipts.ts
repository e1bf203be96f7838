import { setTimeout as delay } from "node:timers/promises";
import type { ShopContext } from "../context.ts";
import { listPastCharges, type PastCharge } from "./past-charges.ts";

/** A charge with the address of the platform's page of its order, where the platform gave one. */
export type ChargeWithReceipt = Omit<PastCharge, "orderId"> & { receiptUrl: string | null };

/** Nobody waits longer for an address that can be done without. */
const PATIENCE_MS = 1_500;

const NONE: ReadonlyMap<number, string> = new Map();

/**
 * The latest charges of a subscription, newest first.
 *
 * @param isAsked whether the platform is asked for the receipts. One that does not answer costs no more than them.
 */
export async function listReceipts(
  context: Pick<ShopContext, "db" | "shop" | "platform">,
  subscriptionId: bigint,
  isAsked: boolean,
): Promise<ChargeWithReceipt[]> {
  const charges = await listPastCharges(context, subscriptionId);
  const orderIds = charges.flatMap(({ orderId }) => orderId ?? []);
  const pages = isAsked ? await pagesOf(context, orderIds) : NONE;
  return charges.map(({ orderId, ...charge }) => ({
    ...charge,
    receiptUrl: orderId === null ? null : (pages.get(orderId) ?? null),
  }));
}

function pagesOf(
  { platform }: Pick<ShopContext, "platform">,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  return Promise.race([
    platform.listOrderPages(orderIds).catch(() => NONE),
    delay(PATIENCE_MS, NONE, { ref: false }),
  ]);
}
