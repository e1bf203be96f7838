import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { gid } from "#devstore/admin-api/graphql/gid.ts";
import type { DevDiscount, DevDraft, DevLine } from "../../state/contract.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";
import { discountView, lineView, termsFields } from "./terms-view.ts";

export function draftView(context: AdminContext, draft: DevDraft): View {
  const { state, shop, views } = context;
  const original = state.get(shop.domain, "contract", draft.contractId);
  const discounts = (items: DevDiscount[]) => (args: Arguments) =>
    connection(args, {
      items,
      idOf: (discount) => discount.id,
      view: (discount) => discountView(context, discount, draft),
    });
  const lines = (items: DevLine[]) => (args: Arguments) =>
    connection(args, {
      items,
      idOf: (line) => line.id,
      view: (line) => lineView(context, line, draft),
    });
  const before = original?.discounts ?? [];
  const linesBefore = original?.lines ?? [];
  return {
    __typename: "SubscriptionDraft",
    ...termsFields(context, draft),
    id: gid("SubscriptionDraft", draft.id),
    originalContract: original === undefined ? null : () => views.contract(original),
    billingCycle:
      original === undefined || draft.cycleIndex === null
        ? null
        : () => views.billingCycle(original, draft.cycleIndex ?? 1),
    discounts: discounts(draft.discounts),
    discountsAdded: discounts(draft.discounts.filter((one) => !hasId(before, one.id))),
    discountsRemoved: discounts(draft.removedDiscounts),
    discountsUpdated: discounts(
      draft.discounts.filter((one) => before.some((old) => old.id === one.id && old !== one)),
    ),
    linesAdded: lines(draft.lines.filter((one) => !hasId(linesBefore, one.id))),
    linesRemoved: lines(linesBefore.filter((one) => !hasId(draft.lines, one.id))),
    deliveryOptions: null,
    shippingOptions: null,
  };
}

function hasId(items: readonly { id: string }[], id: string): boolean {
  return items.some((item) => item.id === id);
}
