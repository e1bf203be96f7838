import { afterEach, describe, expect, test } from "vitest";
import { parseProxyBase } from "#loaders/data-api/proxy-base.ts";
import { type DataPage, readPages } from "#loaders/data-api/read-pages.ts";
import { retryDelayMs } from "#loaders/data-api/retry-delay.ts";
import type { ExportName } from "#loaders/exports.ts";
import {
  KEY,
  type ScriptedAnswer,
  type ScriptedStore,
  startScriptedStore,
} from "./scripted-store.ts";

const started: ScriptedStore[] = [];

afterEach(async () => {
  for (const store of started.splice(0)) await store.close();
});

async function storeThat(answer: (url: URL, number: number) => ScriptedAnswer) {
  const store = await startScriptedStore(answer);
  started.push(store);
  return store;
}

/** All pages; the message of the error when there is one. */
async function read(store: ScriptedStore, name: ExportName = "orders") {
  const pages: DataPage[] = [];
  try {
    for await (const page of readPages(store.connection, name)) pages.push(page);
    return { pages, failure: null };
  } catch (error) {
    return { pages, failure: (error as Error).message };
  }
}

const cursorPage = (ids: number[], hasMore: boolean, lastId = ids.at(-1) ?? 0) => ({
  data: ids.map((id) => ({ order_id: String(id) })),
  meta: { per_page: 2, last_id: lastId, has_more: hasMore, timezone: "Etc/UTC" },
});

