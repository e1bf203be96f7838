import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { type OwnProcesses, startOwnProcesses, type Victim } from "#tests/support/own-processes.ts";
import {
  createOwnStore,
  inOwnStore,
  installOwnStore,
  type OwnStore,
} from "#tests/support/own-store.ts";
import { callJson } from "#tests/support/test-shop.ts";

// A reader goes on from the last id while sixteen systems give credit and each process is killed twice. Writers repeat
// a call with its key until it is answered; the reader repeats its page. Every movement is then in exactly one row.

const WRITERS = 16;
const EACH = 12;
const VICTIMS: Victim[] = ["worker", "web", "PostgreSQL", "worker", "PostgreSQL", "web"];

let processes: OwnProcesses;

beforeAll(async () => {
  processes = await startOwnProcesses();
});
afterAll(() => processes.stop());

test("since_id paging through a restart of every process gives each row once", async () => {
  const { APP_URL: appUrl = "" } = processes.environment;
  const shop = await createOwnStore(processes);
  const customers: number[] = [];
  for (let number = 0; number < WRITERS; number += 1) {
    customers.push((await shop.control("customers", { first_name: `Ann ${number}` })).body.cid);
  }
  await installOwnStore(shop, processes);
  // Its limit is the highest.
  await processes.query("UPDATE shops SET plan = 'enterprise'");
  const key = await createKey(shop);
  await expect
    .poll(async () => (await processes.query("SELECT count(*) FROM customers"))[0]?.count, {
      timeout: 60_000,
    })
    .toBe(String(WRITERS));
  let given = 0;
  const writing = Promise.all(
    customers.map(async (cid, writer) => {
      for (let number = 0; number < EACH; number += 1) {
        await giveCredit(appUrl, key, { cid, writer, number });
        given += 1;
      }
    }),
  );
  const killing = killEach(() => given);
  const isOver = Promise.all([writing, killing]).then(() => true);
  const seen: string[] = [];
  let since = "0";
  for (let isLast = false; !isLast; ) {
    isLast = await Promise.race([isOver, Promise.resolve(false)]);
    const page = await readPage(shop, key, since);
    seen.push(...page.data.map(({ message }) => message));
    since = String(page.meta.last_id);
    if (page.meta.has_more) isLast = false;
  }
  const wanted = customers.flatMap((_, writer) =>
    Array.from({ length: EACH }, (__, number) => `${writer}/${number}`),
  );
  expect(seen.toSorted()).toEqual(wanted.toSorted());
  const whole = await readPage(shop, key, "0");
  expect(whole.data.map(({ message }) => message)).toEqual(seen);
  expect((await readPage(shop, key, "0")).text).toBe(whole.text);
});

async function createKey(store: OwnStore): Promise<string> {
  const scopes = ["core:write", "data:read"];
  const { secret } = await inOwnStore(store, processes, (context) =>
    createApiKey(context, { name: "Crash", scopes }),
  );
  return secret;
}

/** Repeats the call, with the same key, until it is answered. */
async function giveCredit(
  appUrl: string,
  key: string,
  { cid, writer, number }: { cid: number; writer: number; number: number },
): Promise<void> {
  const call = {
    method: "POST",
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      "idempotency-key": `${writer}/${number}`,
    },
    body: JSON.stringify({ amount: 1, reason: `${writer}/${number}` }),
  };
  await untilAnswered(() => callJson(`${appUrl}/api/v1/store-credits/${cid}/add`, call));
}

interface Page {
  data: { message: string }[];
  meta: { last_id: number; has_more: boolean };
  text: string;
}

async function readPage({ domain, devstoreUrl }: OwnStore, key: string, since: string) {
  const query = new URLSearchParams({ key, since_id: since });
  const url = `${devstoreUrl}/apps/service-api/v1/data/store-credits?${query}`;
  const { body } = await untilAnswered(() =>
    callJson(url, { headers: { "x-forwarded-host": domain } }),
  );
  return { ...body, text: JSON.stringify(body) } as Page;
}

/** An answer that is none of a process that is gone, or whose database is. */
function untilAnswered(call: () => ReturnType<typeof callJson>) {
  const ask = async () => {
    const answer = await call().catch(() => null);
    if (answer === null || answer.status === 200) return answer;
    // 409: the request before is still counted as running. 429: one minute's limit.
    expect([409, 429, 500, 502, 503, 504]).toContain(answer.status);
    return null;
  };
  return vi.waitUntil(ask, { timeout: 120_000, interval: 100 });
}

async function killEach(given: () => number): Promise<void> {
  for (const [number, victim] of VICTIMS.entries()) {
    const after = ((number + 1) * WRITERS * EACH) / (VICTIMS.length + 2);
    await expect.poll(given, { timeout: 120_000, interval: 20 }).toBeGreaterThan(after);
    await processes.kill(victim);
  }
}
