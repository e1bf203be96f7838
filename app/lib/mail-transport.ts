import { Readable } from "node:stream";
import MailComposer from "nodemailer/lib/mail-composer";
import { envelopeAddress, isAscii } from "./email-address.ts";
import { MailConnections, type MailServer, type SmtpError } from "./mail-connections.ts";
import { redactText } from "./redact-text.ts";
import { shortened } from "./storable-text.ts";

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
   * Sends one mail. Never throws.
   *
   * @param beforeEnd called when all but the end of the mail was written. A server accepts nothing before the end, so up to
   *   here a repeat is safe; when it throws, the mail is not sent.
   */
  send(mail: OutgoingMail, beforeEnd?: () => Promise<void>): Promise<SendResult>;
  /** Connects and logs in. @returns why that did not work, null when it did. Never throws. */
  check(): Promise<string | null>;
  /** Ends the connections that wait for another mail. */
  close(): void;
}

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);
const SECOND = 1_000;

/**
 * @param url smtp:// or smtps://. A password is sent over TLS alone, except to this machine.
 * @param from the sending address.
 */
export function openMailTransport(url: string, from: string): MailTransport {
  const connections = new MailConnections(serverOf(new URL(url)));
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
      let isBegun = false;
      let isEnding = false;
      async function* write(body: Buffer) {
        isBegun = true;
        yield body;
        await beforeEnd();
        isEnding = true;
      }
      try {
        const body = await composer.compile().build();
        // The stream is not read before the server has asked for the mail, so its end is the mail's end.
        await connections.use(
          (connection, done) =>
            connection.send(
              { from, to: envelopeAddress(mail.to) },
              Readable.from(write(body)),
              done,
            ),
          () => !isBegun,
        );
        return { outcome: "accepted" };
      } catch (error) {
        return resultOf(error as SmtpError, isEnding, mail.to);
      }
    },
    check: async () => {
      try {
        await connections.check();
        return null;
      } catch (error) {
        return reasonOf(error as SmtpError);
      }
    },
    close: () => connections.close(),
  };
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

function resultOf(error: SmtpError, isEnding: boolean, to: string): SendResult {
  const { responseCode, command } = error;
  const reason = reasonOf(error);
  if (!responseCode) return { outcome: isEnding ? "unknown" : "postponed", reason };
  // A server that does not take our password, or our greeting, says nothing about the mail.
  const isAboutMail = command === "MAIL FROM" || command === "RCPT TO" || command === "DATA";
  if (responseCode < 500 || !isAboutMail) return { outcome: "postponed", reason };
  return { outcome: "refused", reason, isAddressDead: command === "RCPT TO" && isDead(to, reason) };
}

function reasonOf({ response, message }: SmtpError): string {
  return shortened(redactText(response ?? message), 300);
}

/** A server that knows ASCII only refuses other names whether or not there is such a mailbox; one that knows it says 5.1.1. */
function isDead(to: string, reason: string): boolean {
  return isAscii(to) ? !isPolicy(reason) : /^\d{3}[ -]5\.1\.1\b/.test(reason);
}

/** 5.7.x refuses the sender and 5.2.2 a full mailbox: neither says that the address is wrong (RFC 3463). */
function isPolicy(reason: string): boolean {
  return /^\d{3}[ -]5\.(7\.|2\.2)/.test(reason);
}
