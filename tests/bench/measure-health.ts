import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";

/** How long each answer of the health check took while `work` was under way, in milliseconds. */
export async function measureHealth(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const prober = fork(join(projectRoot, "tests/bench/health-probe.ts"), [`${url}/healthz`]);
  await once(prober, "message");
  await work();
  prober.send("stop");
  const [times] = (await once(prober, "message")) as [number[]];
  return times;
}
