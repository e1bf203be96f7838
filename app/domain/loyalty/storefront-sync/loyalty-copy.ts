import type { LoyaltyProgress } from "#app/generated/prisma/client.ts";
import { readInParts } from "#app/lib/one-way.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { ShopContext } from "../../context.ts";
import type { CustomerCopy } from "../../customers/publish-to-customers.ts";
import type { CreditAccountState } from "../../ledger/movement.ts";
import { readCreditAccount } from "../../ledger/read-account.ts";
import { type Coupon, listCouponsOf } from "../read/list-coupons.ts";
import { readTiers, type TierStanding } from "../read/read-standing.ts";
import { toRewardTerms } from "../rewards/reward-terms.ts";

/** The newest ones. */
const COUPONS_SHOWN = 20;

/** What the storefront renders of the points, progress and coupons of customers. */
export const loyaltyCopy: CustomerCopy = { key: "loyalty", describe };

/** What Liquid reads of a customer. */
export type PublishedStanding = ReturnType<typeof toPublished>;

/** By the ids of the customers. */
async function describe(
  context: ShopContext,
  customerIds: readonly bigint[],
): Promise<Map<bigint, PublishedStanding>> {
  const { db, shop } = context;
  // Those who ask at once share the call.
  const accounts = await Promise.all(
    customerIds.map((id) => readCreditAccount(context, id, "points")),
  );
  const progress = await readInParts(customerIds, (some) =>
    db.prisma.loyaltyProgress.findMany({
      where: { shopId: shop.id, customerId: { in: some } },
      orderBy: { ruleId: "asc" },
    }),
  );
  const coupons = await listCouponsOf(context, customerIds);
  const tiers = await readTiers(context, customerIds);
  const progressOf = Map.groupBy(progress, ({ customerId }) => customerId);
  return new Map(
    customerIds.map((id, at) => [
      id,
      toPublished(context, {
        account: accounts[at] as CreditAccountState,
        progress: progressOf.get(id) ?? [],
        coupons: coupons.get(id) ?? [],
        tier: tiers(id),
      }),
    ]),
  );
}

/** As Liquid reads it. The rules' names are the store's metafield: a rule that is renamed is no news of its customers. */
function toPublished(
  { shop, clock }: ShopContext,
  {
    account,
    progress,
    coupons,
    tier,
  }: {
    account: CreditAccountState;
    progress: readonly LoyaltyProgress[];
    coupons: readonly Coupon[];
    tier: TierStanding;
  },
) {
  const { nextExpiry } = account;
  return {
    points_balance: account.availableMinor,
    points_pending: account.pendingMinor,
    next_expiry: nextExpiry && {
      points: nextExpiry.amountMinor,
      date: formatDate(nextExpiry.expiresAt, shop.ianaTimezone),
    },
    tier_id: tier.current?.id ?? null,
    // Points, minor units of the store's currency, or orders.
    tier_amount: tier.amount,
    tier_review_on: tier.reviewAt && formatDate(tier.reviewAt, shop.ianaTimezone),
    progress: progress.map(({ ruleId, current, required, until }) => ({
      rule_id: Number(ruleId),
      current: Number(current),
      required: Number(required),
      // From then on nothing counts yet. The theme compares it with the time at which the page is rendered.
      ...(until && { until: until.toISOString() }),
    })),
    coupons: coupons.slice(0, COUPONS_SHOWN).map((coupon) => ({
      code: coupon.code,
      rule_name: coupon.ruleName,
      reward: toRewardTerms(coupon.reward, shop.currency),
      status: coupon.status,
      // The theme compares it with the time at which the page is rendered.
      expires_at: coupon.expiresAt?.toISOString() ?? null,
    })),
    as_of: clock.now().toISOString(),
  };
}
