import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { migrateDatabase } from "#scripts/database/migrate-database.ts";
import { startTemporaryPostgres } from "#scripts/postgres/start-temporary-postgres.ts";
import { type BenchRow, median } from "./bench-row.ts";
import { spawnServer } from "./spawn-server.ts";

const DELIVERIES = 4_000;
const ORDERS = 1_000;
const AT_A_TIME = 32;
const ROUNDS = 5;
const TARGET = 0.5;

/** Order webhooks: verified, recorded, answered; against a bare handler that checks the signature and inserts the body. */
export async function measureIngest(): Promise<BenchRow[]> {
  const postgres = await startTemporaryPostgres();
  const secret = randomBytes(32).toString("hex");
  try {
    await migrateDatabase(postgres.databaseUrl);
    const child = spawnServer("ingest-server.ts", postgres.databaseUrl, {
      SHOPIFY_API_SECRET: secret,
    });
    const [{ port, barePort }] = (await once(child, "message")) as [
      { port: number; barePort: number },
    ];
    const bodies = Array.from({ length: ORDERS }, (_, at) => bodyOf(at, secret));
    const measure = (at: number) => deliver(at, bodies);
    for (const at of [port, barePort]) await measure(at);
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ ours: await measure(port), bare: await measure(barePort) });
    }
    child.disconnect();
    await once(child, "exit");
    const ratio = median(rounds.map((round) => round.ours / round.bare));
    return [
      {
        name: "ingest",
        ours: `${Math.round(median(rounds.map((round) => round.ours)))} webhooks/s`,
        baseline: `${Math.round(median(rounds.map((round) => round.bare)))} webhooks/s bare`,
        ratio: ratio.toFixed(2),
        target: `≥ ${TARGET}`,
        met: ratio >= TARGET,
      },
    ];
  } finally {
    await postgres.stop();
  }
}

interface Body {
  text: string;
  signature: string;
}

/** About as long as the platform's own. */
function bodyOf(at: number, secret: string): Body {
  const id = 9_000_000 + at;
  const line = { title: "Kitchen herb trio", quantity: 1, price: "14.90", sku: "HERB-3" };
  const text = JSON.stringify({
    ...{ id, admin_graphql_api_id: `gid://shopify/Order/${id}`, name: `#${at}` },
    ...{ currency: "EUR", total_price: "19.80", financial_status: "paid" },
    line_items: Array.from({ length: 12 }, () => ({ ...line, note: "x".repeat(200) })),
  });
  return { text, signature: createHmac("sha256", secret).update(text).digest("base64") };
}

const agent = new Agent({ keepAlive: true, maxSockets: AT_A_TIME });

/** Sends webhooks, each with a new id. @returns how many were answered per second. */
async function deliver(port: number, bodies: readonly Body[]): Promise<number> {
  const began = performance.now();
  let next = 0;
  const work = async () => {
    while (next < DELIVERIES) {
      const body = bodies[next++ % bodies.length];
      if (body) await post(port, body);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
  return DELIVERIES / ((performance.now() - began) / 1000);
}

async function post(port: number, { text, signature }: Body): Promise<void> {
  const outgoing = request({
    ...{ agent, port, host: "127.0.0.1", method: "POST", path: "/webhooks/orders-updated" },
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      "x-shopify-hmac-sha256": signature,
      "x-shopify-topic": "orders/updated",
      "x-shopify-shop-domain": "bench.myshopify.com",
      "x-shopify-webhook-id": crypto.randomUUID(),
      "x-shopify-triggered-at": new Date().toISOString(),
      "x-shopify-api-version": "2026-10",
    },
  });
  outgoing.end(text);
  const [answer] = await once(outgoing, "response");
  answer.resume();
  await once(answer, "end");
  if (answer.statusCode !== 200) throw new Error(`A webhook was answered ${answer.statusCode}.`);
}
