import { cpSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A folder with the migrations that came before one. @param name the folder of that one, for example "0089_currency_digits". */
export function migrationsBefore(name: string): string {
  const folder = temporaryFolder();
  const all = join(projectRoot, "prisma", "migrations");
  for (const each of readdirSync(all)) {
    if (each < name) cpSync(join(all, each), join(folder, each), { recursive: true });
  }
  return folder;
}
