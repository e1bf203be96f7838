import { randomUUID } from "node:crypto";
import pg from "pg";
import { SESSION_OPTIONS, withOptions } from "./session.ts";

/** How often, under use, the connection is asked whether everything has arrived. */
const PROVE_EVERY_MS = 150;
const ANSWER_TIMEOUT_MS = 3_000;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 5_000;

interface ListenerOptions {
  /** A direct connection, or one through a pooler in session mode. */
  databaseUrl: string;
  channel: string;
  /** For the test message of each new connection; any other connections to the same database. */
  pool: Pick<pg.Pool, "query">;
  onNotification(payload: string): void;
  /** Notifications may have been missed: discard everything they could have changed. */
  onGap(): void;
  /** @param askedAt `performance.now()` before the server was asked for its time, `serverMs`. */
  onServerTime(askedAt: number, serverMs: number): void;
}

/**
 * Listens to one PostgreSQL channel on a dedicated connection, reopens it when it breaks, and proves that no
 * notification was missed. A new connection counts only when a message sent over another one has arrived:
 * behind a pooler in transaction mode none does, and nothing is ever proven.
 */
export class NotificationListener {
  readonly #options: ListenerOptions;
  #client: pg.Client | null = null;
  #pid = 0;
  #retryMs = FIRST_RETRY_MS;
  #retry: NodeJS.Timeout | null = null;
  #proofAskedAt: number | null = null;
  #closed = false;
  #connecting: Promise<void>;

  /** Which unbroken connection is listening; 0 while none is. */
  epoch = 0;
  #epochs = 0;
  /** `performance.now()` up to which every notification is known to have been handed on in this epoch. */
  provenAt = Number.NEGATIVE_INFINITY;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#connecting = this.#connect();
  }

  /** Asks for a new proof when the last one is getting old. Costs nothing until then; nobody waits for it. */
  keepProven(now: number): void {
    if (this.epoch === 0 || now - this.provenAt < PROVE_EVERY_MS) return;
    if (this.#proofAskedAt === null) void this.#prove(now);
    else if (now - this.#proofAskedAt > ANSWER_TIMEOUT_MS) this.#lose(this.#client);
  }

  /** Resolves once the first attempt to listen has succeeded or failed. */
  async hasTried(): Promise<void> {
    await this.#connecting;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#retry) clearTimeout(this.#retry);
    const client = this.#client;
    this.#client = null;
    this.epoch = 0;
    await client?.end().catch(() => {});
    await this.#connecting;
  }

  async #connect(): Promise<void> {
    const { databaseUrl, channel } = this.#options;
    const client = new pg.Client({
      ...withOptions(databaseUrl, SESSION_OPTIONS),
      application_name: "perennial-listener",
      connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
      keepAlive: true,
    });
    this.#client = client;
    const testMessage = randomUUID();
    const arrival = Promise.withResolvers<void>();
    client.on("error", () => this.#lose(client));
    client.on("end", () => this.#lose(client));
    client.on("notification", ({ payload = "" }) => {
      if (payload === testMessage) arrival.resolve();
      else this.#options.onNotification(payload);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
      this.#pid = (await readServer(client)).pid;
      const askedAt = performance.now();
      await this.#options.pool.query("SELECT pg_notify($1, $2)", [channel, testMessage]);
      await within(ANSWER_TIMEOUT_MS, arrival.promise);
      if (this.#client !== client) return;
      this.#options.onGap();
      this.#epochs += 1;
      this.epoch = this.#epochs;
      this.provenAt = askedAt;
      this.#retryMs = FIRST_RETRY_MS;
    } catch {
      this.#lose(client);
    }
  }

  /** What the same session answers comes after every notification that was committed before it was asked. */
  async #prove(askedAt: number): Promise<void> {
    const client = this.#client;
    if (!client) return;
    this.#proofAskedAt = askedAt;
    try {
      const { pid, serverMs } = await readServer(client);
      if (this.#client !== client) return;
      if (pid !== this.#pid) throw new Error("A pooler has changed the session.");
      this.provenAt = askedAt;
      this.#proofAskedAt = null;
      this.#options.onServerTime(askedAt, serverMs);
    } catch {
      this.#lose(client);
    }
  }

  #lose(client: pg.Client | null): void {
    if (client === null || this.#client !== client) return;
    this.#client = null;
    this.epoch = 0;
    this.#proofAskedAt = null;
    client.end().catch(() => {});
    this.#options.onGap();
    if (this.#closed) return;
    this.#retry = setTimeout(() => {
      this.#connecting = this.#connect();
    }, this.#retryMs).unref();
    this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
  }
}

async function readServer(client: pg.Client): Promise<{ pid: number; serverMs: number }> {
  const { rows } = await client.query<{ pid: number; ms: string }>(
    "SELECT pg_backend_pid() AS pid, extract(epoch FROM now()) * 1000 AS ms",
  );
  return { pid: rows[0]?.pid ?? 0, serverMs: Number(rows[0]?.ms) };
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("No answer in time.")), milliseconds);
  try {
    await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
