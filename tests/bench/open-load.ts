import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { projectRoot } from "#scripts/files/project-root.ts";
import { signInStore } from "./admin-visit.ts";
import type { LoadOrder } from "./attack-load.ts";
import type { AttackTarget } from "./attacks.ts";
import type { CreditStore } from "./credit-store.ts";

/** A process that attacks a store. */
export interface AttackLoad {
  /** Names of the attacks. */
  names: string[];
  /** Sends one request of an attack and waits for its answer. */
  sendOnce(name: string): Promise<void>;
  /** Has all clients of an attack send one request after another. Answers a function that ends it and waits for the last answers. */
  begin(name: string): Promise<() => Promise<void>>;
  close(): void;
}

/** Readies a store to be attacked, one that takes receipts too, and starts the process that does it. */
export async function openLoad(store: CreditStore): Promise<AttackLoad> {
  await takeReceipts(store);
  const child = fork(join(projectRoot, "tests/bench/attack-load.ts"));
  const { names } = await ask(child, { target: await describe(store) });
  return {
    names,
    sendOnce: async (name) => {
      await ask(child, { once: name });
    },
    begin: async (name) => {
      await ask(child, { begin: name });
      return async () => {
        await ask(child, "end");
      };
    },
    close: () => child.disconnect(),
  };
}

async function ask(child: ChildProcess, order: LoadOrder): Promise<{ names: string[] }> {
  const settled = new AbortController();
  const { signal } = settled;
  const ended = once(child, "exit", { signal }).then(() => {
    throw new Error("The process that sends the load has ended.");
  });
  try {
    child.send(order);
    const [answer] = await Promise.race([once(child, "message", { signal }), ended]);
    return answer;
  } finally {
    settled.abort();
  }
}

async function describe(store: CreditStore): Promise<AttackTarget> {
  const { url, secret, apiSecret, context } = store;
  const { shop } = context;
  const customer = await context.db.prisma.customer.findFirstOrThrow({
    where: { shopId: shop.id },
    select: { id: true },
  });
  return {
    ...{ url, secret, apiSecret, shop: shop.domain },
    staff: await signInStore(store),
    customerId: String(customer.id),
  };
}

/** A rule by which receipts are taken, of which the merchant looks at each. */
async function takeReceipts({ context }: CreditStore): Promise<void> {
  await createRule(context, {
    ...{ type: "upload_receipt", name: "Receipts", status: "active", startDate: "2020-01-01" },
    settings: { points_per_dollar: 1 },
  });
}
