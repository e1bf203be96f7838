import { execFileSync } from "node:child_process";
import { mkdtempSync, rmdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";

/** Whether we may put disks on folders here: root may, though not in every container. */
export const mayMount = process.getuid?.() === 0 && tryMount();

function tryMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), "perennial-start-test-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], { stdio: "ignore" });
    execFileSync("umount", ["--lazy", folder], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  } finally {
    rmdirSync(folder);
  }
}

/** Puts a small disk on a folder until the test ends. */
export function mountDisk(folder: string, size: string): void {
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=711`, "tmpfs", folder]);
  onTestFinished(() => void execFileSync("umount", ["--lazy", folder]));
}

/** The same, with not a byte left. */
export function mountFullDisk(folder: string): void {
  mountDisk(folder, "64k");
  fillDisk(join(folder, "filler"));
}

/** Writes a file until its disk is full. */
export function fillDisk(path: string): void {
  const block = Buffer.alloc(4 * 1024);
  try {
    for (;;) writeFileSync(path, block, { flag: "a" });
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  }
}
