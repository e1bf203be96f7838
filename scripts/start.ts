import { runCommand } from "./process/run-command.ts";
import { readStartSettings } from "./start/start-settings.ts";
import { superviseDemo } from "./start/supervise-demo.ts";

await runCommand(async () => {
  await superviseDemo(readStartSettings(process.env));
  process.exit(0);
});
