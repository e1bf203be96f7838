import type { ShopContext } from "#app/domain/context.ts";
import { parseRuleInput, type RuleInput } from "#app/domain/loyalty/rules/rule-input.ts";
import type { RuleSettings } from "#app/domain/loyalty/rules/rule-types.ts";
import {
  type PublishedRule,
  publishedProgram,
  publishedRule,
} from "#app/domain/loyalty/storefront-sync/published-program.ts";
import { readLadders } from "#app/domain/loyalty/tiers/read-ladders.ts";
import { startOfDate } from "#app/lib/calendar-date.ts";
import { currencyExponent } from "#app/lib/money.ts";
import type { StorefrontProduct } from "#storefront/liquid/storefront-context.ts";
import { jsonMetafield } from "../../preview/preview-storefront.ts";
import { samplePriceMinor } from "../../preview/sample-facts.ts";
import type { LoyaltyPreviewRequest } from "./preview-request.ts";
import { renderLoyaltyPage } from "./render-loyalty-page.ts";
import { currentOf, sampleShopper } from "./sample-shopper.ts";

/**
 * One of the theme's blocks with a rule as it is typed, for somebody whom it is for, on a day on which it counts.
 *
 * @throws AppError invalid_input, as saving the rule would.
 */
export async function renderRulePreview(
  context: ShopContext,
  { input, block, locale, standing }: Extract<LoyaltyPreviewRequest, { kind: "rule" }>,
): Promise<string> {
  const { shop, db } = context;
  const rule = parseRuleInput(input);
  const settings = rule.settings as RuleSettings;
  const published = await publishedRule(context, { ...rule, id: 1n, settings });
  const ladder = (await readLadders(db.prisma, shop.id)).at(-1);
  const now = dayOf(context, rule);
  const { id: rule_id, required } = published;
  const progress =
    required === null ? [] : [{ rule_id, required, current: currentOf(standing, required) }];
  const shopper = sampleShopper(
    now,
    { progress, ...(standing === "none" && { points_balance: 0 }) },
    rule.conditions,
  );
  const program = publishedProgram(shop.currency, ladder?.tiers ?? [], [published]);
  const product = block === "points-to-earn" ? sampleProduct(published, shop.currency) : null;
  return renderLoyaltyPage(context, block, locale, {
    ...{ now, product, customer: shopper },
    appMetafields: [jsonMetafield("loyalty", "rules", program)],
  });
}

/** Today, or the nearest day on which the rule counts. */
function dayOf({ clock, shop }: ShopContext, { startDate, endDate }: RuleInput): Date {
  const now = clock.now();
  const first = startOfDate(startDate, shop.ianaTimezone);
  const last = endDate && startOfDate(endDate, shop.ianaTimezone);
  if (first && now < first) return first;
  return last && now > last ? last : now;
}

/** One that the rule gives points for. */
function sampleProduct(
  { product_ids: ids, rate }: PublishedRule,
  currency: string,
): StorefrontProduct {
  const usual = (samplePriceMinor(currency) * 100) / 10 ** currencyExponent(currency);
  const priceHundredths = Math.max(usual, rate?.minimum_hundredths ?? 0);
  return {
    ...{ id: ids?.[0] ?? 1, title: "", handle: "", vendor: "", type: "", description: "" },
    ...{ priceHundredths, tags: [], url: "", available: true },
    variants: [{ id: 1, priceHundredths }],
  };
}
