import type { RuleConditions } from "#app/domain/loyalty/rules/rule-terms.ts";
import type { PublishedStanding } from "#app/domain/loyalty/storefront-sync/loyalty-copy.ts";
import type { StorefrontCustomer } from "#storefront/liquid/storefront-context.ts";
import { jsonMetafield } from "../../preview/preview-storefront.ts";
import type { PreviewStanding } from "./preview-choices.ts";

const SAMPLE_POINTS = 240;

/** Somebody whom a rule with these conditions is for, with what the store would have published of them. */
export function sampleShopper(
  now: Date,
  standing: Partial<PublishedStanding>,
  conditions?: RuleConditions,
): StorefrontCustomer {
  const meant = conditions?.customer_settings;
  const published: PublishedStanding = {
    ...{ points_balance: SAMPLE_POINTS, points_pending: 0, next_expiry: null },
    ...{ tier_id: conditions?.tier_ids?.[0] ?? null, tier_amount: 0, tier_review_on: null },
    ...{ progress: [], coupons: [], as_of: now.toISOString() },
    ...standing,
  };
  const membership = { contracts: [{ kind: "membership", status: "active", is_member: true }] };
  return {
    ...{ id: 1, email: "ada@example.com", firstName: "Ada", lastName: "Example", phone: null },
    tags: meant?.apply_to === "tagged" ? meant.tags : [],
    ...{ ordersCount: 1, totalSpentHundredths: 0, acceptsMarketing: false },
    metafields: [
      jsonMetafield("$app", "loyalty", published),
      ...(meant?.apply_to === "members"
        ? [jsonMetafield("$app", "customer_subscription1", membership)]
        : []),
    ],
  };
}

/** How much of a goal somebody has who stands so. */
export function currentOf(standing: PreviewStanding, goal: number): number {
  switch (standing) {
    case "none":
      return 0;
    case "part":
      return Math.min(Math.max(1, Math.floor(goal / 3)), goal - 1);
    case "last":
      return goal - 1;
    case "reached":
      return goal;
  }
}
