import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

interface Forwarded {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
}

interface AppAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

/** The other end of the app proxy: keeps what reaches it and answers what the test wants. */
export interface AppServer {
  url: string;
  received: Forwarded[];
  last(): Forwarded;
  answerWith(answer: AppAnswer): void;
  close(): Promise<void>;
}

export async function startAppServer(): Promise<AppServer> {
  const received: Forwarded[] = [];
  let answer: AppAnswer = {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? "/", "http://app.example");
    received.push({
      method: request.method ?? "",
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString("utf8"),
    });
    const headers = { "content-type": "application/json", ...answer.headers };
    response.writeHead(answer.status ?? 200, headers).end(answer.body ?? "{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    last() {
      const last = received.at(-1);
      if (last === undefined) throw new Error("nothing has reached the app");
      return last;
    },
    answerWith: (next) => {
      answer = next;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
