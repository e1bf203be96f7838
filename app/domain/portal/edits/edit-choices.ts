import { isPrepaid } from "#app/lib/deliveries.ts";
import { type Interval, isSameInterval } from "#app/lib/zoned-time.ts";
import type { PlatformContractLine } from "#app/platform/platform-contract.ts";
import type { PlanPricing } from "#app/platform/platform-plan-group.ts";
import type {
  ContractAddress,
  LineChange,
  ProductVariant,
  TermsLine,
} from "#app/platform/platform-terms.ts";
import { dueDate } from "../../billing/cycles/due-date.ts";
import { keptBy, readCalendar } from "../../billing/cycles/read-calendar.ts";
import { dueAtFrequency } from "../../billing/dates/charge-date.ts";
import { keepsAt } from "../../billing/dates/kept-time.ts";
import type { ShopContext } from "../../context.ts";
import { readPlanPricing } from "../../plans/managed-plan-group.ts";
import { planPriceOf, planPricingNote } from "../../plans/prices/plan-price.ts";
import { fixedDayOf } from "../../subscriptions/charges/fixed-day.ts";
import { deliveryIntervalOf } from "../../subscriptions/delivery-columns.ts";
import { hasBegun } from "../../subscriptions/import-state.ts";
import { amountAfter } from "./amount-after.ts";
import { type EditState, revisionOf } from "./edit-state.ts";

/** As many of one product as a shopper may take by themselves. */
const MOST_PIECES = 20;

/** Amounts are what the next charge comes to then, in minor units of the contract's currency; null where that is not known. */
interface FrequencyChoice {
  planId: number;
  name: string;
  interval: Interval;
  amountMinor: number | null;
  nextChargeDate: Date;
}

interface VariantChoice {
  variantId: number;
  title: string | null;
  imageUrl: string | null;
  /** Of one piece. */
  priceMinor: number;
  amountMinor: number | null;
  available: boolean;
}

export interface LineChoice {
  lineId: string;
  title: string;
  variantTitle: string | null;
  imageUrl: string | null;
  quantity: number;
  priceMinor: number;
  /** `amounts` has one for each quantity, from the least on. */
  quantities: { least: number; most: number; amounts: (number | null)[] } | null;
  /** Of the same product, without the present one. */
  variants: VariantChoice[];
}

/** The choices that a shopper has for a contract's frequency, lines and address. */
export interface EditChoices {
  frequencies: FrequencyChoice[];
  lines: LineChoice[];
  address: ContractAddress | null;
  revision: string;
}

export interface EditPlans extends EditChoices {
  linesOfFrequency: ReadonlyMap<number, LineChange[]>;
  lineOfVariant: ReadonlyMap<string, LineChange>;
}

/** @throws PlatformFailure. */
export async function planEdits(context: ShopContext, state: EditState): Promise<EditPlans> {
  const { subscription, running, open } = state.billing;
  const isLive = hasBegun(subscription) && subscription.status !== "cancelled";
  const isRunning = running !== null || subscription.chargeRunning;
  const isOpen = isLive && !isRunning && open === null;
  const isTrial =
    subscription.trialEndsAt !== null && subscription.trialEndsAt > context.clock.now();
  const linesOfFrequency = new Map<number, LineChange[]>();
  const lineOfVariant = new Map<string, LineChange>();
  const frequencies =
    isOpen && !isTrial && subscription.status === "active"
      ? await frequenciesOf(context, state, linesOfFrequency)
      : [];
  const lines = linesOf(state, isOpen && !isTrial, lineOfVariant);
  const { delivery } = state.terms;
  const address = (isLive && !isRunning && ships(state) && delivery?.address) || null;
  const revision = revisionOf(state, { frequencies, lines: lines.map(factsOf), address });
  return { frequencies, lines, address, revision, linesOfFrequency, lineOfVariant };
}

const factsOf = ({ lineId, quantities, variants }: LineChoice) => ({
  ...{ lineId, quantities },
  variants: variants.map(({ variantId, priceMinor, amountMinor }) => [
    variantId,
    priceMinor,
    amountMinor,
  ]),
});

function ships({ terms }: EditState): boolean {
  return terms.lines.some(({ requiresShipping }) => requiresShipping);
}

