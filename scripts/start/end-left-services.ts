import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { writeFileAtomically } from "#scripts/files/write-file-atomically.ts";
import { readCommand } from "#scripts/process/read-command.ts";

/** A service as an earlier run of the same data directory wrote it down. */
export interface NotedService {
  pid: number;
  /** The program's file, which tells the service from another process that reuses its id. */
  script: string;
}

const fileName = "services.json";

/** Writes down which services run, for a next start that finds them still there after a kill. */
export function noteServices(dataDirectory: string, services: NotedService[]): void {
  writeFileAtomically(join(dataDirectory, fileName), JSON.stringify(services), 0o600);
}

/** Takes the note back when all services have been ended in good order. */
export function forgetServices(dataDirectory: string): void {
  rmSync(join(dataDirectory, fileName), { force: true });
}

/**
 * Ends what a killed run has left, and returns when it is gone: its services end by themselves when
 * they notice, but may still hold the ports. Only the holder of the data directory's lock may call it.
 */
export async function endLeftServices(dataDirectory: string): Promise<void> {
  for (const service of readNoted(join(dataDirectory, fileName))) {
    for (let tries = 0; isStillThere(service) && tries < 100; tries += 1) {
      end(service.pid);
      await delay(10);
    }
  }
  forgetServices(dataDirectory);
}

function isStillThere({ pid, script }: NotedService): boolean {
  return pid > 0 && readCommand(pid).includes(script);
}

/** Ends the service and what it has started, which is in its process group. */
function end(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, "SIGKILL");
    } catch {
      // It went by itself.
    }
  }
}

function readNoted(file: string): NotedService[] {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as NotedService[];
  } catch {
    return [];
  }
}
