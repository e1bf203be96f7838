/**
 * Writes app/http/docs/recorded-answers.json: what the examples of /docs are answered by a demo of its own. An answer that
 * still has the shape of its schema stays as it is, so that only what changed is written anew.
 *
 *   npm run docs-answers            what is missing or has another shape now
 *   npm run docs-answers -- --all   every answer
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { callByCurl, readDocsExamples, runShell, SIGN_IN } from "#tests/support/docs-examples.ts";
import { answerCheck } from "#tests/support/fits-document.ts";
import { createDemoFolder, runDemo } from "#tests/support/run-demo.ts";
import { projectRoot } from "./files/project-root.ts";
import { writeFileAtomically } from "./files/write-file-atomically.ts";
import { runCommand } from "./process/run-command.ts";
import { UserFacingError } from "./process/user-facing-error.ts";

const file = join(projectRoot, "app/http/docs/recorded-answers.json");
/** An answer's lists are cut to two rows, or to one where a row is long. */
const LONG_ROW = 700;
const TRIES = 200;

await runCommand(async () => {
  const data = createDemoFolder();
  try {
    const { demo, stop } = await runDemo(data.path);
    try {
      const known = process.argv.includes("--all") ? {} : readKnown();
      const answers = await askAll(demo, data.path);
      const fits = answerCheck(await (await fetch(`${demo.app_url}/openapi.json`)).json());
      const kept = answers.map(([id, answer]) => {
        const before = known[id];
        return [id, before !== undefined && fits(id, before) === null ? before : answer];
      });
      writeFileAtomically(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`, 0o644);
    } finally {
      await stop();
    }
  } finally {
    data.remove();
  }
});

function readKnown(): Record<string, unknown> {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** The answers by the names of their operations. What changes something is asked first, so that lists show it. */
async function askAll(
  demo: { app_url: string; store_url: string; api_keys: { full: string } },
  folder: string,
): Promise<[string, unknown][]> {
  const variables = {
    API: demo.app_url,
    STORE: demo.store_url,
    KEY: demo.api_keys.full,
    SHOPPER: join(folder, "shopper.txt"),
  };
  await runShell(SIGN_IN, variables, folder);
  const examples = await readDocsExamples(demo.app_url);
  const isRead = ({ curl }: { curl: string }) => !/(--json|-X|--data)/.test(curl);
  const found = new Map<string, unknown>();
  for (const example of examples.toSorted((a, b) => Number(isRead(a)) - Number(isRead(b)))) {
    for (let left = TRIES; ; left -= 1) {
      const { status, body } = await callByCurl(example, variables, folder);
      if (status !== 200) throw new UserFacingError(`${example.operationId}: ${status}`);
      found.set(example.operationId, shorten(body));
      // The platform makes the code of a coupon a moment later.
      if (example.operationId !== "listLoyaltyCoupons" || hasRows(body) || left === 0) break;
      await delay(100);
    }
  }
  return examples.map(({ operationId }) => [operationId, found.get(operationId)]);
}

function hasRows(body: unknown): boolean {
  return (body as { data: unknown[] }).data.length > 0;
}

function shorten(value: unknown): unknown {
  if (Array.isArray(value)) {
    const isLong = JSON.stringify(value[0] ?? null).length > LONG_ROW;
    return value.slice(0, isLong ? 1 : 2).map(shorten);
  }
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shorten(part)]));
}
