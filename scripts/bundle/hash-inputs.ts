import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * One hash over the names and contents of files and whole folders, in a fixed order. A path that does
 * not exist counts as empty.
 */
export function hashInputs(root: string, paths: string[], except: string[] = []): string {
  const hash = createHash("sha256");
  const visit = (path: string) => {
    if (except.includes(path)) return;
    const full = join(root, path);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).sort()) visit(`${path}/${name}`);
      return;
    }
    const content = readFileSync(full);
    hash.update(`${path}\0${content.length}\0`).update(content);
  };
  for (const path of paths) visit(path);
  return hash.digest("hex");
}
