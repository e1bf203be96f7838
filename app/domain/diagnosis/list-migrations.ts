import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { projectFolder } from "#app/lib/project-folder.ts";

/** The names of this version's migrations, in their order. */
export async function listMigrations(): Promise<string[]> {
  const entries = await readdir(join(projectFolder(), "prisma", "migrations"), {
    withFileTypes: true,
  });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
