import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { projectRoot } from "#scripts/files/project-root.ts";
import { holdLock } from "#scripts/process/hold-lock.ts";

export interface ChromiumProgram {
  path: string;
  /** What it needs in its environment beside our own. */
  environment: Record<string, string>;
}

const places = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** A Chromium of this machine, else the one that comes with the packages, unpacked once. */
export async function findChromium(): Promise<ChromiumProgram> {
  const installed = [process.env.CHROMIUM, ...places, chromium.executablePath()].find(
    (path) => path !== undefined && path !== "" && existsSync(path),
  );
  return installed === undefined ? await unpackChromium() : { path: installed, environment: {} };
}

async function unpackChromium(): Promise<ChromiumProgram> {
  const cache = join(projectRoot, ".cache");
  const folder = join(cache, "chromium");
  mkdirSync(cache, { recursive: true });
  for (;;) {
    if (existsSync(folder)) break;
    const lock = holdLock(join(cache, "chromium.lock"), 0);
    if (lock === null) {
      await delay(200);
      continue;
    }
    try {
      if (!existsSync(folder)) await unpackInto(folder);
    } finally {
      lock.release();
    }
  }
  return {
    path: join(folder, "chromium"),
    environment: { FONTCONFIG_PATH: join(folder, "fonts") },
  };
}

/** The package unpacks into the temporary folder and nowhere else: so it gets another one. */
async function unpackInto(folder: string): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = unfinished;
  try {
    const { default: packaged } = await import("@sparticuz/chromium");
    await packaged.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  // The package's own list of font folders names the folder that it usually unpacks into.
  writeFileSync(join(unfinished, "fonts", "fonts.conf"), fontList(join(folder, "fonts")));
  renameSync(unfinished, folder);
}

function fontList(folder: string): string {
  const folders = [folder, "/usr/share/fonts", "/usr/local/share/fonts"];
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((path) => `  <dir>${path}</dir>`).join("\n")}
  <cachedir>${folder}-cache</cachedir>
</fontconfig>
`;
}
