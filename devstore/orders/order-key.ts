import { createHash } from "node:crypto";
import type { DevOrder } from "../state/order.ts";
import type { DevShop } from "../state/shop.ts";

/** The part of the address of an order's page that nobody can guess from its number. */
export function orderKey(
  { domain }: Pick<DevShop, "domain">,
  { id, createdAt }: Pick<DevOrder, "id" | "createdAt">,
): string {
  return createHash("sha256").update(`${domain}/${id}/${createdAt}`).digest("hex").slice(0, 32);
}
