import { ensureBuilt, forgetBuild } from "./bundle/ensure-built.ts";
import { onInterruption } from "./process/on-interruption.ts";
import { runCommand } from "./process/run-command.ts";

await runCommand(async () => {
  forgetBuild();
  await ensureBuilt(console.log, onInterruption());
});
