import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

/** How long a file stays after the build that no longer has it: longer than a server or a page is left open. */
const keptForMs = 30 * 24 * 3_600_000;

/** When each file that the present build no longer has was left behind, by its path. */
type LeftFiles = Record<string, string>;

/**
 * Moves a finished build into the place of the previous one, each file atomically, so a server that runs from
 * it keeps working. Files that only earlier builds had stay for thirty days, because a server that was not
 * restarted, and pages that are still open, keep requesting them.
 *
 * @param fresh the finished build; gone afterwards.
 * @param place where builds are served from.
 */
export function publishBuild(fresh: string, place: string, now: Date): void {
  const files = filesBelow(fresh);
  // What the server names must be there before the server that names it.
  for (const file of [...files].sort()) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    renameSync(join(fresh, file), join(place, file));
  }
  rmSync(fresh, { recursive: true, force: true });
  forgetLongLeft(place, new Set(files), now);
}

function forgetLongLeft(place: string, present: ReadonlySet<string>, now: Date): void {
  const record = join(place, "left-files.json");
  const before: LeftFiles = existsSync(record) ? JSON.parse(readFileSync(record, "utf8")) : {};
  const left: LeftFiles = {};
  for (const part of ["client", "server"]) {
    for (const name of filesBelow(join(place, part))) {
      const file = join(part, name);
      if (present.has(file)) continue;
      const since = before[file] ?? now.toISOString();
      if (now.getTime() - Date.parse(since) < keptForMs) left[file] = since;
      else rmSync(join(place, file));
    }
  }
  writeFileSync(record, JSON.stringify(left));
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}
