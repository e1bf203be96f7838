import { z } from "zod";
import { instantText } from "#app/lib/instants.ts";
import type { ContractAddress, ContractTerms } from "#app/platform/platform-terms.ts";
import { digestOf } from "../../subscriptions/address-digest.ts";
import { lineIdOf } from "./edit-choices.ts";

/** A change of a contract's content by its owner. `revision` names the state that they saw. */
export type OwnEdit = { revision: string } & (
  | { action: "change_frequency"; planId: number }
  | { action: "change_quantity"; lineId: string; quantity: number }
  | { action: "change_variant"; lineId: string; variantId: number }
  | { action: "change_address"; address: ContractAddress }
);

/** What a contract is to have. An address is named by its digest: nothing personal is kept. */
const wishSchema = z.discriminatedUnion("change", [
  z.object({
    change: z.literal("frequency"),
    planId: z.number(),
    unit: z.string(),
    count: z.number(),
  }),
  z.object({ change: z.literal("quantity"), lineId: z.string(), quantity: z.number() }),
  z.object({ change: z.literal("variant"), lineId: z.string(), variantId: z.number() }),
  z.object({ change: z.literal("address"), digest: z.string() }),
]);

export type Wish = z.infer<typeof wishSchema>;

/** A change that was begun on the platform, with what is told of it once it is made. */
const begunEditSchema = z.object({
  /** Tells it apart from every other of the subscription. */
  key: z.string(),
  wish: wishSchema,
  begunAt: instantText(),
  /** The last of a price's steps that it has passed; null where the steps stay. */
  priceStep: z.number().int().nullable(),
  told: z.object({
    lineTitle: z.string().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
  }),
});

export type BegunEdit = z.infer<typeof begunEditSchema>;

/** The one that a subscription's row keeps. */
export function readBegunEdit(ownEdit: unknown): BegunEdit | null {
  return ownEdit === null ? null : begunEditSchema.parse(ownEdit);
}

/** Whether a contract has what is wished. */
export function holds(wish: Wish, { contract, lines, delivery }: ContractTerms): boolean {
  switch (wish.change) {
    case "frequency": {
      const { unit, count } = contract.interval;
      const plans = contract.lines.flatMap(({ sellingPlanId }) => sellingPlanId ?? []);
      const isOfPlan = plans.length > 0 && plans.every((planId) => planId === wish.planId);
      return unit === wish.unit && count === wish.count && isOfPlan;
    }
    case "quantity":
      return contract.lines.some(
        ({ lineGid, quantity }) => lineIdOf(lineGid) === wish.lineId && quantity === wish.quantity,
      );
    case "variant":
      return lines.some(
        ({ lineGid, variantId }) =>
          lineIdOf(lineGid) === wish.lineId && variantId === wish.variantId,
      );
    case "address":
      return delivery !== null && digestOf(delivery.address) === wish.digest;
  }
}
