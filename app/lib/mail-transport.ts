import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import SMTPConnection, { type SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import { redactText } from "./redact-text.ts";

/** One mail to one address. */
export interface OutgoingMail {
  /** The name beside the address that all mail comes from. */
  fromName: string;
  /** Where an answer goes; null for the sending address. */
  replyTo: string | null;
  to: string;
  subject: string;
  html: string;
  text: string;
  /** The same at each attempt, so that a receiving server can know a repeat. Without angle brackets. */
  messageId: string;
  headers: Readonly<Record<string, string>>;
}

/** What came of sending a mail. `reason` is the server's own words, without addresses. */
type SendResult =
  | { outcome: "accepted" }
  /** It did not go now, and may later. */
  | { outcome: "postponed"; reason: string }
  | { outcome: "refused"; reason: string; isAddressDead: boolean }
  /** The server has the whole mail, and its answer did not come: whether it was accepted nobody here can know. */
  | { outcome: "unknown"; reason: string };

/** Hands mails to a mail server. */
export interface MailTransport {
  /**
   * Opens a connection, sends one mail, and closes it. Never throws.
   *
   * @param beforeEnd called when all but the end of the mail was written. A server accepts nothing before the end, so up to
   *   here a repeat is safe; when it throws, the mail is not sent.
   */
  send(mail: OutgoingMail, beforeEnd?: () => Promise<void>): Promise<SendResult>;
  /** Connects and logs in. @returns why that did not work, null when it did. Never throws. */
  check(): Promise<string | null>;
}

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
const SECOND = 1_000;

/**
 * @param url smtp:// or smtps://. A password is sent over TLS alone, except to this machine.
 * @param from the sending address.
 */
export function openMailTransport(url: string, from: string): MailTransport {
  const server = serverOf(new URL(url));
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return {
    send: async (mail, beforeEnd = async () => {}) => {
      const { fromName, replyTo, messageId, ...parts } = mail;
      const composer = new MailComposer({
        ...parts,
        from: { name: fromName, address: from },
        ...(replyTo && { replyTo }),
        messageId: `<${messageId}@${domain}>`,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      let isEnding = false;
      async function* write(body: Buffer) {
        yield body;
        await beforeEnd();
        isEnding = true;
      }
      try {
        const body = await composer.compile().build();
        // The stream is not read before the server has asked for the mail, so its end is the mail's end.
        const message = Readable.from(write(body));
        await connect(server, (connection, done) =>
          connection.send({ from, to: mail.to }, message, done),
        );
        return { outcome: "accepted" };
      } catch (error) {
        return resultOf(error as SmtpError, isEnding);
      }
    },
    check: async () => {
      try {
        await connect(server, (_connection, done) => done());
        return null;
      } catch (error) {
        return reasonOf(error as SmtpError);
      }
    },
  };
}

interface MailServer {
  connection: SMTPConnectionOptions;
  login: { user: string; pass: string } | null;
}

function serverOf({ protocol, hostname, port, username, password }: URL): MailServer {
  const secure = protocol === "smtps:";
  const login = username
    ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    : null;
  const connection = {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: login !== null && !LOOPBACK.has(hostname),
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 60 * SECOND,
  };
  return { connection, login };
}

type Done = (error?: Error | null) => void;

/** Opens a connection for one piece of work, and closes it after that. */
async function connect(
  { connection: options, login }: MailServer,
  work: (connection: SMTPConnection, done: Done) => void,
): Promise<void> {
  const connection = new SMTPConnection(options);
  const failed = new Promise<never>((_resolve, reject) => {
    connection.once("error", reject);
    connection.once("end", () => reject(new Error("the mail server closed the connection")));
  });
  // It may fail while nobody waits for it yet.
  failed.catch(() => {});
  const step = (run: (done: Done) => void) =>
    Promise.race([
      failed,
      new Promise<void>((resolve, reject) => run((error) => (error ? reject(error) : resolve()))),
    ]);
  try {
    await step((done) => connection.connect(done));
    if (login) await step((done) => connection.login(login, done));
    await step((done) => work(connection, done));
    connection.quit();
  } catch (error) {
    connection.close();
    throw error;
  }
}

interface SmtpError extends Error {
  /** The answer's three digits; missing where none came. */
  responseCode?: number;
  command?: string;
  response?: string;
}

function resultOf(error: SmtpError, isEnding: boolean): SendResult {
  const { responseCode, command } = error;
  const reason = reasonOf(error);
  if (!responseCode) return { outcome: isEnding ? "unknown" : "postponed", reason };
  // A server that does not take our password, or our greeting, says nothing about the mail.
  const isAboutMail = command === "MAIL FROM" || command === "RCPT TO" || command === "DATA";
  if (responseCode < 500 || !isAboutMail) return { outcome: "postponed", reason };
  return { outcome: "refused", reason, isAddressDead: command === "RCPT TO" && !isPolicy(reason) };
}

function reasonOf({ response, message }: SmtpError): string {
  return redactText(response ?? message).slice(0, 300);
}

/** 5.7.x refuses the sender and 5.2.2 a full mailbox: neither says that the address is wrong (RFC 3463). */
function isPolicy(reason: string): boolean {
  return /^\d{3}[ -]5\.(7\.|2\.2)/.test(reason);
}
