import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { STORE_PATH } from "#app/http/caller-path.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { signInStore } from "./admin-visit.ts";
import type { BenchRow } from "./bench-row.ts";
import { type CreditStore, FIRST_CID, openCreditStore } from "./credit-store.ts";

const ROUNDS = 5;
const ROUND_MS = 1_000;
const MINUTE_MS = 60_000;
const MEBIBYTE = 1024 * 1024;
const PNG_OF_ONE_PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const ENTRIES = 2_000;

/** What clients do for a while, and how it is called in the table. */
interface Attack {
  name: string;
  /** How many clients do it at the same time; one unless said. */
  clients?: number;
  /** Sends the request with this number. Answers when its answer is read. */
  send(at: number): Promise<void>;
}

/**
 * GET /healthz every 10 ms while one client at a time sends the heaviest requests that each route of the
 * OpenAPI document and each page of the admin allow, and those that they refuse, and while many at once send what has
 * held a process up before; against the same when nobody sends anything. A new route is in it from its first day.
 * Then how soon the process gives back the memory that it took.
 *
 * Of several rounds the one with the middle longest answer counts: a machine that is shared stops for a moment
 * in one round or another, the server in each.
 */
export async function measureStall(): Promise<BenchRow[]> {
  const store = await openCreditStore(20_000);
  try {
    await seedEntries(store);
    await takeReceipts(store);
    const attacks = [
      ...attackAtOnce(store),
      ...(await attackApi(store)),
      ...(await attackAdmin(store)),
    ];
    await probe(store.url, () => delay(1_000));
    // As large as the process is once it has done each of them.
    for (const attack of attacks) await attack.send(0);
    const quiet = memoryOf(store.pid);
    let peak = quiet;
    const idle = await middleRound(() => probe(store.url, () => delay(ROUND_MS)));
    const busy: number[] = [];
    let worst = { ms: 0, name: "" };
    for (const attack of attacks) {
      const times = await middleRound(() => probe(store.url, () => repeat(attack)));
      const most = Math.max(...times);
      process.stderr.write(
        `  ${attack.name}: p99 ${percentile(times, 0.99).toFixed(0)} ms, most ${most.toFixed(0)} ms\n`,
      );
      if (most > worst.ms) worst = { ms: most, name: attack.name };
      busy.push(...times);
      peak = Math.max(peak, memoryOf(store.pid));
    }
    await delay(MINUTE_MS);
    const after = memoryOf(store.pid);
    const p99 = percentile(busy, 0.99);
    return [
      {
        name: "stall",
        ours: `p99 ${p99.toFixed(1)} ms, most ${worst.ms.toFixed(0)} ms (${worst.name})`,
        baseline: `p99 ${percentile(idle, 0.99).toFixed(1)} ms idle`,
        ratio: (p99 / percentile(idle, 0.99)).toFixed(1),
        target: "p99 ≤ 50 ms, most ≤ 150 ms",
        met: p99 <= 50 && worst.ms <= 150,
      },
      {
        name: "stall, memory a minute later",
        ours: `${after} MiB, most ${peak} MiB`,
        baseline: `${quiet} MiB before`,
        ratio: (after / quiet).toFixed(2),
        target: "≤ 1.25",
        met: after / quiet <= 1.25,
      },
    ];
  } finally {
    await store.close();
  }
}

async function middleRound(round: () => Promise<number[]>): Promise<number[]> {
  const rounds: number[][] = [];
  for (let count = 0; count < ROUNDS; count += 1) rounds.push(await round());
  rounds.sort((a, b) => Math.max(...a) - Math.max(...b));
  return rounds[Math.floor(ROUNDS / 2)] ?? [];
}

