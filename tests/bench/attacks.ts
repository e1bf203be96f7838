import { STORE_PATH } from "#app/http/caller-path.ts";
import { signProxyQuery } from "#tests/support/sign-proxy-query.ts";
import { FIRST_CID } from "./credit-store.ts";

const MEBIBYTE = 1024 * 1024;
const PNG_OF_ONE_PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** A store, and the web process that serves it, in words that another process can be told. */
export interface AttackTarget {
  url: string;
  /** The store's domain. */
  shop: string;
  /** An API key with all scopes. */
  secret: string;
  /** What the platform signs a shopper's requests with. */
  apiSecret: string;
  /** Headers of a visit by its staff. */
  staff: Record<string, string>;
  /** One of its customers. */
  customerId: string;
}

/** What clients do for a while, and how it is called in the table. */
export interface Attack {
  name: string;
  /** How many clients do it at the same time; one unless said. */
  clients?: number;
  /** Sends the request with this number. Answers when its answer is read. */
  send(at: number): Promise<void>;
}

/**
 * The heaviest requests that each route of the OpenAPI document and each page of the admin allow, and those that they
 * refuse, and what has held a process up before. A new route is in it from its first day.
 */
export async function listAttacks(target: AttackTarget): Promise<Attack[]> {
  return [
    ...attackAtOnce(target),
    ...readExports(target),
    ...(await attackApi(target)),
    ...attackAdmin(target),
  ];
}

/** Those that read exports as fast as they can, which everybody may. */
export const EXPORT_READERS = {
  pages: "4 readers of pages",
  collection: "1 reader of a Collection",
};

/** Pages of 10,000 rows, each client one after another, and a whole Collection at once. */
function readExports({ url, secret, apiSecret, shop }: AttackTarget): Attack[] {
  const signed = (query: Record<string, string>) =>
    signProxyQuery(query, { shop, secret: apiSecret });
  return [
    {
      ...{ name: EXPORT_READERS.pages, clients: 4 },
      send: (at) => {
        const query = { key: secret, since_id: String((at % 120) * 10_000) };
        return exchange(`${url}/proxy/v1/data/store-credits?${signed(query)}`, {});
      },
    },
    {
      name: EXPORT_READERS.collection,
      send: () =>
        exchange(`${url}/proxy/v1/collection?${signed({})}`, {
          method: "POST",
          body: new URLSearchParams({ key: secret, topic: "store_credit_history" }),
        }),
    },
  ];
}

/** Sends one request and reads its answer. A connection that the server ends is an answer too. */
async function exchange(url: string, init: RequestInit): Promise<void> {
  try {
    const answer = await fetch(url, { redirect: "manual", ...init });
    await answer.body?.pipeTo(new WritableStream());
  } catch (error) {
    // The server closes the connection of a body that is too large while it is still being sent.
    if (!(error instanceof TypeError)) throw error;
  }
}

/** What many send at once: texts of nothing but brackets by nobody in particular and with a key, and the largest receipts. */
function attackAtOnce(target: AttackTarget): Attack[] {
  const { url, secret, apiSecret, shop } = target;
  const brackets = (size: number) => "[".repeat(size / 2) + "]".repeat(size / 2);
  const receipts = "/proxy/v1/loyalty/customers";
  const json = { "content-type": "application/json" };
  const signed = (query: Record<string, string>, cid?: number) =>
    signProxyQuery(query, {
      ...{ shop, secret: apiSecret },
      ...(cid && { customerId: cid }),
    });
  const picture = Buffer.concat([PNG_OF_ONE_PIXEL, Buffer.alloc(2 * MEBIBYTE - 64)]);
  return [
    {
      ...{ name: "64 receipts of brackets by nobody", clients: 64 },
      send: () =>
        exchange(`${url}${receipts}/${FIRST_CID}/receipts?${signed({})}`, {
          ...{ method: "POST", headers: json, body: brackets(2.8 * MEBIBYTE) },
        }),
    },
    {
      ...{ name: "8 bodies of 1 MiB to the core", clients: 8 },
      send: () =>
        exchange(`${url}/api/v1/store-credits/${FIRST_CID}/add`, {
          method: "POST",
          headers: { ...json, authorization: `Bearer ${secret}` },
          body: brackets(MEBIBYTE),
        }),
    },
    {
      ...{ name: "64 bodies of 64 KiB to the core", clients: 64 },
      send: () =>
        exchange(`${url}/api/v1/store-credits/${FIRST_CID}/add`, {
          method: "POST",
          headers: { ...json, authorization: `Bearer ${secret}` },
          body: brackets(64 * 1024),
        }),
    },
    {
      ...{ name: "24 shoppers with receipts of 2 MiB", clients: 24 },
      send: (at) => {
        const cid = FIRST_CID + at;
        const said = { retailer: `Shop ${cid}`, purchased_on: "2026-01-15", total: "23.9" };
        return exchange(`${url}${receipts}/${cid}/receipts?${signed(said, cid)}`, {
          ...{ method: "POST", headers: { "content-type": "image/png" }, body: picture },
        });
      },
    },
  ];
}

