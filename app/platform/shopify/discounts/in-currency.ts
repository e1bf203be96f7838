import { PlatformFailure } from "../../platform-failure.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  type CodeCurrencyFragment,
  DeactivateDiscountCodeDocument,
} from "../admin-operations.generated.ts";

/**
 * The id of a code whose amounts are in the currency that they were meant in. The platform takes amounts without one, as the store's,
 * which the merchant may have changed: then it would be worth something else, and is closed.
 *
 * @throws PlatformFailure refused, for a code in another currency.
 */
export async function idInCurrency(
  client: AdminClient,
  shopDomain: string,
  node: CodeCurrencyFragment,
  currency: string,
): Promise<string> {
  const found = currencyOf(node);
  if (found === null || found === currency) return node.id;
  const options = { repeatable: true };
  await client.run(shopDomain, DeactivateDiscountCodeDocument, { id: node.id }, options);
  throw new PlatformFailure(
    "refused",
    `The store's currency on the platform is ${found}, and this amount is in ${currency}.`,
  );
}

/** Null for a code without an amount. */
function currencyOf({ codeDiscount }: CodeCurrencyFragment): string | null {
  if (codeDiscount.__typename !== "DiscountCodeBasic") return null;
  const { customerGets, minimumRequirement } = codeDiscount;
  if (customerGets.value.__typename === "DiscountAmount")
    return customerGets.value.amount.currencyCode;
  return minimumRequirement?.__typename === "DiscountMinimumSubtotal"
    ? minimumRequirement.greaterThanOrEqualToSubtotal.currencyCode
    : null;
}
