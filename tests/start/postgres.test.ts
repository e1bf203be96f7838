import { spawn } from "node:child_process";
import { chownSync, existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { type ClusterPlace, placeCluster } from "#scripts/postgres/place-cluster.ts";
import { readPostmasterFile } from "#scripts/postgres/postmaster-file.ts";
import { type RunningPostgres, startPostgres } from "#scripts/postgres/start-postgres.ts";
import { isAlive } from "#scripts/process/is-alive.ts";
import { waitUntil } from "#tests/support/wait-until.ts";
import { copyOpenProject, removeLibraryLink } from "./copy-project.ts";
import { openDataDirectory } from "./open-data-directory.ts";
import { runProgram } from "./run-command.ts";

function newPlace(): ClusterPlace {
  return placeCluster(openDataDirectory(), () => {});
}

/** Not durable where a test is about something else: making a cluster is then much quicker. */
async function start(place: ClusterPlace, durable = false): Promise<RunningPostgres> {
  const running = await startPostgres(place, durable);
  onTestFinished(running.stop);
  return running;
}

async function query(databaseUrl: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: sql, rowMode: "array" })).rows;
  } finally {
    await client.end();
  }
}

function clusterOf({ folder }: ClusterPlace): string {
  return join(folder, "cluster");
}

