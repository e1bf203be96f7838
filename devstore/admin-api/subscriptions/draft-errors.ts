import { type AdminContext, failed, type UserError } from "#devstore/admin-api/admin-context.ts";
import { numberOf } from "#devstore/admin-api/graphql/gid.ts";
import type { DevDraft } from "#devstore/state/contract.ts";

/** What a draft holds at most, as the platform's error codes imply. */
export const maximumDiscounts = 25;
export const maximumLines = 50;

export function draftError(field: string[], code: string, message: string): UserError {
  return { field, code, message };
}

/**
 * Runs a change on the draft which `draftId` names, unless it does not exist or has been committed.
 * `change` answers the changed draft beside further payload fields, or user errors.
 */
export function onDraft(
  context: AdminContext,
  draftId: unknown,
  change: (
    draft: DevDraft,
  ) => { draft: DevDraft; payload?: (draft: DevDraft) => object } | UserError,
): unknown {
  const { state, shop, views } = context;
  const draft = state.get(shop.domain, "draft", numberOf(String(draftId), "SubscriptionDraft"));
  if (draft === undefined) {
    return failed(draftError(["draftId"], "INVALID", "Subscription draft does not exist"));
  }
  if (draft.committedAt !== null) {
    return failed(
      draftError(["draftId"], "COMMITTED", "Subscription draft has been already committed."),
    );
  }
  const result = change(draft);
  if ("message" in result) return failed(result);
  const stored = state.put(shop.domain, "draft", result.draft);
  return { draft: views.draft(stored), userErrors: [], ...result.payload?.(stored) };
}
