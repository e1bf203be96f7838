import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

/** Writes migrations, name to SQL, as prisma/migrations holds them, and returns their folder. */
export function migrationFolder(migrations: Record<string, string>): string {
  const folder = temporaryFolder();
  for (const [name, sql] of Object.entries(migrations)) writeMigration(folder, name, sql);
  return folder;
}

export function writeMigration(folder: string, name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, "migration.sql"), sql);
}
