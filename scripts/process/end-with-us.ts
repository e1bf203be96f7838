import { existsSync } from "node:fs";

/**
 * The command line that runs a program so that the system sends it the signal when we are killed,
 * where `setpriv` exists; elsewhere the program's own.
 */
export function endWithUs(
  signal: "INT" | "TERM",
  program: string,
  args: string[],
): { file: string; args: string[] } {
  const setpriv = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));
  if (setpriv === undefined) return { file: program, args };
  return { file: setpriv, args: ["--pdeathsig", signal, "--", program, ...args] };
}
