import { ensureBuilt, forgetBuild } from "./bundle/ensure-built.ts";
import { onInterruption } from "./on-interruption.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async () => {
  forgetBuild();
  await ensureBuilt(console.log, onInterruption());
});