/** Every operation of the document: plainly, with the longest query, and with each of the heavy bodies. */
async function attackApi(target: AttackTarget): Promise<Attack[]> {
  const document = (await (await fetch(`${target.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { requestBody?: object }>>;
  };
  return Object.entries(document.paths).flatMap(([callerPath, operations]) =>
    Object.entries(operations).flatMap(([name, { requestBody }]) => {
      if (name === "servers") return [];
      // As the store's app proxy hands it on.
      const path = callerPath.replace(STORE_PATH, "/proxy/v1/");
      const method = name.toUpperCase();
      const bodies = requestBody ? heavyBodies(target.secret) : [undefined];
      const attack: Attack = {
        name: `${method} ${path}`,
        send: (at) => {
          const body = bodies[at % bodies.length];
          return exchange(addressOf(target, path, at), {
            method,
            headers: {
              authorization: `Bearer ${target.secret}`,
              ...(body && { "content-type": body.type }),
            },
            ...(body && { body: body.text }),
          });
        },
      };
      return [attack];
    }),
  );
}

/** The pages of a large store, and the largest and the worst file of adjustments that a staff member may upload. */
function attackAdmin(target: AttackTarget): Attack[] {
  const { url, staff: headers, customerId } = target;
  const pages = [
    "/app?index",
    "/app/churn/offers",
    "/app/churn/applied-offers",
    "/app/store-credit",
    `/app/store-credit/customers?q=${"customer".repeat(20)}`,
    "/app/store-credit/customers?q=customer&sort=balance",
    `/app/store-credit/customers/${customerId}`,
    "/app/store-credit/files",
    "/app/settings",
  ].map((path): Attack => {
    const [name = "", query = ""] = path.split("?");
    return {
      name: `GET ${name}`,
      send: () => exchange(`${url}${name}.data?${query}`, { headers }),
    };
  });
  const lines = Array.from(
    { length: 9_999 },
    (_, at) => `${FIRST_CID + at},customer-${FIRST_CID + at}@example.com,1.00,Goodwill ${at}`,
  );
  const largest = ["cid,email,amount,reason", ...lines].join("\n");
  const files = {
    "of 10,000 lines": { text: largest, columns: null },
    "of one long line": { text: "a@".repeat(900_000), columns: null },
    "with a long text as its columns": { text: largest, columns: "a@".repeat(4_000) },
  };
  const uploads = Object.entries(files).map(([name, { text, columns }]): Attack => {
    return {
      name: `upload ${name}`,
      send: (at) => {
        const body = new FormData();
        // Another name and line each time: a file is known by its content.
        body.set("file", new File([`${text}\n${at}`], `file-${at}.csv`, { type: "text/csv" }));
        if (columns) body.set("columns", columns);
        return exchange(`${url}/app/store-credit/files.data`, { method: "POST", headers, body });
      },
    };
  });
  return [...pages, ...uploads];
}

/** The plain address, or one that fills what a request line may have; each of another shopper, who changes only so much a minute. */
function addressOf(target: AttackTarget, path: string, at: number): string {
  const { url, secret, apiSecret, shop } = target;
  const isPlain = at % 2 === 0;
  const cid = FIRST_CID + (at % 10_000);
  const id = (name: string) => (name === "subscription_id" ? "sub_1" : String(cid));
  const filled = path.replace(/\{(\w+)\}/g, (_place, name: string) => id(name));
  const extra: Record<string, string> = isPlain
    ? { key: secret }
    : {
        key: secret,
        ...Object.fromEntries(Array.from({ length: 190 }, (_, at) => [`a${at}`, "%".repeat(15)])),
      };
  if (!path.startsWith("/proxy/")) return `${url}${filled}?${new URLSearchParams(extra)}`;
  const signed = { shop: shop, secret: apiSecret, customerId: cid };
  return `${url}${filled}?${signProxyQuery(extra, signed)}`;
}

function heavyBodies(key: string): { type: string; text: string }[] {
  const [json, form] = ["application/json", "application/x-www-form-urlencoded"];
  const names = (size: number, join: (name: string) => string, between: string) =>
    Array.from({ length: size / 10 }, (_, at) => join(`n${at}`)).join(between);
  const topic = "topic=store_credit_history";
  return [
    { type: form, text: `key=${key}&${topic}` },
    { type: form, text: names(MEBIBYTE, (name) => `${name}=`, "&") },
    { type: form, text: names(64_000, (name) => `${name}=`, "&") },
    { type: form, text: `key=${key}&${topic}&x=${"%41".repeat(21_000)}` },
    {
      type: json,
      text: `{${names(MEBIBYTE - 20_000, (name) => `"${name}":0`, ",")}}`.slice(0, MEBIBYTE),
    },
    { type: json, text: `{"key":"${key}","reason":"${"x".repeat(MEBIBYTE - 100)}"}` },
    { type: json, text: "[".repeat(MEBIBYTE) },
    { type: json, text: `{"key":"${key}","a":${"[".repeat(30_000)}${"]".repeat(30_000)}}` },
  ];
}
