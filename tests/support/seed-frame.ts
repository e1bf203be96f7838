import { PLAN_GROUPS, type SeedPlan } from "#scripts/seed/plan-catalogue.ts";
import { Choice } from "#scripts/seed/random.ts";
import { StoreCalendar } from "#scripts/seed/store-calendar.ts";
import type { SeedStore } from "#scripts/seed/store-frame.ts";

/** A store to tell stories about, without a database. */
export function seedFrame({ seed = 1, now = "2026-06-30T21:59:59Z" } = {}): SeedStore {
  const zone = "Europe/Berlin";
  const plans: SeedPlan[] = PLAN_GROUPS.flatMap(({ plans: drafts, kind, name, product }, at) =>
    drafts.map((draft, place) => ({
      ...{ ...draft, id: 10 * at + place + 1, platformPlanId: 100 * at + place, kind, product },
      ...{ groupName: name, productId: 630 + at },
    })),
  );
  const ofKind = (kind: SeedPlan["kind"]) =>
    new Choice(plans.filter((plan) => plan.kind === kind).map((plan) => [plan, plan.weight]));
  const rules = { type: "add_store_credits", credit_amount: "10.00", expires_in_days: 365 };
  const offer = { name: "Offer", description: "", rules };
  return {
    ...{ shopId: 1n, domain: "seeded-1.myshopify.com", zone, currency: "EUR", decimals: 2, seed },
    calendar: new StoreCalendar(zone, new Date(now)),
    plans: { membership: ofKind("membership"), product: ofKind("product") },
    offers: {
      discount_price: { ...offer, id: 1, type: "discount_price" },
      change_frequency: { ...offer, id: 2, type: "change_frequency" },
      add_store_credits: { ...offer, id: 3, type: "add_store_credits" },
    },
  };
}
