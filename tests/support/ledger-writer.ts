import { systemActor } from "#app/domain/context.ts";
import { postCredit } from "#app/domain/ledger/post-movement.ts";
import { openDatabase } from "#app/lib/db.ts";
import { crashMovement } from "./crash-movement.ts";

// A process that moves credit as fast as it can until it is killed, and reports each movement that was
// acknowledged. Arguments: database, shop, round, customers.

const [url = "", shopId = "", round = "", list = ""] = process.argv.slice(2);
const customers = list.split(",").map(BigInt);
const db = openDatabase(url, 4);
const context = {
  db,
  shop: { id: BigInt(shopId) },
  clock: { now: () => new Date() },
  actor: systemActor,
} as unknown as Parameters<typeof postCredit>[0];

let next = 0;
async function work(): Promise<void> {
  for (;;) {
    const number = next;
    next += 1;
    const { outcome } = await postCredit(context, crashMovement(round, number, customers));
    process.send?.({ number, outcome });
  }
}
// The database going away ends it, as being killed does.
await Promise.all(Array.from({ length: 16 }, work)).catch(() => process.exit(1));
