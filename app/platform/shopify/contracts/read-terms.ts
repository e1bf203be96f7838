import type { ContractDelivery, ContractTerms, ProductVariant } from "../../platform-terms.ts";
import type { AdminClient } from "../admin-client.ts";
import { readMoney } from "../admin-money.ts";
import {
  ReadContractTermsDocument,
  type ReadContractTermsQuery,
  ReadProductVariantsDocument,
} from "../admin-operations.generated.ts";
import { fromGid, fromOptionalGid, toGid } from "../gid.ts";
import { withoutContractKey } from "./contract-mark.ts";
import { completeContract } from "./read-contracts.ts";
import { ONLY_VARIANT } from "./translate-contract.ts";
import { daysOf } from "./write-policies.ts";

/** Null when the platform knows no such contract of this app. */
export async function readContractTerms(
  client: AdminClient,
  shopDomain: string,
  contractId: number,
): Promise<ContractTerms | null> {
  const variables = { id: toGid("SubscriptionContract", contractId) };
  const answer = await client.run(shopDomain, ReadContractTermsDocument, variables);
  const found = answer.subscriptionContract;
  if (!found) return null;
  return {
    contract: await completeContract(client, shopDomain, found),
    delivery: readDelivery(found.deliveryMethod),
    note: found.note || null,
    attributes: readAttributes(withoutContractKey(found.customAttributes)),
    fixedDays: daysOf(found),
    lines: found.termsLines.nodes.map((line) => ({
      lineGid: line.id,
      productId: fromOptionalGid("Product", line.productId),
      variantId: fromOptionalGid("ProductVariant", line.variantId),
      requiresShipping: line.requiresShipping,
      baseMinor: line.pricingPolicy ? readMoney(line.pricingPolicy.basePrice) : null,
      attributes: readAttributes(line.customAttributes),
    })),
  };
}

function readAttributes(attributes: readonly { key: string; value: string | null }[]) {
  return attributes.map(({ key, value }) => ({ key, value: value ?? "" }));
}

type DeliveryMethod = NonNullable<ReadContractTermsQuery["subscriptionContract"]>["deliveryMethod"];

/** An address without its street is one that the platform hides: it would be changed unseen. */
function readDelivery(method: DeliveryMethod): ContractDelivery | null {
  if (method?.__typename !== "SubscriptionDeliveryMethodShipping") return null;
  const { address, shippingOption } = method;
  if (address.address1 === null) return null;
  const { code, title, presentmentTitle, description } = shippingOption;
  const option = { code, title, presentmentTitle, description };
  return {
    address: {
      firstName: address.firstName ?? "",
      lastName: address.lastName ?? "",
      company: address.company ?? "",
      address1: address.address1,
      address2: address.address2 ?? "",
      city: address.city ?? "",
      zip: address.zip ?? "",
      provinceCode: address.provinceCode ?? "",
      countryCode: address.countryCodeV2 ?? "",
      phone: address.phone ?? "",
    },
    // The platform shows an empty option where none was chosen.
    option: Object.values(option).some((part) => part) ? option : null,
  };
}

const AT_ONCE = 20;

export async function readProductVariants(
  client: AdminClient,
  shopDomain: string,
  productIds: readonly number[],
  currency: string,
): Promise<Map<number, ProductVariant[]>> {
  const found = new Map<number, ProductVariant[]>();
  for (let at = 0; at < productIds.length; at += AT_ONCE) {
    const ids = productIds.slice(at, at + AT_ONCE).map((id) => toGid("Product", id));
    const { nodes } = await client.run(shopDomain, ReadProductVariantsDocument, { ids });
    for (const node of nodes) {
      if (!node || !("variants" in node)) continue;
      const variants = node.variants.nodes.map((variant) => ({
        variantId: fromGid("ProductVariant", variant.id),
        title: variant.title === ONLY_VARIANT ? null : variant.title,
        imageUrl: variant.media.nodes[0]?.preview?.image?.url ?? null,
        priceMinor: readMoney({ amount: String(variant.price), currencyCode: currency }),
        isAvailable: variant.availableForSale,
      }));
      found.set(fromGid("Product", node.id), variants);
    }
  }
  return found;
}
