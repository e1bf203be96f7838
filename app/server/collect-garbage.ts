import { Session } from "node:inspector/promises";

const session = new Session();
session.connect();

/**
 * Collects the garbage of this process and gives its pages back to the machine. The engine itself collects only while it
 * allocates, and keeps the pages for later; so does the function behind `--expose-gc`.
 */
export async function collectGarbage(): Promise<void> {
  await session.post("HeapProfiler.collectGarbage");
}
