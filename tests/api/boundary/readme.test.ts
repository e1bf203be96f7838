import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";
import { examplesOfMarkdown, runExamples } from "#tests/start/run-examples.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// On a store with two contracts in place of the demo, which takes a minute to start: the addresses are other ones, the
// numbers the same.

let testApp: TestApp;
let folder: string;

beforeAll(async () => {
  testApp = await startTestApp();
  folder = mkdtempSync(join(tmpdir(), "perennial-readme-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await testApp.close();
});

test("every example of the README works as it is written", async () => {
  const shop = await testApp.createShop({ seed: "goods" });
  for (const contractId of [5001, 5002]) {
    expect(await shop.createContract({ cid: 1001 })).toMatchObject({ contractId });
  }
  const email = await emailOf(1001);
  const { port } = new URL(shop.devstoreUrl);
  const store = `http://${shop.domain.replace(".myshopify.com", ".localhost")}:${port}`;
  mkdirSync(join(folder, ".data"));
  writeFileSync(
    join(folder, ".data/demo.json"),
    JSON.stringify({ api_keys: { full: shop.key }, customers: [{ cid: 1001, email }] }),
  );
  const examples = examplesOfMarkdown(readFileSync(join(projectRoot, "README.md"), "utf8"));
  expect(examples.length).toBeGreaterThan(2);
  const { code, output } = await runExamples(
    examples.map((example) =>
      example
        .replaceAll("http://localhost:3000", testApp.url)
        .replaceAll("http://localhost:3001", store),
    ),
    folder,
  );
  expect(code, output).toBe(0);
  expect(output).toContain('"status":"Active"');
  expect(output).toContain("Late parcel");

  async function emailOf(cid: number): Promise<string | null> {
    const { db, shop: row } = await shop.context();
    const where = { shopId: row.id, platformCustomerId: BigInt(cid) };
    return (await db.prisma.customer.findFirstOrThrow({ where })).email;
  }
});
