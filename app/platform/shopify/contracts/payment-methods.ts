import type { PlatformPaymentMethod } from "../../platform-contract.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  type PaymentMethodFactsFragment,
  ReadMorePaymentMethodsDocument,
  ReadPaymentMethodsDocument,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { readAll } from "../read-connection.ts";

/** So many customers with ten methods each stay far below what one request may cost. */
const CUSTOMERS_AT_ONCE = 20;
const GID = "gid://shopify/CustomerPaymentMethod/";

export function writePaymentMethod(id: string): string {
  return GID + id;
}

export async function listPaymentMethods(
  client: AdminClient,
  shopDomain: string,
  customerIds: readonly number[],
): Promise<Map<number, PlatformPaymentMethod[]>> {
  const found = new Map<number, PlatformPaymentMethod[]>();
  for (let at = 0; at < customerIds.length; at += CUSTOMERS_AT_ONCE) {
    const some = customerIds.slice(at, at + CUSTOMERS_AT_ONCE);
    const { nodes } = await client.run(shopDomain, ReadPaymentMethodsDocument, {
      customerIds: some.map((id) => toGid("Customer", id)),
    });
    for (const node of nodes) {
      if (!node || !("paymentMethods" in node)) continue;
      const methods = await readAll(node.paymentMethods, async (after) => {
        const variables = { customerId: node.id, after };
        const page = await client.run(shopDomain, ReadMorePaymentMethodsDocument, variables);
        return page.customer?.paymentMethods ?? null;
      });
      found.set(fromGid("Customer", node.id), methods.map(translatePaymentMethod));
    }
  }
  return found;
}

function translatePaymentMethod(facts: PaymentMethodFactsFragment): PlatformPaymentMethod {
  return { id: facts.id.slice(GID.length), isRevoked: facts.revokedAt !== null };
}
