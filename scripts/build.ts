import { ensureBuilt, forgetBuild } from "./build/ensure-built.ts";
import { runCommand } from "./run-command.ts";

await runCommand(async () => {
  forgetBuild();
  await ensureBuilt(console.log, new AbortController().signal);
});
