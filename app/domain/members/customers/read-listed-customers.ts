import type { ShopContext } from "../../context.ts";
import { customerName } from "../../customers/customer-name.ts";
import type { SubscriptionStatus } from "../../subscriptions/subscription-status.ts";

/** A customer of the merchant's list. */
export interface ListedCustomer {
  id: bigint;
  platformCustomerId: number;
  name: string;
  email: string | null;
  isErased: boolean;
  since: Date;
  activeSubscriptions: number;
  /** The first charge of their active subscriptions. */
  nextBillingAt: Date | null;
  member: { status: SubscriptionStatus; planName: string } | null;
  /** Minor units of the store's currency; null for one who never had credit. */
  creditMinor: number | null;
  points: number | null;
  tierId: number | null;
}

/** What a list shows of these customers, in the order of their ids here. */
export async function readListedCustomers(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  ids: readonly bigint[],
): Promise<ListedCustomer[]> {
  const rows = await db.prisma.customer.findMany({
    where: { shopId: shop.id, id: { in: [...ids] } },
    include: {
      member: { select: { status: true, planName: true } },
      creditAccounts: { select: { unit: true, availableMinor: true } },
      loyaltyStanding: { select: { tierId: true } },
      subscriptions: { where: { status: "active" }, select: { nextBillingAt: true } },
    },
  });
  const listed = new Map(rows.map((row) => [row.id, toListed(row)]));
  return ids.flatMap((id) => listed.get(id) ?? []);
}

interface Row {
  id: bigint;
  platformCustomerId: bigint;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  redactedAt: Date | null;
  platformCreatedAt: Date | null;
  createdAt: Date;
  member: { status: string; planName: string } | null;
  creditAccounts: { unit: string; availableMinor: bigint }[];
  loyaltyStanding: { tierId: number | null } | null;
  subscriptions: { nextBillingAt: Date | null }[];
}

function toListed(row: Row): ListedCustomer {
  const { member, subscriptions } = row;
  const held = (unit: string) => {
    const account = row.creditAccounts.find((one) => one.unit === unit);
    return account ? Number(account.availableMinor) : null;
  };
  const dates = subscriptions.flatMap(({ nextBillingAt }) => nextBillingAt?.getTime() ?? []);
  return {
    id: row.id,
    platformCustomerId: Number(row.platformCustomerId),
    name: customerName(row) ?? "",
    email: row.email,
    isErased: row.redactedAt !== null,
    since: row.platformCreatedAt ?? row.createdAt,
    activeSubscriptions: subscriptions.length,
    nextBillingAt: dates.length > 0 ? new Date(Math.min(...dates)) : null,
    member: member && { ...member, status: member.status as SubscriptionStatus },
    creditMinor: held("money"),
    points: held("points"),
    tierId: row.loyaltyStanding?.tierId ?? null,
  };
}
