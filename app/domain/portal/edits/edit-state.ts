import { createHash } from "node:crypto";
import type { Plan } from "#app/generated/prisma/client.ts";
import { AppError } from "#app/lib/app-error.ts";
import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { ContractTerms, ProductVariant } from "#app/platform/platform-terms.ts";
import { type Billing, readBilling } from "../../billing/charging/read-billing.ts";
import type { ShopContext } from "../../context.ts";
import { storeContract } from "../../subscriptions/store-contract.ts";

/** A live contract with all that its owner's changes depend on, of one moment. */
export interface EditState {
  terms: ContractTerms;
  billing: Billing;
  /** The plans of the contract's own group, in the merchant's order; none where it has no plan of ours. */
  plans: Plan[];
  /** Of the lines' products. */
  variants: ReadonlyMap<number, ProductVariant[]>;
  /** How many charges were made, the checkout among them. */
  chargesMade: number;
}

/** The checkout is the first charge, and no billing cycle of ours. */
const CHECKOUT = 1;

/**
 * Reads the contract from the platform into our row, with everything that its owner may change.
 *
 * @throws AppError platform_unavailable; not_found for one that the platform does not know any more.
 */
export async function readEditState(
  context: ShopContext,
  known: { shopId: bigint; id: bigint; platformContractId: bigint },
): Promise<EditState> {
  const { platform, db, shop } = context;
  const key = { shopId: known.shopId, id: known.id };
  const rowBefore = await db.prisma.subscription.findUnique({ where: { shopId_id: key } });
  const terms = await platform.getContractTerms(Number(known.platformContractId));
  if (!terms) throw new AppError("not_found", "The store's platform knows no such contract.");
  await storeContract(context, terms.contract, { rowBefore });
  const billing = await readBilling(db.prisma, key);
  if (!billing) throw new Error("A subscription is never removed while its store is there.");
  const products = new Set(terms.lines.flatMap(({ productId }) => productId ?? []));
  // The store's prices say nothing in another currency.
  const isPriced = products.size > 0 && terms.contract.currency === shop.currency;
  const variants = isPriced
    ? await platform.listProductVariants([...products], shop.currency)
    : new Map<number, ProductVariant[]>();
  const paid = await db.prisma.billingCycle.count({
    where: { shopId: key.shopId, subscriptionId: key.id, state: "paid" },
  });
  const plans = await readGroupPlans(context, billing.subscription.planId);
  return { terms, billing, plans, variants, chargesMade: CHECKOUT + paid };
}

async function readGroupPlans(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  planId: bigint | null,
): Promise<Plan[]> {
  if (planId === null) return [];
  const plan = await db.prisma.plan.findUnique({
    where: { shopId_id: { shopId: shop.id, id: planId } },
  });
  if (!plan) return [];
  return db.prisma.plan.findMany({
    where: { shopId: shop.id, planGroupId: plan.planGroupId },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
}

/** Names a state as it was shown: the contract's own, and the prices and dates beside it. */
export function revisionOf({ terms }: EditState, shown: unknown): string {
  const text = JSON.stringify(shown);
  const digest = createHash("sha256").update(text).digest("base64url").slice(0, 12);
  return `${terms.contract.revisionId}.${digest}`;
}

/** Whether the platform says that the contract is in another state than the one that was meant. */
export function isStale(error: unknown): boolean {
  return isPlatformFailure(error) && error.platformCode === "STALE_CONTRACT";
}
