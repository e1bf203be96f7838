import type pg from "pg";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

/** @throws UserFacingError unless the database is on the coordinator of a Citus cluster that has a worker. */
export async function assertCluster(client: pg.Client, name: string): Promise<void> {
  const { rows: extension } = await client.query(
    "SELECT 1 FROM pg_extension WHERE extname = 'citus'",
  );
  if (extension.length === 0) {
    throw new UserFacingError(
      `The database at ${name} has no Citus: run "CREATE EXTENSION citus" in it on every node first.`,
    );
  }
  const { rows } = await client.query<{ coordinator: boolean; named: boolean; workers: string }>(
    `SELECT citus_is_coordinator() AS coordinator,
       EXISTS (SELECT 1 FROM pg_dist_node WHERE groupid = 0) AS named,
       (SELECT count(*) FROM pg_dist_node WHERE groupid <> 0 AND isactive) AS workers`,
  );
  const [cluster] = rows;
  if (cluster?.coordinator !== true) {
    throw new UserFacingError(
      `The database at ${name} is on a worker of its Citus cluster: give the address of the coordinator.`,
    );
  }
  if (!cluster.named || cluster.workers === "0") {
    throw new UserFacingError(
      `The coordinator at ${name} does not know its cluster: call citus_set_coordinator_host and citus_add_node first.`,
    );
  }
}
