import type { CountedOrder } from "#app/domain/orders/countable-order.ts";
import { countOrder } from "#app/domain/orders/counted-order.ts";
import type { PlatformOrderFacts, PlatformRefund } from "#app/platform/platform-order.ts";
import type { OrderStory } from "./stories.ts";
import { amountsOf, codesOf } from "./tell-order.ts";

type SoldLine = PlatformOrderFacts["lines"][number];

/** An order's lines as the platform tells them: each discount is spread over them by their prices, which hold the tax. */
export function soldLines(order: OrderStory): SoldLine[] {
  const { subscription, isFirst, goodsMinor, place, person } = order;
  const { tax } = person.country;
  let upTo = 0;
  return order.lines.map(({ plan, ...line }, nth) => {
    const from = upTo;
    upTo += line.totalMinor;
    const discounts = codesOf(order).map(({ code, amountMinor }) => ({
      ...{ code, title: null },
      amountMinor:
        shareUpTo(amountMinor, upTo, goodsMinor) - shareUpTo(amountMinor, from, goodsMinor),
    }));
    const off = discounts.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    const paidMinor = line.totalMinor - off;
    return {
      ...line,
      lineId: 500_000_000_000 + place * 16 + nth,
      isGiftCard: false,
      ...{ paidMinor, taxMinor: Math.round((paidMinor * tax) / (100 + tax)), discounts },
      sellingPlanId: plan?.platformPlanId ?? null,
      sellingPlanName: plan?.name ?? null,
      contractId: plan ? (subscription?.contractId ?? null) : null,
      beganContract: plan !== null && isFirst,
    };
  });
}

function shareUpTo(amountMinor: number, upTo: number, all: number): number {
  return all === 0 ? 0 : Math.floor((amountMinor * upTo) / all);
}

/** The first so many refunds of an order: amounts that name no goods. */
export function refundsOf(order: OrderStory, most = order.refunds.length): PlatformRefund[] {
  return order.refunds.slice(0, most).map(({ at, amountMinor }, place) => ({
    ...{ refundId: place, createdAt: new Date(at), amountMinor, besideMinor: 0, lines: [] },
  }));
}

/** What of an order counts after its first so many refunds. */
export function countStory(order: OrderStory, refunds: number): CountedOrder {
  const { totalMinor, subtotalMinor, taxMinor, status } = amountsOf(order);
  return countOrder({
    ...{ totalMinor: BigInt(totalMinor), subtotalMinor: BigInt(subtotalMinor) },
    ...{ taxMinor: BigInt(taxMinor), deliveryMinor: BigInt(order.deliveryMinor) },
    ...{
      taxesIncluded: true,
      besideMinor: BigInt(order.deliveryMinor),
      discountCodes: codesOf(order),
    },
    ...{ lines: soldLines(order), transactions: [], financialStatus: status, paidInFull: true },
    refunds: refundsOf(order, refunds).map(({ amountMinor, lines }) => ({
      ...{ amountMinor: BigInt(amountMinor), besideMinor: 0n, lines },
    })),
  });
}
