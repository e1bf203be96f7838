import type { PlatformCustomer } from "../../platform.ts";
import { PlatformFailure } from "../../platform-failure.ts";
import type { AdminClient } from "../admin-client.ts";
import { NameCustomerDocument } from "../admin-operations.generated.ts";
import { toGid } from "../gid.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { lookForHidden, translateCustomer } from "./read-customers.ts";

type Names = { firstName?: string | null | undefined; lastName?: string | null | undefined };

/** Writes a customer's names; what is undefined stays. */
export async function nameCustomer(
  client: AdminClient,
  shopDomain: string,
  customerId: number,
  names: Names,
): Promise<PlatformCustomer> {
  const input = { id: toGid("Customer", customerId), ...namesOf(names) };
  const looking = lookForHidden();
  // The same names a second time change nothing.
  const options = { ...looking, repeatable: true };
  const answer = await client.run(shopDomain, NameCustomerDocument, { input }, options);
  const { customer } = throwUserErrors(answer.customerUpdate);
  if (!customer) throw new PlatformFailure("refused", "Customer does not exist");
  // What was written is known, whether the platform shows it or not.
  return { ...translateCustomer(customer, looking.isPartial()), ...namesOf(names) };
}

/** The names that are given. */
function namesOf({ firstName, lastName }: Names) {
  return {
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  };
}
