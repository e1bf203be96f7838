import { type ChildProcess, spawn } from "node:child_process";
import { statfsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { endWithUs } from "#scripts/process/end-with-us.ts";
import { findFreePort } from "#scripts/process/find-free-port.ts";
import { diskFull, saysDiskFull, UserFacingError } from "#scripts/process/user-facing-error.ts";
import { addressOf, removeLeftSockets, socketFolderOf } from "./cluster-address.ts";
import { type Cluster, openCluster } from "./create-cluster.ts";
import { openOutsideFolder } from "./open-outside-folder.ts";
import type { ClusterPlace } from "./place-cluster.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { prepareBinaries } from "./prepare-binaries.ts";
import { serverEnvironment } from "./server-environment.ts";
import { stopOrphan, stopServer } from "./stop-server.ts";

export interface RunningPostgres {
  /** Address of the database, with the role that owns it. */
  databaseUrl: string;
  pid: number;
  /** Resolves when the server has ended, asked or not, to a line that says why. */
  ended: Promise<string>;
  /** Stops the server and returns when it is gone, at the latest after 3.5 s. */
  stop: () => Promise<void>;
}

const durableSettings = ["max_connections=200"];

// For clusters that live no longer than a test run.
const fastSettings = [
  ...["fsync=off", "synchronous_commit=off", "full_page_writes=off"],
  ...["wal_level=minimal", "max_wal_senders=0", "max_connections=400"],
];

const startWithinMs = 20_000;
const retryEveryMs = 100;
const smallestFreeBytes = 16 * 1024 * 1024;

// A killed server's processes may hold the cluster a moment longer, and a free port may be taken
// between looking and listening: both pass by themselves.
const passing = /lock file .* already exists|shared memory block .* still in use|could not bind/;

/**
 * Starts the PostgreSQL of the packages on the cluster of a place, which is made when there is none.
 * `durable` false gives up crash safety for speed; the signal breaks the start off. Only one start at a time may use a place: the
 * caller holds the lock of its data directory.
 */
export async function startPostgres(
  place: ClusterPlace,
  durable: boolean,
  signal?: AbortSignal,
): Promise<RunningPostgres> {
  const { account } = place;
  const binaries = prepareBinaries(account, () =>
    account === null ? place.folder : openOutsideFolder(account),
  );
  const cluster = openCluster(place, binaries, durable);
  await stopOrphan(cluster.folder);
  removeLeftSockets(cluster.folder);
  const deadline = performance.now() + startWithinMs;
  for (;;) {
    signal?.throwIfAborted();
    const attempt = await launch(place, binaries, cluster, durable, () =>
      signal?.aborted ? "interrupted" : performance.now() > deadline ? "too late" : null,
    );
    if ("databaseUrl" in attempt) return attempt;
    if (saysDiskFull(attempt.said) || spaceIsGone(place.folder)) throw diskFull(place.folder);
    if (!passing.test(attempt.said) || performance.now() > deadline) {
      throw new UserFacingError(
        `PostgreSQL did not start in ${place.folder}: ${reasonIn(attempt.said)}`,
      );
    }
    await delay(retryEveryMs);
  }
}

async function launch(
  place: ClusterPlace,
  binaries: string,
  cluster: Cluster,
  durable: boolean,
  giveUp: () => string | null,
): Promise<RunningPostgres | { said: string }> {
  const port = await findFreePort();
  const sockets = socketFolderOf(cluster.folder) ?? "";
  const settings = [
    ...["listen_addresses=127.0.0.1", `port=${port}`, `unix_socket_directories=${sockets}`],
    ...["timezone=UTC", "log_timezone=UTC", "jit=off"],
    ...(durable ? durableSettings : fastSettings),
  ];
  const args = ["-D", cluster.folder, ...settings.flatMap((setting) => ["-c", setting])];
  const child = spawnServer(place, join(binaries, "postgres"), args);
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said = (said + text).slice(-20_000);
  });
  let gone = false;
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => {
      gone = true;
      said += error.message;
      resolve(error.message);
    });
    child.once("exit", () => {
      gone = true;
    });
    // What it said is complete only when its streams are closed.
    child.once("close", () => {
      const full = saysDiskFull(said) || spaceIsGone(place.folder);
      resolve(full ? diskFull(place.folder).message : `PostgreSQL has ended: ${reasonIn(said)}`);
    });
  });

  for (;;) {
    if (gone) {
      await ended;
      return { said };
    }
    const file = readPostmasterFile(cluster.folder);
    if (file?.ready && file.pid === child.pid) break;
    const reason = giveUp();
    if (reason !== null) {
      child.kill("SIGINT");
      await ended;
      return { said: `${said}${reason}` };
    }
    await delay(5);
  }
  const pid = child.pid ?? 0;
  return {
    databaseUrl: addressOf(cluster, port),
    pid,
    ended,
    stop: () => (gone ? Promise.resolve() : stopServer(pid, () => gone)),
  };
}

/**
 * Runs the server in a separate process group, so Ctrl-C at the terminal reaches only us and the processes end
 * in order. Where `setpriv` exists the system ends the server when we are killed.
 */
function spawnServer(place: ClusterPlace, program: string, args: string[]): ChildProcess {
  const command = endWithUs("INT", program, args);
  return spawn(command.file, command.args, {
    ...place.account,
    cwd: "/",
    env: serverEnvironment,
    detached: true,
    stdio: ["ignore", "ignore", "pipe"],
  });
}

function spaceIsGone(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < smallestFreeBytes;
  } catch {
    return false;
  }
}

/** The line of its log that tells, without the time and the process in front. */
function reasonIn(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  const telling = lines.findLast((line) => /\b(FATAL|PANIC):/.test(line)) ?? lines.at(-1);
  return telling?.replace(/^.*?\b[A-Z]+:\s+/, "") ?? "it said nothing";
}
