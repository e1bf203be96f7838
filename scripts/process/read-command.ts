import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/** The words of a process's command line; none when it has gone or cannot be looked at. */
export function readCommand(pid: number): string[] {
  if (existsSync("/proc/self/cmdline")) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    } catch {
      return [];
    }
  }
  try {
    const shown = execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return shown.trim().split(" ");
  } catch {
    return [];
  }
}
