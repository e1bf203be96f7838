import { describeDatabase } from "#scripts/database/connect-database.ts";
import { listPendingMigrations } from "#scripts/database/migrate-database.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";
import { ensureBuilt } from "../bundle/ensure-built.ts";
import { requireFreePort } from "../start/check-port.ts";
import { createProcessGroup } from "../start/process-group.ts";
import { spawnService } from "../start/spawn-service.ts";
import { waitForStop } from "../start/wait-for-stop.ts";
import { forkWebProcess } from "./fork-web-process.ts";
import { type KeptService, keepRunning } from "./keep-running.ts";
import { requireConnections } from "./require-connections.ts";
import type { ServeSettings } from "./serve-settings.ts";

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Runs the app and its worker until SIGINT or SIGTERM, without a development store. Throws a
 * UserFacingError when it cannot start, or when a process keeps dying; nothing is left running then.
 */
export async function superviseProduction(settings: ServeSettings): Promise<void> {
  const stopAsked = waitForStop();
  const group = createProcessGroup();
  const work = new AbortController();
  try {
    const running = bringUp(settings, group, work.signal);
    running.catch(() => {});
    await Promise.race([running.then(() => stopAsked), stopAsked, group.failed]);
    say("Stopping …");
  } finally {
    work.abort();
    await group.stopAll();
  }
}

async function bringUp(
  settings: ServeSettings,
  group: ReturnType<typeof createProcessGroup>,
  signal: AbortSignal,
): Promise<void> {
  await requireFreePort(settings.port, "PORT", settings.host);
  await ensureBuilt(say, signal);
  await requireMigrated(settings.databaseUrl);
  await requireConnections(settings.databaseUrl, settings);
  signal.throwIfAborted();
  const worker = keepRunning(
    () => spawnService("job worker", "app/main-worker.ts", { NODE_ENV: "production" }),
    say,
  );
  const web = Array.from({ length: settings.webProcesses }, () => keepRunning(forkWebProcess, say));
  for (const service of [worker, ...web]) group.add(service);
  await Promise.all([worker, ...web].map(({ ready }) => ready));
  const processes =
    settings.webProcesses === 1 ? "one web process" : `${settings.webProcesses} web processes`;
  replaceOnSignal([...web, worker]);
  say(
    `Perennial is ready: ${processes} on ${settings.host}:${settings.port} for ${settings.appUrl}.`,
  );
}

/**
 * On SIGUSR2 starts every process again, one after another, each ending when its successor can be used: the
 * code of a new build is then in use, and no request was lost. Being asked again meanwhile changes nothing.
 */
function replaceOnSignal(services: readonly KeptService[]): void {
  let isReplacing = false;
  process.on("SIGUSR2", async () => {
    if (isReplacing) return;
    isReplacing = true;
    say("Replacing every process, one after another …");
    const done = await replaceAll(services);
    say(done ? "Every process was replaced." : "A new process did not start: the others go on.");
    isReplacing = false;
  });
}

async function replaceAll(services: readonly KeptService[]): Promise<boolean> {
  for (const service of services) if (!(await service.replace())) return false;
  return true;
}

/** Production migrates in a separate step, so several machines can start at the same time. */
async function requireMigrated(databaseUrl: string): Promise<void> {
  const pending = await listPendingMigrations(databaseUrl);
  if (pending.length === 0) return;
  throw new UserFacingError(
    `The database at ${describeDatabase(databaseUrl)} lacks ${pending.join(", ")}: run npm run migrate first.`,
  );
}
