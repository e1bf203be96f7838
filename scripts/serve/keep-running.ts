import type { SupervisedProcess } from "../start/process-group.ts";
import type { Service } from "../start/spawn-service.ts";

const mostRestarts = 5;
const withinMs = 60_000;

export interface KeptService extends SupervisedProcess {
  /** Resolves when its first process can be used. */
  ready: Promise<unknown>;
}

/**
 * Runs a service and restarts it when it dies, so a crash affects one process, not all of them.
 * It gives up, and so ends, when the service dies before it was ever ready or five times in a minute.
 */
export function keepRunning(start: () => Service, say: (line: string) => void): KeptService {
  const restarts: number[] = [];
  let stopping = false;
  let current = start();
  const ready = current.ready;
  let wasReady = false;
  void ready.then(() => {
    wasReady = true;
  });
  const ended = new Promise<string>((resolve) => {
    const watch = async () => {
      for (;;) {
        const line = await current.ended;
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
    stop: async () => {
      stopping = true;
      await current.stop();
    },
  };
}
