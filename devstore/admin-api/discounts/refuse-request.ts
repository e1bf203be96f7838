import { GraphQLError } from "graphql";
import type { AddAndRemove, CodeInput, ItemsInput } from "./code-input.ts";

/** Throws what the platform answers for the whole request, and not among the user errors of the mutation. */
export function refuseRequest(input: CodeInput): void {
  const { percentage, discountAmount, discountOnQuantity } = input.customerGets?.value ?? {};
  const given = [percentage, discountAmount, discountOnQuantity].filter((one) => one != null);
  if (given.length > 1) {
    throw badRequest(
      "A discount can only have one of percentage, discountOnQuantity or discountAmount.",
    );
  }
  const { all, customers, customerSegments } = input.customerSelection ?? {};
  if (all && customers != null) {
    throw badRequest(
      "A discount cannot have customerSelection set to all, when customers or customerSavedSearches is specified.",
    );
  }
  if (all && customerSegments != null) {
    throw badRequest(
      "A discount cannot have customerSelection set to all, when customerSegments is specified.",
    );
  }
  for (const one of [customers, input.context?.customers]) {
    if (overlaps(one)) throw badRequest("A customer id is present in `add` and `remove` fields");
  }
  refuseItems(input.customerGets?.items);
  refuseItems(input.customerBuys?.items);
  if (overlaps(input.destination?.countries)) {
    throw badRequest("A country code is present in `add` and `remove` field");
  }
}

function refuseItems(items: ItemsInput | null | undefined): void {
  const { productsToAdd, productsToRemove, productVariantsToAdd, productVariantsToRemove } =
    items?.products ?? {};
  const lists: Record<string, AddAndRemove | null | undefined> = {
    Product: { add: productsToAdd ?? null, remove: productsToRemove ?? null },
    ProductVariant: { add: productVariantsToAdd ?? null, remove: productVariantsToRemove ?? null },
    Collection: items?.collections,
  };
  for (const [type, list] of Object.entries(lists)) {
    if (!overlaps(list)) continue;
    throw badRequest(`The same ${type} id is present in both 'add' and 'remove' fields`);
  }
}

function overlaps(list: AddAndRemove | null | undefined): boolean {
  return (list?.add ?? []).some((id) => list?.remove?.includes(id));
}

function badRequest(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: "BAD_REQUEST" } });
}
