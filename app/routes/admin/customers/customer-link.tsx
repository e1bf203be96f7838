import { Link } from "@remix-run/react";

/** Our page of a customer, by the internal id. */
export function customerUrl(id: string | bigint | number): string {
  return `/app/customers/${id}`;
}

/** The platform's own page of a customer, in the admin around this app. */
export function platformCustomerUrl(platformCustomerId: string | bigint | number): string {
  return `shopify://admin/customers/${platformCustomerId}`;
}

/** The platform's own page of an order. */
export function platformOrderUrl(platformOrderId: string | bigint | number): string {
  return `shopify://admin/orders/${platformOrderId}`;
}

/** A customer's name that leads to their page; the name alone where nobody is behind it. */
export function CustomerLink({ id, name }: { id: string | null; name: string }) {
  return id === null ? name : <Link to={customerUrl(id)}>{name}</Link>;
}
