import { type AddressInfo, createServer, type Socket } from "node:net";
import { type MailTransport, openMailTransport } from "#app/lib/mail-transport.ts";

/** What a mail server says at a step: a line of its own, nothing at all, or its usual answer once it is told to. */
type Saying = string;

interface SmtpDouble {
  transport: MailTransport;
  /** Resolves when a client has come to the step that is answered in another way. */
  reached: Promise<void>;
  /** Answers what waits. */
  goOn(): void;
  /** Mails of which the end arrived. */
  readonly ended: number;
  /** To whom mails were to go. */
  readonly recipients: string[];
  /** Connections so far, and those that are open. */
  readonly connections: { all: number; open: number };
  /** Ends the connections that are open, as a server does when nothing comes. */
  hangUp(): void;
  close(): Promise<void>;
}

/** A mail server that misbehaves at one step, and takes every mail otherwise. */
export async function startSmtpDouble({
  atSender = () => "250 2.1.0 OK",
  atRecipient = "250 2.1.5 OK",
  atEnd = "250 2.0.0 Accepted",
}: {
  /** By the number of mails that the connection has brought before. */
  atSender?: (mails: number) => Saying;
  atRecipient?: Saying;
  atEnd?: Saying;
}): Promise<SmtpDouble> {
  let goOn = () => {};
  let ended = 0;
  const recipients: string[] = [];
  let all = 0;
  const sockets = new Set<Socket>();
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    all += 1;
    let mails = 0;
    let isBody = false;
    let rest = "";
    const say = (line: string) => socket.write(`${line}\r\n`);
    const sayOrWait = (saying: Saying, usual: string) => {
      if (saying !== usual) reach();
      if (saying === "wait") goOn = () => say(usual);
      else if (saying !== "silence") say(saying);
    };
    say("220 double ESMTP");
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      const lines = (rest + chunk.toString()).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (isBody && line !== ".") continue;
        if (isBody) {
          isBody = false;
          ended += 1;
          mails += 1;
          sayOrWait(atEnd, "250 2.0.0 Accepted");
        } else if (line.startsWith("MAIL")) say(atSender(mails));
        else if (line === "QUIT") socket.end("221 2.0.0 Bye\r\n");
        else if (line.startsWith("RCPT")) {
          recipients.push(/<(.*)>/.exec(line)?.[1] ?? "");
          sayOrWait(atRecipient, "250 2.1.5 OK");
        } else if (line === "DATA") {
          isBody = true;
          say("354 Go ahead");
        } else say("250 OK");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    transport: openMailTransport(`smtp://127.0.0.1:${port}`, "no-reply@perennial.example"),
    reached,
    goOn: () => goOn(),
    get ended() {
      return ended;
    },
    recipients,
    get connections() {
      return { all, open: sockets.size };
    },
    hangUp: () => {
      for (const socket of sockets) socket.end();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
