import type { Actor, AppContext, ShopContext } from "#app/domain/context.ts";
import { expireCredit } from "#app/domain/ledger/expire-grants.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { openShop } from "#app/domain/shops/open-shop.ts";
import type { Shop } from "#app/domain/shops/shop.ts";
import { adjustCreditAsMerchant } from "#app/domain/store-credit/adjustments/adjust-credit.ts";
import { confirmCreditFile } from "#app/domain/store-credit/files/confirm-credit-file.ts";
import { uploadCreditFile } from "#app/domain/store-credit/files/upload-credit-file.ts";
import { creditExpiry } from "#app/domain/store-credit/grants/credit-expiry.ts";
import { startBulkGrant } from "#app/domain/store-credit/grants/start-bulk-grant.ts";
import { forfeitCredit } from "#app/domain/store-credit/policies/forfeit-credit.ts";
import { listPlanPolicies } from "#app/domain/store-credit/policies/list-plan-policies.ts";
import type { PlanPolicy } from "#app/domain/store-credit/policies/plan-policy.ts";
import { setPlanPolicies } from "#app/domain/store-credit/policies/set-plan-policies.ts";
import type { Customer, Subscription } from "#app/generated/prisma/client.ts";
import { clockAt } from "#app/lib/clock.ts";
import { addIntervals } from "#app/lib/zoned-time.ts";
import { inThePast } from "./in-the-past.ts";

const MONTHS = 8;
export const MONTHLY_CREDIT_MINOR = 500;
/** Short enough that some credit in the demo's history expires unused. */
const LASTS_MONTHS = 3;
const DAY_MS = 86_400_000;
const merchant: Actor = { kind: "merchant", name: "Mia Example" };
const shopper: Actor = { kind: "customer", name: null };

/** What happens at one instant of the past. */
interface Happening {
  at: Date;
  run: (context: ShopContext) => Promise<unknown>;
}

type Membership = Subscription & { customer: Customer | null };

/** What the merchant has done by hand: amount, type, reason. */
const ADJUSTMENTS = [
  ["10.00", "manual admin adjustment", "Parcel arrived late"],
  ["-2.50", "reconciled", "Given twice in the shop"],
  ["15.00", "manual admin adjustment", "Broken pot, customer kept the plant"],
  ["5.00", "manual admin adjustment", "Wrote a kind review"],
  ["-5.00", "forfeit", "Asked to close the account's credit"],
] as const;

/**
 * Gives the demo store a past in credit, by the actions that a store's own days would call: a monthly
 * credit to members, part of it spent and part expired or forfeited, adjustments by hand, a grant to a
 * plan, and a file. Does nothing on a store that has one already; safe to repeat after an interruption.
 */
export async function seedCreditHistory(app: AppContext, shop: Shop): Promise<void> {
  const { prisma } = app.db;
  if ((await prisma.creditFile.count({ where: { shopId: shop.id } })) > 0) return;
  const context = openShop(app, shop, { kind: "system", name: null });
  const plans = await setPolicies({ ...context, actor: merchant });
  const memberships = await prisma.subscription.findMany({
    where: { shopId: shop.id, kind: "membership", customerId: { not: null } },
    include: { customer: true },
    orderBy: { platformContractId: "asc" },
  });
  const now = new Date();
  const events = [
    ...monthlyCredit(plans, memberships, now, shop),
    ...forfeits(memberships, now),
    ...adjustments(memberships, now),
  ];
  await inThePast(app.db, shop.id, () => happenInOrder(context, events));
  await grantToOnePlan({ ...context, actor: merchant }, plans);
  await applyFile({ ...context, actor: merchant }, memberships);
}

/** Day by day, as each day's clock; in the evening what is over by then expires. */
async function happenInOrder(context: ShopContext, events: readonly Happening[]): Promise<void> {
  const sorted = events.toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (const ofDay of Map.groupBy(sorted, ({ at }) => at.toISOString().slice(0, 10)).values()) {
    // Side by side they share the way to the database, and are posted in this order.
    await Promise.all(ofDay.map(({ at, run }) => run({ ...context, clock: clockAt(at) })));
    await expireCredit({ ...context, clock: clockAt(ofDay.at(-1)?.at ?? new Date()) });
  }
}

/** Memberships give credit that ends after some months, and with the membership. */
async function setPolicies(context: ShopContext): Promise<PlanPolicy[]> {
  const plans = (await listPlanPolicies(context)).filter(({ kind }) => kind === "membership");
  const policies = plans.map(({ planId }) => ({
    planId,
    amount: null,
    expiryMonths: LASTS_MONTHS,
    forfeitOnCancel: true,
  }));
  await setPlanPolicies(context, { policies });
  return listPlanPolicies(context);
}

