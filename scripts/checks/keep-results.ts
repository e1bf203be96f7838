import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "#scripts/files/project-root.ts";
import type { Failure } from "./tally.ts";

const folder = join(projectRoot, ".cache", "tests");
const lastRun = join(folder, "last-run.json");

/** What a whole run of the test command has come to. */
export interface Results {
  command: string;
  passed: number;
  failed: number;
  unsteady: number;
  seconds: number;
}

/** The commit that is checked out, and whether the tree holds nothing else; null outside of Git. */
export interface Checkout {
  commit: string | null;
  clean: boolean | null;
}

export function readCheckout(): Checkout {
  const commit = git("rev-parse", "HEAD");
  const changes = git("status", "--porcelain");
  return { commit, clean: changes === null ? null : changes === "" };
}

/** A run that is broken off leaves no result of an earlier one. */
export function forgetLastRun(): void {
  rmSync(lastRun, { force: true });
}

export function keepLastRun(checkout: Checkout, results: Results): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(lastRun, `${JSON.stringify({ ...checkout, ...results }, null, 2)}\n`);
}

/** Adds to `.cache/tests/unsteady.jsonl`, a line each. */
export function keepUnsteady({ commit }: Checkout, unsteady: readonly Failure[]): void {
  const at = new Date().toISOString();
  const lines = unsteady.map(({ title, message }) =>
    JSON.stringify({ at, commit, title, message }),
  );
  if (lines.length === 0) return;
  mkdirSync(folder, { recursive: true });
  appendFileSync(join(folder, "unsteady.jsonl"), `${lines.join("\n")}\n`);
}

function git(...args: string[]): string | null {
  try {
    const options = { cwd: projectRoot, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("git", args, options as { encoding: "utf8" }).trim();
  } catch {
    return null;
  }
}
