import { userFacingLine } from "./user-facing-error.ts";

/**
 * Runs the body of a command. A known failure ends the process with its one line and code 1; a bug
 * ends it with its stack and code 1.
 */
export async function runCommand(body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    const line = userFacingLine(error);
    if (line === null) console.error(error);
    else process.stderr.write(`${line}\n`);
    process.exit(1);
  }
}
