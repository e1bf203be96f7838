import type { RuleDraft } from "./rule-draft.ts";

/** What a picture of the rule does not say: whether anybody sees it, and who. `today` in the store's zone. */
export function whoSees(draft: RuleDraft, today: string): string {
  return [...nobody(draft, today), ...onlyThese(draft), ...nameless(draft)].join(" ");
}

function nobody({ status, startDate, endDate }: RuleDraft, today: string): string[] {
  if (status !== "active") return ["Shoppers see it once the rule is active."];
  if (endDate !== "" && endDate < today) return ["Its last day is over: nobody sees it any more."];
  return startDate > today ? ["Shoppers see it from its first day on."] : [];
}

function onlyThese({ applyTo, isForSomeTiers }: RuleDraft): string[] {
  return [
    ...(applyTo === "members" ? ["Only members see it."] : []),
    ...(applyTo === "tagged" ? ["Only customers with one of its tags see it."] : []),
    ...(isForSomeTiers ? ["Only customers in one of its tiers see it."] : []),
  ];
}

function nameless({ name }: RuleDraft): string[] {
  return name.trim() === "" ? ["It has no name yet: its type stands there."] : [];
}