describe("reading an export", () => {
  test("by cursor goes on from last_id while there is more", async () => {
    const store = await storeThat((url) => {
      const since = Number(url.searchParams.get("since_id"));
      return { body: since === 0 ? cursorPage([3, 9], true) : cursorPage([11], false) };
    });
    const { pages } = await read(store);
    expect(pages.map(({ cursor, lastId, rows }) => [cursor, lastId, rows.length])).toEqual([
      [0, 9, 2],
      [9, 11, 1],
    ]);
  });

  test("goes on over a page without rows when there is more behind it", async () => {
    const store = await storeThat((_url, number) => ({
      body: number === 1 ? cursorPage([], true, 50) : cursorPage([51], false),
    }));
    expect((await read(store)).pages.map(({ rows }) => rows.length)).toEqual([0, 1]);
  });

  test("asks again while the store is still making the rows that follow", async () => {
    const store = await storeThat((_url, number) => ({
      body: [cursorPage([], true), cursorPage([], true), cursorPage([4], false)][number - 1],
    }));
    expect((await read(store)).pages.map(({ rows }) => rows.length)).toEqual([1]);
    expect(store.asked).toHaveLength(3);
    expect(store.waits).toHaveLength(2);
  });

  test("fails when rows are promised for minutes and none comes", async () => {
    const store = await storeThat(() => ({ body: cursorPage([], true) }));
    expect((await read(store)).failure).toMatch(/rows follow after 0, and none has come/);
    expect(store.waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(100_000);
  });

  test("by page ends at the page that is not full, or is empty", async () => {
    const page = (rows: number) => ({
      data: Array.from({ length: rows }, () => ({ value: "1.00" })),
      meta: { current_page: 1, per_page: 2 },
    });
    const short = await storeThat((_url, number) => ({ body: page(number === 1 ? 2 : 1) }));
    expect((await read(short, "credits-history")).pages).toHaveLength(2);
    const empty = await storeThat((_url, number) => ({ body: page(number === 1 ? 2 : 0) }));
    await read(empty, "members");
    expect(empty.asked.map((url) => url.searchParams.get("page"))).toEqual(["1", "2"]);
  });

  test.each([
    ["a last_id below the rows' cursor", cursorPage([1], false, 0), /last_id does not move/],
    ["data that is no list", { data: {}, meta: {} }, /data is not a list/],
    ["no meta", { data: [] }, /meta is missing/],
    ["a last_id that is a text", { data: [], meta: { last_id: "7", has_more: true } }, /last_id/],
    ["no has_more", { data: [], meta: { last_id: 7 } }, /has_more/],
  ])("fails on %s, and does not ask for ever", async (_what, body, problem) => {
    const store = await storeThat(() => ({ body }));
    expect((await read(store)).failure).toMatch(problem);
    expect(store.asked).toHaveLength(1);
  });
});

describe("a request", () => {
  test.each([429, 500, 502, 503])("is repeated after a %i that passes", async (status) => {
    const store = await storeThat((_url, number) =>
      number < 3 ? { status, body: { message: "later" } } : { body: cursorPage([1], false) },
    );
    expect((await read(store)).failure).toBeNull();
    expect(store.asked).toHaveLength(3);
    expect(store.waits).toHaveLength(2);
  });

  test.each([400, 401, 403, 404, 410, 422])("is not repeated after a %i", async (status) => {
    const store = await storeThat(() => ({ status, body: { message: "No." } }));
    expect((await read(store)).failure).toMatch(
      new RegExp(`/data/orders answered ${status}: No\\.$`),
    );
    expect(store.asked).toHaveLength(1);
  });

  test("is given up after six attempts", async () => {
    const store = await storeThat(() => ({ status: 503 }));
    expect((await read(store)).failure).toMatch(/answered 503/);
    expect(store.asked).toHaveLength(6);
  });

  test("waits as long as Retry-After asks for, and does not wait for more than ten minutes", async () => {
    const store = await storeThat((_url, number) => ({
      status: 429,
      headers: { "retry-after": number === 1 ? "60" : "601" },
    }));
    expect((await read(store)).failure).toMatch(/asks to wait \(Retry-After: 601\)/);
    expect(store.waits).toEqual([60_000]);
  });

  test("is repeated when its answer breaks off, and when nobody answers", async () => {
    const store = await storeThat((_url, number) =>
      number === 1
        ? { body: '{"data":[{"order_id":"1"}', breaks: true }
        : { body: cursorPage([1], false) },
    );
    expect((await read(store)).failure).toBeNull();
    expect(store.warned.join()).toMatch(/cannot be read/);
    await store.close();
    started.pop();
    expect((await read(store)).failure).toMatch(/cannot be read: ECONNREFUSED\.$/);
  });

  test("says what the fields of a 422 say", async () => {
    const data = JSON.stringify({ since_date: ["Must be a day.", "Really."], page: ["No."] });
    const store = await storeThat(() => ({
      status: 422,
      body: { error: true, message: "Invalid input.", data },
    }));
    expect((await read(store)).failure).toMatch(
      /422: since_date: Must be a day\. Really\.; page: No\.$/,
    );
  });

  test("does not follow a redirect, which would give another host the key", async () => {
    const other = await storeThat(() => ({ body: cursorPage([], false) }));
    const store = await storeThat((url) => ({
      status: 302,
      headers: { location: `${other.connection.proxyBase}/data/orders${url.search}` },
    }));
    expect((await read(store)).failure).toMatch(
      /redirects to http:.+\/data\/orders, which is not followed/,
    );
    expect(other.asked).toEqual([]);
  });

  test("that meets a page of a website says so", async () => {
    const store = await storeThat(() => ({
      headers: { "content-type": "text/html; charset=utf-8" },
      body: "<html>",
    }));
    expect((await read(store)).failure).toMatch(/answers with text\/html, not JSON/);
  });

  test("never repeats the key, also when the server does", async () => {
    const answers: ((url: URL) => ScriptedAnswer)[] = [
      (url) => ({ status: 401, body: { message: `Wrong key ${url.searchParams.get("key")}` } }),
      (url) => ({ status: 500, body: { message: `Failed: ${url.href}` } }),
      (url) => ({ status: 301, headers: { location: `/password${url.search}` } }),
    ];
    for (const answer of answers) {
      const store = await storeThat(answer);
      const said = [(await read(store)).failure, ...store.warned].join("\n");
      expect(store.asked[0]?.searchParams.get("key")).toBe(KEY);
      expect(said).not.toContain(KEY);
      expect(said).not.toContain(encodeURIComponent(KEY));
      expect(said).not.toContain(new URLSearchParams({ key: KEY }).toString());
    }
  });
});

describe("the wait before another attempt", () => {
  const at = { now: Date.parse("2026-11-23T10:00:00Z"), random: 0 };

  test("doubles up to a minute, less a random part of up to a half", () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 20].map((failures) => retryDelayMs(failures, null, at));
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(retryDelayMs(3, null, { ...at, random: 1 })).toBe(2_000);
  });

  test("is what Retry-After says in seconds or as a date", () => {
    expect(retryDelayMs(1, "0", at)).toBe(0);
    expect(retryDelayMs(1, "Mon, 23 Nov 2026 10:00:30 GMT", at)).toBe(30_000);
    expect(retryDelayMs(1, "Mon, 23 Nov 2026 09:00:00 GMT", at)).toBe(0);
    expect(retryDelayMs(1, "soon", at)).toBe(1_000);
    expect(retryDelayMs(1, "601", at)).toBeNull();
  });
});

describe("the store's address", () => {
  test("may end with slashes, and is local or encrypted", () => {
    const base = "https://shop.example/apps/service-api/v1";
    expect(parseProxyBase(`${base}/`)).toBe(base);
    expect(parseProxyBase("http://localhost:3001/apps/x/")).toBe("http://localhost:3001/apps/x");
  });

  test.each([
    "shop.example",
    "ftp://shop.example",
    "http://shop.example/apps/service-api/v1",
    "http://127.0.0.1.example/",
    "https://shop.example/?key=secret",
    "https://user:secret@shop.example/",
  ])("is refused as %s", (text) => {
    expect(() => parseProxyBase(text)).toThrow(/^The store's address (?!.*secret)/);
  });
});
