import { platformInstant } from "#app/lib/instants.ts";
import type { PlatformContractOrder } from "../../platform-contract.ts";
import type { AdminClient } from "../admin-client.ts";
import { readMoney } from "../admin-money.ts";
import { ReadContractOrdersDocument } from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { nextCursorOf } from "../read-connection.ts";

/** The orders of a contract's charges since an instant, newest first. The platform dates them in whole seconds. */
export async function readContractOrders(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  since: Date,
): Promise<PlatformContractOrder[]> {
  const sinceSecond = Math.floor(since.getTime() / 1000) * 1000;
  const id = toGid("SubscriptionContract", contractId);
  const readPage = async (after: string | null) => {
    const answer = await client.run(shopDomain, ReadContractOrdersDocument, { id, after });
    const contract = answer.subscriptionContract;
    if (!contract) return { orders: [], next: null };
    const { orders, originOrder } = contract;
    const recent = orders.nodes.filter(
      ({ processedAt }) => platformInstant(processedAt).getTime() >= sinceSecond,
    );
    return {
      orders: recent.filter((order) => order.id !== originOrder?.id),
      // Those behind an older one are older still.
      next: recent.length === orders.nodes.length ? nextCursorOf(orders) : null,
    };
  };
  const found: PlatformContractOrder[] = [];
  let cursor: string | null = null;
  do {
    const { orders, next }: Awaited<ReturnType<typeof readPage>> = await readPage(cursor);
    for (const { id: gid, totalDiscountsSet: off } of orders) {
      const isDiscounted = off === null || readMoney(off.presentmentMoney) > 0;
      found.push({ orderId: fromGid("Order", gid), isDiscounted });
    }
    cursor = next;
  } while (cursor !== null);
  return found;
}
