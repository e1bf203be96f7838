import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { themeCheckRun } from "@shopify/theme-check-node";
import { projectRoot } from "#scripts/files/project-root.ts";
import { runCommand } from "#scripts/process/run-command.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

const extension = join(projectRoot, "extensions", "storefront");

await runCommand(async () => {
  const { offenses } = await themeCheckRun(extension, join(extension, ".theme-check.yml"));
  for (const { check, message, uri, start } of offenses) {
    const file = relative(projectRoot, fileURLToPath(uri));
    console.error(`${file}:${start.line + 1}:${start.character + 1} ${check}: ${message}`);
  }
  if (offenses.length > 0) {
    throw new UserFacingError(
      `Theme Check refuses ${offenses.length} places of the theme extension.`,
    );
  }
});
