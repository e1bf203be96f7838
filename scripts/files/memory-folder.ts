import { statfsSync } from "node:fs";
import { freemem } from "node:os";

const path = "/dev/shm";
const enoughBytes = 4 * 1024 ** 3;

/**
 * A folder in memory, which Linux has as a rule, for files that are made and deleted all the time: ext4 takes the longer to
 * make one the more were deleted in the seconds before. Null where there is none, or where memory is scarce.
 */
export function findMemoryFolder(): string | null {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize > enoughBytes && freemem() > 2 * enoughBytes ? path : null;
  } catch {
    return null;
  }
}
