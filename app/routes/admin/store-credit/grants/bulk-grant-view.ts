import type { Actor } from "#app/domain/context.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { creditExpiry } from "#app/domain/store-credit/grants/credit-expiry.ts";
import type { BulkGrantSummary } from "#app/domain/store-credit/grants/list-bulk-grants.ts";
import type { BulkGrantStart } from "#app/domain/store-credit/grants/start-bulk-grant.ts";
import type { PlanPolicy } from "#app/domain/store-credit/policies/plan-policy.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { describeActor } from "../../show-activity.ts";

type EarlierGrant = Extract<BulkGrantStart, { outcome: "granted_lately" }>["grant"];
type Store = Pick<Shop, "currency" | "ianaTimezone">;

/** A plan as one chooses it for a grant. */
export interface GrantablePlan {
  planId: string;
  label: string;
  memberCount: number;
  /** What happens to credit granted under the plan now. */
  policy: string;
}

export function showGrantablePlan(
  plan: PlanPolicy,
  now: Date,
  shop: Store,
  formats: Formats,
): GrantablePlan {
  const expiresAt = creditExpiry(now, plan.expiryMonths, shop.ianaTimezone);
  const until = expiresAt && formats.day(formatDate(expiresAt, shop.ianaTimezone));
  const lasts = until ? `It expires at the end of ${until}` : "It never expires";
  const ends = plan.forfeitOnCancel
    ? "is forfeited when the contract ends"
    : "stays when the contract ends";
  return {
    planId: plan.planId,
    label: `${plan.planName} (${formats.count(plan.memberCount, "member")})`,
    memberCount: plan.memberCount,
    policy: `${lasts} and ${ends}.`,
  };
}

export interface BulkGrantView {
  id: string;
  plan: string;
  amount: string;
  total: string;
  reason: string;
  granted: number;
  members: number;
  isAtWork: boolean;
  until: string;
  by: string;
  at: string;
}

export function showBulkGrant(
  grant: BulkGrantSummary,
  shop: Store,
  formats: Formats,
): BulkGrantView {
  const { amountMinor, grantedCount, expiresAt } = grant;
  return {
    id: String(grant.id),
    plan: grant.planName,
    amount: formats.money(amountMinor, shop.currency),
    total: formats.money(amountMinor * grantedCount, shop.currency),
    reason: grant.reason,
    granted: grantedCount,
    members: grant.memberCount,
    isAtWork: grant.finishedAt === null,
    until: expiresAt ? formats.day(formatDate(expiresAt, shop.ianaTimezone)) : "Never expires",
    by: describeActor(grant.actor),
    at: formats.instant(grant.createdAt, shop.ianaTimezone),
  };
}

/** When the same amount was granted before, and by whom. */
export function showEarlierGrant(
  grant: EarlierGrant,
  shop: Store,
  formats: Formats,
): { at: string; by: string } {
  return {
    at: formats.instant(grant.createdAt, shop.ianaTimezone),
    by: describeActor({ kind: grant.actorKind as Actor["kind"], name: grant.actorName }),
  };
}
