import type { LoyaltyProgramSettings } from "#app/domain/loyalty/program/loyalty-settings.ts";
import type { PointsFigures, PointsFlow } from "#app/domain/loyalty/program/read-points-figures.ts";
import type { GiverKind, ProgramCost } from "#app/domain/loyalty/program/read-program-costs.ts";
import type { RepeatRate, RepeatRates } from "#app/domain/loyalty/program/read-repeat-rates.ts";
import type { ManagedRule } from "#app/domain/loyalty/read/managed-rule.ts";
import type { BlockSeen } from "#app/domain/shops/block-seen.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { pointsNumber } from "../loyalty-words.ts";
import { POINT_REWARDS } from "../point-rewards/point-reward-draft.ts";
import { RULES } from "../rules/status-words.ts";

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
export function showBlocks(seen: BlockSeen | null, zone: string, formats: Formats) {
  if (!seen) {
    return {
      isSeen: false,
      badge: "Not seen yet",
      seen: "No loyalty block was seen on your storefront yet",
      advice:
        "Add a loyalty block in the theme editor, sign in on your storefront as a customer, and open that page.",
    };
  }
  const day = formats.day(formatDate(seen.at, zone));
  const last = `A signed-in customer last saw a loyalty block on your storefront on ${day}`;
  if (seen.isRecent) {
    return { isSeen: true, badge: "On your storefront", seen: last, advice: null };
  }
  return {
    isSeen: false,
    badge: `Not seen for ${formats.count(seen.daysAgo, "day")}`,
    seen: last,
    advice:
      "Either no customer has signed in since, or the block is gone from your theme: look in the theme editor, sign in on your storefront as a customer, and open that page.",
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

/** What the program gave, row by row, and last what all of it cost. */
export function showCosts(costs: readonly ProgramCost[], currency: string, formats: Formats) {
  const money = (minor: number) => (minor === 0 ? "–" : formats.money(minor, currency));
  const total = costs.reduce((sum, { costMinor }) => sum + costMinor, 0);
  return {
    hasContracts: costs.some(({ contracts }) => contracts > 0),
    rows: [
      ...costs.map((cost) => ({
        key: `${cost.kind} ${cost.id}`,
        name: cost.name,
        kind: KIND_NAMES[cost.kind],
        url: pageOf(cost),
        rewards: pointsNumber(cost.rewards, formats),
        gave: gaveOf(cost, currency, formats),
        cost: money(cost.costMinor),
      })),
      {
        ...{ key: "total", name: "Total", kind: "–", url: null, gave: "–" },
        rewards: pointsNumber(
          costs.reduce((sum, { rewards }) => sum + rewards, 0),
          formats,
        ),
        cost: formats.money(total, currency),
      },
    ],
  };
}

export type CostsView = ReturnType<typeof showCosts>;

const KIND_NAMES: Readonly<Record<GiverKind, string>> = {
  rule: "Rule",
  point_reward: "For points",
  tier: "Tier entered",
};

function pageOf({ kind, id, isArchived }: ProgramCost): string | null {
  if (isArchived) return null;
  if (kind === "tier") return "/app/loyalty/tiers";
  return `${kind === "rule" ? RULES : POINT_REWARDS}/${id}`;
}

function gaveOf(cost: ProgramCost, currency: string, formats: Formats): string {
  const { points, pointsPaid, creditMinor, coupons, contracts } = cost;
  const parts = [
    ...(points > 0 ? [formats.count(points, "point")] : []),
    ...(creditMinor > 0 ? [`${formats.money(creditMinor, currency)} of store credit`] : []),
    ...(coupons > 0 ? [formats.count(coupons, "coupon")] : []),
    ...(contracts > 0
      ? [formats.count(contracts, "reward on a subscription", "rewards on subscriptions")]
      : []),
  ];
  const gave = parts.join(", ") || "–";
  return pointsPaid > 0 ? `${gave} for ${formats.count(pointsPaid, "point")}` : gave;
}
