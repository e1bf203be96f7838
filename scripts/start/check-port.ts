import { createServer } from "node:net";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

/** Reads a port from an environment variable; throws a UserFacingError when it is not one. */
export function readPort(
  environment: NodeJS.ProcessEnv,
  variable: string,
  fallback: number,
): number {
  const text = environment[variable];
  if (text === undefined || text === "") return fallback;
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new UserFacingError(
    `${variable} is "${text}", which is not a port: give a number from 1 to 65535.`,
  );
}

/** Throws a UserFacingError that names the port and its variable when something listens there already. */
export function requireFreePort(port: number, variable: string, host = "127.0.0.1"): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === "EADDRINUSE"
          ? "is in use: stop what listens there"
          : `cannot be listened on (${error.code})`;
      reject(new UserFacingError(`Port ${port} ${reason}, or choose another with ${variable}.`));
    });
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}
