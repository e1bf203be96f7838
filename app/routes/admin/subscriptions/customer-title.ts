import { customerName } from "#app/domain/customers/customer-name.ts";

/** How a list names a subscription's customer. */
export function customerTitle(
  customer: { firstName: string | null; lastName: string | null; email: string | null } | null,
): string {
  return customer ? (customerName(customer) ?? customer.email ?? "No name") : "Erased customer";
}
