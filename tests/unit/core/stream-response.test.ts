import { describe, expect, test } from "vitest";
import { streamResponse } from "#app/http/stream-response.ts";
import { KeyedSemaphore } from "#app/lib/keyed-semaphore.ts";
import { createLogger } from "#app/lib/log.ts";

const log = createLogger("silent", {});

/** Counts its pieces and tells when it was closed. */
function countedPieces(count: number) {
  const seen = { made: 0, closed: Promise.withResolvers<void>() };
  async function* make(): AsyncGenerator<string> {
    try {
      for (; seen.made < count; ) {
        seen.made += 1;
        yield String(seen.made);
      }
    } finally {
      seen.closed.resolve();
    }
  }
  return { pieces: make(), seen };
}

describe("a streamed answer", () => {
  test("makes the next piece only when the one before has been taken", async () => {
    const { pieces, seen } = countedPieces(3);
    const answer = await streamResponse(pieces, { headers: {}, isHead: false, log });
    expect(seen.made).toBe(1);
    const reader = answer.body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("1");
    expect(seen.made).toBe(1);
    await reader?.read();
    expect(seen.made).toBe(2);
    await reader?.cancel();
    await seen.closed.promise;
  });

  test("cuts off a reader that takes nothing for too long, and closes what makes the pieces", async () => {
    const { pieces, seen } = countedPieces(3);
    const ended = Promise.withResolvers<void>();
    const answer = await streamResponse(pieces, {
      headers: {},
      isHead: false,
      log,
      patienceMs: 5,
      onEnd: ended.resolve,
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    await seen.closed.promise;
    await ended.promise;
    await expect(reader?.read()).rejects.toThrow("takes nothing");
  });

  test("is no failure when its reader goes away while a piece is made, and ends when that is made", async () => {
    const logged: string[] = [];
    const made = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    async function* make(): AsyncGenerator<string> {
      yield "1";
      await made.promise;
      yield "2";
    }
    const answer = await streamResponse(make(), {
      headers: {},
      isHead: false,
      log: createLogger("info", {}, { write: (line) => logged.push(line) }),
      onEnd: ended.resolve,
    });
    const reader = answer.body?.getReader();
    await reader?.read();
    const next = reader?.read();
    const gone = reader?.cancel();
    made.resolve();
    await Promise.all([ended.promise, gone]);
    expect((await next)?.done).toBe(true);
    expect(logged).toEqual([]);
  });

  test("asked for by HEAD has no body and closes what makes the pieces", async () => {
    const { pieces, seen } = countedPieces(3);
    const answer = await streamResponse(pieces, { headers: {}, isHead: true, log });
    await seen.closed.promise;
    expect(await answer.text()).toBe("");
  });
});

describe("places under a key", () => {
  test("are given in the order in which they were asked for, and a wait can be given up", async () => {
    const semaphore = new KeyedSemaphore<string>(1);
    const order: string[] = [];
    const first = await semaphore.take("a");
    const gone = new AbortController();
    const second = semaphore.take("a", gone.signal);
    const third = semaphore.take("a").then((release) => {
      order.push("third");
      release();
    });
    const fourth = semaphore.take("a").then((release) => {
      order.push("fourth");
      release();
    });
    gone.abort(new Error("gone"));
    await expect(second).rejects.toThrow("gone");
    (await semaphore.take("b"))();
    expect(semaphore.load("a")).toEqual({ held: 1, waiting: 2 });
    first();
    first();
    await Promise.all([third, fourth]);
    expect(order).toEqual(["third", "fourth"]);
    expect(semaphore.load("a")).toEqual({ held: 0, waiting: 0 });
  });
});
