/**
 * A failure whose message is all that the person at the terminal needs: what is wrong and what to
 * do, in one line. Commands print it without a stack and exit with 1.
 */
export class UserFacingError extends Error {
  override name = "UserFacingError";
}

const diskFullCodes = ["ENOSPC", "EDQUOT"];
const diskFullText = /No space left on device|Disk quota exceeded/;

/** Whether an error of Node, or a line that PostgreSQL wrote, says that the disk is full. */
export function saysDiskFull(problem: unknown): boolean {
  if (typeof problem === "string") return diskFullText.test(problem);
  if (!(problem instanceof Error)) return false;
  // 53100 is PostgreSQL's own code for it.
  const code = "code" in problem ? problem.code : undefined;
  return (
    (typeof code === "string" && [...diskFullCodes, "53100"].includes(code)) ||
    diskFullText.test(problem.message)
  );
}

export function diskFull(directory: string): UserFacingError {
  return new UserFacingError(
    `Disk full: no space left for ${directory}. Free some and start again.`,
  );
}

/** The line to print for an error, or null when only its stack can help. */
export function userFacingLine(error: unknown): string | null {
  if (error instanceof UserFacingError) return error.message;
  if (saysDiskFull(error) && error instanceof Error) {
    const path = "path" in error && typeof error.path === "string" ? error.path : process.cwd();
    return diskFull(path).message;
  }
  return null;
}
