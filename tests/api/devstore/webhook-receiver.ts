import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

interface Received {
  path: string;
  topic: string;
  webhookId: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** An app's address that takes whatever it is sent and answers what the test wants it to. */
export interface WebhookReceiver {
  url: string;
  received: Received[];
  /** Status of the answers from now on; 200 at first. */
  answerWith(status: number): void;
  /** Answers none of the next ones until so many wait for it. */
  answerTogether(count: number): void;
  /** Answers the test clock's questions: instants due, and what happens when they are reached. */
  onClock(answer: (operation: Record<string, string>) => Promise<object> | object): void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let status = 200;
  let together = { count: 0, waiting: [] as (() => void)[] };
  let clock: (operation: Record<string, string>) => Promise<object> | object = () => ({
    next_due_at: null,
    ran: 0,
  });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    if (request.url === "/internal/test-clock") {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(await clock(JSON.parse(body))));
      return;
    }
    received.push({
      path: request.url ?? "",
      topic: String(request.headers["x-shopify-topic"]),
      webhookId: String(request.headers["x-shopify-webhook-id"]),
      headers: request.headers,
      body,
    });
    const answer = () => {
      response.statusCode = status;
      response.end();
    };
    if (together.count === 0) return answer();
    together.waiting.push(answer);
    if (together.waiting.length < together.count) return;
    for (const one of together.waiting) one();
    together = { count: 0, waiting: [] };
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answerWith: (next) => {
      status = next;
    },
    answerTogether: (count) => {
      together = { count, waiting: [] };
    },
    onClock: (answer) => {
      clock = answer;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
