import { afterEach, expect, test } from "vitest";
import { startSmtpDouble } from "./smtp-double.ts";

type Double = Awaited<ReturnType<typeof startSmtpDouble>>;
let double: Double;

afterEach(() => double.close());

const send = (subject: string, beforeEnd?: () => Promise<void>) =>
  double.transport.send(
    {
      ...{ fromName: "Blatt", replyTo: null, to: "ada@example.com", subject, html: "", text: "." },
      ...{ messageId: subject, headers: {} },
    },
    beforeEnd,
  );
const ACCEPTED = { outcome: "accepted" };

async function sendMany(count: number): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let at = 0; at < count; at += 1) results.push(await send(`mail ${at}`));
  return results;
}

test("mails one after another share a connection, a hundred at most; mails at once have one each", async () => {
  double = await startSmtpDouble({});
  expect(await sendMany(101)).toEqual(Array(101).fill(ACCEPTED));
  expect(double.connections.all).toBe(2);

  await Promise.all(["one", "two", "three"].map((subject) => send(subject)));
  expect(double.ended).toBe(104);
  expect(double.connections.all).toBe(4);
});

test("a mail whose connection has ended since the one before goes over a new one, once", async () => {
  double = await startSmtpDouble({});
  await send("first");
  double.hangUp();
  await expect.poll(() => double.connections.open).toBe(0);
  expect(await send("second")).toEqual(ACCEPTED);
  expect(double).toMatchObject({ ended: 2, connections: { all: 2 } });
});

test.for(["421 4.4.2 Too many mails, good bye", "452 4.3.1 Too many mails of this session"])(
  "a mail at which the server has enough of a connection (%s) goes over a new one, once",
  async (saying) => {
    double = await startSmtpDouble({ atSender: (mails) => (mails < 2 ? "250 OK" : saying) });
    expect(await sendMany(5)).toEqual(Array(5).fill(ACCEPTED));
    expect(double).toMatchObject({ ended: 5, connections: { all: 3 } });
  },
);

test("a server that takes no mail now is asked by two connections at most, and the mail waits", async () => {
  let takes = true;
  const says = () => (takes ? "250 OK" : "450 4.2.1 Later");
  double = await startSmtpDouble({ atSender: says });
  await send("first");
  takes = false;
  expect(await send("second")).toMatchObject({ outcome: "postponed" });
  expect(double).toMatchObject({ ended: 1, connections: { all: 2 } });
});

test("a mail of which the server has begun to read is not begun again on another connection", async () => {
  double = await startSmtpDouble({});
  await send("first");
  let ends = 0;
  const result = await send("second", async () => {
    ends += 1;
    double.hangUp();
    throw new Error("The mail is another's now.");
  });
  expect(result).toMatchObject({ outcome: "postponed" });
  expect(ends).toBe(1);
  expect(double).toMatchObject({ ended: 1, connections: { all: 1 } });
});

test("a receiver that is refused is refused on the connection that asked, and the next mail is sent", async () => {
  double = await startSmtpDouble({ atRecipient: "550 5.1.1 No such mailbox" });
  expect(await send("first")).toMatchObject({ outcome: "refused", isAddressDead: true });
  expect(await send("second")).toMatchObject({ outcome: "refused", isAddressDead: true });
  expect(double).toMatchObject({ ended: 0, connections: { all: 2 } });
});

test("no connection waits once the transport is closed, nor after a check of the server", async () => {
  double = await startSmtpDouble({});
  await send("first");
  expect(await double.transport.check()).toBeNull();
  await expect.poll(() => double.connections.open).toBe(1);
  double.transport.close();
  await expect.poll(() => double.connections.open).toBe(0);
  await send("second");
  await expect.poll(() => double.connections.open).toBe(0);
  expect(double.connections.all).toBe(3);
});
