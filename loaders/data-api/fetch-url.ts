import { lookup } from "node:dns";
import { request as requestPlain } from "node:http";
import { request as requestEncrypted } from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";

interface Asked {
  readonly headers: Record<string, string>;
  readonly signal: AbortSignal;
}

/** These may not have a body, not even an empty one. */
const WITHOUT_BODY = [204, 205, 304];

/** Every name below localhost is this machine (RFC 6761), but not every system resolves them. */
const lookupThisMachine: LookupFunction = (_name, options, done) =>
  lookup("localhost", options, done);

/** Gets an address. A redirect is answered as it is. */
export function fetchUrl(url: URL, asked: Asked): Promise<Response> {
  if (!url.hostname.endsWith(".localhost")) return fetch(url, { ...asked, redirect: "manual" });
  const request = url.protocol === "https:" ? requestEncrypted : requestPlain;
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...asked, lookup: lookupThisMachine }, (answer) => {
      const { statusCode: status = 502 } = answer;
      const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const isEmpty = WITHOUT_BODY.includes(status);
      if (isEmpty) answer.resume();
      const body = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>);
      resolve(new Response(body, { status, headers }));
    });
    sent.on("error", reject);
    sent.end();
  });
}
