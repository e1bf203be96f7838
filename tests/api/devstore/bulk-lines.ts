import { expect } from "vitest";
import type { AnyJson } from "#tests/support/any-json.ts";
import type { PlatformShop } from "./platform-shop.ts";

const begin = `mutation($query: String!) { bulkOperationRunQuery(query: $query, groupObjects: false) {
  bulkOperation { id } userErrors { message } } }`;

const look = "query($id: ID!) { bulkOperation(id: $id) { status url } }";

/** The lines of a query in bulk, once it has come to its end. */
export async function bulkLines(shop: PlatformShop, query: string): Promise<AnyJson[]> {
  const { bulkOperationRunQuery } = await shop.data(begin, { query });
  expect(bulkOperationRunQuery.userErrors).toEqual([]);
  const { id } = bulkOperationRunQuery.bulkOperation;
  const operation = async () => (await shop.data(look, { id })).bulkOperation;
  await expect.poll(async () => (await operation()).status).toBe("COMPLETED");
  const text = await (await fetch((await operation()).url)).text();
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}
