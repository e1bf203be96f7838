import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ensureBuilt } from "#scripts/bundle/ensure-built.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import type { AnyJson } from "#tests/support/any-json.ts";
import {
  callByCurl,
  codeOf,
  type DocsExample,
  type ExampleVariables,
  readDocsExamples,
  runShell,
  SIGN_IN,
} from "#tests/support/docs-examples.ts";
import { answerCheck } from "#tests/support/fits-document.ts";
import { type DemoFile, FIRST_START_MS, startDemo, untilReady } from "./demo-start.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const HOUR_MS = 3_600_000;

/** What the client's example names instead, where curl has done it to the first: some things are done once. */
const OTHERS: Readonly<Record<string, readonly [first: string, other: string]>> = {
  cancelSubscription: ["1002", "1014"],
  pauseSubscription: ["1001", "1008"],
  resumeSubscription: ["1006", "1089"],
  uploadLoyaltyReceipt: ["23.9", "31.5"],
  activateOffer: ["5003", "5008"],
};

test("every example of /docs works as it is printed, in curl and in TypeScript, and so do those of the quick starts", {
  timeout: FIRST_START_MS,
}, async () => {
  await ensureBuilt(() => {}, new AbortController().signal);
  const folder = temporaryFolder();
  const run = await startDemo(join(temporaryFolder(), "data"));
  const demo = await untilReady(run);
  layOut(folder, run.dataDirectory);
  const variables = {
    API: demo.app_url,
    STORE: demo.store_url,
    KEY: demo.api_keys.full,
    SHOPPER: join(folder, "shopper.txt"),
  };
  expect((await runShell(SIGN_IN, variables, folder)).code).toBe(0);

  const check = answerCheck(await (await fetch(`${demo.app_url}/openapi.json`)).json());
  const examples = await readDocsExamples(demo.app_url);
  expect(examples.length).toBeGreaterThan(35);
  const wrong: string[] = [];
  for (const example of examples) {
    const { status, body } = await callByCurl(example, variables, folder);
    const found = status === 200 ? check(example.operationId, body) : JSON.stringify(body);
    if (found !== null) wrong.push(`${example.operationId} ${status}: ${found}`);
  }
  expect(wrong).toEqual([]);

  // The demo has one charge that can be tried again, which curl has taken.
  await failAnotherCharge(demo);
  expect(await runTypescript(examples, variables, folder)).toEqual(
    examples.map(({ operationId }) => [operationId, 200]),
  );

  const pages = await guidePages(demo);
  let ran = 0;
  for (const [address, html] of pages) {
    const lines = codeOf(html, "sh").filter((block) => !block.includes("KEY=pk_of_your_store"));
    const { code, output, errors } = await runShell(withFailure(lines), variables, folder);
    expect(code, `${address}: ${output}${errors}`).toBe(0);
    if (address.endsWith("integrator")) expect(output).toMatch(/\b429$/m);
    const programs = codeOf(html, "ts");
    for (const [at, program] of programs.entries()) {
      const file = join(folder, `page-${ran}-${at}.ts`);
      writeFileSync(file, programOf(program));
      const ended = await runShell(`npx node ${file}`, variables, folder);
      expect(ended.code, `${address}: ${ended.errors}`).toBe(0);
    }
    ran += lines.length + programs.length;
  }
  expect(ran).toBeGreaterThan(10);
});

