/** First and last name as one text; null when the customer gave neither. */
export function customerName(customer: {
  firstName: string | null;
  lastName: string | null;
}): string | null {
  return [customer.firstName, customer.lastName].filter(Boolean).join(" ") || null;
}
