import type { Plan } from "#app/generated/prisma/client.ts";
import type { AppError } from "#app/lib/app-error.ts";
import type { LineChange, TermsChange } from "#app/platform/platform-terms.ts";
import { refuse, refuseField } from "../../refusals/refuse.ts";
import { digestOf } from "../../subscriptions/address-digest.ts";
import { assertAddress } from "./assert-address.ts";
import { type EditPlans, type LineChoice, lineIdOf } from "./edit-choices.ts";
import type { EditState } from "./edit-state.ts";
import type { BegunEdit, OwnEdit, Wish } from "./own-edit.ts";

/** A change as the platform is asked for it, and as it is told afterwards. */
export interface PlannedEdit extends Pick<BegunEdit, "wish" | "told" | "priceStep"> {
  change: Omit<TermsChange, "revisionId" | "currency">;
}

const NOTHING = { interval: null, nextBillingAt: null, delivery: null, lines: [] };

/** What the contract is to have; null for a plan that its group does not have. */
export function wishOf(edit: OwnEdit, plans: readonly Plan[]): Wish | null {
  switch (edit.action) {
    case "change_frequency": {
      const plan = plans.find(({ platformPlanId }) => Number(platformPlanId) === edit.planId);
      if (!plan?.intervalUnit || !plan.intervalCount) return null;
      const { intervalUnit: unit, intervalCount: count } = plan;
      return { change: "frequency", planId: edit.planId, unit, count };
    }
    case "change_quantity":
      return { change: "quantity", lineId: edit.lineId, quantity: edit.quantity };
    case "change_variant":
      return { change: "variant", lineId: edit.lineId, variantId: edit.variantId };
    case "change_address":
      return { change: "address", digest: digestOf(edit.address) };
  }
}

/** @throws AppError invalid_input for the field, change_refused. */
export function planEdit(state: EditState, plans: EditPlans, edit: OwnEdit): PlannedEdit {
  const wish = wishOf(edit, state.plans);
  switch (edit.action) {
    case "change_frequency":
      return planFrequency(state, plans, edit.planId, wish);
    case "change_quantity":
      return planQuantity(state, plans, edit, wish);
    case "change_variant":
      return planVariant(state, plans, edit, wish);
    case "change_address": {
      const { delivery } = state.terms;
      if (!plans.address || !delivery) throw refuse("no_address");
      assertAddress(edit.address);
      const change = { ...NOTHING, delivery: { ...delivery, address: edit.address } };
      return planned(wish, change, { lineTitle: null, from: null, to: null });
    }
  }
}

function planFrequency(
  { billing, chargesMade }: EditState,
  plans: EditPlans,
  planId: number,
  wish: Wish | null,
): PlannedEdit {
  const choice = plans.frequencies.find((one) => one.planId === planId);
  const lines = plans.linesOfFrequency.get(planId);
  if (!choice || !lines) {
    throw refuseField("plan_id", "plan_needed");
  }
  const { interval, nextChargeDate: nextBillingAt, name } = choice;
  const steps = lines.flatMap(({ pricing }) => pricing?.steps.map((step) => step.afterCycle) ?? []);
  const passed = steps.filter((step) => step <= chargesMade);
  const told = { lineTitle: null, from: billing.subscription.planName, to: name };
  const change = { ...NOTHING, interval, nextBillingAt, lines };
  return { ...planned(wish, change, told), priceStep: passed.length ? Math.max(...passed) : null };
}

function planQuantity(
  state: EditState,
  plans: EditPlans,
  { lineId, quantity }: { lineId: string; quantity: number },
  wish: Wish | null,
): PlannedEdit {
  const { line, lineGid } = findLine(state, plans, lineId);
  if (!line.quantities) throw notToChange();
  const { least, most } = line.quantities;
  if (quantity < least || quantity > most) {
    throw refuseField("quantity", "quantity_range", { least, most });
  }
  const told = { lineTitle: titleOf(line), from: String(line.quantity), to: String(quantity) };
  return planned(wish, { ...NOTHING, lines: [{ lineGid, quantity }] }, told);
}

function planVariant(
  state: EditState,
  plans: EditPlans,
  { lineId, variantId }: { lineId: string; variantId: number },
  wish: Wish | null,
): PlannedEdit {
  const { line, lineGid } = findLine(state, plans, lineId);
  if (!line.quantities) throw notToChange();
  const variant = line.variants.find((one) => one.variantId === variantId);
  const lineChange: LineChange | undefined = plans.lineOfVariant.get(`${lineGid} ${variantId}`);
  if (!variant || !lineChange) {
    throw refuseField("variant_id", "variant_needed");
  }
  if (!variant.available) {
    throw refuseField("variant_id", "variant_sold_out");
  }
  const told = { lineTitle: line.title, from: line.variantTitle, to: variant.title };
  return planned(wish, { ...NOTHING, lines: [lineChange] }, told);
}

function findLine(
  { terms }: EditState,
  { lines }: EditPlans,
  lineId: string,
): { line: LineChoice; lineGid: string } {
  const line = lines.find((one) => one.lineId === lineId);
  const own = terms.contract.lines.find(({ lineGid }) => lineIdOf(lineGid) === lineId);
  if (!line || !own) throw refuseField("line_id", "line_needed");
  return { line, lineGid: own.lineGid };
}

function planned(
  wish: Wish | null,
  change: PlannedEdit["change"],
  told: BegunEdit["told"],
): PlannedEdit {
  if (!wish) throw refuseField("plan_id", "plan_needed");
  return { wish, change, told, priceStep: null };
}

const titleOf = ({ title, variantTitle }: LineChoice) =>
  variantTitle ? `${title} (${variantTitle})` : title;

function notToChange(): AppError {
  return refuse("not_to_change");
}
