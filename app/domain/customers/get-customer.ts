import { AppError } from "#app/lib/app-error.ts";
import type { ShopContext } from "../context.ts";
import { customerName } from "./customer-name.ts";

/** A customer as the head of their page names them. */
export interface CustomerHead {
  id: bigint;
  platformCustomerId: number;
  name: string;
  email: string | null;
  /** Since when the platform has them; null where it has not said. */
  since: Date | null;
  isErased: boolean;
  /** Tags that the store's plans and tiers keep on the customer, in the order of the alphabet. */
  tags: string[];
  /** The customer that this one was merged into on the platform; null for one who stands alone. */
  mergedIntoId: bigint | null;
}

/** Tags that are on the customer now, whoever put them there. */
const PRESENT_TAGS = ["held", "foreign"];

/** One customer of the store by the internal id. @throws AppError not_found. */
export async function getCustomer(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  id: bigint,
): Promise<CustomerHead> {
  const row = await db.prisma.customer.findUnique({
    where: { shopId_id: { shopId: shop.id, id } },
    include: { tags: { where: { state: { in: PRESENT_TAGS } }, orderBy: { tag: "asc" } } },
  });
  if (!row) throw new AppError("not_found", "There is no such customer.");
  return {
    id: row.id,
    platformCustomerId: Number(row.platformCustomerId),
    name: customerName(row) ?? "",
    email: row.email,
    since: row.platformCreatedAt,
    isErased: row.redactedAt !== null,
    tags: row.tags.map(({ tag }) => tag),
    mergedIntoId: row.mergedIntoId,
  };
}
