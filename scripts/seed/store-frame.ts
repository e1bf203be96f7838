import type { OfferType } from "#app/domain/churn/offers/types/offer-types.ts";
import type { SeedOffer, SeedPlan } from "./plan-catalogue.ts";
import type { Choice } from "./random.ts";
import type { StoreCalendar } from "./store-calendar.ts";

/** The store that is filled: what all its stories share. */
export interface SeedStore {
  shopId: bigint;
  domain: string;
  zone: string;
  currency: string;
  /** Of its currency. */
  decimals: number;
  seed: number;
  calendar: StoreCalendar;
  plans: Readonly<Record<SeedPlan["kind"], Choice<SeedPlan>>>;
  offers: Readonly<Partial<Record<OfferType, SeedOffer>>>;
}
