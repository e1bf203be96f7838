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

/**
 * An address and the options of its sessions, for the driver, which would take options that the address has itself instead of
 * ours. Both hold; where they name the same setting, ours does.
 */
export function withOptions(
  databaseUrl: string,
  options: string,
): { connectionString: string; options: string } {
  // Not read as a URL, which has a host where the driver also takes a socket's folder.
  const [address = "", ...rest] = databaseUrl.split("?");
  const query = new URLSearchParams(rest.join("?"));
  const own = query.get("options");
  if (!own) return { connectionString: databaseUrl, options };
  query.delete("options");
  return { connectionString: `${address}?${query}`, options: `${own} ${options}` };
}
