import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { projectRoot } from "#scripts/files/project-root.ts";
import type { TestApp } from "./test-app.ts";

/** Runs `npm run doctor` with the environment of the app's processes. */
export async function runDoctor(
  app: TestApp,
  words: string[] = [],
  changes: Record<string, string | undefined> = {},
) {
  const variables = { ...process.env, ...app.environment, ...changes };
  const env: Record<string, string> = Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
  const child = spawn(process.execPath, ["scripts/doctor.ts", ...words], {
    cwd: projectRoot,
    env: env as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("exit", resolve));
  const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { output, errors, code };
}
