import { PlatformFailure } from "../../platform-failure.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  AddDraftLineDocument,
  ReadProductPriceDocument,
  RemoveDraftLineDocument,
} from "../admin-operations.generated.ts";
import { toGid } from "../gid.ts";
import { throwUserErrors } from "../throw-user-errors.ts";

/**
 * Adds one piece of a product's first variant to a draft, for nothing.
 *
 * @returns the line's gid, which it keeps on the contract.
 * @throws PlatformFailure refused for a product that is not there any more.
 */
export async function addFreeLine(
  client: AdminClient,
  shopDomain: string,
  draftId: string,
  productId: number,
): Promise<string | null> {
  const variables = { id: toGid("Product", productId) };
  const { product } = await client.run(shopDomain, ReadProductPriceDocument, variables);
  const variant = product?.variants.nodes[0];
  if (!variant) {
    throw new PlatformFailure("refused", `The product ${productId} is not there any more.`);
  }
  const answer = await client.run(shopDomain, AddDraftLineDocument, {
    draftId,
    input: { productVariantId: variant.id, quantity: 1, currentPrice: "0" },
  });
  return throwUserErrors(answer.subscriptionDraftLineAdd).lineAdded?.id ?? null;
}

export async function removeLine(
  client: AdminClient,
  shopDomain: string,
  draftId: string,
  lineId: string,
): Promise<void> {
  const answer = await client.run(shopDomain, RemoveDraftLineDocument, { draftId, lineId });
  throwUserErrors(answer.subscriptionDraftLineRemove);
}
