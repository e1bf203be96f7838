import { collectGarbage } from "#app/server/collect-garbage.ts";

/** Bytes of this process that are in use: without garbage, which a process that has done much else keeps for a while. */
export async function liveMemory(): Promise<number> {
  await collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
