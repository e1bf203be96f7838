import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { diskFull, saysDiskFull, UserFacingError } from "#scripts/process/user-facing-error.ts";
import type { ClusterPlace } from "./place-cluster.ts";
import { serverEnvironment } from "./server-environment.ts";

/** The role that owns the database, and the database's name. */
export const databaseOwner = "perennial";

const clusterName = "cluster";
const passwordFile = "perennial-password";

export interface Cluster {
  /** The folder to give to `postgres -D`. */
  folder: string;
  password: string;
}

/**
 * Returns the cluster of a place, made first when there is none. It is made under another name and
 * renamed when complete, so an interrupted first start leaves nothing that breaks a later one.
 */
export function openCluster(place: ClusterPlace, binaries: string, durable: boolean): Cluster {
  const folder = join(place.folder, clusterName);
  if (!existsSync(folder)) {
    for (const name of readdirSync(place.folder)) {
      if (name.startsWith(`${clusterName}.new-`)) {
        rmSync(join(place.folder, name), { recursive: true, force: true });
      }
    }
    const unfinished = join(place.folder, `${clusterName}.new-${process.pid}`);
    createCluster(unfinished, place, binaries, durable);
    renameSync(unfinished, folder);
  }
  writeFileSync(join(folder, "pg_hba.conf"), accessRules);
  return readCluster(folder);
}

/** A cluster that is there. */
export function readCluster(folder: string): Cluster {
  return { folder, password: readFileSync(join(folder, passwordFile), "utf8").trim() };
}

/**
 * The application's role comes in with its password, over the socket or the loopback. They are written at each start, because
 * older clusters know no socket.
 */
const accessRules = `local all ${databaseOwner} scram-sha-256
host all ${databaseOwner} 127.0.0.1/32 scram-sha-256
`;

function createCluster(
  folder: string,
  place: ClusterPlace,
  binaries: string,
  durable: boolean,
): void {
  // The superuser gets no password and no way in over the network: the application's role is an
  // ordinary one that owns its database. The order of the text is that of code points everywhere.
  runTool(place, join(binaries, "initdb"), [
    ...["-D", folder, "-U", "postgres", "-E", "UTF8", "--auth=reject"],
    ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    ...(durable ? [] : ["--no-sync"]),
  ]);
  appendFileSync(join(folder, "postgresql.conf"), "\n# Times are kept in UTC everywhere.\n");
  appendFileSync(join(folder, "postgresql.conf"), "timezone = 'UTC'\nlog_timezone = 'UTC'\n");

  const password = randomBytes(24).toString("base64url");
  const path = join(folder, passwordFile);
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  if (place.account !== null) chownSync(path, place.account.uid, place.account.gid);
  const statements = [
    `CREATE ROLE ${databaseOwner} LOGIN CREATEDB PASSWORD '${password}';`,
    `CREATE DATABASE ${databaseOwner} OWNER ${databaseOwner};`,
  ];
  const single = ["--single", "-D", folder, "-c", `fsync=${durable ? "on" : "off"}`, "postgres"];
  runTool(place, join(binaries, "postgres"), single, `${statements.join("\n")}\n`);
}

const toolEndsWithinMs = 120_000;

function runTool(place: ClusterPlace, tool: string, args: string[], input = ""): void {
  const done = spawnSync(tool, args, {
    ...place.account,
    cwd: "/",
    env: serverEnvironment,
    input,
    encoding: "utf8",
    timeout: toolEndsWithinMs,
    killSignal: "SIGKILL",
  });
  if (done.error !== undefined) {
    throw new UserFacingError(`PostgreSQL cannot be run here (${done.error.message}).`);
  }
  const said = `${done.stdout}\n${done.stderr}`;
  // Single-user mode reports a failed statement and still ends with code 0.
  if (done.status === 0 && !/^.*\b(ERROR|FATAL|PANIC):/m.test(said)) return;
  if (saysDiskFull(said)) throw diskFull(place.folder);
  if (said.includes("could not look up effective user ID")) {
    throw new UserFacingError(
      `PostgreSQL needs the account it runs as to be in /etc/passwd, and uid ${place.account?.uid ?? process.getuid?.()} is not: start as another one, or set DATABASE_URL.`,
    );
  }
  const reason = said.split("\n").find((line) => /error|FATAL|ERROR|PANIC|could not/.test(line));
  throw new UserFacingError(
    `PostgreSQL could not make its files in ${place.folder}: ${reason ?? `${tool} ended with ${done.status ?? done.signal}`}`,
  );
}
