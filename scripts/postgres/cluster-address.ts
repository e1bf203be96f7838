import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Cluster, databaseOwner } from "./create-cluster.ts";

const socketPrefix = ".s.PGSQL.";

/** A longer path is no address of a socket: 103 bytes on macOS, 107 on Linux. */
const longestSocketPath = 103;

/**
 * The folder of the server's socket: the cluster's own, which only its account enters. Null where the path would be too long,
 * or no setting of PostgreSQL: the server is then reached over the loopback only.
 */
export function socketFolderOf(clusterFolder: string): string | null {
  const longest = join(clusterFolder, `${socketPrefix}65535`);
  const fits = Buffer.byteLength(longest) <= longestSocketPath && !/[",]/.test(clusterFolder);
  return fits ? clusterFolder : null;
}

/** Removes the sockets of servers that were killed. Only while no server runs on the cluster. */
export function removeLeftSockets(clusterFolder: string): void {
  for (const name of readdirSync(clusterFolder)) {
    if (name.startsWith(socketPrefix)) rmSync(join(clusterFolder, name));
  }
}

/**
 * The address of a cluster's database whose server listens on a port of 127.0.0.1. It names the socket as well where there is
 * one: a statement takes a quarter less time over it. Whoever knows no sockets finds host and port.
 */
export function addressOf({ folder, password }: Cluster, port: number): string {
  const address = `postgres://${databaseOwner}:${password}@127.0.0.1:${port}/${databaseOwner}`;
  const socketFolder = socketFolderOf(folder);
  return socketFolder ? `${address}?host=${encodeURIComponent(socketFolder)}` : address;
}
