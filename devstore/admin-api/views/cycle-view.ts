import { connection } from "#devstore/admin-api/graphql/connection.ts";
import { isCycleBilled } from "../../contracts/billed-cycles.ts";
import { cycleAt } from "../../contracts/billing-schedule.ts";
import type { DevContract } from "../../state/contract.ts";
import type { AdminContext, Arguments, View } from "../admin-context.ts";
import { termsFields } from "./terms-view.ts";

export function cycleView(context: AdminContext, contract: DevContract, index: number): View {
  const { state, shop, views } = context;
  const cycle = cycleAt(contract, index, shop.timezone);
  const attempts = () =>
    state
      .list(shop.domain, "billingAttempt")
      .filter((one) => one.contractId === contract.id && one.cycleIndex === index);
  const terms = cycle.edit?.terms ?? null;
  return {
    __typename: "SubscriptionBillingCycle",
    cycleIndex: index,
    cycleStartAt: cycle.startAt.toISOString(),
    cycleEndAt: cycle.endAt.toISOString(),
    billingAttemptExpectedDate: cycle.expectedAt.toISOString(),
    status: isCycleBilled(state, shop.domain, contract.id, index) ? "BILLED" : "UNBILLED",
    skipped: cycle.edit?.skipped ?? false,
    edited: terms !== null || cycle.edit?.billingDate != null,
    editedContract:
      terms === null
        ? null
        : {
            __typename: "SubscriptionBillingCycleEditedContract",
            ...termsFields(context, { ...contract, ...terms }),
            createdAt: contract.createdAt,
            updatedAt: contract.updatedAt,
          },
    sourceContract: () => views.contract(contract),
    billingAttempts: (args: Arguments) =>
      connection(args, {
        items: attempts(),
        sortValue: (attempt) => attempt.id,
        idOf: (attempt) => attempt.id,
        view: views.billingAttempt,
      }),
  };
}
