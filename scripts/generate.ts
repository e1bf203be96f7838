import { ensureDatabaseClient } from "./bundle/ensure-built.ts";
import { onInterruption } from "./process/on-interruption.ts";
import { runCommand } from "./process/run-command.ts";
import { runScript } from "./process/run-script.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

// Makes what is generated from sources: the database client (when it is not current), which is not kept
// in the repository, and the platform's types, what the extensions ship the loaders' types and the client, which are.
await runCommand(async () => {
  const signal = onInterruption();
  await ensureDatabaseClient(console.log, signal);
  for (const script of [
    "admin-schema/generate-platform-types.ts",
    "bundle/build-extension.ts",
    "loaders/generate-data-api-types.ts",
    "clients/generate-typescript-client.ts",
  ]) {
    if ((await runScript({ script: `scripts/${script}`, args: [], signal })) !== 0) {
      throw new UserFacingError(`scripts/${script} failed, see above.`);
    }
  }
});
