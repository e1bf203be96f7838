import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

const NOTIFICATION = "A".charCodeAt(0);
const COMMAND_COMPLETE = "C".charCodeAt(0);
const READY_FOR_QUERY = "Z".charCodeAt(0);
const HEADER_BYTES = 5;

/** A relay between a process and PostgreSQL, like a pooler or a bad network. */
export interface PostgresRelay {
  readonly url: string;
  /** What each client has said of itself when it connected: `user`, `options`, `application_name`. */
  readonly beginnings: readonly Readonly<Record<string, string>>[];
  /** What all clients together have had done so far. */
  use(): PostgresUse;
  /** Where new connections lead from now on: a server that was started again has another port. */
  leadTo(databaseUrl: string): void;
  /** Resolves when the next client has connected. */
  nextConnection(): Promise<void>;
  /** Passes nothing on to the client any more, and leaves its connections open. */
  fallSilent(): void;
  close(): Promise<void>;
}

export interface PostgresUse {
  /** Also BEGIN and COMMIT. */
  statements: number;
  /** Those that a client began with BEGIN. */
  transactions: number;
  /** How often a client has waited until the server was ready for more. */
  roundTrips: number;
}

/** @param options.withoutNotifications passes every message on but notifications, as a pooler in transaction mode. */
export async function startPostgresRelay(
  databaseUrl: string,
  { withoutNotifications = false }: { withoutNotifications?: boolean } = {},
): Promise<PostgresRelay> {
  let target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const beginnings: Record<string, string>[] = [];
  let silent = false;
  const use: PostgresUse = { statements: 0, transactions: 0, roundTrips: 0 };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        client.destroy();
        upstream.destroy();
      });
    }
    client.once("data", (bytes: Buffer) => beginnings.push(readBeginning(bytes)));
    client.on("data", (bytes) => upstream.write(bytes));
    const passOn = withoutNotifications ? dropNotifications() : (bytes: Buffer) => bytes;
    const count = countUse(use);
    upstream.on("data", (bytes: Buffer) => {
      count(bytes);
      if (!silent) client.write(passOn(bytes));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  // Not past the relay, over the server's socket.
  url.searchParams.delete("host");
  return {
    url: url.href,
    beginnings,
    use: () => ({ ...use }),
    nextConnection: async () => {
      await once(server, "connection");
    },
    leadTo: (next) => {
      target = new URL(next);
    },
    fallSilent: () => {
      silent = true;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** A client's first message: its length, the protocol's version, then names and values, each ended by a zero. */
function readBeginning(bytes: Buffer): Record<string, string> {
  const texts = bytes.subarray(8, bytes.readInt32BE(0)).toString().split("\0");
  return Object.fromEntries(
    Array.from({ length: texts.length / 2 }, (_, at) => [texts[2 * at], texts[2 * at + 1]]),
  );
}

/** Counts what a connection's server has done, in whatever parts its messages arrive. */
function countUse(use: PostgresUse): (bytes: Buffer) => void {
  /** The beginning of a message of which not enough is there yet. */
  let begun = Buffer.alloc(0);
  /** Bytes of a message that was counted. */
  let left = 0;
  return (bytes) => {
    for (let rest = bytes; rest.length > 0; ) {
      const passed = Math.min(left, rest.length);
      left -= passed;
      rest = rest.subarray(passed);
      if (rest.length === 0) return;
      begun = Buffer.concat([begun, rest]);
      if (begun.length < HEADER_BYTES) return;
      const end = 1 + begun.readInt32BE(1);
      const isTold = begun[0] === COMMAND_COMPLETE;
      if (isTold && begun.length < end) return;
      if (isTold) {
        use.statements += 1;
        if (begun.toString("latin1", HEADER_BYTES, end).startsWith("BEGIN")) use.transactions += 1;
      }
      if (begun[0] === READY_FOR_QUERY) use.roundTrips += 1;
      rest = begun.subarray(Math.min(end, begun.length));
      left = Math.max(0, end - begun.length);
      begun = Buffer.alloc(0);
    }
  };
}

/** Each message of the server is a type byte, a length that counts itself, and a body. */
function dropNotifications(): (bytes: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const kept: Buffer[] = [];
    while (rest.length >= 5) {
      const end = 1 + rest.readInt32BE(1);
      if (rest.length < end) break;
      if (rest[0] !== NOTIFICATION) kept.push(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    return Buffer.concat(kept);
  };
}
