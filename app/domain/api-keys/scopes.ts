/** What a key may be allowed to do. A new key has every scope unless its creator says less. */
export const SCOPES = [
  "core:read",
  "core:write",
  "data:read",
  "credits:manage",
  "churn:manage",
] as const;

export type Scope = (typeof SCOPES)[number];

export function isScope(value: unknown): value is Scope {
  return typeof value === "string" && (SCOPES as readonly string[]).includes(value);
}

/** What each scope opens, in a merchant's words. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  "core:read": "Read members, subscriptions, billing attempts, store credit and analytics",
  "core:write": "Pause, resume and cancel subscriptions, retry billing, add and deduct credit",
  "data:read": "Export data through the Data and Collection APIs",
  "credits:manage": "Read and adjust balances through the Store Credit Management API",
  "churn:manage": "Read retention offers and activate them through the Churn API",
};
