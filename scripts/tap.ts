import { LoadError } from "#loaders/load-error.ts";
import { runTap } from "#loaders/singer/run-tap.ts";
import { parseTapCommand, TAP_USAGE } from "#loaders/singer/tap-command.ts";
import { runCommand } from "./process/run-command.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

await runCommand(async () => {
  // A target that ends is reported by the write that fails.
  process.stdout.on("error", () => {});
  try {
    const command = parseTapCommand(process.argv.slice(2), process.env);
    if (command.action === "help") console.log(TAP_USAGE);
    else if (command.action === "discover") console.log(JSON.stringify(command.catalog, null, 2));
    else {
      const { config, state, streams } = command;
      const { proxyBase, key, sinceDate } = config;
      const connection = { proxyBase, key, onRetry: console.error };
      await runTap(connection, { streams, state, sinceDate, write });
    }
  } catch (error) {
    throw error instanceof LoadError ? new UserFacingError(error.message) : error;
  }
});

/** Standard output carries messages alone; it takes as much as the target reads. */
function write(lines: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(lines, (error) => {
      if (error) reject(new LoadError("The target has stopped reading."));
      else resolve();
    });
  });
}
