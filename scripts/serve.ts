import { runCommand } from "./process/run-command.ts";
import { readServeSettings } from "./serve/serve-settings.ts";
import { superviseProduction } from "./serve/supervise-production.ts";

await runCommand(async () => {
  await superviseProduction(readServeSettings(process.env));
  process.exit(0);
});
