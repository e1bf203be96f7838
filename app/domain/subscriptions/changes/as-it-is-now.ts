import type { Subscription } from "#app/generated/prisma/client.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ShopContext } from "../../context.ts";
import { refreshContract } from "../store-contract.ts";

/**
 * Our row, brought up to its contract. A change that counts dates or decides by a status is planned from this: the news of the
 * last change elsewhere may be on its way, or lost. Where the platform does not answer, the row as it is: then the change does
 * not arrive either.
 */
export async function asItIsNow(
  context: ShopContext,
  row: Pick<Subscription, "shopId" | "id" | "platformContractId">,
): Promise<Subscription> {
  try {
    await refreshContract(context, Number(row.platformContractId));
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
  }
  const { shopId, id } = row;
  return context.db.prisma.subscription.findUniqueOrThrow({ where: { shopId_id: { shopId, id } } });
}
