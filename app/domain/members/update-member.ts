import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";
import { storeCustomersIn } from "../customers/store-customer.ts";
import { recordEvent } from "../events/record-event.ts";
import { setBalance } from "../ledger/set-balance.ts";
import { toPlatformChangeError } from "../platform-change-error.ts";

/** What can be changed of a member; what is left out stays. */
export interface MemberChange {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  /** Points that can be spent, a whole number, 0 or more. */
  points?: number | undefined;
}

/**
 * Changes a member (contract, section 4.1): names on the platform, which owns them, and points by an adjustment in the
 * ledger. Names come first, as only the platform can refuse. Safe to repeat.
 *
 * @throws AppError not_found, balance_too_large, platform_refused, platform_unavailable.
 */
export async function updateMember(
  context: ShopContext,
  memberId: bigint,
  change: MemberChange,
): Promise<void> {
  const member = await context.db.prisma.member.findUnique({
    where: { shopId_id: { shopId: context.shop.id, id: memberId } },
    include: { customer: true },
  });
  if (!member || member.customer.redactedAt) throw memberNotFound();
  const { customerId, customer } = member;
  await changeNames(context, customerId, Number(customer.platformCustomerId), change);
  if (change.points === undefined) return;
  const posting = await setBalance(context, {
    customerId,
    unit: "points",
    targetMinor: change.points,
    message: `Points set to ${change.points}`,
  });
  if (posting?.outcome === "too_much") {
    throw new AppError("balance_too_large", "The points would be more than can be counted.");
  }
}

export function memberNotFound(): AppError {
  return new AppError("not_found", "There is no such member.");
}

async function changeNames(
  context: ShopContext,
  customerId: bigint,
  platformCustomerId: number,
  { firstName, lastName }: MemberChange,
): Promise<void> {
  if (firstName === undefined && lastName === undefined) return;
  const changed = await context.platform
    .nameCustomer(platformCustomerId, { firstName, lastName })
    .catch((error: unknown) => {
      throw toPlatformChangeError(error, "change the name");
    });
  await context.db.transaction(async (tx) => {
    await storeCustomersIn(context, tx, [changed]);
    await tx.member.updateMany({
      where: { shopId: context.shop.id, customerId },
      data: { updatedAt: context.clock.now() },
    });
    await recordEvent(context, tx, "member.updated", { customer_id: String(customerId) });
  });
}
