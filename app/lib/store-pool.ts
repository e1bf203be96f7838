import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { KeyedSemaphore } from "./keyed-semaphore.ts";

/** Of the connections of a process one store has at most this part at a time. */
const LARGEST_SHARE = 1 / 3;

/** Work for one store, and how many connections it holds. */
interface StoreWork {
  storeId: bigint;
  held: number;
}

const currentWork = new AsyncLocalStorage<StoreWork>();

/**
 * Does work on behalf of a store: whatever connections of a {@link StorePool} it takes, by whichever library,
 * count as the store's. Work within work of the same store is one.
 */
export function onBehalfOfStore<T>(storeId: bigint, work: () => T): T {
  return currentWork.getStore()?.storeId === storeId
    ? work()
    : currentWork.run({ storeId, held: 0 }, work);
}

type Release = (error?: Error | boolean) => void;
type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: Release,
) => void;

/**
 * A pool of which one store never has more than a share: a store whose requests wait, for its ledger or for a
 * large export, makes its own requests wait and nobody else's. They wait here, without a connection.
 *
 * Work that holds a connection gets its next one past the share, because it could wait for itself.
 */
export class StorePool extends pg.Pool {
  readonly #places: KeyedSemaphore<bigint>;
  readonly #share: number;
  readonly #patienceMs: number;
  /** Connections that have prepared a statement for a column of another type, which the statement fails at ever after. */
  readonly #outdated = new WeakSet<pg.PoolClient>();

  constructor(config: pg.PoolConfig & { max: number; connectionTimeoutMillis: number }) {
    super(config);
    this.#share = Math.max(1, Math.floor(config.max * LARGEST_SHARE));
    this.#places = new KeyedSemaphore(this.#share);
    this.#patienceMs = config.connectionTimeoutMillis;
    this.on("connect", (client) => {
      client.connection.on("errorMessage", (error: unknown) => {
        if (isOutdatedPlan(error)) this.#outdated.add(client);
      });
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    const work = currentWork.getStore();
    const connected = work && work.held === 0 ? this.#connectFor(work) : this.#connect();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #connect(): Promise<pg.PoolClient> {
    const client = await super.connect();
    const giveBack = client.release;
    client.release = (error) => giveBack.call(client, error || this.#outdated.has(client));
    return client;
  }

  async #connectFor(work: StoreWork): Promise<pg.PoolClient> {
    const leave = await this.#takePlace(work.storeId);
    work.held += 1;
    const release = () => {
      work.held -= 1;
      leave();
    };
    try {
      const client = await this.#connect();
      const giveBack = client.release;
      client.release = (error) => {
        giveBack.call(client, error);
        release();
      };
      return client;
    } catch (error) {
      release();
      throw error;
    }
  }

  #takePlace(storeId: bigint): Promise<() => void> {
    const mustWait = this.#places.load(storeId).held >= this.#share;
    return this.#places.take(storeId, mustWait ? AbortSignal.timeout(this.#patienceMs) : undefined);
  }
}

/** A migration has changed a column's type while the process ran. PostgreSQL has the code for more than this, and no other sign of it. */
function isOutdatedPlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === "0A000" &&
    error.routine === "RevalidateCachedQuery"
  );
}
