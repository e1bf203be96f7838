import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { addressOf } from "../postgres/cluster-address.ts";
import { readCluster } from "../postgres/create-cluster.ts";
import { placeCluster } from "../postgres/place-cluster.ts";
import { isServerOf, postmasterFilePath, readPostmasterFile } from "../postgres/postmaster-file.ts";

/** Line of `postmaster.pid` that holds the server's port. */
const PORT_LINE = 3;

/** Address of the database that `npm start` is running on a data directory; null while it is not. */
export function findRunningDatabase(dataDirectory: string): string | null {
  const isMade = ["postgres", "postgres-place.json"].some((name) =>
    existsSync(join(dataDirectory, name)),
  );
  if (!isMade) return null;
  const cluster = join(placeCluster(dataDirectory, () => {}).folder, "cluster");
  const server = readPostmasterFile(cluster);
  if (!server?.ready || !isServerOf(server.pid, cluster)) return null;
  const port = Number(readFileSync(postmasterFilePath(cluster), "utf8").split("\n")[PORT_LINE]);
  return addressOf(readCluster(cluster), port);
}
