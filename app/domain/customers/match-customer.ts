import { readCustomerNumber } from "#app/lib/customer-number.ts";
import { addressSpellings, isSameAddress } from "#app/lib/email-address.ts";

/** A customer as a line of a file may name one. */
interface NamedCustomer {
  platformCustomerId: string;
  email: string | null;
}

/** Finds the customer whom a line names by number, by e-mail or by both. */
export type CustomerMatcher<C> = (named: {
  customer: string;
  email: string;
}) => { customer: C; problem?: undefined } | { customer?: undefined; problem: string };

/** Prepares the look-up among customers, which takes the same time for each line. */
export function matchCustomers<C extends NamedCustomer>(
  customers: readonly C[],
): CustomerMatcher<C> {
  const byNumber = new Map(customers.map((one) => [one.platformCustomerId, one]));
  const byEmail = groupByAddress(customers);
  return ({ customer, email }) => {
    if (customer === "" && email === "")
      return { problem: "Customer: give the number or the e-mail." };
    if (customer !== "") {
      if (!/^[1-9]\d{0,15}$/.test(customer)) {
        return { problem: "Customer: must be the customer's number, in digits." };
      }
      const found = byNumber.get(customer);
      if (!found) return { problem: `Customer: there is none with the number ${customer}.` };
      const isTheirs = email === "" || (found.email !== null && isSameAddress(found.email, email));
      return isTheirs
        ? { customer: found }
        : { problem: "E-mail: the customer with this number has another one." };
    }
    const theirs = new Set(addressSpellings(email).flatMap((one) => byEmail.get(one) ?? []));
    const [first] = theirs;
    if (!first) return { problem: "E-mail: no customer has it." };
    if (theirs.size > 1) {
      return { problem: "E-mail: several customers have it. Give the number too." };
    }
    return { customer: first };
  };
}

function groupByAddress<C extends NamedCustomer>(customers: readonly C[]): Map<string, C[]> {
  const groups = new Map<string, C[]>();
  for (const customer of customers) {
    if (customer.email === null) continue;
    for (const spelling of addressSpellings(customer.email)) {
      const group = groups.get(spelling);
      if (group) group.push(customer);
      else groups.set(spelling, [customer]);
    }
  }
  return groups;
}

/**
 * A customer's number out of what a file says: gids there have the platform's own name. Any other text as it is, so that its line is
 * named.
 */
export function customerNumber(text: string): string {
  const number = readCustomerNumber(text.replace(/^gid:\/\/\w+\//, "gid://platform/"));
  return String(number ?? text);
}
