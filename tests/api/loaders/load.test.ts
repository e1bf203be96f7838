import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { CREDIT_TYPES } from "#app/domain/ledger/movement.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import type { LoadCommand } from "#loaders/load/load-command.ts";
import { runLoad } from "#loaders/load/run-load.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { createCreditCustomer } from "#tests/support/credit-customer.ts";
import { seedCreditEntries } from "#tests/support/seed-credit-entries.ts";
import { type StoreRelay, startStoreRelay } from "#tests/support/store-relay.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";
import type { TestShop } from "#tests/support/test-shop.ts";
import { createLoadTarget, type LoadTarget, type LoadTargetKind } from "./load-target.ts";

/** Three pages of the ledger, the last not full. */
const ENTRIES = 20_500;
const KINDS: LoadTargetKind[] = ["sqlite", "postgres", "duckdb"];

let testApp: TestApp;
/** Nothing is posted here by any test. */
let large: TestShop;
/** All rows of its ledger, as the API gives them. */
let ledger: object[];
/** Tests post here, one after the other. */
let small: TestShop;
let customerId: bigint;

const cleanUps: (() => Promise<void>)[] = [];

beforeAll(async () => {
  testApp = await startTestApp({ own: true });
  large = await testApp.createShop({ timezone: "Europe/Berlin" });
  const { shop } = await large.context();
  await seedCreditEntries(testApp.app.db, {
    shopId: shop.id,
    customers: 50,
    each: ENTRIES / 50,
    firstCid: 70_001,
  });
  ledger = await readLedger(large);
  small = await testApp.createShop();
  customerId = (await createCreditCustomer(small, "5.00")).id;
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});
afterAll(() => testApp.close());

async function readLedger(shop: TestShop): Promise<object[]> {
  const rows: object[] = [];
  for (let since = "0"; ; ) {
    const { body } = await shop.proxy("/data/store-credits", {
      key: shop.key,
      query: { since_id: since },
    });
    rows.push(...body.data);
    if (!body.meta.has_more) return rows;
    since = String(body.meta.last_id);
  }
}

async function target(kind: LoadTargetKind): Promise<LoadTarget> {
  const made = await createLoadTarget(kind);
  cleanUps.push(made.remove);
  return made;
}

async function relayOf(shop: TestShop): Promise<StoreRelay> {
  const relay = await startStoreRelay(shop);
  cleanUps.push(relay.close);
  return relay;
}

/** Loads in this process, without waiting between attempts; returns what was said. */
async function load(
  shop: TestShop,
  relay: StoreRelay,
  { into }: LoadTarget,
  more: Partial<LoadCommand> = {},
) {
  const said: string[] = [];
  const warned: string[] = [];
  const command: LoadCommand = {
    proxyBase: relay.proxyBase,
    key: shop.key,
    into,
    exports: ["store-credits"],
    sinceDate: null,
    isFull: false,
    ...more,
  };
  const output = {
    say: (line: string) => said.push(line),
    warn: (line: string) => warned.push(line),
  };
  const failure = await runLoad(command, output, async () => {}).catch(
    (error: Error) => error.message,
  );
  return { said, warned, failure };
}

/** The rows of a table in the order in which they were read, without their place, as JSON has them. */
async function rowsOf({ query }: LoadTarget, table: string): Promise<object[]> {
  const rows = await query(`SELECT * FROM ${table} ORDER BY _page_cursor, _position`);
  return rows.map(({ _page_cursor, _position, type, status, order_name, ...row }) => ({
    ...row,
    ...(type === undefined ? {} : { type: Number(type) }),
    ...(status === undefined ? {} : { status: Number(status) }),
    ...(order_name === undefined || order_name === null ? {} : { order_name }),
  }));
}

const post = async (amountMinor: number) => {
  await postCredit(await small.context(), {
    customerId,
    unit: "money",
    amountMinor,
    typeCode: CREDIT_TYPES.promotion,
    message: "Given \"later\", 'quoted' and ünïcode",
  });
};

function wordsFor({ proxyBase }: StoreRelay, { into }: LoadTarget): string[] {
  return ["--from", proxyBase, "--into", into, "--exports", "store-credits"];
}

