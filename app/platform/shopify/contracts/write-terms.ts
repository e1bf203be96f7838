import { formatMinor } from "#app/lib/money.ts";
import { PlatformFailure } from "../../platform-failure.ts";
import type {
  ContractDelivery,
  LineChange,
  LinePricing,
  TermsChange,
} from "../../platform-terms.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  type CountryCode,
  OpenRevisionDraftDocument,
  ReadContractPoliciesDocument,
  SetDraftLineDocument,
  SetDraftTermsDocument,
  type SubscriptionDeliveryMethodInput,
  type SubscriptionDraftInput,
  type SubscriptionLineUpdateInput,
} from "../admin-operations.generated.ts";
import { toGid } from "../gid.ts";
import { writeDiscount } from "../plans/plan-pricing.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { type ContractPolicies, writePolicies } from "./write-policies.ts";

/**
 * Opens a draft of the one state of the contract that is meant and writes the whole change into it. Every part says what the
 * draft is to have, so each may be repeated.
 *
 * @returns the draft's gid. The platform commits it only while the contract is still in that state.
 */
export async function draftTerms(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  change: TermsChange,
): Promise<string> {
  const draftId = await openDraftOf(client, shopDomain, contractId, change.revisionId);
  const options = { repeatable: true };
  const input = await termsInput(client, shopDomain, contractId, change);
  if (input) {
    const answer = await client.run(shopDomain, SetDraftTermsDocument, { draftId, input }, options);
    throwUserErrors(answer.subscriptionDraftUpdate);
  }
  for (const line of change.lines) {
    const variables = { draftId, lineId: line.lineGid, input: lineInput(line, change.currency) };
    const answer = await client.run(shopDomain, SetDraftLineDocument, variables, options);
    throwUserErrors(answer.subscriptionDraftLineUpdate);
  }
  return draftId;
}

async function openDraftOf(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  revisionId: string,
): Promise<string> {
  const variables = { contractId: toGid("SubscriptionContract", contractId) };
  const options = { repeatable: true };
  const answer = await client.run(shopDomain, OpenRevisionDraftDocument, variables, options);
  const { draft } = throwUserErrors(answer.subscriptionContractUpdate);
  if (draft === null) throw new PlatformFailure("refused", "The platform opened no draft");
  if (draft.originalContract?.revisionId !== revisionId) {
    throw new PlatformFailure("refused", "The contract has changed meanwhile", "STALE_CONTRACT");
  }
  return draft.id;
}

async function termsInput(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
  { interval, nextBillingAt, delivery }: TermsChange,
): Promise<SubscriptionDraftInput | null> {
  if (!interval && !nextBillingAt && !delivery) return null;
  let policies: ContractPolicies | null = null;
  if (interval) {
    const id = toGid("SubscriptionContract", contractId);
    const answer = await client.run(shopDomain, ReadContractPoliciesDocument, { id });
    policies = answer.subscriptionContract;
  }
  return {
    ...(interval && writePolicies(interval, policies)),
    ...(nextBillingAt && { nextBillingDate: nextBillingAt.toISOString() }),
    ...(delivery && { deliveryMethod: writeDelivery(delivery) }),
  };
}

/** The platform's list of countries grows: one that it does not know is its own to refuse. */
export function writeDelivery({
  address: { provinceCode, phone, company, ...address },
  option,
}: ContractDelivery): SubscriptionDeliveryMethodInput {
  return {
    shipping: {
      address: {
        ...address,
        countryCode: address.countryCode as CountryCode,
        ...(provinceCode && { provinceCode }),
        ...(phone && { phone }),
        ...(company && { company }),
      },
      ...(option && { shippingOption: option }),
    },
  };
}

function lineInput(
  { quantity, variantId, priceMinor, plan, pricing }: LineChange,
  currency: string,
): SubscriptionLineUpdateInput {
  const decimal = (minor: number) => formatMinor(minor, currency);
  return {
    ...(quantity !== undefined && { quantity }),
    ...(variantId !== undefined && { productVariantId: toGid("ProductVariant", variantId) }),
    ...(priceMinor !== undefined && { currentPrice: decimal(priceMinor) }),
    ...(plan && { sellingPlanId: toGid("SellingPlan", plan.planId), sellingPlanName: plan.name }),
    ...(pricing && { pricingPolicy: writeLinePricing(pricing, currency) }),
  };
}

export function writeLinePricing({ baseMinor, steps }: LinePricing, currency: string) {
  return {
    basePrice: formatMinor(baseMinor, currency),
    cycleDiscounts: steps.map((step) => ({
      ...writeDiscount(step.discount),
      afterCycle: step.afterCycle,
      computedPrice: formatMinor(step.priceMinor, currency),
    })),
  };
}
