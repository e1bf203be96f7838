import { setPriority } from "node:os";
import { type Attack, type AttackTarget, listAttacks } from "./attacks.ts";

// Sends the attacks that it is told of, in a process by itself and at the lowest priority: clients run on machines of their own,
// and here they must not take the time of the server, nor of whoever measures it.

const LOWEST_PRIORITY = 19;

/** What is asked of this process, which says the names of the attacks each time that it has done it. */
export type LoadOrder = { target: AttackTarget } | { once: string } | { begin: string } | "end";

setPriority(LOWEST_PRIORITY);
let attacks: Attack[] = [];
const sent = new Map<string, number>();
let isOver = false;
let clients: Promise<unknown> = Promise.resolve();

process.on("message", async (order: LoadOrder) => {
  await follow(order);
  process.send?.({ names: attacks.map(({ name }) => name) });
});

async function follow(order: LoadOrder): Promise<void> {
  if (order === "end") {
    isOver = true;
    await clients;
  } else if ("target" in order) {
    attacks = await listAttacks(order.target);
  } else if ("once" in order) {
    await send(find(order.once));
  } else {
    begin(find(order.begin));
  }
}

function find(name: string): Attack {
  const attack = attacks.find((each) => each.name === name);
  if (!attack) throw new Error(`There is no attack “${name}”.`);
  return attack;
}

function begin(attack: Attack): void {
  isOver = false;
  const client = async () => {
    while (!isOver) await send(attack);
  };
  clients = Promise.all(Array.from({ length: attack.clients ?? 1 }, client));
}

/** Counts on over all that was sent before: what a shopper may do once is done by another one each time. */
async function send(attack: Attack): Promise<void> {
  const at = sent.get(attack.name) ?? 0;
  sent.set(attack.name, at + 1);
  await attack.send(at);
}
