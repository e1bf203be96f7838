import { CONNECTIONS_BESIDE_A_POOL } from "#app/domain/diagnosis/checks/connections.ts";
import { connectDatabase, describeDatabase } from "#scripts/database/connect-database.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

/**
 * Refuses pools that the database server could not fill: the last processes would start, and then fail now
 * and then under load.
 *
 * @param needs the size of each process's pool, and how many web processes there are beside the worker.
 */
export async function requireConnections(
  databaseUrl: string,
  { poolSize, webProcesses }: { poolSize: number; webProcesses: number },
): Promise<void> {
  const client = await connectDatabase(databaseUrl);
  try {
    const { rows } = await client.query<{ free: number }>(
      `SELECT current_setting('max_connections')::int
         - current_setting('superuser_reserved_connections')::int AS free`,
    );
    const allowed = rows[0]?.free ?? 0;
    const needed = (webProcesses + 1) * (poolSize + CONNECTIONS_BESIDE_A_POOL);
    if (needed <= allowed) return;
    const web = webProcesses === 1 ? "a web process" : `${webProcesses} web processes`;
    throw new UserFacingError(
      `The database at ${describeDatabase(databaseUrl)} allows ${allowed} connections, and ${web} ` +
        `and a worker with DATABASE_POOL_SIZE ${poolSize} need ${needed}: lower one or raise max_connections.`,
    );
  } finally {
    await client.end();
  }
}
