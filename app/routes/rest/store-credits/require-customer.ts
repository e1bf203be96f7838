import type { ShopContext } from "#app/domain/context.ts";
import { findCustomer, type KnownCustomer } from "#app/domain/customers/find-customer.ts";
import { AppError } from "#app/lib/app-error.ts";

/** @throws AppError not_found. */
export async function requireCustomer(
  context: ShopContext,
  platformCustomerId: number,
): Promise<KnownCustomer> {
  const customer = await findCustomer(context, platformCustomerId);
  if (!customer) throw new AppError("not_found", "There is no such customer.");
  return customer;
}
