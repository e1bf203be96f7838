import { currencyExponent } from "#app/lib/money.ts";
import { WITH_THREE_DECIMALS, WITHOUT_DECIMALS } from "#storefront/money/currency-digits.ts";

/**
 * The database writes the rows of exports as JSON text, because thousands of them made here would hold the
 * event loop. Everything in this file is SQL text; none of it may come from a caller.
 */

/** A member of a row: its name, and SQL for `"name":value` or, where the member is left out, null. */
type JsonMember = (name: string) => string;

/** SQL for a row of an export as the text of a JSON object, its members in this order. */
export function jsonRow(members: Readonly<Record<string, JsonMember>>): string {
  const [first = "", ...rest] = Object.entries(members).map(([name, member]) => member(name));
  return `'{' || ${[first, ...rest.map((member) => `coalesce(',' || ${member}, '')`)].join(" || ")} || '}'`;
}

/** Any text; null is an empty one. */
export function textMember(sql: string): JsonMember {
  return (name) => `'"${name}":' || to_json(coalesce(${sql}, ''))::text`;
}

/** Any text; null leaves the member out. Never the first of a row. */
export function optionalTextMember(sql: string): JsonMember {
  return (name) => `('"${name}":' || to_json(${sql})::text)`;
}

/** A text that JSON writes as it is, as digits and dates are; never null. */
export function plainTextMember(sql: string): JsonMember {
  return (name) => `('"${name}":"' || ${sql} || '"')`;
}

/** A number, never null. */
export function numberMember(sql: string): JsonMember {
  return (name) => `('"${name}":' || ${sql})`;
}

/** SQL for minor units as a decimal text with two places, as the contract has it in every row (section 2.3). A third one is rounded half up. */
export function twoDecimals(sql: string, currency: string): string {
  const exponent = currencyExponent(currency);
  return exponent <= 2
    ? `round((${sql})::numeric / ${10 ** exponent}, 2)`
    : `round(floor((${sql})::numeric / ${10 ** (exponent - 2)} + 0.5) / 100, 2)`;
}

const listed = (codes: string) => `'${codes.replaceAll(" ", "', '")}'`;

/** The same where each row has its own currency. `currency`: SQL for its code. */
export function twoDecimalsInCurrency(sql: string, currency: string): string {
  return `round(CASE WHEN ${currency} IN (${listed(WITHOUT_DECIMALS)}) THEN (${sql})::numeric
    WHEN ${currency} IN (${listed(WITH_THREE_DECIMALS)}) THEN floor((${sql})::numeric / 10 + 0.5) / 100
    ELSE (${sql})::numeric / 100 END, 2)`;
}

/** SQL for an instant as `YYYY-MM-DD HH:MM` in a zone. */
export function dateMinuteInZone(sql: string, zone: string): string {
  return `to_char(${sql} AT TIME ZONE ${zone}, 'YYYY-MM-DD HH24:MI')`;
}

/** SQL for a customer's gid; an empty text where no customer is joined. */
export function gidOf(platformCustomerId: string): string {
  return `coalesce('gid://platform/Customer/' || ${platformCustomerId}, '')`;
}

/**
 * SQL that joins the customer `c` of each row. It forces one lookup per row: a plain join lets the
 * planner read all customers of the store for a thousand rows.
 */
export function joinCustomer(customerId: string): string {
  return `CROSS JOIN LATERAL (
    SELECT platform_customer_id, redacted_at FROM customers WHERE shop_id = $1 AND id = ${customerId} LIMIT 1) c`;
}
