import type { ShopContext } from "#app/domain/context.ts";
import { findCustomer, type KnownCustomer } from "#app/domain/customers/find-customer.ts";
import { noteVisit } from "#app/domain/loyalty/triggers/note-visit.ts";
import { recordBlockSeen } from "#app/domain/shops/block-seen.ts";
import type { Caller } from "#app/http/api.ts";
import { AppError } from "#app/lib/app-error.ts";

/**
 * The customer whom the path names, who must be the one that is logged in. Their first visit is noted.
 *
 * @throws AppError forbidden for nobody and for anybody else, not_found for one whom the store does not have.
 */
export async function ownCustomer(
  context: ShopContext,
  caller: Caller,
  platformCustomerId: number,
): Promise<KnownCustomer> {
  requireOwn(caller, platformCustomerId);
  const customer = await findCustomer(context, platformCustomerId);
  if (!customer) throw new AppError("not_found", "There is no such customer.");
  await welcome(context, caller);
  return customer;
}

/** @throws AppError forbidden for nobody and for anybody else. */
function requireOwn({ loggedInCustomerId }: Caller, platformCustomerId: number): void {
  if (loggedInCustomerId === platformCustomerId) return;
  throw new AppError("forbidden", "You may see only your own data: sign in as this customer.");
}

/** Admits the customer whom the path names, before anything of a body is read. @throws AppError forbidden. */
export function admitOwn(call: { caller: Caller; params: { platform_customer_id: number } }): void {
  requireOwn(call.caller, call.params.platform_customer_id);
}

/**
 * Notes the first visit of who is logged in, and that one of the loyalty blocks has asked for them, unless a browser only asks
 * ahead.
 */
export async function welcome(
  context: ShopContext,
  { loggedInCustomerId, isPrefetch }: Caller,
): Promise<void> {
  if (loggedInCustomerId === null || isPrefetch) return;
  await recordBlockSeen(context, "loyalty");
  await noteVisit(context, loggedInCustomerId);
}
