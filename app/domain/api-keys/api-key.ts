import type { ApiKey as ApiKeyRow } from "#app/generated/prisma/client.ts";
import { isScope, type Scope } from "./scopes.ts";

/**
 * The state of a key. `replaced`: another key replaced it, and this one still works until `expiresAt`.
 * `expired`: that instant has passed.
 */
export type ApiKeyState = "active" | "replaced" | "expired" | "revoked";

/** An API key as merchants manage it. The secret itself is kept nowhere. */
export interface ApiKey {
  readonly id: bigint;
  readonly name: string;
  readonly lastFour: string;
  readonly scopes: readonly Scope[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  /** The interface it was last used for, for example "churn". */
  readonly lastUsedFor: string | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly state: ApiKeyState;
}

/** Reads a row of `api_keys` as of `now` in machine time: keys ignore the test clock. */
export function toApiKey(row: ApiKeyRow, now: Date): ApiKey {
  return {
    id: row.id,
    name: row.name,
    lastFour: row.lastFour,
    scopes: row.scopes.filter(isScope),
    createdBy: row.createdBy,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    lastUsedFor: row.lastUsedFor,
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    state: stateOf(row, now),
  };
}

function stateOf(row: Pick<ApiKeyRow, "revokedAt" | "expiresAt">, now: Date): ApiKeyState {
  if (row.revokedAt) return "revoked";
  if (!row.expiresAt) return "active";
  return row.expiresAt > now ? "replaced" : "expired";
}
