import type { ShopContext } from "#app/domain/context.ts";
import { findCustomer, type KnownCustomer } from "#app/domain/customers/find-customer.ts";
import type { Caller } from "#app/http/api.ts";
import { AppError } from "#app/lib/app-error.ts";

/**
 * The customer whom the path names, who must be the one that is logged in.
 *
 * @throws AppError forbidden for nobody and for anybody else, not_found for one whom the store does not have.
 */
export async function ownCustomer(
  context: ShopContext,
  { loggedInCustomerId }: Caller,
  platformCustomerId: number,
): Promise<KnownCustomer> {
  if (loggedInCustomerId !== platformCustomerId) {
    throw new AppError("forbidden", "You may see only your own data: sign in as this customer.");
  }
  const customer = await findCustomer(context, platformCustomerId);
  if (!customer) throw new AppError("not_found", "There is no such customer.");
  return customer;
}
