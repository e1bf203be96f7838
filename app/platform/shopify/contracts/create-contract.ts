import { formatMinor } from "#app/lib/money.ts";
import type { FixedDays, PlatformContract } from "../../platform-contract.ts";
import { isPlatformFailure, PlatformFailure } from "../../platform-failure.ts";
import type { NewContract, NewContractLine } from "../../platform-terms.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  CreateContractDocument,
  ReadContractKeysDocument,
  type SubscriptionLineInput,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { nextCursorOf } from "../read-connection.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { readContractKey, writeContractKey } from "./contract-mark.ts";
import { writePaymentMethod } from "./payment-methods.ts";
import { completeContract } from "./read-contracts.ts";
import { writeIntervalUnit } from "./translate-contract.ts";
import { writeDelivery, writeLinePricing } from "./write-terms.ts";

const ACTORS = { customer: "CUSTOMER", merchant: "MERCHANT", partner: "PARTNER" } as const;

/** Not repeatable: the platform takes no key, and makes another contract. */
export async function createContract(
  client: AdminClient,
  shopDomain: string,
  contract: NewContract,
): Promise<PlatformContract> {
  const { interval, deliveryInterval, fixedDays, currency, delivery } = contract;
  const policy = (
    { unit, count }: NewContract["interval"],
    anchors: FixedDays["billing"] = [],
  ) => ({
    interval: writeIntervalUnit(unit),
    intervalCount: count,
    anchors,
  });
  const answer = await client.run(shopDomain, CreateContractDocument, {
    input: {
      actor: ACTORS[contract.actor],
      customerId: toGid("Customer", contract.customerId),
      currencyCode: currency as "EUR",
      nextBillingDate: contract.nextBillingAt.toISOString(),
      contract: {
        status: contract.isPaused ? "PAUSED" : "ACTIVE",
        billingPolicy: policy(interval, fixedDays?.billing),
        deliveryPolicy: policy(deliveryInterval, fixedDays?.delivery),
        deliveryPrice: formatMinor(contract.deliveryMinor, currency),
        paymentMethodId: writePaymentMethod(contract.paymentMethodId),
        customAttributes: [...contract.attributes, writeContractKey(contract.key)],
        ...(contract.note !== null && { note: contract.note }),
        ...(delivery && { deliveryMethod: writeDelivery(delivery) }),
      },
      lines: contract.lines.map((line) => ({ line: lineInput(line, currency) })),
    },
  });
  const { contract: created } = throwUserErrors(answer.subscriptionContractAtomicCreate);
  if (created === null) throw new PlatformFailure("refused", "The platform answered no contract");
  try {
    return await completeContract(client, shopDomain, created);
  } catch (error) {
    // Whatever refuses to read it: it is made, and nobody may take it for refused.
    if (!isPlatformFailure(error)) throw error;
    throw new PlatformFailure(
      "unavailable",
      `The contract is made, and cannot be read: ${error.message}`,
    );
  }
}

function lineInput(
  { plan, variantId, quantity, priceMinor, pricing, attributes }: NewContractLine,
  currency: string,
): SubscriptionLineInput {
  return {
    productVariantId: toGid("ProductVariant", variantId),
    quantity,
    currentPrice: formatMinor(priceMinor, currency),
    ...(plan && { sellingPlanId: toGid("SellingPlan", plan.planId), sellingPlanName: plan.name }),
    ...(pricing && { pricingPolicy: writeLinePricing(pricing, currency) }),
    ...(attributes.length > 0 && { customAttributes: attributes }),
  };
}

/** By the customer's own list, which holds a new contract at once; a search may not know it yet. */
export async function findContractByKey(
  client: AdminClient,
  shopDomain: string,
  customerId: number,
  key: string,
): Promise<number | null> {
  let after: string | null = null;
  do {
    const { customer }: { customer: KeysOfCustomer | null } = await client.run(
      shopDomain,
      ReadContractKeysDocument,
      { customerId: toGid("Customer", customerId), after },
    );
    if (customer === null) return null;
    const { subscriptionContracts: page } = customer;
    const found = page.nodes.find(
      ({ customAttributes }) => readContractKey(customAttributes) === key,
    );
    if (found) return fromGid("SubscriptionContract", found.id);
    after = nextCursorOf(page);
  } while (after !== null);
  return null;
}

interface KeysOfCustomer {
  subscriptionContracts: {
    nodes: { id: string; customAttributes: { key: string; value: string | null }[] }[];
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}
