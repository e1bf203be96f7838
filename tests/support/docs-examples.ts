import { spawn } from "node:child_process";
import { delimiter, dirname } from "node:path";
import { text } from "node:stream/consumers";
import { INTERFACES } from "#app/http/docs/operations.ts";

/** An operation's example as `/docs` prints it. */
export interface DocsExample {
  readonly operationId: string;
  readonly curl: string;
  readonly typescript: string;
}

/** What the examples take for set. */
export interface ExampleVariables {
  readonly API: string;
  readonly STORE: string;
  readonly KEY: string;
  /** A file with the cookies of a shopper who is signed in. */
  readonly SHOPPER: string;
}

/** Every example of the reference, in the order of its pages. */
export async function readDocsExamples(appUrl: string): Promise<DocsExample[]> {
  const pages = await Promise.all(
    INTERFACES.map(async ({ slug }) => (await fetch(`${appUrl}/docs/${slug}`)).text()),
  );
  return pages.flatMap((page) =>
    page
      .split('<section class="operation" id="')
      .slice(1)
      .map((section) => ({
        operationId: section.slice(0, section.indexOf('"')),
        curl: codeOf(section, "curl")[0] ?? "",
        typescript: codeOf(section, "TypeScript")[0] ?? "",
      })),
  );
}

/** The code of a page in a language, in its order. */
export function codeOf(html: string, language: string): string[] {
  const blocks = html.matchAll(/<pre tabindex="0" aria-label="([^"]+)"><code>(.*?)<\/code>/gs);
  return [...blocks]
    .filter(([, label]) => label === language)
    .map(([, , code = ""]) =>
      code.replace(/&#(\d+);/g, (_, number: string) => String.fromCharCode(Number(number))),
    );
}

/** Runs lines of a shell as somebody does who pastes them, and returns what they write. */
export async function runShell(
  lines: string,
  variables: ExampleVariables,
  folder: string,
): Promise<{ code: number | null; output: string; errors: string }> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ""}`;
  const child = spawn("bash", ["-c", `set -euo pipefail\n${lines}`], {
    cwd: folder,
    env: { ...process.env, ...variables, PATH: path },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on("exit", resolve);
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, output, errors };
}

/** Runs an example in curl. */
export async function callByCurl(
  { operationId, curl }: DocsExample,
  variables: ExampleVariables,
  folder: string,
): Promise<{ status: number; body: unknown }> {
  // The status comes after the last call's body; what is found before it is read as it is.
  const shown = curl.replace(/^curl /m, "curl -s -w '\\n%{http_code}' ");
  const { output, errors } = await runShell(shown, variables, folder);
  const at = output.lastIndexOf("\n");
  try {
    return { status: Number(output.slice(at + 1)), body: JSON.parse(output.slice(0, at)) };
  } catch {
    throw new Error(`${operationId} was not answered with JSON: ${output}${errors}`);
  }
}

/** The line with which a shopper of the demo is signed in. */
export const SIGN_IN = `curl -s -o /dev/null -c "$SHOPPER" "$STORE/account/login" -d customer_id=1001`;
