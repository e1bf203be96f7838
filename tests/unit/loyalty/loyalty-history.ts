import type { CustomerFacts } from "#app/domain/loyalty/facts/customer-facts.ts";
import type { Fact, LoyaltyOrder, PlainFactKind } from "#app/domain/loyalty/facts/fact.ts";
import { type CountableRule, countRule } from "#app/domain/loyalty/rules/count-rule.ts";
import type { RuleVersion } from "#app/domain/loyalty/rules/rule-terms.ts";
import {
  type RuleSettings,
  type RuleType,
  ruleTypeOf,
} from "#app/domain/loyalty/rules/rule-types.ts";
import { fraction } from "#app/lib/fraction.ts";

export const STORE = { currency: "EUR", zone: "Europe/Berlin" };
export const NOW = new Date("2026-12-31T12:00:00Z");

type Version = Omit<Partial<RuleVersion>, "settings"> & { settings?: object };

/** A rule whose versions follow one another; settings are checked as the editor's are. */
export function rule(
  type: RuleType,
  settings: object,
  version: Version = {},
  ...later: Version[]
): CountableRule {
  const first = versionOf(type, 1, { settings, ...version });
  return {
    ...{ id: 1n, type, name: "Rule" },
    versions: [first, ...later.map((one, at) => versionOf(type, at + 2, { ...first, ...one }))],
  };
}

function versionOf(type: RuleType, version: number, given: Version): RuleVersion<RuleSettings> {
  return {
    since: new Date("2026-01-01T00:00:00Z"),
    isActive: true,
    conditions: { customer_settings: { apply_to: "all" }, product_ids: null, tier_ids: null },
    reward: { reward_type: "points", points: 10 },
    limits: { per_customer: null, per_customer_per_day: null, in_total: null },
    startsAt: new Date("2026-01-01T00:00:00Z"),
    endsAt: null,
    ...given,
    settings: ruleTypeOf(type).settings.parse(given.settings),
    version,
  };
}

let last = 0n;

/** A paid and sent order over an amount in major units. */
export function order(at: string, amount: number, more: Partial<LoyaltyOrder> = {}): Fact {
  last += 1n;
  const netMinor = Math.round(amount * 100);
  const placed = new Date(at);
  return {
    kind: "order",
    key: `order:${last}`,
    at: placed,
    order: {
      ...{ id: last, name: `#${last}`, gid: `gid://platform/Order/${last}`, netMinor },
      ...{ fulfilledAt: placed, isRenewal: false, contracts: [] },
      ...{ isPurchase: netMinor > 0, hasAmount: true },
      products: [{ productId: 1, net: fraction(netMinor) }],
      ...more,
    },
  };
}

export function plain(
  kind: PlainFactKind,
  key: string,
  at: string,
  data: Record<string, unknown> = {},
): Fact {
  return { kind, key, at: new Date(at), data };
}

export function customer(facts: Fact[], more: Partial<CustomerFacts> = {}): CustomerFacts {
  return { customerId: 1n, facts, memberships: [], ...more };
}

/** What a rule comes to: the keys of its completions, with points where the rule says them, and its progress. */
export function outcome(of: CountableRule, facts: Fact[], more: Partial<CustomerFacts> = {}) {
  const { completions, progress } = countRule(of, customer(facts, more), {
    store: STORE,
    now: NOW,
    tierBefore: () => null,
  });
  return {
    completions: completions.map(({ key, points, version }) =>
      [key, points, version > 1 ? `v${version}` : undefined]
        .filter((part) => part !== undefined)
        .join(" "),
    ),
    progress: progress && `${progress.current}/${progress.required}`,
  };
}
