import type { ComplianceRequest, Customer } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { isSameAddress } from "#app/lib/email-address.ts";
import { readInParts } from "#app/lib/one-way.ts";
import { findByAddress, type Identity } from "./find-by-address.ts";

/** Whom a privacy request is about, and what of theirs may have no link to their row. */
export interface RequestedPerson {
  customer: Customer | null;
  /** Customers who were merged with them: the same person. */
  merged: Customer[];
  identities: Identity[];
  /** Orders that the platform names, and those that they placed as a guest. Internal ids. */
  orders: bigint[];
  /** Lines of the merchant's files that name them. */
  lines: Omit<Awaited<ReturnType<typeof findByAddress>>, "guestOrders">;
}

/**
 * What a privacy request is about is what the platform names in it, whether there is a row of the person or not, and what their row,
 * its address and those of customers who were merged with them lead to.
 */
export async function identifyPerson(
  db: Queries,
  request: ComplianceRequest,
): Promise<RequestedPerson> {
  const { shopId, platformCustomerId, email, platformOrderIds } = request;
  const customer =
    platformCustomerId === null
      ? null
      : await db.customer.findUnique({
          where: { shopId_platformCustomerId: { shopId, platformCustomerId } },
        });
  const merged = customer
    ? await db.customer.findMany({ where: { shopId, mergedIntoId: customer.id } })
    : [];
  const identities: Identity[] = [...(customer ? [customer] : []), ...merged].map((row) => ({
    ...{ shopId, customerId: row.id },
    ...{ platformCustomerId: row.platformCustomerId, email: row.email },
  }));
  const isKnown = identities.some((one) => email && one.email && isSameAddress(one.email, email));
  if (!customer || (email && !isKnown)) {
    identities.push({ shopId, customerId: null, platformCustomerId, email });
  }
  const found = [];
  for (const identity of identities) found.push(await findByAddress(db, identity));
  const named = await readInParts(platformOrderIds, (some) =>
    db.order.findMany({
      where: { shopId, platformOrderId: { in: some } },
      select: { id: true },
    }),
  );
  const orders = [...named.map(({ id }) => id), ...found.flatMap((one) => one.guestOrders)];
  return {
    ...{ customer, merged, identities, orders: [...new Set(orders)] },
    lines: {
      creditLines: found.flatMap((one) => one.creditLines),
      loyaltyLines: found.flatMap((one) => one.loyaltyLines),
      importLines: found.flatMap((one) => one.importLines),
    },
  };
}
