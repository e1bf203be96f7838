import { LOAD_USAGE, parseLoadCommand } from "#loaders/load/load-command.ts";
import { runLoad } from "#loaders/load/run-load.ts";
import { LoadError } from "#loaders/load-error.ts";
import { runCommand } from "./process/run-command.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

await runCommand(async () => {
  try {
    const command = parseLoadCommand(process.argv.slice(2), process.env);
    if (command) await runLoad(command, { say: console.log, warn: console.error });
    else console.log(LOAD_USAGE);
  } catch (error) {
    throw error instanceof LoadError ? new UserFacingError(error.message) : error;
  }
});
