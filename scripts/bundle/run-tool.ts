import { runScript } from "#scripts/process/run-script.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

/**
 * Runs one of the packages' own JavaScript programs under this Node and keeps what it says. When it
 * fails, that is printed and a UserFacingError names the step. The signal ends the program.
 */
export async function runTool(
  step: string,
  script: string,
  args: string[],
  environment: Record<string, string>,
  signal: AbortSignal,
): Promise<void> {
  let said = "";
  const write = (text: string) => {
    said += text;
  };
  const code = await runScript({ script, args, environment, signal, write });
  if (code === 0) return;
  signal.throwIfAborted();
  process.stderr.write(said);
  throw new UserFacingError(`${step} failed (code ${code}), see above.`);
}
