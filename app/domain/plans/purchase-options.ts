import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import type { PlanCarrier, PlanOffers } from "#app/platform/platform-plan-group.ts";
import { recordActivity } from "../activity/record-activity.ts";
import type { ShopContext } from "../context.ts";
import { markPlanGroupRemoved } from "../subscriptions/store-plan-group.ts";
import { listPlanGroups, type ManagedPlanGroup } from "./managed-plan-group.ts";
import { saysGroupIsGone } from "./platform-refusal.ts";

export type { PlanCarrier };

/** The store's plan groups, as a product's or a variant's page of the platform's admin offers them. */
export interface PurchaseOptions {
  productTitle: string;
  /** Null for a product. */
  variantTitle: string | null;
  groups: PurchaseOption[];
}

export interface PurchaseOption {
  group: ManagedPlanGroup;
  /**
   * What the group is offered with: `this` product or variant itself. A variant is also sold with what its whole
   * `product` is sold with; some `variants` of a product may be sold with a group that the product is not.
   */
  offeredWith: "this" | "product" | "variants" | "nothing";
}

/**
 * Why there are no purchase options to show, or none was changed. After `not_answered` a change may have been made;
 * asking again is right.
 */
export type PurchaseOptionFailure =
  | "product_gone"
  | "group_gone"
  | "access_lost"
  | "not_answered"
  | "refused";

interface OfferChange {
  carrier: PlanCarrier;
  groupId: bigint;
  offered: boolean;
}

const GONE_CARRIER: ReadonlySet<string | null> = new Set([
  "NOT_FOUND",
  "PRODUCT_DOES_NOT_EXIST",
  "PRODUCT_VARIANT_DOES_NOT_EXIST",
]);

/** All plan groups that both sides know, in the order of the app's own list. Calls the network. */
export async function readPurchaseOptions(
  context: ShopContext,
  carrier: PlanCarrier,
): Promise<PurchaseOptions | PurchaseOptionFailure> {
  let offers: PlanOffers | null;
  try {
    offers = await context.platform.readPlanOffers(carrier);
  } catch (error) {
    return nameFailure(error);
  }
  if (offers === null) return "product_gone";
  const { productTitle, variantTitle, groups: known } = offers;
  const offerOf = new Map(known.map((offer) => [BigInt(offer.groupId), offer]));
  const groups = (await listPlanGroups(context)).flatMap((group): PurchaseOption[] => {
    const offer = offerOf.get(group.platformId);
    return offer ? [{ group, offeredWith: describeOffer(carrier, offer) }] : [];
  });
  return { productTitle, variantTitle, groups };
}

/**
 * Offers one plan group with a product or variant, or no longer, and answers what is so then. Only this one offer is
 * changed, so two people who change different ones at once both get what they chose. Safe to repeat.
 */
export async function changePurchaseOption(
  context: ShopContext,
  { carrier, groupId, offered }: OfferChange,
): Promise<PurchaseOptions | PurchaseOptionFailure> {
  const { db, shop, platform } = context;
  const row = await db.prisma.planGroup.findUnique({
    where: { shopId_id: { shopId: shop.id, id: groupId }, removedAt: null },
  });
  if (!row) return "group_gone";
  try {
    await platform.setPlanOffer(Number(row.platformGroupId), carrier, offered);
  } catch (error) {
    const failure = nameFailure(error);
    if (failure === "group_gone") {
      await db.transaction((tx) => markPlanGroupRemoved(context, tx, groupId));
    }
    return failure;
  }
  await db.transaction((tx) =>
    recordActivity(context, tx, {
      kind: "plan_group.products_changed",
      message: `The products of the plan group “${row.name}” were changed.`,
      details: {
        plan_group_id: String(groupId),
        [`${carrier.kind}_id`]: carrier.id,
        added: offered ? 1 : 0,
        removed: offered ? 0 : 1,
      },
    }),
  );
  return readPurchaseOptions(context, carrier);
}

function describeOffer(
  { kind }: PlanCarrier,
  { withProduct, withVariant }: PlanOffers["groups"][number],
): PurchaseOption["offeredWith"] {
  if (kind === "product" ? withProduct : withVariant) return "this";
  if (withProduct) return "product";
  return withVariant ? "variants" : "nothing";
}

function nameFailure(error: unknown): PurchaseOptionFailure {
  if (!isPlatformFailure(error)) throw error;
  if (error.kind === "unavailable") return "not_answered";
  if (error.kind === "not_connected") return "access_lost";
  if (saysGroupIsGone(error)) return "group_gone";
  return GONE_CARRIER.has(error.platformCode) ? "product_gone" : "refused";
}
