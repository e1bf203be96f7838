import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { text } from "node:stream/consumers";

/** Stops at the first command that fails, and lets an answer of 400 or more be one. */
const PRELUDE = `set -euo pipefail
curl() { command curl --silent --show-error --fail-with-body "$@"; }
`;

/** The shell blocks of a Markdown text that call something, in their order. */
export function examplesOfMarkdown(markdown: string): string[] {
  return [...markdown.matchAll(/^```sh\n(.*?)^```/gms)]
    .map(([, block = ""]) => block)
    .filter((block) => block.includes("curl "));
}

/** The commands of an HTML page, in their order. */
export function examplesOfPage(page: string): string[] {
  const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
  return [...page.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, block = ""]) =>
    block.replace(/&(#?\w+);/g, (whole, name: string) => characters[name] ?? whole),
  );
}

/** Runs examples one after the other in one shell, as somebody who pastes them does. */
export async function runExamples(
  examples: readonly string[],
  folder: string,
): Promise<{ code: number | null; output: string }> {
  const child = spawn("bash", ["-c", PRELUDE + examples.join("\necho\n")], {
    cwd: folder,
    env: {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("exit", resolve);
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output: output + errors };
}