async function frequenciesOf(
  context: ShopContext,
  state: EditState,
  linesOfPlan: Map<number, LineChange[]>,
): Promise<FrequencyChoice[]> {
  const { terms, billing, plans } = state;
  const { contract } = terms;
  const { subscription, last } = billing;
  const dueAt = dueDate(subscription, last);
  const planned = contract.lines.filter(({ sellingPlanId }) => sellingPlanId !== null);
  const isOfOnePlan = new Set(planned.map(({ sellingPlanId }) => sellingPlanId)).size === 1;
  const others = plans.filter(
    (plan) =>
      plan.removedAt === null && !deliveryIntervalOf(plan) && !hasInterval(plan, contract.interval),
  );
  const now = context.clock.now();
  if (!dueAt || dueAt <= now || isPrepaid(contract) || !isOfOnePlan || others.length === 0)
    return [];
  const zone = context.shop.ianaTimezone;
  const { anchors } = await readCalendar(context, subscription, dueAt);
  const fixedDay = fixedDayOf(subscription, dueAt, zone);
  const keeps = keepsAt(fixedDay, keptBy(subscription, last, dueAt, zone), zone);
  const charge = { dueAt: fixedDay, interval: contract.interval, keeps, zone, anchors };
  return others.flatMap((plan) => {
    const interval = intervalOfPlan(plan);
    const lines = interval && linesUnder(state, planned, plan);
    if (!interval || !lines) return [];
    const planId = Number(plan.platformPlanId);
    linesOfPlan.set(planId, lines);
    const kept = interval.unit === contract.interval.unit ? anchors : [];
    return {
      ...{ planId, name: plan.name, interval },
      amountMinor: amountOf(state, lines),
      // What was paid for a membership is time: it ends when it would have. Goods come as often as was chosen from the last time on.
      nextChargeDate:
        subscription.kind === "membership"
          ? dueAt
          : dueAtFrequency(charge, { interval, anchors: kept }, now),
    };
  });
}

function intervalOfPlan({
  intervalUnit: unit,
  intervalCount: count,
}: {
  intervalUnit: string | null;
  intervalCount: number | null;
}): Interval | null {
  return unit === null || count === null ? null : { unit: unit as Interval["unit"], count };
}

function hasInterval(plan: Parameters<typeof intervalOfPlan>[0], other: Interval): boolean {
  const interval = intervalOfPlan(plan);
  return interval !== null && isSameInterval(interval, other);
}

/** All lines under another plan of the group; null where one of them would have no price. */
function linesUnder(
  state: EditState,
  planned: readonly PlatformContractLine[],
  plan: EditState["plans"][number],
): LineChange[] | null {
  const changes = planned.map((line) => {
    const priced = priceUnder(state, line, readPlanPricing(plan.pricing));
    const toPlan = { planId: Number(plan.platformPlanId), name: plan.name };
    return priced && { lineGid: line.lineGid, plan: toPlan, ...priced };
  });
  return changes.every((change) => change !== null) ? changes : null;
}

/**
 * What a line costs under another plan: that plan's discount on the product's price that the present price came from. A price that
 * somebody has set by hand stays as it is, where it is the price of a delivery; of a time, it means nothing to another one.
 */
function priceUnder(
  state: EditState,
  line: PlatformContractLine,
  pricing: PlanPricing | null,
): Pick<LineChange, "priceMinor" | "pricing"> | null {
  const { chargesMade, terms, billing } = state;
  const { currency } = terms.contract;
  const present = pricingOf(state, line);
  const base = baseOf(state, line, present);
  const isFixed = pricing?.discount?.kind === "fixed_price";
  const from = base ?? (isFixed ? line.priceMinor : null);
  const price = pricing && from !== null && planPriceOf(from, pricing, chargesMade, currency);
  if (pricing && from !== null && typeof price === "number") {
    return { priceMinor: price, pricing: planPricingNote(from, pricing) };
  }
  const isOfTime =
    billing.subscription.kind !== "product" || present?.discount?.kind === "fixed_price" || isFixed;
  return isOfTime ? null : {};
}

function pricingOf({ plans }: EditState, { sellingPlanId }: PlatformContractLine) {
  const plan = plans.find(({ platformPlanId }) => Number(platformPlanId) === sellingPlanId);
  return plan ? readPlanPricing(plan.pricing) : null;
}