/** A renewal is declined, and the day of it passes: a failed charge that can be tried again. */
async function failAnotherCharge(demo: DemoFile): Promise<void> {
  const headers = { authorization: `Bearer ${demo.api_keys.full}` };
  const list = await fetch(`${demo.app_url}/api/v1/subscriptions?status=active&limit=100`, {
    headers,
  });
  const { data }: AnyJson = await list.json();
  const [next] = data
    // What is owed already has its date behind it.
    .filter(
      ({ next_billing_date: at }: AnyJson) => at !== null && Date.parse(at) > Date.now() + HOUR_MS,
    )
    .sort((a: { next_billing_date: string }, b: { next_billing_date: string }) =>
      a.next_billing_date.localeCompare(b.next_billing_date),
    );
  const control = async (path: string, body: unknown) => {
    const answer = await fetch(`${demo.store_url}/__dev/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    expect(answer.status, `${path}: ${await answer.text()}`).toBe(200);
  };
  await control(`contracts/${next.platform_contract_id}/next-payment`, {
    result: "INSUFFICIENT_FUNDS",
  });
  await control("clock", { to: next.next_billing_date });
  await control("clock", { advance: "PT1H" });
}

/** What the blocks of a page that are no whole program take for set: the client, and a page of the store with its shopper. */
const SETTING = `import { readFileSync } from "node:fs";
import { createPerennial } from "./clients/typescript/src/client.ts";
const { API, STORE, KEY = "", SHOPPER = "" } = process.env;
const perennial = createPerennial({ serviceUrl: API, storeUrl: STORE, key: KEY });
const customerId = 1001;
${shopperCookie()}
const plain = globalThis.fetch;
const ofPage = (address, init = {}) =>
  plain(new URL(address, STORE), { ...init, headers: { cookie, ...init.headers } });
`;

/** A block as a program, which fails where what it asks for is not answered. */
function programOf(block: string): string {
  if (block.includes("createPerennial(")) return block;
  if (block.includes("function ask(")) {
    return `${SETTING}${block}
const { status } = await ask(API + "/api/v1/members?limit=1", { headers: { authorization: "Bearer " + KEY } });
if (status !== 200) throw new Error(String(status));`;
  }
  if (!block.includes("await fetch(`/apps/")) return `${SETTING}${block}`;
  return `${SETTING}globalThis.fetch = ofPage;
${block}
if (!answer.ok || !Array.isArray(data)) throw new Error(String(answer.status));`;
}

/** A browser brings the shopper's session by itself. */
function shopperCookie(): string {
  return `const cookie = readFileSync(SHOPPER, "utf8").split("\\n").filter((line) => line.includes("\\t"))
  .map((line) => line.split("\\t").slice(5, 7).join("=")).join("; ");`;
}

/** As in the project's folder. */
function layOut(folder: string, dataDirectory: string): void {
  mkdirSync(join(folder, ".data"));
  symlinkSync(join(dataDirectory, "demo.json"), join(folder, ".data", "demo.json"));
  for (const name of ["clients", "node_modules"]) {
    symlinkSync(join(projectRoot, name), join(folder, name));
  }
}

/** Blocks of a shell in their order, in which an answer of 400 or more is a failure where it is not what is shown. */
function withFailure(blocks: readonly string[]): string {
  const strict = `curl() { command curl --silent --show-error --fail-with-body "$@"; }`;
  return blocks
    .flatMap((block) => [block.includes("429") ? 'curl() { command curl "$@"; }' : strict, block])
    .join("\n");
}

/** Runs all examples of the client in one program; a status, or what was thrown, for each. */
async function runTypescript(
  examples: readonly DocsExample[],
  variables: ExampleVariables,
  folder: string,
): Promise<[string, unknown][]> {
  const file = join(folder, "examples.ts");
  const parts = examples.map(
    ({ operationId, typescript }) =>
      `await run(${JSON.stringify(operationId)}, async () => {\n${typescript.replace(...(OTHERS[operationId] ?? ["", ""]))}\n});`,
  );
  writeFileSync(
    file,
    `import { readFileSync } from "node:fs";
import { createPerennial, PerennialError } from "./clients/typescript/src/client.ts";
const { API, STORE, KEY, SHOPPER } = process.env;
${shopperCookie()}
const perennial = createPerennial({
  serviceUrl: API, storeUrl: STORE, key: KEY,
  fetch: (address, init) => fetch(address, { ...init, headers: { ...init.headers, cookie } }),
});
const said = [];
const run = async (name, call) => {
  try {
    await call();
    said.push([name, 200]);
  } catch (error) {
    said.push([name, error instanceof PerennialError ? error.status : String(error)]);
  }
};
${parts.join("\n")}
console.log(JSON.stringify(said));
`,
  );
  const { output, errors } = await runShell(`node ${file}`, variables, folder);
  expect(output, errors).toContain("[");
  return JSON.parse(output);
}

/** The pages that teach, by their addresses, as the sidebar has them; the test clock comes last. */
async function guidePages(demo: DemoFile): Promise<[string, string][]> {
  const html = await (await fetch(`${demo.app_url}/docs`)).text();
  const found = [...html.matchAll(/<li><a href="(\/docs[\w/-]*)"/g)].map(([, href = ""]) => href);
  const sorted = [...new Set(found)].sort(
    (a, b) => Number(a.endsWith("clock")) - Number(b.endsWith("clock")),
  );
  return Promise.all(
    sorted.map(async (address): Promise<[string, string]> => {
      return [address, await (await fetch(`${demo.app_url}${address}`)).text()];
    }),
  );
}
