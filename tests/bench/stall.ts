import { setTimeout as delay } from "node:timers/promises";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import type { BenchRow } from "./bench-row.ts";
import { type CreditStore, openCreditStore } from "./credit-store.ts";
import { measureHealth } from "./measure-health.ts";
import { openLoad } from "./open-load.ts";
import { percentile } from "./percentile.ts";

const ROUNDS = 5;
const ROUND_MS = 1_000;
const MINUTE_MS = 60_000;
const MEBIBYTE = 1024 * 1024;
const ENTRIES = 2_000;

/**
 * GET /healthz every 10 ms while a store is attacked, one attack after another, against the same when nobody sends
 * anything. Then how soon the process gives back the memory that it took.
 *
 * Of several rounds the one with the middle longest answer counts: a machine that is shared stops for a moment
 * in one round or another, the server in each.
 */
export async function measureStall(): Promise<BenchRow[]> {
  const store = await openCreditStore(20_000);
  await seedEntries(store);
  const load = await openLoad(store);
  const readMebibytes = async () => Math.round((await store.readMemory()) / MEBIBYTE);
  try {
    await measureHealth(store.url, () => delay(ROUND_MS));
    // As large as the process is once it has done each of them.
    for (const name of load.names) await load.sendOnce(name);
    const quiet = await readMebibytes();
    let peak = quiet;
    const idle = await middleRound(() => measureHealth(store.url, () => delay(ROUND_MS)));
    const busy: number[] = [];
    let worst = { ms: 0, name: "" };
    for (const name of load.names) {
      const times = await middleRound(() =>
        measureHealth(store.url, async () => {
          const end = await load.begin(name);
          await delay(ROUND_MS);
          await end();
        }),
      );
      const most = Math.max(...times);
      process.stderr.write(
        `  ${name}: p99 ${percentile(times, 0.99).toFixed(0)} ms, most ${most.toFixed(0)} ms\n`,
      );
      if (most > worst.ms) worst = { ms: most, name };
      busy.push(...times);
      peak = Math.max(peak, await readMebibytes());
    }
    await delay(MINUTE_MS);
    const after = await readMebibytes();
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
    load.close();
    await store.close();
  }
}

async function middleRound(round: () => Promise<number[]>): Promise<number[]> {
  const rounds: number[][] = [];
  for (let count = 0; count < ROUNDS; count += 1) rounds.push(await round());
  rounds.sort((a, b) => Math.max(...a) - Math.max(...b));
  return rounds[Math.floor(ROUNDS / 2)] ?? [];
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
