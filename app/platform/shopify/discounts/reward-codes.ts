import { formatMinor } from "#app/lib/money.ts";
import type { RewardCode, RewardEffect } from "../../platform.ts";
import { isPlatformFailure, PlatformFailure } from "../../platform-failure.ts";
import type { AdminClient } from "../admin-client.ts";
import {
  type CodeCurrencyFragment,
  CreateBuyXGetYCodeDocument,
  CreateCreditCodeDocument,
  CreateFreeShippingCodeDocument,
  ReadProductPriceDocument,
} from "../admin-operations.generated.ts";
import { toGid } from "../gid.ts";
import { throwUserErrors } from "../throw-user-errors.ts";
import { readCode, startOfCode } from "./credit-codes.ts";
import { idInCurrency } from "./in-currency.ts";

// The text of a code exists once: a second creation is answered TAKEN, which leads to the first.
const options = { repeatable: true };

/**
 * Each kind of reward is a kind of discount of the platform. The customer alone can use it, once.
 *
 * @throws PlatformFailure refused, also for amounts that the platform takes in another currency: that code is closed.
 */
export async function createRewardCode(
  client: AdminClient,
  shopDomain: string,
  reward: RewardCode,
): Promise<string> {
  const node = await createOrFind(client, shopDomain, reward);
  if (!hasAmount(reward.effect)) return node.id;
  return idInCurrency(client, shopDomain, node, reward.currency);
}

/** A free product costs what it costs in the store, whatever its currency. */
function hasAmount(effect: RewardEffect): boolean {
  return effect.kind === "amount" || ("minimumMinor" in effect && effect.minimumMinor !== null);
}

async function createOrFind(
  client: AdminClient,
  shopDomain: string,
  reward: RewardCode,
): Promise<CodeCurrencyFragment> {
  try {
    const node = await create(client, shopDomain, reward);
    if (node) return node;
  } catch (error) {
    if (!isPlatformFailure(error) || error.platformCode !== "TAKEN") throw error;
  }
  const found = await readCode(client, shopDomain, reward.code);
  if (!found) throw new PlatformFailure("refused", `The platform made no code ${reward.code}`);
  return found.node;
}

async function create(
  client: AdminClient,
  shopDomain: string,
  reward: RewardCode,
): Promise<CodeCurrencyFragment | null> {
  const { effect, combines } = reward;
  const common = {
    code: reward.code,
    title: reward.title,
    startsAt: startOfCode(),
    endsAt: reward.expiresAt?.toISOString() ?? null,
    usageLimit: 1,
    appliesOncePerCustomer: true,
    context: { customers: { add: [toGid("Customer", reward.customerId)] } },
  };
  const combinesWith = { orderDiscounts: combines, productDiscounts: combines };
  if (effect.kind === "free_shipping") {
    const code = {
      ...{ ...common, combinesWith },
      ...{
        destination: { all: true },
        appliesOnOneTimePurchase: true,
        appliesOnSubscription: true,
      },
    };
    const answer = await client.run(shopDomain, CreateFreeShippingCodeDocument, { code }, options);
    return throwUserErrors(answer.discountCodeFreeShippingCreate).codeDiscountNode;
  }
  const withShipping = { ...combinesWith, shippingDiscounts: combines };
  if (effect.kind === "buy_x_get_y") {
    const code = {
      ...{ ...common, combinesWith: withShipping },
      usesPerOrderLimit: 1,
      customerBuys: {
        items: productsOf(effect.buyProductIds),
        value: { quantity: String(effect.buyQuantity) },
      },
      customerGets: {
        items: productsOf(effect.getProductIds),
        value: {
          discountOnQuantity: { quantity: String(effect.getQuantity), effect: { percentage: 1 } },
        },
      },
    };
    const answer = await client.run(shopDomain, CreateBuyXGetYCodeDocument, { code }, options);
    return throwUserErrors(answer.discountCodeBxgyCreate).codeDiscountNode;
  }
  const gets = await whatItGets(client, shopDomain, effect, reward.currency);
  const code = {
    ...{ ...common, combinesWith: withShipping },
    recurringCycleLimit: 1,
    customerGets: { ...gets, appliesOnOneTimePurchase: true, appliesOnSubscription: true },
    ...("minimumMinor" in effect && effect.minimumMinor !== null
      ? {
          minimumRequirement: {
            subtotal: {
              greaterThanOrEqualToSubtotal: formatMinor(effect.minimumMinor, reward.currency),
            },
          },
        }
      : {}),
  };
  const answer = await client.run(shopDomain, CreateCreditCodeDocument, { code }, options);
  return throwUserErrors(answer.discountCodeBasicCreate).codeDiscountNode;
}

type BasicEffect = Extract<RewardEffect, { kind: "percentage" | "amount" | "free_product" }>;

async function whatItGets(
  client: AdminClient,
  shopDomain: string,
  effect: BasicEffect,
  currency: string,
) {
  if (effect.kind === "free_product") {
    const amount = await priceOf(client, shopDomain, effect.productId);
    return {
      items: productsOf([effect.productId]),
      value: { discountAmount: { amount, appliesOnEachItem: false } },
    };
  }
  const items = effect.productIds ? productsOf(effect.productIds) : { all: true };
  const value =
    effect.kind === "percentage"
      ? { percentage: effect.percentage / 100 }
      : {
          discountAmount: {
            amount: formatMinor(effect.amountMinor, currency),
            appliesOnEachItem: false,
          },
        };
  return { items, value };
}

/** What one piece of a product costs, as the platform writes it. */
async function priceOf(client: AdminClient, shopDomain: string, id: number): Promise<string> {
  const variables = { id: toGid("Product", id) };
  const { product } = await client.run(shopDomain, ReadProductPriceDocument, variables);
  const price = product?.variants.nodes[0]?.price;
  if (price == null) {
    throw new PlatformFailure("refused", `The product ${id} is not there any more.`);
  }
  return String(price);
}

function productsOf(ids: readonly number[]) {
  return { products: { productsToAdd: ids.map((id) => toGid("Product", id)) } };
}
