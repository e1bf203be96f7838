import type { PlatformCustomer } from "../../platform.ts";
import { PlatformFailure } from "../../platform-failure.ts";
import type { AdminClient } from "../admin-client.ts";
import { NameCustomerDocument } from "../admin-operations.generated.ts";
import { toGid } from "../gid.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { translateCustomer } from "./read-customers.ts";

/** Writes a customer's names; what is undefined stays. */
export async function nameCustomer(
  client: AdminClient,
  shopDomain: string,
  customerId: number,
  names: { firstName?: string | null | undefined; lastName?: string | null | undefined },
): Promise<PlatformCustomer> {
  const { firstName, lastName } = names;
  const input = {
    id: toGid("Customer", customerId),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  };
  const answer = await client.run(
    shopDomain,
    NameCustomerDocument,
    { input },
    // The same names a second time change nothing.
    { repeatable: true },
  );
  const { customer } = throwUserErrors(answer.customerUpdate);
  if (!customer) throw new PlatformFailure("refused", "Customer does not exist");
  return translateCustomer(customer);
}
