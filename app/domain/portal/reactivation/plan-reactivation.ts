import { createHash } from "node:crypto";
import type { Subscription } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { PlatformContractLine } from "#app/platform/platform-contract.ts";
import type {
  ContractTerms,
  LinePricing,
  NewContract,
  NewContractLine,
} from "#app/platform/platform-terms.ts";
import { soonestDate } from "../../billing/dates/soonest-date.ts";
import type { ShopContext } from "../../context.ts";

/** Why a contract cannot begin again, in an order in which one reason hides the next. */
export type ReactivationBlock =
  | "already_active"
  /** Whether its time is paid for is not known yet: what goes on from it would have it for nothing. */
  | "payment_pending"
  | "payment_method"
  | "not_sold"
  /** The store would have to do it: it lacks the address, or the contract is of another currency. */
  | "ask_store";

/** What another contract in the place of a canceled one would be, as its owner is shown it. */
export interface ReactivationPlan {
  nextChargeDate: Date;
  amountMinor: number;
  /** Names what was shown. */
  revision: string;
  contract: Omit<NewContract, "key">;
}

type ReactivationChoice =
  | { outcome: "possible"; plan: ReactivationPlan }
  | { outcome: "blocked"; block: ReactivationBlock }
  /** Nobody is told why: it is live, or its owner wanted none of it. */
  | { outcome: "none" };

/**
 * Whether a canceled contract can begin again, and with what: the same products, prices, interval, address and payment method,
 * and its next charge at the end of what is paid, or now where that is over. Discounts and offers have ended with the contract.
 *
 * @throws PlatformFailure when the platform cannot be asked.
 */
export async function planReactivation(
  context: ShopContext,
  row: Subscription,
): Promise<ReactivationChoice> {
  const { shop, platform } = context;
  if (row.status !== "cancelled" || row.withdrawnAt || row.importState === "undone") {
    return { outcome: "none" };
  }
  const customer = row.customerId === null ? null : await findCustomer(context, row.customerId);
  if (!customer) return { outcome: "none" };
  const known = await blockedByRecord(context, row);
  if (known) return { outcome: "blocked", block: known };
  const terms = await platform.getContractTerms(Number(row.platformContractId));
  if (!terms) return { outcome: "none" };
  const customerId = Number(customer.platformCustomerId);
  const { contract } = terms;
  if (row.chargeRunning || contract.chargeRunning) {
    return { outcome: "blocked", block: "payment_pending" };
  }
  const methods = (await platform.listPaymentMethods([customerId])).get(customerId) ?? [];
  const method = methods.find(({ id }) => contract.paymentMethod?.endsWith(`/${id}`));
  if (!method || method.isRevoked) return { outcome: "blocked", block: "payment_method" };
  const lines = await linesOf(context, terms, {
    made: await countCharges(context, row),
    priceStep: row.priceStep,
  });
  if (!lines) return { outcome: "blocked", block: "not_sold" };
  const isShipped = terms.lines.some(({ requiresShipping }) => requiresShipping);
  if ((isShipped && !terms.delivery) || contract.currency !== shop.currency) {
    return { outcome: "blocked", block: "ask_store" };
  }
  return {
    outcome: "possible",
    plan: planOf(context, row, {
      actor: "customer",
      customerId,
      currency: contract.currency,
      isPaused: false,
      interval: contract.interval,
      deliveryInterval: contract.deliveryInterval,
      fixedDays: terms.fixedDays,
      nextBillingAt: nextDateOf(context, row),
      paymentMethodId: method.id,
      note: terms.note,
      attributes: terms.attributes,
      lines,
      deliveryMinor: contract.deliveryMinor,
      delivery: isShipped ? terms.delivery : null,
    }),
  };
}

function findCustomer({ db, shop }: Pick<ShopContext, "db" | "shop">, id: bigint) {
  const where = { shopId: shop.id, id, redactedAt: null };
  return db.prisma.customer.findFirst({ where, select: { platformCustomerId: true } });
}

async function blockedByRecord(
  { db, clock }: Pick<ShopContext, "db" | "clock">,
  row: Subscription,
): Promise<ReactivationBlock | null> {
  const { shopId, planId, cardExpiresAt } = row;
  const plan =
    planId === null
      ? null
      : await db.prisma.plan.findUnique({
          where: { shopId_id: { shopId, id: planId } },
          include: { planGroup: { select: { removedAt: true } } },
        });
  if (await hasAnotherMembership(db.prisma, row)) return "already_active";
  if (!plan || plan.removedAt || plan.planGroup.removedAt) return "not_sold";
  if (await escapesChange(db.prisma, row)) return "ask_store";
  return cardExpiresAt && cardExpiresAt <= clock.now() ? "payment_method" : null;
}

/**
 * Whether a canceled contract would come back at the price or the terms that a change was to end: its owner has declined the
 * change, or was canceled for no answer, or canceled while the change was still to come.
 */
async function escapesChange(
  tx: Queries,
  { shopId, id, cancelledAt }: Subscription,
): Promise<boolean> {
  const row = await tx.priceChangeRow.findFirst({
    where: {
      ...{ shopId, subscriptionId: id, change: { stoppedAt: null } },
      OR: [
        { answer: "declined" },
        { answer: "none", change: { silence: "cancels" } },
        { state: { in: ["waiting", "told", "writing", "written"] } },
        // Left because it was canceled, after it had been told of.
        { state: "left", endedAt: { gte: cancelledAt ?? new Date(0) } },
      ],
    },
    select: { state: true },
  });
  return row !== null;
}

/**
 * Whether the owner of a membership has another one of its group, or is starting one again: with the customer's row locked, nobody
 * gets two.
 */
