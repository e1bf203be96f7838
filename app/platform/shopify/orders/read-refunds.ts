import type { AdminClient } from "../admin-client.ts";
import {
  ReadRefundLinesDocument,
  ReadRefundsDocument,
  type RefundFactsFragment,
} from "../admin-operations.generated.ts";
import { toGid } from "../gid.ts";
import { readAll } from "../read-connection.ts";
import type { WholeRefund } from "./translate-order-parts.ts";

/** The refunds of an order with what each was for. An order without any is not asked for. */
export async function readRefunds(
  client: AdminClient,
  shopDomain: string,
  orderId: number,
): Promise<WholeRefund[]> {
  const { order } = await client.run(shopDomain, ReadRefundsDocument, {
    id: toGid("Order", orderId),
  });
  return readRefundLines(client, shopDomain, order?.refunds ?? []);
}

/** Refunds with all of their lines: few have more than one page of them. */
export async function readRefundLines(
  client: AdminClient,
  shopDomain: string,
  refunds: readonly RefundFactsFragment[],
): Promise<WholeRefund[]> {
  const whole: WholeRefund[] = [];
  for (const refund of refunds) {
    const lines = await readAll(refund.refundLineItems, async (after) => {
      const answer = await client.run(shopDomain, ReadRefundLinesDocument, {
        ...{ id: refund.id, after },
      });
      return answer.refund?.refundLineItems ?? null;
    });
    whole.push({ refund, lines });
  }
  return whole;
}