/** The product's price from which the plan makes what the line costs now; null where it makes another one. */
function baseOf(
  { terms, variants, chargesMade }: EditState,
  line: PlatformContractLine,
  pricing: PlanPricing | null,
): number | null {
  const { currency } = terms.contract;
  const note = terms.lines.find(({ lineGid }) => lineGid === line.lineGid);
  const variant = variantOf(variants, note);
  const bases = [note?.baseMinor ?? null, variant?.priceMinor ?? null];
  const isOf = (base: number | null) =>
    base !== null &&
    pricing !== null &&
    planPriceOf(base, pricing, chargesMade, currency) === line.priceMinor;
  return bases.find(isOf) ?? null;
}

function variantOf(
  variants: EditState["variants"],
  line: TermsLine | undefined,
): ProductVariant | undefined {
  if (!line?.productId) return undefined;
  return variants.get(line.productId)?.find(({ variantId }) => variantId === line.variantId);
}

/** What a membership buys is its plan; what a reward has added is nobody's to change. */
function linesOf(
  state: EditState,
  isOpen: boolean,
  lineOfVariant: Map<string, LineChange>,
): LineChoice[] {
  const { terms, billing } = state;
  if (billing.subscription.kind !== "product") return [];
  return terms.contract.lines.map((line): LineChoice => {
    const isGift = line.sellingPlanId === null && line.priceMinor === 0;
    const canChange = isOpen && !isGift;
    return {
      lineId: lineIdOf(line.lineGid),
      title: line.title,
      variantTitle: line.variantTitle,
      imageUrl: line.imageUrl,
      quantity: line.quantity,
      priceMinor: line.priceMinor,
      quantities: canChange ? quantitiesOf(state, line) : null,
      variants: canChange ? variantsOf(state, line, lineOfVariant) : [],
    };
  });
}

function quantitiesOf(state: EditState, line: PlatformContractLine): LineChoice["quantities"] {
  const most = Math.max(MOST_PIECES, line.quantity);
  const amounts = Array.from({ length: most }, (_, at) =>
    amountOf(state, [{ lineGid: line.lineGid, quantity: at + 1 }]),
  );
  return { least: 1, most, amounts };
}

/** Those whose price is known: as dear as the present one, or priced by the plan from the product's own price. */
function variantsOf(
  state: EditState,
  line: PlatformContractLine,
  lineOfVariant: Map<string, LineChange>,
): VariantChoice[] {
  const { terms, variants, chargesMade } = state;
  const note = terms.lines.find(({ lineGid }) => lineGid === line.lineGid);
  const present = variantOf(variants, note);
  if (!note?.productId || !present) return [];
  const { currency } = terms.contract;
  const pricing = pricingOf(state, line);
  // A plan's price is that of one delivery.
  const isByPlan = !isPrepaid(terms.contract) && baseOf(state, line, pricing) !== null;
  return (variants.get(note.productId) ?? []).flatMap((variant) => {
    if (variant.variantId === present.variantId) return [];
    const byPlan =
      isByPlan && pricing ? planPriceOf(variant.priceMinor, pricing, chargesMade, currency) : null;
    const isAsDear = variant.priceMinor === present.priceMinor;
    const priceMinor = isAsDear ? line.priceMinor : byPlan;
    if (priceMinor === null) return [];
    const { variantId, title, imageUrl, isAvailable: available } = variant;
    const change: LineChange = {
      ...{ lineGid: line.lineGid, variantId, priceMinor },
      ...(pricing && !isAsDear && { pricing: planPricingNote(variant.priceMinor, pricing) }),
    };
    lineOfVariant.set(`${line.lineGid} ${variantId}`, change);
    return {
      variantId,
      title,
      imageUrl,
      priceMinor,
      available,
      amountMinor: amountOf(state, [change]),
    };
  });
}

function amountOf({ terms }: EditState, changes: readonly LineChange[]): number | null {
  const { contract } = terms;
  const changed = contract.lines.flatMap((line) => {
    const change = changes.find(({ lineGid }) => lineGid === line.lineGid);
    if (!change) return [];
    const { quantity = line.quantity, priceMinor = line.priceMinor } = change;
    return [{ lineGid: line.lineGid, quantity, priceMinor }];
  });
  return amountAfter(contract, changed);
}

/** The platform's own name of a line is long, and shoppers' pages carry many. */
export function lineIdOf(lineGid: string): string {
  return lineGid.slice(lineGid.lastIndexOf("/") + 1);
}
