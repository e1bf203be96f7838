import type { ListPage } from "#app/lib/listing.ts";
import type { ShopContext } from "../../../context.ts";
import { customerName } from "../../../customers/customer-name.ts";
import type { ReviewStatus } from "./review-referrals.ts";

/** Somebody who followed a customer's link. `open`: nobody has to review it. */
export interface ReferralOfCustomer {
  id: bigint;
  friend: { id: bigint; name: string | null };
  orderName: string;
  referredAt: Date;
  /** The end of the order's return window. */
  countsAt: Date;
  status: ReviewStatus | "open";
}

/** A page of those whom a customer has referred, the latest first, and who has referred the customer. */
export async function listReferralsOf(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  customerId: bigint,
  { limit, offset }: ListPage,
): Promise<{
  referrals: ReferralOfCustomer[];
  hasMore: boolean;
  referredBy: { id: bigint; name: string | null } | null;
}> {
  const names = { select: { id: true, firstName: true, lastName: true } } as const;
  const [rows, own] = await Promise.all([
    db.prisma.loyaltyReferral.findMany({
      where: { shopId: shop.id, advocateId: customerId },
      orderBy: [{ referredAt: "desc" }, { id: "desc" }],
      ...{ take: limit + 1, skip: offset },
      include: { friend: names, order: { select: { name: true } } },
    }),
    db.prisma.loyaltyReferral.findUnique({
      where: { shopId_friendId: { shopId: shop.id, friendId: customerId } },
      include: { advocate: names },
    }),
  ]);
  const person = (row: { id: bigint; firstName: string | null; lastName: string | null }) => ({
    id: row.id,
    name: customerName(row),
  });
  return {
    referrals: rows.slice(0, limit).map((row) => ({
      ...{ id: row.id, referredAt: row.referredAt, countsAt: row.countsAt },
      ...{ friend: person(row.friend), orderName: row.order.name },
      status: row.status as ReferralOfCustomer["status"],
    })),
    hasMore: rows.length > limit,
    referredBy: own && person(own.advocate),
  };
}
