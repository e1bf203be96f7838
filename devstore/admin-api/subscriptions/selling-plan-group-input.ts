import type { AdminContext, Arguments, UserError } from "#devstore/admin-api/admin-context.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import type { DevSellingPlan, DevSellingPlanGroup } from "#devstore/state/catalog.ts";
import { blank, groupError, maximumText, tooLong } from "./selling-plan-errors.ts";
import { changedPlan, newPlan, planErrors } from "./selling-plan-input.ts";

const maximumPlans = 31;

type GroupTexts = Pick<
  DevSellingPlanGroup,
  "name" | "merchantCode" | "appId" | "description" | "options" | "position"
>;

type Outcome<T> = { errors: UserError[] } | { errors: null; value: T };

/** What a group is to be called, from the input and what it is called now. */
export function groupTexts(input: Arguments, before: GroupTexts | null): Outcome<GroupTexts> {
  const errors: UserError[] = [];
  const name = input.name === undefined ? before?.name : (input.name as string | null);
  if (name == null || name.trim() === "") errors.push(blank(["input", "name"], "Name"));
  for (const [field, what] of [
    ["name", "Name"],
    ["merchantCode", "Merchant code"],
    ["appId", "App"],
  ] as const) {
    const text = input[field];
    if (typeof text === "string" && text.length > maximumText) {
      errors.push(tooLong(["input", field], what));
    }
  }
  const options = (input.options as string[] | null | undefined) ?? before?.options ?? [];
  if (options.length > 3) {
    errors.push(
      groupError(
        ["input", "options"],
        "TOO_LONG",
        "Too many selling plan group options (maximum 3 options)",
      ),
    );
  }
  if (errors.length > 0) return { errors };
  const kept = <K extends keyof GroupTexts>(field: K, otherwise: GroupTexts[K]): GroupTexts[K] =>
    input[field] === undefined ? (before?.[field] ?? otherwise) : (input[field] as GroupTexts[K]);
  const value = {
    name: String(name).trim(),
    merchantCode: kept("merchantCode", String(name).trim()) ?? String(name).trim(),
    appId: kept("appId", null),
    description: kept("description", null),
    options,
    position: kept("position", null),
  };
  return { errors: null, value };
}

/** The plans that a group has after the input, with the numbers of those that it takes away. */
export function groupPlans(
  context: AdminContext,
  input: Arguments,
  before: readonly DevSellingPlan[],
  options: readonly string[],
  isNew: boolean,
): Outcome<{ plans: DevSellingPlan[]; deletedIds: number[] }> {
  const toCreate = (input.sellingPlansToCreate as Arguments[] | null | undefined) ?? [];
  const toUpdate = (input.sellingPlansToUpdate as Arguments[] | null | undefined) ?? [];
  const toDelete = (input.sellingPlansToDelete as string[] | null | undefined) ?? [];
  const errors = [
    ...toUpdate.flatMap((plan, index) => idErrors(plan, before, index)),
    ...toDelete.flatMap((id, index) =>
      findPlan(before, id) === undefined
        ? [unknownPlan(["input", "sellingPlansToDelete", String(index)])]
        : [],
    ),
    ...toCreate.flatMap((plan, index) => planErrors(plan, "sellingPlansToCreate", index)),
    ...toUpdate.flatMap((plan, index) => planErrors(plan, "sellingPlansToUpdate", index)),
  ];
  const deletedIds = toDelete.map((id) => numberOf(id, "SellingPlan"));
  const staying = before.filter(({ id }) => !deletedIds.includes(id));
  const count = staying.length + toCreate.length;
  if (count > maximumPlans) {
    errors.push(
      groupError(
        ["input"],
        "SELLING_PLAN_COUNT_UPPER_BOUND",
        "Selling plan groups can't have more than 31 selling plans.",
      ),
    );
  } else if (count === 0) {
    errors.push(
      isNew
        ? groupError(
            ["input"],
            "SELLING_PLAN_COUNT_LOWER_BOUND",
            "Selling plan groups must have at least 1 selling plan.",
          )
        : groupError(
            ["input", "sellingPlansToDelete"],
            "SELLING_PLAN_COUNT_LOWER_BOUND",
            "Selling plans to delete can't result in a selling plan group with no selling plan.",
          ),
    );
  }
  if (errors.length > 0) return { errors };
  const changed = staying.map((plan) => {
    const change = toUpdate.find(({ id }) => numberOf(String(id), "SellingPlan") === plan.id);
    return change === undefined ? plan : changedPlan(context, plan, change);
  });
  const created = toCreate.map((plan, index) => newPlan(context, plan, changed.length + index + 1));
  const plans = [...changed, ...created].sort((one, other) => one.position - other.position);
  const together = [...optionErrors(plans, options), ...sameErrors(plans)];
  return together.length > 0
    ? { errors: together }
    : { errors: null, value: { plans, deletedIds } };
}

function idErrors(input: Arguments, before: readonly DevSellingPlan[], index: number): UserError[] {
  const field = ["input", "sellingPlansToUpdate", String(index), "id"];
  if (input.id == null) {
    return [
      groupError(
        field,
        "PLAN_ID_MUST_BE_SPECIFIED_TO_UPDATE",
        "Id must be specificed to update a Selling Plan.",
      ),
    ];
  }
  return findPlan(before, String(input.id)) === undefined ? [unknownPlan(field)] : [];
}

function findPlan(plans: readonly DevSellingPlan[], id: string): DevSellingPlan | undefined {
  const number = numberOf(id, "SellingPlan");
  return plans.find((plan) => plan.id === number);
}

function unknownPlan(field: string[]): UserError {
  return groupError(field, "PLAN_DOES_NOT_EXIST", "Selling plan does not exist.");
}

/** A plan has as many options as its group has labels for them. */
function optionErrors(plans: readonly DevSellingPlan[], labels: readonly string[]): UserError[] {
  return plans.flatMap((plan) =>
    [2, 3].flatMap((number) => {
      const hasLabel = labels.length >= number;
      const hasOption = plan.options.length >= number;
      if (hasLabel === hasOption) return [];
      return hasOption
        ? [
            groupError(
              ["input"],
              `SELLING_PLAN_MISSING_OPTION${number}_LABEL_ON_PARENT_GROUP`,
              `Cannot define option${number} on this selling plan as there's no label on the parent selling plan group.`,
            ),
          ]
        : [
            groupError(
              ["input"],
              `SELLING_PLAN_OPTION${number}_REQUIRED_AS_DEFINED_ON_PARENT_GROUP`,
              `Option${number} is required as it's defined on the parent selling plan group.`,
            ),
          ];
    }),
  );
}

function sameErrors(plans: readonly DevSellingPlan[]): UserError[] {
  const isRepeated = (texts: string[]) => new Set(texts).size < texts.length;
  if (isRepeated(plans.map(({ name }) => name))) {
    return [
      groupError(
        ["input"],
        "SELLING_PLAN_DUPLICATE_NAME",
        "Cannot have multiple selling plans with the same name.",
      ),
    ];
  }
  if (isRepeated(plans.map(({ options }) => JSON.stringify(options)))) {
    return [
      groupError(
        ["input"],
        "SELLING_PLAN_DUPLICATE_OPTIONS",
        "Cannot have multiple selling plans with the same options.",
      ),
    ];
  }
  return [];
}
