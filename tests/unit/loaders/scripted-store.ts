import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DataApiConnection } from "#loaders/data-api/request-json.ts";

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** A text goes out as it is, anything else as JSON. */
  body?: unknown;
  /** Breaks the connection after the body. */
  breaks?: boolean;
}

/** A Data API over real HTTP that answers what the test says, one answer a request. */
export interface ScriptedStore {
  readonly connection: DataApiConnection;
  readonly asked: readonly URL[];
  /** How long the client meant to wait before each further attempt, in milliseconds. */
  readonly waits: readonly number[];
  readonly warned: readonly string[];
  close(): Promise<void>;
}

export const KEY = "sk_test/secret+1";

export async function startScriptedStore(
  answer: (url: URL, number: number) => ScriptedAnswer | Promise<ScriptedAnswer>,
): Promise<ScriptedStore> {
  const asked: URL[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "", `http://${request.headers.host}`);
    asked.push(url);
    const { status = 200, headers, body, breaks } = await answer(url, asked.length);
    response.writeHead(status, { "content-type": "application/json", ...headers });
    const text = typeof body === "string" ? body : JSON.stringify(body ?? {});
    if (breaks) response.write(text, () => response.destroy());
    else response.end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const waits: number[] = [];
  const warned: string[] = [];
  return {
    asked,
    waits,
    warned,
    connection: {
      proxyBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}/apps/service-api/v1`,
      key: KEY,
      onRetry: (line) => warned.push(line),
      wait: async (ms) => waits.push(ms),
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