/** Starts the command as somebody at a terminal does. */
function spawnLoad(key: string, words: string[]) {
  const child = spawn(process.execPath, [join(projectRoot, "scripts/load.ts"), ...words], {
    env: { ...process.env, PERENNIAL_API_KEY: key },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  cleanUps.push(async () => {
    child.kill("SIGKILL");
  });
  return { child, output: () => output };
}

describe.each(KINDS)("a load into %s", (kind) => {
  test("brings every row once in the order of ids, and the next load only what is new", async () => {
    const [relay, into] = [await relayOf(small), await target(kind)];
    expect((await load(small, relay, into)).failure).toBeUndefined();
    expect(await rowsOf(into, "perennial_store_credits")).toEqual(await readLedger(small));

    await post(250);
    const { said } = await load(small, relay, into);
    const rows = await readLedger(small);
    expect(said.at(-1)).toBe(`store-credits: 1 row loaded, ${rows.length} rows in all`);
    expect(await rowsOf(into, "perennial_store_credits")).toEqual(rows);
    expect(relay.asked.at(-1)).not.toBe("since_id=0");
  });

  test("that is killed while it waits for a page neither loses nor repeats a row", async () => {
    const [relay, into] = [await relayOf(large), await target(kind)];
    relay.passage = (query) => (query === "since_id=10000" ? "nothing" : "whole");
    const { child, output } = spawnLoad(large.key, wordsFor(relay, into));
    const ended = once(child, "exit");
    await expect.poll(() => relay.asked, { timeout: 30_000 }).toContain("since_id=10000");
    child.kill("SIGKILL");
    await ended;
    expect(output()).not.toContain(large.key);
    const [half] = await into.query("SELECT count(*) AS n FROM perennial_store_credits");
    expect(Number(half?.n)).toBe(10_000);

    relay.passage = () => "whole";
    const asked = relay.asked.length;
    expect((await load(large, relay, into)).failure).toBeUndefined();
    expect(relay.asked[asked]).toBe("since_id=10000");
    expect(await rowsOf(into, "perennial_store_credits")).toEqual(ledger);
  });

  test("in full that is killed leaves nothing behind once another load has run", async () => {
    const [relay, into] = [await relayOf(large), await target(kind)];
    expect((await load(large, relay, into)).failure).toBeUndefined();
    relay.passage = (query) => (query === "since_id=10000" ? "nothing" : "whole");
    const { child } = spawnLoad(large.key, [...wordsFor(relay, into), "--full"]);
    const ended = once(child, "exit");
    const asked = () => relay.asked.filter((query) => query === "since_id=10000").length;
    await expect.poll(asked, { timeout: 30_000 }).toBe(2);
    child.kill("SIGKILL");
    await ended;
    const left = "SELECT 1 FROM perennial_store_credits_incoming LIMIT 1";
    expect(await into.query(left)).toHaveLength(1);

    relay.passage = () => "whole";
    expect((await load(large, relay, into)).failure).toBeUndefined();
    await expect(into.query(left)).rejects.toThrow();
    expect(await rowsOf(into, "perennial_store_credits")).toEqual(ledger);
  });

  test("that is killed while it writes a page neither loses nor repeats a row", async () => {
    const [relay, into] = [await relayOf(large), await target(kind)];
    for (let time = 0; time < 3; time += 1) {
      const { child } = spawnLoad(large.key, wordsFor(relay, into));
      const ended = once(child, "exit");
      const before = relay.sent();
      const poll = { interval: 1, timeout: 30_000 };
      await expect.poll(relay.sent, poll).toBeGreaterThan(before);
      const asked = relay.asked.length;
      const isTooLate = () => relay.asked.length > asked || child.exitCode !== null;
      await expect.poll(async () => isTooLate() || (await into.isWriting()), poll).toBe(true);
      child.kill("SIGKILL");
      await ended;
    }
    expect((await load(large, relay, into)).failure).toBeUndefined();
    expect(await rowsOf(into, "perennial_store_credits")).toEqual(ledger);
  });

  test("gives numbered pages as they are now, and the last complete ones while a load fails", async () => {
    const [relay, into] = [await relayOf(small), await target(kind)];
    const exports = ["credits-history"] as const;
    const history = async () =>
      (await small.proxy("/data/credits-history", { key: small.key })).body.data;
    await load(small, relay, into, { exports });
    const first = await history();
    expect(await rowsOf(into, "perennial_credits_history")).toEqual(first);

    await post(300);
    relay.passage = () => "half";
    expect((await load(small, relay, into, { exports })).failure).toMatch(/cannot be read/);
    expect(await rowsOf(into, "perennial_credits_history")).toEqual(first);

    relay.passage = () => "whole";
    await load(small, relay, into, { exports });
    const second = await history();
    expect(second).toHaveLength(first.length + 1);
    expect(await rowsOf(into, "perennial_credits_history")).toEqual(second);
  });

  test("in full replaces the rows, and later loads go on from there", async () => {
    const [relay, into] = [await relayOf(small), await target(kind)];
    await load(small, relay, into);
    await into.query("UPDATE perennial_store_credits SET message = 'changed'");
    await post(100);
    const { length } = await readLedger(small);
    expect((await load(small, relay, into, { isFull: true })).said.at(-1)).toBe(
      `store-credits: ${length} rows loaded, ${length} rows in all`,
    );
    await post(200);
    expect((await load(small, relay, into)).said.at(-1)).toBe(
      `store-credits: 1 row loaded, ${length + 1} rows in all`,
    );
    expect(await rowsOf(into, "perennial_store_credits")).toEqual(await readLedger(small));
  });

  test("repeats a page that broke off", async () => {
    const [relay, into] = [await relayOf(large), await target(kind)];
    let broken = 0;
    relay.passage = (query) => {
      if (query !== "since_id=10000" || broken === 2) return "whole";
      broken += 1;
      return "half";
    };
    const { failure, warned } = await load(large, relay, into);
    expect(failure).toBeUndefined();
    expect(warned).toHaveLength(2);
    expect(await rowsOf(into, "perennial_store_credits")).toEqual(ledger);
  });
});

describe("a load", () => {
  test("keeps the day that its first run was given, and takes another one in full only", async () => {
    const [relay, into] = [await relayOf(large), await target("sqlite")];
    await load(large, relay, into, { sinceDate: "2025-01-01" });
    await load(large, relay, into);
    expect(relay.asked.at(-1)).toContain("since_date=2025-01-01");
    const other = await load(large, relay, into, { sinceDate: "2025-01-02" });
    expect(other.failure).toMatch(/those since 2025-01-01\. --full loads those of another day/);
    const full = await load(large, relay, into, { sinceDate: "2030-01-01", isFull: true });
    expect(full.said.at(-1)).toBe("store-credits: 0 rows loaded, 0 rows in all");
  });

  test("does not mix the rows of two stores", async () => {
    const into = await target("sqlite");
    await load(small, await relayOf(small), into);
    const { failure } = await load(large, await relayOf(large), into);
    expect(failure).toMatch(/this database holds the rows of http:/);
  });

  test("takes the rows of two stores into one PostgreSQL by a schema each", async () => {
    const into = await target("postgres");
    await into.query("CREATE SCHEMA other");
    // The address may say more already, such as a socket's folder.
    const options = `${into.into.includes("?") ? "&" : "?"}options=-csearch_path%3Dother`;
    const other = { ...into, into: `${into.into}${options}` };
    await load(small, await relayOf(small), into);
    const { failure } = await load(large, await relayOf(large), other);
    expect(failure).toBeUndefined();
    expect(await rowsOf(into, "other.perennial_store_credits")).toEqual(ledger);
    expect(await rowsOf(into, "perennial_store_credits")).toEqual(await readLedger(small));
  });

  test("ends in one line, without the key, when the key is wrong", async () => {
    const [relay, into] = [await relayOf(large), await target("sqlite")];
    const { child, output } = spawnLoad(`${large.key}x`, wordsFor(relay, into));
    const [code] = await once(child, "close");
    expect(code).toBe(1);
    expect(output()).toMatch(/^http:\S+\/data\/store-credits answered 401: .+\n$/);
    expect(output()).not.toContain(large.key);
  });

  test("says which field of the request was not accepted", async () => {
    const [relay, into] = [await relayOf(large), await target("sqlite")];
    const { warned, failure } = await load(large, relay, into, { sinceDate: "2025-02-30" });
    expect(warned.join()).toMatch(/answered 422: since_date: /);
    expect(failure).toBe("Not loaded: store-credits.");
  });
});
