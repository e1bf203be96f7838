import { GraphQLError, type GraphQLResolveInfo } from "graphql";
import type { Devstore } from "../devstore.ts";
import type {
  DevCollection,
  DevProduct,
  DevSellingPlanGroup,
  DevVariant,
} from "../state/catalog.ts";
import type { DevBillingAttempt, DevContract, DevDraft } from "../state/contract.ts";
import type { DevCustomer, DevPaymentMethod } from "../state/customer.ts";
import type { DevstoreState } from "../state/devstore-state.ts";
import type { DevDiscountCode } from "../state/discount-code.ts";
import type { DevMetafield, MetafieldOwner } from "../state/metafield.ts";
import type { DevOrder } from "../state/order.ts";
import type { DevShop } from "../state/shop.ts";
import type { Arguments } from "./graphql/connection.ts";

export type { Arguments } from "./graphql/connection.ts";

/** What every resolver of one request works with. */
export interface AdminContext {
  devstore: Devstore;
  state: DevstoreState;
  shop: DevShop;
  scopes: ReadonlySet<string>;
  views: Views;
  /** Business time of the shop when the request began. */
  now: Date;
  /** Where the request reached the development store; empty for one that did not come over HTTP. */
  origin: string;
  /** Lists answer everything that they have, as in a bulk operation. */
  wholeLists: boolean;
  /** Warnings of search terms which the platform ignores, for extensions.search. */
  searchWarnings: SearchWarning[];
}

interface SearchWarning {
  path: string[];
  query: string;
  warnings: { field: string; message: string; code: string }[];
}

/**
 * What a resolver answers for a GraphQL object: `__typename`, and for each modelled field its value
 * or a function of the field's arguments. A missing field is an error that names it.
 */
export interface View {
  readonly __typename: string;
  readonly [field: string]: unknown;
}

/** The views which lead to each other: a contract to its customer, a customer to the contracts. */
export interface Views {
  customer(customer: DevCustomer): View;
  contract(contract: DevContract): View;
  draft(draft: DevDraft): View;
  billingAttempt(attempt: DevBillingAttempt): View;
  billingCycle(contract: DevContract, index: number): View;
  order(order: DevOrder): View;
  product(product: DevProduct): View;
  variant(product: DevProduct, variant: DevVariant): View;
  collection(collection: DevCollection): View;
  sellingPlanGroup(group: DevSellingPlanGroup): View;
  discountCode(discount: DevDiscountCode): View;
  paymentMethod(method: DevPaymentMethod): View;
  metafield(metafield: DevMetafield): View;
  /** `metafield` and `metafields` of an owner, to be spread into its view. */
  metafieldFields(ownerType: MetafieldOwner, ownerId: number): Record<string, unknown>;
}

/** A root field of the Admin API. */
export type Resolver = (
  args: Arguments,
  context: AdminContext,
  info: GraphQLResolveInfo,
) => unknown;

export type Resolvers = Record<string, Resolver>;

export interface UserError {
  field: string[] | null;
  message: string;
  code?: string | null;
  /** Which element of a list argument is meant, where the error type has it. */
  elementIndex?: number | null;
  extraInfo?: string | null;
}

const userErrorMark = Symbol("user error");

/** A mutation's payload when it did nothing: user errors, and null for all the rest. */
export function failed(...userErrors: UserError[]): Record<string | symbol, unknown> {
  return {
    [userErrorMark]: true,
    userErrors: userErrors.map((error) => {
      return { code: null, elementIndex: null, extraInfo: null, ...error };
    }),
  };
}

export function hasUserErrors(source: unknown): boolean {
  return typeof source === "object" && source !== null && userErrorMark in source;
}

/** A mutation's payload when it did its work. */
export function done(fields: Record<string, unknown>): Record<string, unknown> {
  return { ...fields, userErrors: [] };
}

export function notAvailable(what: string): GraphQLError {
  return new GraphQLError(`${what} is not available in the development store`, {
    extensions: { code: "NOT_AVAILABLE_IN_DEVELOPMENT_STORE" },
  });
}
