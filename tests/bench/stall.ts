import { setTimeout as delay } from "node:timers/promises";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import type { BenchRow } from "./bench-row.ts";
import { type CreditStore, FIRST_CID, openCreditStore } from "./credit-store.ts";

const EVERY_MS = 10;
const SECONDS_A_ROUTE = 2;
const MEBIBYTE = 1024 * 1024;
const ENTRIES = 2_000;

/** What one operation of the OpenAPI document takes. */
interface Operation {
  path: string;
  method: string;
  hasBody: boolean;
}

/**
 * GET /healthz every 10 ms while one client at a time sends the heaviest requests that each route of the
 * OpenAPI document allows, and those that it refuses, against the same when nobody sends anything. A new route
 * is in it from its first day.
 */
export async function measureStall(): Promise<BenchRow[]> {
  const store = await openCreditStore(20_000);
  try {
    await seedEntries(store);
    const operations = await listOperations(store.url);
    await probe(store.url, delay(1_000));
    const idle = await probe(store.url, delay(SECONDS_A_ROUTE * 1_000));
    const busy: number[] = [];
    let worst = { ms: 0, name: "" };
    for (const operation of operations) {
      const times = await probe(store.url, sendHeavy(store, operation));
      const most = Math.max(...times);
      if (most > worst.ms) worst = { ms: most, name: `${operation.method} ${operation.path}` };
      busy.push(...times);
    }
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
    ];
  } finally {
    await store.close();
  }
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

async function listOperations(url: string): Promise<Operation[]> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { requestBody?: object }>>;
  };
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { requestBody }]) => ({
      path,
      method: method.toUpperCase(),
      hasBody: requestBody !== undefined,
    })),
  );
}

/** How long each answer took while `work` was under way, in milliseconds. */
async function probe(url: string, work: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  let running = true;
  void work.finally(() => {
    running = false;
  });
  while (running) {
    const start = performance.now();
    open.push(
      fetch(`${url}/healthz`).then(async (answer) => {
        await answer.arrayBuffer();
        times.push(performance.now() - start);
      }),
    );
    await delay(EVERY_MS);
  }
  await Promise.all([work, ...open]);
  return times;
}

/** One client: one request after the other, each as heavy as it may be. */
async function sendHeavy(store: CreditStore, operation: Operation): Promise<void> {
  const until = performance.now() + SECONDS_A_ROUTE * 1_000;
  const bodies = operation.hasBody ? heavyBodies(store.secret) : [undefined];
  for (let at = 0; performance.now() < until; at += 1) {
    const body = bodies[at % bodies.length];
    const answer = await fetch(addressOf(store, operation, at % 2 === 0), {
      method: operation.method,
      headers: {
        authorization: `Bearer ${store.secret}`,
        ...(body && { "content-type": body.type }),
      },
      ...(body && { body: body.text }),
    });
    await answer.arrayBuffer();
  }
}

/** The plain address, or one that fills what a request line may have. */
function addressOf(store: CreditStore, { path }: Operation, isPlain: boolean): string {
  const { url, secret, apiSecret, context } = store;
  const id = (name: string) => (name === "subscription_id" ? "sub_1" : String(FIRST_CID));
  const filled = path.replace(/\{(\w+)\}/g, (_place, name: string) => id(name));
  const extra: Record<string, string> = isPlain
    ? { key: secret }
    : {
        key: secret,
        ...Object.fromEntries(Array.from({ length: 190 }, (_, at) => [`a${at}`, "%".repeat(15)])),
      };
  if (!path.startsWith("/proxy/")) return `${url}${filled}?${new URLSearchParams(extra)}`;
  const signed = { shop: context.shop.domain, secret: apiSecret, customerId: FIRST_CID };
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
