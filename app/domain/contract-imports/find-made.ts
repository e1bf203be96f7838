import type { ContractImportLine, Subscription } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";
import { refreshContractOrSetAside } from "../subscriptions/store-contract.ts";

/** A contract that an import has made. */
export interface MadeContract {
  /** The platform's number. */
  contractId: number;
  /** Null while it cannot be stored. */
  row: Subscription | null;
}

/**
 * Finds the contract of a line that was asked for. One that is not stored is found on the platform by the line's key, and stored
 * where that is possible by now.
 *
 * @returns null when there is none.
 * @throws PlatformFailure.
 */
export async function findMade(
  context: ShopContext,
  { shopId, subscriptionId, customerId, creationKey }: ContractImportLine,
): Promise<MadeContract | null> {
  const { db, platform } = context;
  if (subscriptionId !== null) {
    const where = { shopId_id: { shopId, id: subscriptionId } };
    const row = await db.prisma.subscription.findUniqueOrThrow({ where });
    return { contractId: Number(row.platformContractId), row };
  }
  if (customerId === null || creationKey === null) return null;
  const where = { shopId_id: { shopId, id: customerId } };
  const { platformCustomerId } = await db.prisma.customer.findUniqueOrThrow({ where });
  const contractId = await platform.findContractByKey(Number(platformCustomerId), creationKey);
  if (contractId === null) return null;
  return { contractId, row: await refreshContractOrSetAside(context, contractId) };
}