test("a new cluster is durable, in UTC, and its role is an ordinary one that owns its database", async () => {
  const { databaseUrl } = await start(newPlace(), true);
  const [settings] = await query(
    databaseUrl,
    `SELECT current_setting('timezone'), current_setting('fsync'), current_setting('synchronous_commit'),
            current_setting('full_page_writes'), current_setting('listen_addresses'),
            current_setting('server_encoding'), current_setting('data_checksums')`,
  );
  expect(settings).toEqual(["UTC", "on", "on", "on", "127.0.0.1", "UTF8", "on"]);
  expect(
    await query(
      databaseUrl,
      `SELECT rolsuper, rolcreatedb, pg_get_userbyid(datdba) = current_user
       FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
    ),
  ).toEqual([[false, true, true]]);
});

test("the address leads over a socket in the cluster's folder, and without it over the loopback", async () => {
  const place = newPlace();
  const { databaseUrl } = await start(place);
  const over = "SELECT coalesce(host(inet_server_addr()), 'socket')";
  expect(await query(databaseUrl, over)).toEqual([["socket"]]);
  const url = new URL(databaseUrl);
  expect(url.searchParams.get("host")).toBe(clusterOf(place));
  url.searchParams.delete("host");
  expect(await query(url.href, over)).toEqual([["127.0.0.1"]]);
});

test("a server whose folder has too long a path for a socket is reached over the loopback", async () => {
  const { folder, account } = newPlace();
  const deep = join(folder, "a".repeat(100));
  mkdirSync(deep, { mode: 0o700 });
  if (account !== null) chownSync(deep, account.uid, account.gid);
  const { databaseUrl } = await start({ folder: deep, account });
  expect(new URL(databaseUrl).search).toBe("");
  expect(await query(databaseUrl, "SELECT 1")).toEqual([[1]]);
});

test("a cluster of a version without sockets has one after its next start, and keeps none of a server that was killed", async () => {
  const place = newPlace();
  const first = await start(place);
  process.kill(first.pid, "SIGKILL");
  await first.ended;
  const rules = join(clusterOf(place), "pg_hba.conf");
  writeFileSync(rules, "host all perennial 127.0.0.1/32 scram-sha-256\n");
  const second = await start(place);
  expect(await query(second.databaseUrl, "SELECT 1")).toEqual([[1]]);
  const sockets = readdirSync(clusterOf(place)).filter((name) => name.startsWith(".s.PGSQL."));
  expect(sockets.filter((name) => !name.endsWith(".lock"))).toHaveLength(1);
});

test("nobody gets in without the password, which is random and readable by its owner alone", async () => {
  const place = newPlace();
  const { databaseUrl } = await start(place);
  const password = new URL(databaseUrl).password;
  const other = new URL((await start(newPlace())).databaseUrl);
  expect(other.password).not.toBe(password);
  expect(password.length).toBeGreaterThanOrEqual(32);
  expect(statSync(place.folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(clusterOf(place), "perennial-password")).mode & 0o777).toBe(0o600);
  for (const [user, guess] of [
    ["perennial", "perennial"],
    ["perennial", ""],
    ["postgres", password],
    ["postgres", ""],
  ]) {
    const url = new URL(databaseUrl);
    url.username = user ?? "";
    url.password = guess ?? "";
    await expect(query(url.href, "SELECT 1")).rejects.toThrow();
  }
});

test("what was committed is there after a stop and a start", async () => {
  const place = newPlace();
  const first = await start(place);
  await query(first.databaseUrl, "CREATE TABLE kept AS SELECT 1 AS value");
  await first.stop();
  expect(isAlive(first.pid)).toBe(false);
  const second = await start(place);
  expect(await query(second.databaseUrl, "SELECT value FROM kept")).toEqual([[1]]);
});

test("what was committed is there after kill -9 of the server", async () => {
  const place = newPlace();
  const first = await start(place, true);
  await query(first.databaseUrl, "CREATE TABLE kept AS SELECT 1 AS value");
  process.kill(first.pid, "SIGKILL");
  expect(await first.ended).toMatch(/^PostgreSQL has ended/);
  const second = await start(place, true);
  expect(await query(second.databaseUrl, "SELECT value FROM kept")).toEqual([[1]]);
});

test("a server that outlived a killed start is ended, and its cluster comes up again", async () => {
  const place = newPlace();
  const orphan = await start(place);
  await query(orphan.databaseUrl, "CREATE TABLE kept AS SELECT 1 AS value");
  const next = await start(place);
  expect(next.pid).not.toBe(orphan.pid);
  await orphan.ended;
  expect(await query(next.databaseUrl, "SELECT value FROM kept")).toEqual([[1]]);
});

test("a pid file whose number now is another process does not stand in the way, and that one lives on", async () => {
  const place = newPlace();
  await (await start(place)).stop();
  const stranger = spawn("sleep", ["600"], { ...place.account, cwd: "/" });
  onTestFinished(() => void stranger.kill());
  const left = [stranger.pid, clusterOf(place), "1700000000", "1", "", "", "", "ready   "];
  writeFileSync(join(clusterOf(place), "postmaster.pid"), `${left.join("\n")}\n`);
  const { databaseUrl } = await start(place);
  expect(await query(databaseUrl, "SELECT 1")).toEqual([[1]]);
  expect(isAlive(stranger.pid ?? 0)).toBe(true);
});

test("a first start that broke off while it made the cluster leaves nothing in the way", async () => {
  const place = newPlace();
  const halfMade = join(place.folder, "cluster.new-1");
  mkdirSync(join(halfMade, "base"), { recursive: true });
  writeFileSync(join(halfMade, "PG_VERSION"), "18\n");
  const { databaseUrl } = await start(place);
  expect(await query(databaseUrl, "SELECT 1")).toEqual([[1]]);
  expect(readdirSync(place.folder)).toEqual(["cluster"]);
});

test("the server ends when the process that started it is killed", async () => {
  if (!["/usr/bin/setpriv", "/bin/setpriv"].some((path) => existsSync(path))) {
    // Without setpriv the next start ends it: the test of the orphan above.
    return;
  }
  const directory = openDataDirectory();
  const place = placeCluster(directory, () => {});
  const program = `
    import { startPostgres } from "#scripts/postgres/start-postgres.ts";
    await startPostgres(${JSON.stringify(place)}, false);
    process.stdout.write("up");`;
  const parent = spawn(process.execPath, ["--input-type=module", "-e", program]);
  let said = "";
  parent.stdout.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  await waitUntil(() => said === "up");
  const pid = readPostmasterFile(clusterOf(place))?.pid ?? 0;
  expect(isAlive(pid)).toBe(true);
  parent.kill("SIGKILL");
  await waitUntil(() => !existsSync(join(clusterOf(place), "postmaster.pid")));
});

test("a server that cannot start says why in one line", async () => {
  const place = newPlace();
  await (await start(place)).stop();
  writeFileSync(join(clusterOf(place), "postgresql.conf"), "no_such_setting = 1\n");
  await expect(start(place)).rejects.toThrow(
    /^PostgreSQL did not start in .*: configuration file .* contains errors$/,
  );
});

test("a start that is asked to stop meanwhile leaves no server", async () => {
  const place = newPlace();
  await (await start(place)).stop();
  const stop = new AbortController();
  const starting = startPostgres(place, false, stop.signal);
  stop.abort();
  await expect(starting).rejects.toThrow();
  expect(existsSync(join(clusterOf(place), "postmaster.pid"))).toBe(false);
});

test("the links between libraries that an install script would make are made at the start", async () => {
  const project = copyOpenProject();
  const link = removeLibraryLink(project);
  if (link === undefined) return;
  const program = `
    import { placeCluster } from "./scripts/postgres/place-cluster.ts";
    import { startPostgres } from "./scripts/postgres/start-postgres.ts";
    await (await startPostgres(placeCluster(process.argv[1], () => {}), false)).stop();`;
  const args = ["--input-type=module", "-e", program, openDataDirectory()];
  const run = runProgram(process.execPath, args, {}, { cwd: project });
  expect(await run.ended, run.stderr()).toBe(0);
  expect(existsSync(link)).toBe(true);
});
