import { expect, test } from "vitest";
import { publishedDocuments } from "#app/http/published-documents.ts";
import { listDeclarations } from "#app/server/dispatch-resource-routes.ts";
import { loadSourceBuild } from "#tests/support/source-build.ts";

type Asker = Parameters<typeof publishedDocuments>[0];

test("the documents about the interfaces are made once, however often a server is asked for them", async () => {
  const declarations = listDeclarations(await loadSourceBuild());
  const environment = { APP_URL: "https://perennial.example" } as Asker["environment"];
  const server: Asker = { declarations: () => declarations, environment };
  const first = await publishedDocuments(server);
  expect(await publishedDocuments(server)).toBe(first);
  expect(first.openApi).toContain("https://perennial.example");
});
