import { type Check, failing, type InstallationFacts, ok, warning } from "../check.ts";

/** What a web process and the worker open beside their pools: for counting, and to listen. */
export const CONNECTIONS_BESIDE_A_POOL = 3;

/** All processes together stay below what the database server allows. */
export const connectionsCheck: Check<InstallationFacts> = {
  name: "Database connections",
  async run({ pool, poolSize, webProcesses }) {
    const { rows } = await pool.query<{ allowed: number; used: number }>(
      `SELECT current_setting('max_connections')::int
           - current_setting('superuser_reserved_connections')::int AS allowed,
         (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used`,
    );
    const { allowed = 0, used = 0 } = rows[0] ?? {};
    const needed = (webProcesses + 1) * (poolSize + CONNECTIONS_BESIDE_A_POOL);
    const reckoned = `${webProcesses} web and 1 worker with DATABASE_POOL_SIZE ${poolSize} may open ${needed} of ${allowed} connections; ${used} are open.`;
    if (needed > allowed) {
      return failing(
        reckoned,
        "Lower WEB_CONCURRENCY or DATABASE_POOL_SIZE, or raise max_connections of the database.",
      );
    }
    if (used > allowed * 0.9) {
      return warning(reckoned, "See who else uses the database server, or raise max_connections.");
    }
    return ok(reckoned);
  },
};
