import { expect, test } from "vitest";
import { toSearchFilters } from "#app/routes/admin/subscriptions/list-query.ts";

test.each([
  ["5008", { contractId: 5008n }],
  [" #5008 ", { contractId: 5008n }],
  ["contract 5008", { contractId: 5008n }],
  ["gid://shopify/SubscriptionContract/5008", { contractId: 5008n }],
  ["sub_538", { subscriptionId: 538n }],
  ["Sam 5008", { words: ["sam", "5008"] }],
  ["sub_x", { words: ["sub_x"] }],
  ["  ", {}],
])("the search for %j looks where that is written", (search, filters) => {
  expect(toSearchFilters(search)).toEqual(filters);
});
