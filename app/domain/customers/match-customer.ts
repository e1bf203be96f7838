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
  const byEmail = Map.groupBy(customers, ({ email }) => email?.toLowerCase() ?? "");
  return ({ customer, email }) => {
    if (customer === "" && email === "")
      return { problem: "Customer: give the number or the e-mail." };
    if (customer !== "") {
      if (!/^[1-9]\d{0,15}$/.test(customer)) {
        return { problem: "Customer: must be the customer's number, in digits." };
      }
      const found = byNumber.get(customer);
      if (!found) return { problem: `Customer: there is none with the number ${customer}.` };
      const isTheirs = email === "" || found.email?.toLowerCase() === email.toLowerCase();
      return isTheirs
        ? { customer: found }
        : { problem: "E-mail: the customer with this number has another one." };
    }
    const [first, ...others] = byEmail.get(email.toLowerCase()) ?? [];
    if (!first) return { problem: "E-mail: no customer has it." };
    if (others.length > 0) {
      return { problem: "E-mail: several customers have it. Give the number too." };
    }
    return { customer: first };
  };
}

/** A customer's number out of what a file says: some write the platform's gid. */
export function customerNumber(text: string): string {
  return text.replace(/^gid:\/\/\w+\/Customer\//, "");
}