/** Every member gets a month's credit on a different day, and every third spends some of it. */
function monthlyCredit(
  plans: readonly PlanPolicy[],
  memberships: readonly Membership[],
  now: Date,
  { ianaTimezone }: Shop,
): Happening[] {
  const events: Happening[] = [];
  for (let monthsAgo = MONTHS; monthsAgo >= 0; monthsAgo -= 1) {
    const month = addIntervals(now, { unit: "month", count: 1 }, -monthsAgo, ianaTimezone);
    for (const [index, membership] of memberships.entries()) {
      const at = new Date(month.getTime() - (index % 28) * DAY_MS - (index % 9) * 3_600_000);
      const plan = plans.find((one) => one.planId === String(membership.planId));
      if (!plan || !wasMember(membership, at)) continue;
      const key = `${membership.id}/${month.toISOString().slice(0, 7)}`;
      events.push({
        at,
        run: (context) => giveMonthly(context, plan, membership, key),
      });
      if ((index + monthsAgo) % 3 !== 0) continue;
      const spentMinor = 250 + 50 * (index % 9);
      events.push({
        at: new Date(at.getTime() + DAY_MS / 2),
        run: (context) => spend({ ...context, actor: shopper }, membership, spentMinor, key),
      });
    }
  }
  return events.filter(({ at }) => at <= now);
}

async function giveMonthly(
  context: ShopContext,
  plan: PlanPolicy,
  { customerId, planId }: Membership,
  key: string,
): Promise<void> {
  if (customerId === null) return;
  const { clock, shop } = context;
  const expiresAt = creditExpiry(clock.now(), plan.expiryMonths, shop.ianaTimezone);
  await postCredit(context, {
    customerId,
    planId,
    unit: "money",
    amountMinor: MONTHLY_CREDIT_MINOR,
    parts: [{ amountMinor: MONTHLY_CREDIT_MINOR, expiresAt }],
    typeCode: CREDIT_TYPES.membership,
    message: `Monthly credit of ${plan.groupName}`,
    sourceKey: `demo/given/${key}`,
  });
}

async function spend(
  context: ShopContext,
  { customerId }: Membership,
  amountMinor: number,
  key: string,
): Promise<void> {
  if (customerId === null) return;
  await postCredit(context, {
    customerId,
    unit: "money",
    amountMinor: -amountMinor,
    typeCode: CREDIT_TYPES.redemption,
    message: "Used at the checkout",
    usedIn: "checkout",
    sourceKey: `demo/spent/${key}`,
  });
}

function forfeits(memberships: readonly Membership[], now: Date): Happening[] {
  const from = addIntervals(now, { unit: "day", count: 1 }, -31 * MONTHS, "UTC");
  return memberships.flatMap(({ id, cancelledAt }) =>
    cancelledAt && cancelledAt > from && cancelledAt <= now
      ? [{ at: cancelledAt, run: (context: ShopContext) => forfeitCredit(context, id) }]
      : [],
  );
}

function wasMember({ platformCreatedAt, cancelledAt }: Subscription, at: Date): boolean {
  return platformCreatedAt <= at && (cancelledAt === null || at < cancelledAt);
}

function adjustments(memberships: readonly Membership[], now: Date): Happening[] {
  const active = memberships.filter(({ status }) => status === "active");
  return ADJUSTMENTS.flatMap(([amount, type, reason], index) => {
    const customerId = active[index * 3]?.customerId;
    if (!customerId) return [];
    const at = new Date(now.getTime() - (ADJUSTMENTS.length - index) * 2 * DAY_MS);
    const input = { amount, type, reason, key: `demo-${index}` };
    const run = (context: ShopContext) =>
      adjustCreditAsMerchant({ ...context, actor: merchant }, customerId, input);
    return [{ at, run }];
  });
}

/** To the smallest of the membership plans, run by the worker like any other. */
async function grantToOnePlan(context: ShopContext, plans: readonly PlanPolicy[]): Promise<void> {
  const [plan] = plans
    .filter(({ kind, memberCount }) => kind === "membership" && memberCount > 0)
    .sort((a, b) => a.memberCount - b.memberCount);
  if (!plan) return;
  await startBulkGrant(context, {
    planId: BigInt(plan.planId),
    amount: "3.00",
    reason: "A thank-you to our members",
    memberCount: plan.memberCount,
    key: "demo",
    again: false,
  });
}

/** A file in which one line is wrong and was left out. */
async function applyFile(context: ShopContext, memberships: readonly Membership[]): Promise<void> {
  const { currency } = context.shop;
  const rows = memberships
    .filter(({ status, customer }) => status === "active" && customer?.email)
    .slice(10, 16)
    .map(({ customer }) => `${customer?.platformCustomerId},${customer?.email},2.00`);
  if (rows.length === 0) return;
  const lines = [...rows, "999,nobody@example.com,2.00"].map(
    (row) => `${row},manual admin adjustment,Won the seed quiz,${currency}`,
  );
  const file = await uploadCreditFile(context, {
    name: "seed-quiz-winners.csv",
    bytes: new TextEncoder().encode(
      `customer,email,amount,type,reason,currency\r\n${lines.join("\r\n")}\r\n`,
    ),
  });
  const total = `${rows.length * 2}.00`;
  if (file.outcome !== "checked") throw new Error(file.message);
  await confirmCreditFile(context, { fileId: file.fileId, total, leaveOut: true });
}
