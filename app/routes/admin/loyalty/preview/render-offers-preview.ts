import type { ShopContext } from "#app/domain/context.ts";
import { parsePointReward } from "#app/domain/loyalty/point-rewards/point-reward-input.ts";
import type { PublishedStanding } from "#app/domain/loyalty/storefront-sync/loyalty-copy.ts";
import { publishedOffers } from "#app/domain/loyalty/storefront-sync/published-program.ts";
import type { Tier } from "#app/domain/loyalty/tiers/ladder.ts";
import { parseLadder, withIds } from "#app/domain/loyalty/tiers/ladder-input.ts";
import { readLadders } from "#app/domain/loyalty/tiers/read-ladders.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { jsonMetafield } from "../../preview/preview-storefront.ts";
import type { PreviewStanding } from "./preview-choices.ts";
import type { LoyaltyPreviewRequest } from "./preview-request.ts";
import { renderLoyaltyPage } from "./render-loyalty-page.ts";
import { currentOf, sampleShopper } from "./sample-shopper.ts";

type Wanted = Omit<LoyaltyPreviewRequest, "kind" | "block">;

/**
 * The theme's block of tiers, with the ladder as it is typed.
 *
 * @throws AppError invalid_input, as saving the tiers would.
 */
export async function renderTiersPreview(
  context: ShopContext,
  { input, locale, standing }: Wanted,
): Promise<string> {
  const { shop, clock, db } = context;
  const { basis, tiers: typed } = parseLadder(input);
  const tiers = withIds(typed, await readLadders(db.prisma, shop.id));
  const now = clock.now();
  const reviewOn = formatDate(addDays(now, 365, shop.ianaTimezone), shop.ianaTimezone);
  const offers = publishedOffers(shop.currency, { basis, tiers }, []);
  return renderLoyaltyPage(context, "tiers", locale, {
    customer: sampleShopper(now, tierStanding(tiers, standing, reviewOn)),
    appMetafields: [jsonMetafield("loyalty", "offers", offers)],
  });
}

/** In none and on the way to the first, in the first and on the way to the second, or at the top. */
function tierStanding(
  tiers: readonly Tier[],
  standing: PreviewStanding,
  reviewOn: string,
): Partial<PublishedStanding> {
  const [first, second] = tiers;
  if (!first) return {};
  if (standing === "none") return { tier_amount: currentOf("part", first.threshold) };
  const tier = (standing === "reached" && tiers.at(-1)) || first;
  const missing = tier === first && second ? second.threshold - first.threshold : 0;
  return {
    tier_id: tier.id,
    tier_amount: tier.threshold + (missing > 1 ? currentOf("part", missing) : 0),
    tier_review_on: reviewOn,
  };
}

/**
 * The theme's block of rewards, with what points can be redeemed for as it is typed.
 *
 * @throws AppError invalid_input, as saving it would.
 */
export function renderPointRewardPreview(
  context: ShopContext,
  { input, locale, standing }: Wanted,
): string {
  const { shop, clock } = context;
  const offered = parsePointReward(input);
  const offers = publishedOffers(shop.currency, undefined, [{ ...offered, id: 1n }]);
  const points_balance = currentOf(standing, offered.points);
  return renderLoyaltyPage(context, "rewards", locale, {
    customer: sampleShopper(clock.now(), { points_balance }),
    appMetafields: [jsonMetafield("loyalty", "offers", offers)],
  });
}
