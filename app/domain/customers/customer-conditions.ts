/** That a column names the customer with the platform's number in a parameter of a list's statement, whose first is the store. */
export function isOfNumber(column: string, parameter: number): string {
  return `${column} = (SELECT id FROM customers WHERE shop_id = $1 AND platform_customer_id = $${parameter})`;
}

/** The same for whoever has an address, of which the parameter holds all spellings in lower case. By the index customers_by_email. */
export function isOfAddress(column: string, parameter: number): string {
  return `${column} IN (SELECT id FROM customers WHERE shop_id = $1 AND lower(email) = ANY ($${parameter}::text[]))`;
}
