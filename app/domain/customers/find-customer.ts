import type { Customer } from "#app/generated/prisma/client.ts";
import type { ShopContext } from "../context.ts";
import { ensureCustomer } from "./store-customer.ts";

/**
 * A customer by the platform's number; one that our rows do not know yet is looked up on the platform, which
 * is where customers come from. Null when there is none. Calls the network: not for use in a transaction.
 */
export async function findCustomer(
  context: ShopContext,
  platformCustomerId: number,
): Promise<Customer | null> {
  const customer = await ensureCustomer(context, platformCustomerId);
  return customer?.redactedAt ? null : customer;
}

/** The same, if the e-mail address is the customer's too. Case does not matter. */
export async function findCustomerWithEmail(
  context: ShopContext,
  platformCustomerId: number,
  email: string,
): Promise<Customer | null> {
  const customer = await findCustomer(context, platformCustomerId);
  return customer?.email?.toLowerCase() === email.toLowerCase() ? customer : null;
}
