/**
 * So long a statement of the app may take. The largest takes a few seconds: what takes longer was planned badly or waits for what
 * does not come, and would hold its locks and its connection for minutes.
 */
const STATEMENT_LIMIT_MS = 30_000;

/**
 * Settings of every session of the app: UTC, because in another zone Prisma writes wrong instants and reads its own error back
 * as right; and a limit on each statement.
 */
export const SESSION_OPTIONS = `-c timezone=UTC -c statement_timeout=${STATEMENT_LIMIT_MS}`;
