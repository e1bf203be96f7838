import { beforeAll, expect, test } from "vitest";
import { interfaceOf, type Operation, operationsOf } from "#app/http/docs/operations.ts";
import recorded from "#app/http/docs/recorded-answers.json" with { type: "json" };
import { createOpenApiDocument } from "#app/http/openapi-document.ts";
import { listDeclarations } from "#app/server/dispatch-resource-routes.ts";
import { type AnswerCheck, answerCheck } from "#tests/support/fits-document.ts";
import { loadSourceBuild } from "#tests/support/source-build.ts";

let operations: Operation[];
let check: AnswerCheck;

beforeAll(async () => {
  const declarations = listDeclarations(await loadSourceBuild());
  const document = await createOpenApiDocument(declarations, "https://perennial.example");
  ({ operations } = operationsOf(document));
  check = answerCheck(JSON.parse(JSON.stringify(document)));
});

test("every operation has an answer of the demo, of the shape that its schema has today (npm run docs-answers)", () => {
  const names = operations.map(({ operationId }) => operationId);
  expect(Object.keys(recorded).sort()).toEqual(names.sort());
  const wrong = Object.entries(recorded).flatMap(([name, answer]) => {
    const found = check(name, answer);
    return found === null ? [] : [`${name}: ${found}`];
  });
  expect(wrong).toEqual([]);
});

test("an answer that lacks a field, or has one that is not declared, is found", () => {
  const { data, meta } = recorded.getMember;
  const { email: _, ...without } = data;
  expect(check("getMember", { data, meta })).toBeNull();
  expect(check("getMember", { data: without, meta })).toContain("email");
  expect(check("getMember", { data: { ...data, shoe_size: 40 }, meta })).toContain("additional");
  expect(interfaceOf(operations[0] as Operation)).toBeDefined();
});
