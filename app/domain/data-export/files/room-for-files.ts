import type { ExportFile } from "#app/generated/prisma/client.ts";
import type { Queries } from "#app/lib/db.ts";

/** Files of a store that wait or are kept at a time. */
export const MOST_FILES = 20;

/** Whether a store keeps as many files as it may, and the one that the next file replaces. */
export interface FileRoom {
  isFull: boolean;
  /** The oldest that is made; null while there is room, and when none is made. */
  toReplace: ExportFile | null;
}

export async function readFileRoom(
  queries: Pick<Queries, "exportFile">,
  shopId: bigint,
): Promise<FileRoom> {
  const where = { shopId, state: { in: ["waiting", "running", "ready"] } };
  const isFull = (await queries.exportFile.count({ where })) >= MOST_FILES;
  if (!isFull) return { isFull, toReplace: null };
  const toReplace = await queries.exportFile.findFirst({
    where: { shopId, state: "ready" },
    orderBy: { id: "asc" },
  });
  return { isFull, toReplace };
}
