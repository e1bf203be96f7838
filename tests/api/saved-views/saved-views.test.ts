import { afterAll, beforeAll, expect, test } from "vitest";
import {
  changeSavedView,
  createSavedView,
  deleteSavedView,
  listSavedViews,
} from "#app/domain/saved-views/saved-views.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

const list = "subscriptions";
const query = { status: "paused" };
let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
});
afterAll(() => testApp.close());

const openStore = async () => (await testApp.createShop()).context();

test("a view is saved, renamed, changed and deleted, and belongs to one list of one store", async () => {
  const store = await openStore();
  const other = await openStore();
  const id = await createSavedView(store, list, { name: " On hold ", query });
  expect(await listSavedViews(store, list)).toEqual([{ id, name: "On hold", query }]);
  expect(await listSavedViews(store, "failed_payments")).toEqual([]);
  expect(await listSavedViews(other, list)).toEqual([]);
  await changeSavedView(store, list, id, { name: "Paused" });
  await changeSavedView(store, list, id, { query: { status: "active" } });
  expect(await listSavedViews(store, list)).toEqual([
    { id, name: "Paused", query: { status: "active" } },
  ]);
  await expect(changeSavedView(other, list, id, { name: "Ours" })).rejects.toMatchObject({
    code: "not_found",
  });
  await deleteSavedView(other, list, id);
  expect(await listSavedViews(store, list)).toHaveLength(1);
  await deleteSavedView(store, list, id);
  await deleteSavedView(store, list, id);
  expect(await listSavedViews(store, list)).toEqual([]);
});

test("of sixteen views with one name that are saved at once one is, and the others hear why", async () => {
  const store = await openStore();
  const saves = await Promise.allSettled(
    Array.from({ length: 16 }, () => createSavedView(store, list, { name: "Same", query })),
  );
  expect(saves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const refused = saves.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  for (const reason of refused)
    expect(reason).toMatchObject({ fields: { name: ["There is a view with this name already."] } });
});

test.each([
  ["", "Write a name."],
  ["x".repeat(41), "Write at most 40 characters."],
  ["all", "There is a view with this name already."],
])("a view is not saved as %j", async (name, problem) => {
  const store = await openStore();
  await expect(createSavedView(store, list, { name, query })).rejects.toMatchObject({
    fields: { name: [problem] },
  });
});

test("a list has twenty views at most, and none with more than its address could say", async () => {
  const store = await openStore();
  for (let n = 0; n < 20; n += 1) {
    await createSavedView(store, list, { name: `View ${n}`, query });
  }
  await expect(createSavedView(store, list, { name: "One more", query })).rejects.toMatchObject({
    fields: { name: ["A list has at most 20 views. Delete one first."] },
  });
  const big = { search: "x".repeat(1000) };
  const views = await listSavedViews(store, list);
  await expect(
    changeSavedView(store, list, views[0]?.id ?? 0n, { query: big }),
  ).rejects.toMatchObject({ code: "invalid_input" });
});
