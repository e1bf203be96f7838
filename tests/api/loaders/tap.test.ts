import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { buildExports } from "#app/domain/data-export/rows/build-exports.ts";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { EXPORT_NAMES } from "#loaders/exports.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { createCreditCustomer } from "#tests/support/credit-customer.ts";
import { seedCreditEntries } from "#tests/support/seed-credit-entries.ts";
import { type StoreRelay, startStoreRelay } from "#tests/support/store-relay.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { SingerTarget } from "./singer-target.ts";

let testApp: TestApp;
let shop: TestShop;
let relay: StoreRelay;
let folder: string;
let customerId: bigint;
const children: ChildProcess[] = [];

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  shop = await testApp.createShop();
  relay = await startStoreRelay(shop);
  folder = mkdtempSync(join(tmpdir(), "perennial-tap-"));
  const context = await shop.context();
  // Two pages of the ledger, eleven of the history.
  await seedCreditEntries(testApp.app.db, {
    shopId: context.shop.id,
    customers: 25,
    each: 410,
    firstCid: 80_001,
  });
  customerId = (await createCreditCustomer(shop, "5.00")).id;
  // A tap says so when the store is still making rows.
  await buildExports(context);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await relay.close();
  await testApp.close();
});

function file(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const config = (more: object = {}) =>
  file("config.json", { proxy_base: relay.proxyBase, api_key: shop.key, ...more });

/** What somebody makes of the discovered catalog to get these streams. */
async function catalogOf(streams: readonly string[], without: readonly string[] = []) {
  const catalog = JSON.parse((await runTap(["--discover"])).output);
  for (const stream of catalog.streams) {
    for (const { breadcrumb, metadata } of stream.metadata) {
      if (breadcrumb.length === 0) metadata.selected = streams.includes(stream.tap_stream_id);
      else if (without.includes(breadcrumb[1])) metadata.selected = false;
    }
  }
  return file("catalog.json", catalog);
}

function startTap(words: string[]) {
  const child = spawn(process.execPath, [join(projectRoot, "scripts/tap.ts"), ...words], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return child;
}

async function runTap(words: string[]) {
  const child = startTap(words);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { output, errors, code };
}

/** Runs the tap to its end, with a target behind it. */
async function sync(target: SingerTarget, words: string[]) {
  const { output, errors, code } = await runTap(words);
  for (const line of output.split("\n").filter(Boolean)) target.take(line);
  expect(output + errors).not.toContain(shop.key);
  expect(errors).toBe("");
  expect(code).toBe(0);
}

async function ledger(): Promise<object[]> {
  const page = async (since_id: string) =>
    (await shop.proxy("/data/store-credits", { key: shop.key, query: { since_id } })).body;
  const first = await page("0");
  const second = await page(String(first.meta.last_id));
  expect(second.meta.has_more).toBe(false);
  return [...first.data, ...second.data];
}

const withoutPlace = ({ _page_cursor, _position, ...row }: Record<string, unknown>) => row;

describe("the tap", () => {
  test("discovers every export with a schema and what recognizes its records", async () => {
    const { output, code } = await runTap(["--config", config(), "--discover"]);
    expect(code).toBe(0);
    const { streams } = JSON.parse(output);
    expect(streams.map((stream: { stream: string }) => stream.stream)).toEqual(EXPORT_NAMES);
    for (const { schema, key_properties, metadata } of streams) {
      expect(Object.keys(schema.properties)).toEqual(expect.arrayContaining(key_properties));
      const described = metadata.map(({ breadcrumb }: { breadcrumb: string[] }) => breadcrumb[1]);
      expect(described.filter(Boolean)).toEqual(Object.keys(schema.properties));
    }
  });

  test("writes every row of the selected streams, and from its state only what is new", async () => {
    const target = new SingerTarget();
    const catalog = await catalogOf(["store-credits", "credits-history"]);
    await sync(target, ["--config", config(), "--catalog", catalog]);
    const rows = await ledger();
    expect(target.records("store-credits").map(withoutPlace)).toEqual(rows);
    expect(target.records("credits-history")).toHaveLength(rows.length);

    await postCredit(await shop.context(), {
      customerId,
      unit: "money",
      amountMinor: 700,
      typeCode: CREDIT_TYPES.promotion,
      message: "Later",
    });
    const only = await catalogOf(["store-credits"]);
    const state = file("state.json", target.state);
    const before = target.received;
    await sync(target, ["--config", config(), "--catalog", only, "--state", state]);
    expect(target.received).toBe(before + 1);
    expect(target.records("store-credits").map(withoutPlace)).toEqual(await ledger());
  });

  test("that is killed goes on from its last state, and a target has every row once", async () => {
    const target = new SingerTarget();
    const words = ["--config", config(), "--catalog", await catalogOf(["store-credits"])];
    const child = startTap(words);
    // What came of the second page has reached the target, and no state behind it.
    for await (const line of createInterface({ input: child.stdout })) {
      target.take(line);
      if (target.received === 10_100) break;
    }
    child.kill("SIGKILL");
    expect(target.state).toEqual({ bookmarks: { "store-credits": { last_id: 10_000 } } });
    await sync(target, [...words, "--state", file("state.json", target.state)]);
    const rows = await ledger();
    expect(target.received).toBe(rows.length + 100);
    expect(target.records("store-credits").map(withoutPlace)).toEqual(rows);
  });

  test("leaves out the fields that are not selected, and rows before the start date", async () => {
    const target = new SingerTarget();
    const catalog = await catalogOf(["store-credits"], ["message", "used_in", "_position"]);
    const start = { start_date: "2026-01-01T00:00:00Z" };
    await sync(target, ["--config", config(start), "--catalog", catalog]);
    const rows = target.records("store-credits");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(10);
    expect(rows[0]).toHaveProperty("value");
    expect(rows[0]).toHaveProperty("_position");
    expect(rows[0]).not.toHaveProperty("message");
    expect(relay.asked.at(-1)).toContain("since_date=2026-01-01");
  });

  test.each([
    ["a wrong key", { api_key: "wrong" }, /answered 401: .+\n$/],
    ["no key", { api_key: "" }, /^The configuration has no api_key/],
    ["no address", { proxy_base: null }, /^The configuration has no proxy_base\.\n$/],
    ["a start date that is none", { start_date: "May" }, /^start_date must begin with a day/],
  ])("ends with one line and nothing else after %s", async (_what, wrong, line) => {
    const catalog = await catalogOf(["store-credits"]);
    const { output, errors, code } = await runTap([
      ...["--config", config(wrong), "--catalog", catalog],
    ]);
    expect(code).toBe(1);
    expect(errors).toMatch(line);
    expect(output).not.toContain("RECORD");
  });

  test("refuses a state that it has not written, instead of beginning again", async () => {
    const state = file("state.json", { bookmarks: { "store-credits": { last_id: "x" } } });
    const { errors, code } = await runTap(["--config", config(), "--state", state]);
    expect(code).toBe(1);
    expect(errors).toBe("The state of store-credits has no last_id.\n");
  });
});
