import { formatMinor } from "#app/lib/money.ts";
import type { NewContract, PlatformContract } from "../../platform-contract.ts";
import { PlatformFailure } from "../../platform-failure.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  type CountryCode,
  CreateContractDocument,
  ReadContractKeysDocument,
} from "../admin-operations.generated.ts";
import { fromGid, toGid } from "../gid.ts";
import { nextCursorOf } from "../read-connection.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { readContractKey, writeContractKey } from "./contract-mark.ts";
import { writePaymentMethod } from "./payment-methods.ts";
import { completeContract, readContract } from "./read-contracts.ts";
import { writeIntervalUnit } from "./translate-contract.ts";

/** Not repeatable: the platform takes no key, and makes another contract. It begins paused, in the same call. */
export async function createPausedContract(
  client: AdminClient,
  shopDomain: string,
  contract: NewContract,
): Promise<PlatformContract> {
  const { interval, currency, address } = contract;
  const policy = { interval: writeIntervalUnit(interval.unit), intervalCount: interval.count };
  const answer = await client.run(shopDomain, CreateContractDocument, {
    input: {
      actor: "MERCHANT",
      customerId: toGid("Customer", contract.customerId),
      currencyCode: currency as "EUR",
      nextBillingDate: contract.nextBillingAt.toISOString(),
      contract: {
        status: "PAUSED",
        billingPolicy: policy,
        deliveryPolicy: policy,
        deliveryPrice: formatMinor(contract.deliveryMinor, currency),
        paymentMethodId: writePaymentMethod(contract.paymentMethodId),
        customAttributes: [writeContractKey(contract.key)],
        ...(address && {
          deliveryMethod: {
            shipping: { address: { ...address, countryCode: address.countryCode as CountryCode } },
          },
        }),
      },
      lines: [
        {
          line: {
            productVariantId: toGid("ProductVariant", contract.variantId),
            quantity: contract.quantity,
            currentPrice: formatMinor(contract.priceMinor, currency),
            sellingPlanId: toGid("SellingPlan", contract.planId),
            sellingPlanName: contract.planName,
          },
        },
      ],
    },
  });
  const { contract: created } = throwUserErrors(answer.subscriptionContractAtomicCreate);
  if (created === null) throw new PlatformFailure("refused", "The platform answered no contract");
  return completeContract(client, shopDomain, created);
}

/** By the customer's own list, which holds a new contract at once; a search may not know it yet. */
export async function findContractByKey(
  client: AdminClient,
  shopDomain: string,
  customerId: number,
  key: string,
): Promise<PlatformContract | null> {
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
    if (found) return readContract(client, shopDomain, fromGid("SubscriptionContract", found.id));
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
