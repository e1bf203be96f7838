import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
});
afterAll(() => testApp.close());

const read = async (path: string) => (await fetch(`${testApp.url}${path}`)).text();

test("every page, link, heading and result of the search of the documents leads somewhere", async () => {
  const pages = new Map<string, string>();
  const found = new Set(["/docs"]);
  for (const address of found) {
    const answer = await fetch(`${testApp.url}${address}`);
    expect(answer.status, address).toBe(200);
    const html = await answer.text();
    pages.set(address, html);
    for (const [, href = ""] of html.matchAll(/href="(\/docs(?:\/[\w-]+)*)[#"]/g)) found.add(href);
  }
  expect(pages.size).toBeGreaterThan(27);
  const search: [string, string, string][] = JSON.parse(await read("/docs/search.json"));
  const links = [...pages].flatMap(([page, html]) =>
    [...html.matchAll(/href="([^"]*#[^"]+)"/g)].map(([, href = ""]) =>
      href.startsWith("#") ? `${page}${href}` : href,
    ),
  );
  const lost = [...links, ...search.map(([, href]) => href)].filter((href) => {
    const [page = "", id] = href.split("#");
    const html = pages.get(page);
    return html === undefined || (id !== undefined && !html.includes(`id="${id}"`));
  });
  expect(lost).toEqual([]);
  // Words of the text are found, not those of headings alone.
  const finds = (word: string) =>
    search.filter(([, , words]) => words.includes(word)).map(([, href]) => href);
  expect(finds("Retry-After")).toContain("/docs/limits#a-429");
  expect(finds("Idempotent-Replayed")).toContain("/docs/idempotency");
});

test("every operation of the six interfaces has its place, with the address that callers use", async () => {
  const slugs = ["core", "data", "credit", "loyalty", "churn", "collection"];
  const html = (await Promise.all(slugs.map((slug) => read(`/docs/${slug}`)))).join("");
  const declared = testApp.declarations.filter(
    ({ path }) => !path.startsWith("/proxy/v1/storefront/") && !path.endsWith(".php"),
  );
  expect(declared.length).toBeGreaterThan(35);
  const lacking = declared.filter(
    ({ operationId, path }) =>
      !html.includes(`id="${operationId}"`) ||
      !html.includes(path.replace("/proxy/v1/", "/apps/service-api/v1/")),
  );
  expect(lacking.map(({ operationId }) => operationId)).toEqual([]);
  expect(html).not.toContain("/proxy/v1");
});

test("a page of the documents runs scripts of its own address alone, and has none inside", async () => {
  const answer = await fetch(`${testApp.url}/docs/core`);
  expect(answer.headers.get("content-security-policy")).toContain("script-src 'self';");
  const html = await answer.text();
  expect([...html.matchAll(/<script(?! src="\/docs\/docs\.js\?v=\w+" defer><\/script>)/g)]).toEqual(
    [],
  );
  expect(html).not.toMatch(/ style="| on\w+="/);
  expect((await fetch(`${testApp.url}/docs/nothing`)).status).toBe(404);
});
