import { once } from "node:events";
import { createServer, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestShop } from "./test-shop.ts";

/** What becomes of one answer: passed on whole, held back for ever, or broken off after its first half. */
type Passage = "whole" | "nothing" | "half";

/** A store's own address, as other systems reach it, on a network that the test rules. */
export interface StoreRelay {
  /** Where the app proxy is. */
  readonly proxyBase: string;
  /** The queries that were asked, without the key: `since_id=0`. */
  readonly asked: readonly string[];
  /** How many answers have left, whole. */
  readonly sent: () => number;
  /** Decides about each answer; all pass at first. */
  passage: (query: string) => Passage;
  close(): Promise<void>;
}

/** Starts one for a store of the development store, which tells its stores apart by a header. */
export async function startStoreRelay({
  domain,
  devstoreUrl,
}: Pick<TestShop, "domain" | "devstoreUrl">): Promise<StoreRelay> {
  const asked: string[] = [];
  let sent = 0;
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? "", devstoreUrl);
    url.searchParams.delete("key");
    const query = url.searchParams.toString();
    asked.push(query);
    const headers = { ...incoming.headers, host: url.host, "x-forwarded-host": domain };
    const upstream = request(`${devstoreUrl}${incoming.url}`, { headers }, async (answer) => {
      const parts: Buffer[] = [];
      for await (const part of answer) parts.push(part);
      outgoing.on("finish", () => {
        sent += 1;
      });
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      send(outgoing, Buffer.concat(parts), relay.passage(query));
    });
    upstream.on("error", () => outgoing.destroy());
    upstream.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const relay: StoreRelay = {
    proxyBase: `http://127.0.0.1:${(server.address() as AddressInfo).port}/apps/service-api/v1`,
    asked,
    sent: () => sent,
    passage: () => "whole",
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return relay;
}

function send(outgoing: ServerResponse, body: Buffer, passage: Passage): void {
  if (passage === "whole") outgoing.end(body);
  if (passage === "half") {
    outgoing.write(body.subarray(0, body.length / 2), () => outgoing.destroy());
  }
}
