import type { LoyaltyProgramSettings } from "#app/domain/loyalty/program/loyalty-settings.ts";
import type { PointsFigures, PointsFlow } from "#app/domain/loyalty/program/read-points-figures.ts";
import type { RepeatRate, RepeatRates } from "#app/domain/loyalty/program/read-repeat-rates.ts";
import type { RuleCost } from "#app/domain/loyalty/program/read-rule-costs.ts";
import type { ManagedRule } from "#app/domain/loyalty/read/managed-rule.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { pointsNumber } from "../loyalty-words.ts";

/** What is on, in words. */
export function showState(
  rules: readonly Pick<ManagedRule, "status">[],
  { returnDays, expiryMonths }: LoyaltyProgramSettings,
  formats: Formats,
) {
  const active = rules.filter(({ status }) => status === "active").length;
  return {
    isRunning: active > 0,
    rules: `${formats.count(active, "rule")} active, ${formats.count(rules.length - active, "other")}`,
    pending:
      returnDays === 0
        ? "Points of an order can be spent at once"
        : `Points of an order can be spent ${formats.count(returnDays, "day")} after it`,
    expiry:
      expiryMonths === null
        ? "Points never expire"
        : `Points expire after ${formats.count(expiryMonths, "month")}`,
  };
}

export type StateView = ReturnType<typeof showState>;

/**
 * Whether a loyalty block is on the storefront, by when one has asked for a customer's data last: reading the theme would take a
 * permission that nothing else needs.
 */
export function showBlocks(seenAt: Date | null, zone: string, formats: Formats) {
  return {
    isSeen: seenAt !== null,
    seen: seenAt
      ? `A loyalty block was last seen on your storefront on ${formats.day(formatDate(seenAt, zone))}`
      : "No loyalty block was seen on your storefront yet",
  };
}

export type BlocksView = ReturnType<typeof showBlocks>;

export function showRepeat({ redeemed, couldHave }: RepeatRates, formats: Formats) {
  const show = ({ customers, repeated }: RepeatRate) => ({
    rate: customers === 0 ? "–" : `${Math.round((100 * repeated) / customers)}%`,
    note: `${pointsNumber(repeated, formats)} of ${formats.count(customers, "customer")}`,
  });
  return {
    isBlank: redeemed.customers + couldHave.customers === 0,
    ...{ redeemed: show(redeemed), couldHave: show(couldHave) },
  };
}

export type RepeatView = ReturnType<typeof showRepeat>;

export function showPoints(figures: PointsFigures, formats: Formats) {
  const number = (points: number) => pointsNumber(points, formats);
  const row = (title: string, key: keyof PointsFlow) => ({
    title,
    recent: number(figures.recent[key]),
    ever: number(figures.ever[key]),
  });
  return {
    available: number(figures.availablePoints),
    pending: number(figures.pendingPoints),
    owed: number(figures.owedPoints),
    flows: [
      row("Earned by rules", "earned"),
      row("Adjusted by hand", "adjusted"),
      row("Redeemed", "redeemed"),
      row("Expired", "expired"),
      row("Taken back", "takenBack"),
    ],
  };
}

export type PointsView = ReturnType<typeof showPoints>;

export function showRuleCost(cost: RuleCost, currency: string, formats: Formats) {
  const parts = [
    ...(cost.points > 0 ? [formats.count(cost.points, "point")] : []),
    ...(cost.creditMinor > 0
      ? [`${formats.money(cost.creditMinor, currency)} of store credit`]
      : []),
    ...(cost.coupons > 0 ? [formats.count(cost.coupons, "coupon")] : []),
    ...(cost.contracts > 0
      ? [formats.count(cost.contracts, "reward on a subscription", "rewards on subscriptions")]
      : []),
  ];
  return {
    id: String(cost.ruleId),
    name: cost.ruleName,
    rewards: pointsNumber(cost.rewards, formats),
    gave: parts.join(", ") || "–",
    used: cost.couponsUsedMinor === 0 ? "–" : formats.money(cost.couponsUsedMinor, currency),
  };
}

export type RuleCostView = ReturnType<typeof showRuleCost>;
