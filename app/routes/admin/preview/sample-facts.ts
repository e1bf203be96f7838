import { keptTimeOf } from "#app/domain/billing/dates/kept-time.ts";
import { priceOffer } from "#app/domain/churn/offers/priced-offer.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { currencyExponent } from "#app/lib/money.ts";
import { usualAmountMinor } from "#app/lib/usual-amount.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { toOfferView } from "#app/routes/storefront/offer-view.ts";
import type { Answer, HelpLink } from "#storefront/cancel-flow/answers.ts";
import type { PreviewState } from "#storefront/cancel-flow/cancel-flow-preview.ts";
import type { PreviewRequest } from "./preview-request.ts";
import { PREVIEW_MOMENTS } from "./preview-steps.ts";

const DAYS_TO_NEXT_CHARGE = 21;
const DAYS_SINCE_LAST_CHARGE = 9;

/** What the product of an example costs. */
export function samplePriceMinor(currency: string): number {
  return usualAmountMinor(15, currency);
}

/** The moment to show, on a made-up monthly membership, with the offer priced as it would really be. */
export function samplePreviewState(
  context: Pick<ShopContext, "shop" | "clock">,
  request: PreviewRequest,
): PreviewState {
  const { shop } = context;
  const now = context.clock.now();
  const day = (days: number) =>
    formatDate(addDays(now, days, shop.ianaTimezone), shop.ianaTimezone);
  const nextBillingAt = addDays(now, DAYS_TO_NEXT_CHARGE, shop.ianaTimezone);
  const priceMinor = samplePriceMinor(shop.currency);
  const interval = { unit: "month", count: 1 } as const;
  const keeps = keptTimeOf(nextBillingAt, shop.ianaTimezone);
  const offer =
    request.offer &&
    toOfferView(
      priceOffer(
        { id: "0", ...request.offer },
        {
          subscription: {
            status: "active",
            priceMinor,
            lines: [{ quantity: 1, priceMinor }],
            currency: shop.currency,
            storeCurrency: shop.currency,
            isDiscounted: false,
            interval,
            hasBegun: true,
            isPrepaid: false,
            keeps,
            chargeableFrom: null,
            fixedDay: nextBillingAt,
            anchors: [],
            trialEndsAt: null,
            nextBillingAt,
            renewal: { dueAt: nextBillingAt, interval, keeps, zone: shop.ianaTimezone },
          },
          shop,
          now,
          last: null,
        },
      ),
      shop.ianaTimezone,
    );
  const facts: Answer = {
    contract: { status: "active", ends_on: day(DAYS_TO_NEXT_CHARGE) },
    offer,
    ...(offer && { applied: offer }),
    help: helpOf(request, shop.contactEmail),
    reference: "PN-1042",
    ends_on: day(DAYS_TO_NEXT_CHARGE),
    last_charge: {
      amount_minor: priceMinor,
      currency: shop.currency,
      currency_digits: currencyExponent(shop.currency),
      date: day(-DAYS_SINCE_LAST_CHARGE),
    },
    currency: shop.currency,
    currency_digits: currencyExponent(shop.currency),
  };
  const { label: _label, ...moment } = PREVIEW_MOMENTS[request.moment];
  return { ...moment, facts, reason: request.reason };
}

function helpOf(request: PreviewRequest, contactEmail: string): HelpLink | null {
  if (!request.help) return null;
  return request.help.kind === "help"
    ? { kind: "help", url: request.help.url }
    : { kind: "contact", url: `mailto:${contactEmail}` };
}
