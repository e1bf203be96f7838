import { createServer } from "node:net";

// Below the ports that systems give away by themselves, which any connection may get between our look
// and the listening. Each worker of a run has a part for itself.
const firstPort = 20_000;
const portsPerWorker = 3_000;

const worker = Number(process.env.VITEST_POOL_ID ?? 1) % 4;
let next = Math.floor(Math.random() * portsPerWorker);

/** A port of 127.0.0.1 that nothing listens on, and that no other test of this run is given. */
export async function takeTestPort(): Promise<number> {
  for (;;) {
    next = (next + 1) % portsPerWorker;
    const port = firstPort + worker * portsPerWorker + next;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
