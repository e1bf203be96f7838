import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

// Clients that send a byte now and then, to hold a connection for as long as they like.

const HEADERS_MS = 300;
const REQUEST_MS = 600;

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({
    limits: {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: 50,
    },
  });
});
afterAll(() => testApp.close());

/** Sends `begin` at once and then `drip` again and again, for ever. Resolves to what came back until the server closed. */
function sendSlowly(begin: string, drip: string): Promise<string> {
  const { hostname, port } = new URL(testApp.url);
  return new Promise((resolve) => {
    let heard = "";
    let dripping: NodeJS.Timeout | undefined;
    const socket: Socket = connect(Number(port), hostname, () => {
      socket.write(begin);
      dripping = setInterval(() => {
        if (socket.writable) socket.write(drip);
      }, 20);
    });
    socket.on("data", (data) => {
      heard += data;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearInterval(dripping);
      resolve(heard);
    });
  });
}

const answered = /^HTTP\/1\.1 408 /;

describe("a connection is closed, with 408 where nothing was answered yet,", () => {
  test("when its headers take too long, a byte at a time", async () => {
    const heard = await sendSlowly("GET / HTTP/1.1\r\nhost: x\r\nx-slow: ", "a");
    expect(heard).toMatch(answered);
  });

  test("when its headers take too long, a header at a time", async () => {
    const heard = await sendSlowly("GET / HTTP/1.1\r\nhost: x\r\n", "x: y\r\n");
    expect(heard).toMatch(answered);
  });

  test.each([
    ["of a known length", "content-length: 60000\r\n\r\n", "a"],
    ["in pieces", "transfer-encoding: chunked\r\n\r\n", "1\r\na\r\n"],
  ])(
    "when its body %s takes too long, a byte at a time, before its key is known",
    async (_kind, rest, drip) => {
      const path = "/api/v1/store-credit/manage";
      const head = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${rest}`;
      const heard = await sendSlowly(head, drip);
      expect(heard).toMatch(answered);
    },
  );

  test("and whoever is quick is answered meanwhile", async () => {
    const slow = Array.from({ length: 20 }, () => sendSlowly("GET / HTTP/1.1\r\n", "x: y\r\n"));
    expect((await fetch(`${testApp.url}/healthz`)).status).toBe(200);
    for (const heard of await Promise.all(slow)) expect(heard).toMatch(answered);
  });
});
