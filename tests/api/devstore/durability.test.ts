import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DevstoreState } from "#devstore/state/devstore-state.ts";
import { StateFormatError } from "#devstore/state/sqlite-journal.ts";
import { startReceiver } from "./webhook-receiver.ts";

let folder: string;
let running: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "devstore-"));
});

afterEach(() => {
  for (const child of running) child.kill("SIGKILL");
  running = [];
  rmSync(folder, { recursive: true, force: true });
});

const main = fileURLToPath(new URL("../../../devstore/main.ts", import.meta.url));

async function start(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [main], {
    env: {
      ...process.env,
      DEVSTORE_PORT: "0",
      DEVSTORE_STATE: join(folder, "state.sqlite"),
      SHOPIFY_API_KEY: "key",
      SHOPIFY_API_SECRET: "secret",
      APP_URL: "",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  running.push(child);
  const [message] = await once(child, "message");
  return { url: `http://127.0.0.1:${message.port}`, child };
}

async function kill(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  const ended = once(child, "exit");
  child.kill(signal);
  const [code] = await ended;
  return code;
}

async function control(url: string, path: string, body: object = {}) {
  const response = await fetch(`${url}/__dev/${path}`, {
    method: "POST",
    headers: { "x-forwarded-host": "lasting.myshopify.com" },
    body: JSON.stringify(body),
  });
  return response.json();
}

async function stateOf(url: string) {
  return (await fetch(`${url}/__dev/state?shop=lasting`)).json();
}

test("what was answered survives a kill, and a waiting webhook is sent by the next run", async () => {
  const app = await startReceiver();
  const first = await start();
  const shop = { domain: "lasting.myshopify.com", app_url: app.url, seed: "small" };
  await control(first.url, "shops", shop);
  const { id_token } = await control(first.url, "session-token");
  await fetch(`${first.url}/admin/oauth/access_token`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-host": shop.domain },
    body: JSON.stringify({
      client_id: "key",
      client_secret: "secret",
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: id_token,
      subject_token_type: "urn:ietf:params:oauth:token-type:id_token",
      requested_token_type: "urn:shopify:params:oauth:token-type:offline-access-token",
    }),
  });
  await control(first.url, "webhooks", { delay_ms: 600_000 });
  await control(first.url, "clock", { advance: "P3D" });
  const made = await control(first.url, "customers", { first_name: "Durable" });
  const before = await stateOf(first.url);
  await kill(first.child, "SIGKILL");
  expect(app.received).toEqual([]);

  const second = await start();
  const after = await stateOf(second.url);
  expect(after.counts).toEqual(before.counts);
  expect(after.counts.webhooks_waiting).toBe(1);
  expect(after.clock.offset_ms).toBe(before.clock.offset_ms);
  expect(after.app.installed).toBe(true);
  expect(after.customers.at(-1)).toMatchObject({ cid: made.cid, name: "Durable Shopper" });
  await control(second.url, "webhooks/flush");
  expect(app.received.map((one) => one.topic)).toEqual(["customers/create"]);
  await app.close();
});

test("killed in the middle of many writes it comes back with whole orders only", async () => {
  const first = await start();
  await control(first.url, "shops", { domain: "lasting.myshopify.com", seed: "small" });
  const { plans } = await stateOf(first.url);
  let answered = 0;
  const buyUntilItDies = async () => {
    for (;;) {
      await control(first.url, "orders", { cid: 1001, plan_id: plans[0].plan_id });
      answered += 1;
    }
  };
  const buyers = Promise.allSettled(Array.from({ length: 4 }, buyUntilItDies));
  await expect.poll(() => answered).toBeGreaterThan(20);
  await kill(first.child, "SIGKILL");
  await buyers;

  const state = new DevstoreState(join(folder, "state.sqlite"));
  const shop = "lasting.myshopify.com";
  const contracts = new Map(state.list(shop, "contract").map((one) => [one.id, one]));
  const bought = state.list(shop, "order").filter((order) => order.sourceName === "web");
  for (const order of bought.filter((one) => one.contractId !== null)) {
    expect(contracts.get(order.contractId ?? 0)?.originOrderId).toBe(order.id);
  }
  for (const contract of contracts.values()) {
    expect(state.get(shop, "order", contract.originOrderId ?? 0)?.contractId).toBe(contract.id);
  }
  expect(contracts.size).toBeGreaterThanOrEqual(answered);
  state.close();
});

test("it ends by itself on SIGTERM, and when whoever started it is gone", async () => {
  const first = await start();
  expect(await kill(first.child, "SIGTERM")).toBe(0);
  const second = await start();
  const ended = once(second.child, "exit");
  second.child.disconnect();
  const [code] = await ended;
  expect(code).toBe(0);
});

test("a transaction that throws leaves no trace, in memory or on disk", () => {
  const path = join(folder, "state.sqlite");
  const state = new DevstoreState(path);
  const note = { contractId: 5001, result: "success" };
  state.put("a.myshopify.com", "nextPayment", { id: 1, ...note });
  const broken = () =>
    state.transaction(() => {
      state.put("a.myshopify.com", "nextPayment", { id: 1, ...note, result: "CARD_DECLINED" });
      state.put("a.myshopify.com", "nextPayment", { id: 2, ...note });
      state.remove("a.myshopify.com", "nextPayment", 1);
      throw new Error("half way");
    });
  expect(broken).toThrow("half way");
  const expected = [{ id: 1, ...note }];
  expect(state.list("a.myshopify.com", "nextPayment")).toEqual(expected);
  state.close();
  const reopened = new DevstoreState(path);
  expect(reopened.list("a.myshopify.com", "nextPayment")).toEqual(expected);
  reopened.close();
});

test("entities are values: what was read cannot be changed in place", () => {
  const state = new DevstoreState(":memory:");
  state.put("a.myshopify.com", "nextPayment", { id: 1, contractId: 1, result: "success" });
  const read = state.get("a.myshopify.com", "nextPayment", 1);
  expect(() => {
    if (read !== undefined) read.result = "CARD_DECLINED";
  }).toThrow(TypeError);
  state.close();
});

test("a file of another format is refused with what to do", () => {
  const path = join(folder, "state.sqlite");
  const database = new DatabaseSync(path);
  database.exec("PRAGMA user_version = 99");
  database.close();
  expect(() => new DevstoreState(path)).toThrow(StateFormatError);
  expect(() => new DevstoreState(path)).toThrow(/remove the file to start afresh/);
});
