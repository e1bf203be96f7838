import { Temporal } from "temporal-polyfill";
import type { PlatformContract } from "#app/platform/platform-contract.ts";

/** What our row keeps of the card that pays; all null where no card does. */
export function cardFieldsOf({ card }: Pick<PlatformContract, "card">, zone: string) {
  if (!card) return { cardBrand: null, cardLastDigits: null, cardExpiresAt: null };
  return {
    cardBrand: card.brand,
    cardLastDigits: card.lastDigits,
    cardExpiresAt: lastSecondOf(card.expiryYear, card.expiryMonth, zone),
  };
}

/** Of a month in the zone: until then a card can be used. */
function lastSecondOf(year: number, month: number, zone: string): Date {
  const first = Temporal.PlainDate.from({ year, month, day: 1 });
  const after = first.add({ months: 1 }).toZonedDateTime(zone);
  return new Date(after.epochMilliseconds - 1000);
}
