import { type AppErrorCode, isAppError } from "#app/lib/app-error.ts";
import { isTooSlow, sqlStateOf } from "#app/lib/db.ts";
import { isPlatformFailure, type PlatformFailure } from "#app/platform/platform-failure.ts";

/** Classes of SQLSTATE: the connection, a conflict with others, no room, an intervention, the system. */
const SQL_CLASSES = ["08", "25", "40", "53", "55", "57", "58"];
/** Prisma's names for a database that is not reached or gave no connection in time, and for a conflict with others. */
const PRISMA_CODES = /^P(1\d{3}|2024|2028|2034)$/;
const SYSTEM_CODES = /^E[A-Z_]+$/;
const ERROR_CODES: readonly AppErrorCode[] = ["rate_limited", "platform_unavailable"];
const PLATFORM_CODES = ["ACCESS_DENIED", "THROTTLED"];

/**
 * Whether work failed because of what is around it: the platform or the database is away, access is missing, others
 * are in the way. It would fail for everything else as well, and succeeds later. What is left is the thing's own.
 */
export function isOfSurroundings(error: unknown): boolean {
  if (isPlatformFailure(error)) return isPlatformAway(error);
  if (isAppError(error)) return ERROR_CODES.includes(error.code);
  if (isTooSlow(error)) return true;
  const state = sqlStateOf(error);
  if (state !== null) return SQL_CLASSES.some((one) => state.startsWith(one));
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return PRISMA_CODES.test(code) || SYSTEM_CODES.test(code);
}

function isPlatformAway({ kind, platformCode }: PlatformFailure): boolean {
  return kind !== "refused" || (platformCode !== null && PLATFORM_CODES.includes(platformCode));
}
