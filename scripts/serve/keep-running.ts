import type { SupervisedProcess } from "../start/process-group.ts";
import type { Service } from "../start/spawn-service.ts";

const mostRestarts = 5;
const withinMs = 60_000;

/** A service that may be asked to end only when its last request is answered. */
export interface DrainableService extends Service {
  drain?: () => Promise<void>;
}

export interface KeptService extends SupervisedProcess {
  /** Resolves when its first process can be used. */
  ready: Promise<unknown>;
  /**
   * Starts another process of the service, and ends the present one when the other can be used.
   *
   * @returns false when the other never got ready: the present one goes on.
   */
  replace: () => Promise<boolean>;
}

/**
 * Runs a service and restarts it when it dies, so a crash affects one process, not all of them.
 * It gives up, and so ends, when the service dies before it was ever ready or five times in a minute.
 */
export function keepRunning(
  start: () => DrainableService,
  say: (line: string) => void,
): KeptService {
  const restarts: number[] = [];
  let stopping = false;
  let current = start();
  /** Started to take the current one's place, and not ready yet. */
  let next: DrainableService | null = null;
  const ready = current.ready;
  let wasReady = false;
  void ready.then(() => {
    wasReady = true;
  });
  const ended = new Promise<string>((resolve) => {
    const watch = async () => {
      for (;;) {
        const watched = current;
        const line = await watched.ended;
        if (watched !== current) continue;
        const now = performance.now();
        const recent = restarts.filter((time) => now - time < withinMs);
        if (stopping || !wasReady || recent.length >= mostRestarts) return resolve(line);
        restarts.push(now);
        say(`${line} Restarting it.`);
        current = start();
      }
    };
    void watch();
  });
  return {
    name: current.name,
    ready,
    ended,
    replace: async () => {
      if (stopping) return false;
      const made = start();
      next = made;
      const isReady = await Promise.race([
        made.ready.then(() => true),
        made.ended.then(() => false),
      ]);
      next = null;
      if (!isReady || stopping) return false;
      const before = current;
      current = made;
      await (before.drain ?? before.stop)();
      return true;
    },
    stop: async () => {
      stopping = true;
      await Promise.all([current.stop(), next?.stop()]);
    },
  };
}