async function repeat({ clients = 1, send }: Attack): Promise<void> {
  const until = performance.now() + ROUND_MS;
  let at = 0;
  const client = async () => {
    for (; performance.now() < until; ) {
      at += 1;
      await send(at);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** What a process has in memory, in MiB. */
function memoryOf(pid: number): number {
  const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kibibytes) / 1024);
}

/** Sends one request and reads its answer. A connection that the server ends is an answer too. */
async function exchange(url: string, init: RequestInit): Promise<void> {
  try {
    const answer = await fetch(url, { redirect: "manual", ...init });
    await answer.arrayBuffer();
  } catch (error) {
    // The server closes the connection of a body that is too large while it is still being sent.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** A rule by which receipts are taken, of which the merchant looks at each. */
async function takeReceipts({ context }: CreditStore): Promise<void> {
  await createRule(context, {
    ...{ type: "upload_receipt", name: "Receipts", status: "active", startDate: "2020-01-01" },
    settings: { points_per_dollar: 1 },
  });
}

/** What many send at once: texts of nothing but brackets by nobody in particular and with a key, and the largest receipts. */
function attackAtOnce(store: CreditStore): Attack[] {
  const { url, secret, apiSecret, context } = store;
  const brackets = (size: number) => "[".repeat(size / 2) + "]".repeat(size / 2);
  const receipts = "/proxy/v1/loyalty/customers";
  const json = { "content-type": "application/json" };
  const signed = (query: Record<string, string>, cid?: number) =>
    signProxyQuery(query, {
      ...{ shop: context.shop.domain, secret: apiSecret },
      ...(cid && { customerId: cid }),
    });
  const picture = Buffer.concat([PNG_OF_ONE_PIXEL, Buffer.alloc(2 * MEBIBYTE - 64)]);
  return [
    {
      ...{ name: "64 receipts of brackets by nobody", clients: 64 },
      send: () =>
        exchange(`${url}${receipts}/${FIRST_CID}/receipts?${signed({})}`, {
          ...{ method: "POST", headers: json, body: brackets(2.8 * MEBIBYTE) },
        }),
    },
    {
      ...{ name: "8 bodies of 1 MiB to the core", clients: 8 },
      send: () =>
        exchange(`${url}/api/v1/store-credits/${FIRST_CID}/add`, {
          method: "POST",
          headers: { ...json, authorization: `Bearer ${secret}` },
          body: brackets(MEBIBYTE),
        }),
    },
    {
      ...{ name: "64 bodies of 64 KiB to the core", clients: 64 },
      send: () =>
        exchange(`${url}/api/v1/store-credits/${FIRST_CID}/add`, {
          method: "POST",
          headers: { ...json, authorization: `Bearer ${secret}` },
          body: brackets(64 * 1024),
        }),
    },
    {
      ...{ name: "24 shoppers with receipts of 2 MiB", clients: 24 },
      send: (at) => {
        const cid = FIRST_CID + at;
        const said = { retailer: `Shop ${cid}`, purchased_on: "2026-01-15", total: "23.9" };
        return exchange(`${url}${receipts}/${cid}/receipts?${signed(said, cid)}`, {
          ...{ method: "POST", headers: { "content-type": "image/png" }, body: picture },
        });
      },
    },
  ];
}

/** Every operation of the document: plainly, with the longest query, and with each of the heavy bodies. */
async function attackApi(store: CreditStore): Promise<Attack[]> {
  const document = (await (await fetch(`${store.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { requestBody?: object }>>;
  };
  return Object.entries(document.paths).flatMap(([callerPath, operations]) =>
    Object.entries(operations).flatMap(([name, { requestBody }]) => {
      if (name === "servers") return [];
      // As the store's app proxy hands it on.
      const path = callerPath.replace(STORE_PATH, "/proxy/v1/");
      const method = name.toUpperCase();
      const bodies = requestBody ? heavyBodies(store.secret) : [undefined];
      const attack: Attack = {
        name: `${method} ${path}`,
        send: (at) => {
          const body = bodies[at % bodies.length];
          return exchange(addressOf(store, path, at), {
            method,
            headers: {
              authorization: `Bearer ${store.secret}`,
              ...(body && { "content-type": body.type }),
            },
            ...(body && { body: body.text }),
          });
        },
      };
      return [attack];
    }),
  );
}

/** The pages of a large store, and the largest and the worst file of adjustments that a staff member may upload. */
async function attackAdmin(store: CreditStore): Promise<Attack[]> {
  const { url, context } = store;
  const headers = await signInStore(store);
  const customer = await context.db.prisma.customer.findFirstOrThrow({
    where: { shopId: context.shop.id },
  });
  const pages = [
    "/app?index",
    "/app/churn/offers",
    "/app/churn/applied-offers",
    "/app/store-credit",
    `/app/store-credit/customers?q=${"customer".repeat(20)}`,
    "/app/store-credit/customers?q=customer&sort=balance",
    `/app/store-credit/customers/${customer.id}`,
    "/app/store-credit/files",
    "/app/settings",
  ].map((path): Attack => {
    const [name = "", query = ""] = path.split("?");
    return {
      name: `GET ${name}`,
      send: () => exchange(`${url}${name}.data?${query}`, { headers }),
    };
  });
  const lines = Array.from(
    { length: 9_999 },
    (_, at) => `${FIRST_CID + at},customer-${FIRST_CID + at}@example.com,1.00,Goodwill ${at}`,
  );
  const largest = ["cid,email,amount,reason", ...lines].join("\n");
  const files = {
    "of 10,000 lines": { text: largest, columns: null },
    "of one long line": { text: "a@".repeat(900_000), columns: null },
    "with a long text as its columns": { text: largest, columns: "a@".repeat(4_000) },
  };
  const uploads = Object.entries(files).map(([name, { text, columns }]): Attack => {
    return {
      name: `upload ${name}`,
      send: (at) => {
        const body = new FormData();
        // Another name and line each time: a file is known by its content.
        body.set("file", new File([`${text}\n${at}`], `file-${at}.csv`, { type: "text/csv" }));
        if (columns) body.set("columns", columns);
        return exchange(`${url}/app/store-credit/files.data`, { method: "POST", headers, body });
      },
    };
  });
  return [...pages, ...uploads];
}

async function seedEntries({ context }: CreditStore): Promise<void> {
  const customer = await context.db.prisma.customer.findFirstOrThrow({
    where: { shopId: context.shop.id },
  });
  const post = () =>
    postCredit(context, {
      customerId: customer.id,
      unit: "money",
      amountMinor: 100,
      typeCode: 4,
      message: "x".repeat(500),
    });
  for (let done = 0; done < ENTRIES; done += 100) {
    await Promise.all(Array.from({ length: 100 }, post));
  }
}

/** How long each answer of the health check took while `work` was under way, in milliseconds. */
async function probe(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const prober = fork(join(projectRoot, "tests/bench/health-probe.ts"), [`${url}/healthz`]);
  await once(prober, "message");
  await work();
  prober.send("stop");
  const [times] = (await once(prober, "message")) as [number[]];
  return times;
}

/** The plain address, or one that fills what a request line may have; each of another shopper, who changes only so much a minute. */
function addressOf(store: CreditStore, path: string, at: number): string {
  const { url, secret, apiSecret, context } = store;
  const isPlain = at % 2 === 0;
  const cid = FIRST_CID + (at % 10_000);
  const id = (name: string) => (name === "subscription_id" ? "sub_1" : String(cid));
  const filled = path.replace(/\{(\w+)\}/g, (_place, name: string) => id(name));
  const extra: Record<string, string> = isPlain
    ? { key: secret }
    : {
        key: secret,
        ...Object.fromEntries(Array.from({ length: 190 }, (_, at) => [`a${at}`, "%".repeat(15)])),
      };
  if (!path.startsWith("/proxy/")) return `${url}${filled}?${new URLSearchParams(extra)}`;
  const signed = { shop: context.shop.domain, secret: apiSecret, customerId: cid };
  return `${url}${filled}?${signProxyQuery(extra, signed)}`;
}

function heavyBodies(key: string): { type: string; text: string }[] {
  const [json, form] = ["application/json", "application/x-www-form-urlencoded"];
  const names = (size: number, join: (name: string) => string, between: string) =>
    Array.from({ length: size / 10 }, (_, at) => join(`n${at}`)).join(between);
  const topic = "topic=store_credit_history";
  return [
    { type: form, text: `key=${key}&${topic}` },
    { type: form, text: names(MEBIBYTE, (name) => `${name}=`, "&") },
    { type: form, text: names(64_000, (name) => `${name}=`, "&") },
    { type: form, text: `key=${key}&${topic}&x=${"%41".repeat(21_000)}` },
    {
      type: json,
      text: `{${names(MEBIBYTE - 20_000, (name) => `"${name}":0`, ",")}}`.slice(0, MEBIBYTE),
    },
    { type: json, text: `{"key":"${key}","reason":"${"x".repeat(MEBIBYTE - 100)}"}` },
    { type: json, text: "[".repeat(MEBIBYTE) },
    { type: json, text: `{"key":"${key}","a":${"[".repeat(30_000)}${"]".repeat(30_000)}}` },
  ];
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
