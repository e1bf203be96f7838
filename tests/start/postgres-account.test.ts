import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { placeCluster } from "#scripts/postgres/place-cluster.ts";
import { chooseServerAccount, type ServerAccount } from "#scripts/postgres/server-account.ts";
import { startPostgres } from "#scripts/postgres/start-postgres.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import {
  copyOpenProject,
  copyProject,
  programsOf,
  removeLibraryLink,
  renameVersion,
} from "./copy-project.ts";
import { fillDisk, mayMount, mountDisk } from "./mount-disk.ts";
import { nodeForEveryone } from "./node-for-everyone.ts";
import { closedDataDirectory, openDataDirectory } from "./open-data-directory.ts";
import { runProgram } from "./run-command.ts";

const isRoot = process.getuid?.() === 0;
const copiesFolder = "/var/lib/perennial";

// Starts the server of a data directory in a project, says what it said and who ran it, stops it.
const trial = `
  import { readFileSync } from "node:fs";
  import { placeCluster } from "./scripts/postgres/place-cluster.ts";
  import { startPostgres } from "./scripts/postgres/start-postgres.ts";
  const said = [];
  const place = placeCluster(process.argv[1], (line) => said.push(line));
  const running = await startPostgres(place, false);
  const owner = readFileSync("/proc/" + running.pid + "/status", "utf8").match(/^Uid:\\s+(\\d+)/m)[1];
  const command = readFileSync("/proc/" + running.pid + "/cmdline", "utf8").split("\\0")[0];
  await running.stop();
  console.log(JSON.stringify({ said, folder: place.folder, owner: Number(owner), command }));`;

interface TrialResult {
  said: string[];
  folder: string;
  owner: number;
  command: string;
}

async function runTrial(
  project: string,
  dataDirectory: string,
  account?: ServerAccount,
): Promise<TrialResult> {
  const run = runProgram(
    account === undefined ? process.execPath : nodeForEveryone(),
    ["--input-type=module", "-e", trial, dataDirectory],
    { PATH: process.env.PATH ?? "" },
    { cwd: project, ...account },
  );
  expect(await run.ended, run.stderr()).toBe(0);
  return JSON.parse(run.stdout()) as TrialResult;
}

/** An account of this machine that is not root. */
function ordinaryUser(): ServerAccount {
  const account = chooseServerAccount(null);
  if (account === null) throw new Error("only root may choose");
  return account;
}

/** A project whose programs, when they are copied elsewhere, are removed from there with the test. */
function copyProjectForNow(): string {
  const project = copyProject();
  const version = renameVersion(project);
  onTestFinished(() => {
    for (const name of existsSync(copiesFolder) ? readdirSync(copiesFolder) : []) {
      if (name.includes(version)) rmSync(join(copiesFolder, name), { recursive: true });
    }
  });
  return project;
}