export async function hasAnotherMembership(
  tx: Queries,
  { shopId, id, planId, customerId, kind }: Subscription,
): Promise<boolean> {
  if (kind !== "membership" || planId === null) return false;
  const { planGroupId } = await tx.plan.findUniqueOrThrow({
    where: { shopId_id: { shopId, id: planId } },
    select: { planGroupId: true },
  });
  const another = await tx.subscription.findFirst({
    where: {
      ...{ shopId, customerId, kind, id: { not: id }, plan: { planGroupId } },
      AND: [{ OR: [{ importState: null }, { importState: { not: "undone" } }] }],
      OR: [{ status: { not: "cancelled" } }, { reactivations: { some: { state: "asked" } } }],
    },
    select: { id: true },
  });
  return another !== null;
}

/** The lines without what a reward has added; null when one of their products is not there any more. */
async function linesOf(
  { platform, db, shop }: Pick<ShopContext, "platform" | "db" | "shop">,
  { contract, lines: terms }: ContractTerms,
  steps: StepsTaken,
): Promise<NewContractLine[] | null> {
  const { currency } = contract;
  const bought = contract.lines.flatMap((line, at) => {
    const isGift = line.sellingPlanId === null && line.priceMinor === 0;
    const { variantId = null, baseMinor = null, attributes = [] } = terms[at] ?? {};
    return isGift ? [] : [{ line, variantId, baseMinor, attributes }];
  });
  const variants = await platform.listVariants(bought.flatMap(({ variantId }) => variantId ?? []));
  const planIds = bought.flatMap(({ line }) => line.sellingPlanId ?? []).map(BigInt);
  const sold = await db.prisma.plan.findMany({
    where: { shopId: shop.id, platformPlanId: { in: planIds }, removedAt: null },
    select: { platformPlanId: true },
  });
  const lines: NewContractLine[] = [];
  for (const { line, variantId, baseMinor, attributes } of bought) {
    const { sellingPlanId, sellingPlanName, quantity } = line;
    const priceMinor = priceNow(line, steps);
    if (variantId === null || !variants.has(variantId)) return null;
    const isSold = sold.some(({ platformPlanId }) => Number(platformPlanId) === sellingPlanId);
    if (sellingPlanId !== null && !isSold) return null;
    lines.push({
      ...{ variantId, quantity, priceMinor },
      plan: sellingPlanId === null ? null : { planId: sellingPlanId, name: sellingPlanName ?? "" },
      pricing: baseMinor === null ? null : { baseMinor, steps: stepsOf(line, steps, currency) },
      attributes,
    });
  }
  return lines.length > 0 ? lines : null;
}

/** How many charges were made, and after how many of them the contract has the price that it has. */
interface StepsTaken {
  made: number;
  priceStep: number;
}

/** What a piece costs next: a step that is due and was not written on the platform before the contract ended counts as taken. */
function priceNow(
  { priceSteps, priceMinor }: PlatformContractLine,
  { made, priceStep }: StepsTaken,
): number {
  const due = priceSteps
    .filter(({ afterCycle }) => afterCycle > priceStep && afterCycle <= made)
    .sort((one, other) => one.afterCycle - other.afterCycle);
  return due.at(-1)?.priceMinor ?? priceMinor;
}

/** The checkout is the first charge, and no billing cycle of ours; a contract without one is counted as if it had it. */
const CHECKOUT = 1;

async function countCharges(
  { db }: Pick<ShopContext, "db">,
  { shopId, id, trialState }: Subscription,
): Promise<number> {
  const where = { shopId, subscriptionId: id, state: "paid" };
  const paid = await db.prisma.billingCycle.count({ where });
  // The fee was paid, and the platform was not told of the full price yet.
  if (trialState === "to_start") return CHECKOUT;
  // What costs less for the first charges is no trial's price: that has ended with the trial's contract.
  return trialState === null ? CHECKOUT + paid : Number.POSITIVE_INFINITY;
}

/** A price for the first charges lasts as long as it would have lasted: the charges that were made count. */
function stepsOf(
  line: PlatformContractLine,
  taken: StepsTaken,
  currency: string,
): LinePricing["steps"] {
  const { made } = taken;
  const step = (afterCycle: number, minor: number) => ({
    ...{ afterCycle, priceMinor: minor },
    discount: { kind: "fixed_price" as const, amountMinor: minor, currency },
  });
  const later = line.priceSteps.filter(({ afterCycle }) => afterCycle > made);
  if (later.length === 0) return [];
  return [
    step(0, priceNow(line, taken)),
    ...later.map((one) => step(one.afterCycle - made + CHECKOUT, one.priceMinor)),
  ];
}

/** In whole seconds, which are all that the platform knows. */
function nextDateOf({ clock }: Pick<ShopContext, "clock">, { endsAt }: Subscription): Date {
  const soonest = soonestDate(clock.now());
  return endsAt && endsAt > soonest ? new Date(Math.ceil(endsAt.getTime() / 1000) * 1000) : soonest;
}

function planOf(
  { shop }: Pick<ShopContext, "shop">,
  row: Subscription,
  contract: Omit<NewContract, "key">,
): ReactivationPlan {
  const { lines, deliveryMinor, nextBillingAt: nextChargeDate } = contract;
  const goods = lines.reduce((sum, { quantity, priceMinor }) => sum + quantity * priceMinor, 0);
  const amountMinor = goods + deliveryMinor;
  const shown = [
    String(row.platformContractId),
    formatDate(nextChargeDate, shop.ianaTimezone),
    amountMinor,
    lines,
  ];
  const digest = createHash("sha256").update(JSON.stringify(shown)).digest("base64url");
  return { nextChargeDate, amountMinor, revision: `ended.${digest.slice(0, 16)}`, contract };
}
