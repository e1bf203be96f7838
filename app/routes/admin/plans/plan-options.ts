import type { ManagedPlanGroup } from "#app/domain/plans/managed-plan-group.ts";

/** One of a list to choose from. */
export interface Option {
  label: string;
  value: string;
}

/** The plans of all groups, by their internal ids. */
export function planOptions(groups: readonly Pick<ManagedPlanGroup, "plans">[]): Option[] {
  return groups.flatMap(({ plans }) =>
    plans.map(({ id, name }) => ({ label: name, value: String(id) })),
  );
}