if (isRoot) {
  describe("as root", () => {
    test("in a folder below a closed home, binaries and data go where the server's account can reach, in one line", async () => {
      const project = copyProjectForNow();
      const data = closedDataDirectory();
      const first = await runTrial(project, data);
      expect(first.owner).not.toBe(0);
      expect(first.command).not.toContain(project);
      expect(first.folder).not.toContain(data);
      expect(first.said).toEqual([
        `PostgreSQL does not run as root and its account cannot reach ${data}: its files are in ${first.folder}.`,
      ]);
      const second = await runTrial(project, data);
      expect(second).toMatchObject({ said: [], folder: first.folder, owner: first.owner });
    });

    test("what lies outside is for that account and root alone, and nobody else can replace the binaries", async () => {
      const { folder, command } = await runTrial(copyProjectForNow(), closedDataDirectory());
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      for (let path = command; path !== "/"; path = join(path, "..")) {
        expect(statSync(path)).toMatchObject({ uid: 0 });
        expect(statSync(path).mode & 0o022).toBe(0);
      }
    });

    test("in a folder that the account can reach, the data stays in the data directory", async () => {
      const data = openDataDirectory();
      const said: string[] = [];
      const place = placeCluster(data, (line) => said.push(line));
      expect(place).toEqual({ folder: join(data, "postgres"), account: chooseServerAccount(null) });
      expect(said).toEqual([]);
    });

    test("a cluster that an ordinary user made is run as that user", async () => {
      const data = openDataDirectory();
      mkdirSync(join(data, "postgres"), { mode: 0o700 });
      chownSync(join(data, "postgres"), 12_345, 12_345);
      expect(placeCluster(data, () => {}).account).toEqual({ uid: 12_345, gid: 12_345 });
    });

    test("a data directory that was closed after the first start is refused in one line", async () => {
      const data = openDataDirectory();
      const { account } = placeCluster(data, () => {});
      chmodSync(data, 0o700);
      expect(() => placeCluster(data, () => {})).toThrow(
        new UserFacingError(
          `The account of PostgreSQL (uid ${account?.uid}) can no longer enter ${join(data, "postgres")}: let it pass the folders above (chmod o+x), or start as the owner.`,
        ),
      );
    });

    test("a data directory that was deleted gets a new database, and the old one is named", async () => {
      const data = closedDataDirectory();
      const first = placeCluster(data, () => {});
      onTestFinished(() => rmSync(first.folder, { recursive: true }));
      rmSync(join(data, "postgres-place.json"));
      const said: string[] = [];
      const second = placeCluster(data, (line) => said.push(line));
      expect(second.folder).not.toBe(first.folder);
      expect(said).toContain(
        `An earlier database of this data directory is still in ${first.folder}.`,
      );
    });

    test("an ordinary user's own project and data are used where they are", async () => {
      const user = ordinaryUser();
      const project = copyProject();
      const data = join(project, ".data");
      mkdirSync(data);
      execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, project]);
      const result = await runTrial(project, data, user);
      expect(result).toEqual({
        said: [],
        folder: join(data, "postgres"),
        owner: user.uid,
        command: join(programsOf(project), "bin/postgres"),
      });
    });

    test("packages that a user may not write to are copied beside the data", async () => {
      const user = ordinaryUser();
      const project = copyOpenProject();
      removeLibraryLink(project);
      const data = join(project, ".data");
      mkdirSync(data);
      chownSync(data, user.uid, user.gid);
      const { command } = await runTrial(project, data, user);
      expect(command).toContain(join(data, "postgres", "postgresql-"));
    });

    test("an account without a name is refused in one line, because PostgreSQL does", async () => {
      const data = openDataDirectory();
      mkdirSync(join(data, "postgres"), { mode: 0o700 });
      chownSync(join(data, "postgres"), 12_345, 12_345);
      await expect(
        startPostgres(
          placeCluster(data, () => {}),
          false,
        ),
      ).rejects.toThrow(
        "PostgreSQL needs the account it runs as to be in /etc/passwd, and uid 12345 is not",
      );
    });

    test("a data directory of another account is refused in one line", async () => {
      const data = openDataDirectory();
      chmodSync(data, 0o755);
      placeCluster(data, () => {});
      const owner = statSync(join(data, "postgres")).uid;
      const project = copyOpenProject();
      const program = `
        import { placeCluster } from "./scripts/postgres/place-cluster.ts";
        try { placeCluster(process.argv[1], () => {}); } catch (error) { console.log(error.message); }`;
      const run = runProgram(
        nodeForEveryone(),
        ["--input-type=module", "-e", program, data],
        {},
        { cwd: project, uid: 12_345, gid: 12_345 },
      );
      expect(await run.ended, run.stderr()).toBe(0);
      expect(run.stdout().trim()).toBe(
        `The database in ${join(data, "postgres")} belongs to another account (uid ${owner}): start as that one or as root, or choose another DATA_DIR.`,
      );
    });
  });
}

if (mayMount) {
  describe("on a full disk", () => {
    test("a first start and a later one say so in one line", async () => {
      const folder = openDataDirectory();
      mountDisk(folder, "120m");
      const project = copyProjectForNow();
      const program = `
        import { userFacingLine } from "./scripts/process/user-facing-error.ts";
        import { placeCluster } from "./scripts/postgres/place-cluster.ts";
        import { startPostgres } from "./scripts/postgres/start-postgres.ts";
        try {
          const running = await startPostgres(placeCluster(process.argv[1], () => {}), false);
          await running.stop();
          console.log("up");
        } catch (error) { console.log(userFacingLine(error)); }`;
      const attempt = async () => {
        const args = ["--input-type=module", "-e", program, folder];
        const run = runProgram(process.execPath, args, {}, { cwd: project });
        await run.ended;
        return run.stdout().trim();
      };
      const refused = `Disk full: no space left for ${join(folder, "postgres")}. Free some and start again.`;
      const filler = join(folder, "filler");
      writeFileSync(filler, Buffer.alloc(110 * 1024 * 1024));
      expect(await attempt()).toBe(refused);
      rmSync(filler);
      expect(await attempt()).toBe("up");
      fillDisk(filler);
      expect(await attempt()).toBe(refused);
      rmSync(filler);
      expect(await attempt()).toBe("up");
    });
  });
}

test("an account is only chosen for root", () => {
  if (isRoot) expect(chooseServerAccount(null)?.uid).toBeGreaterThan(0);
  else expect(chooseServerAccount(null)).toBeNull();
});
