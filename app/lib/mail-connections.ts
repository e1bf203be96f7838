import SMTPConnection, { type SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import { KeyedSemaphore } from "./keyed-semaphore.ts";

/** Where mail is handed over, and as whom; `login` is null for a server that asks for none. */
export interface MailServer {
  connection: SMTPConnectionOptions;
  login: { user: string; pass: string } | null;
}

export interface SmtpError extends Error {
  /** The answer's three digits; missing where none came. */
  responseCode?: number;
  command?: string;
  response?: string;
}

type Done = (error?: Error | null) => void;
type Work = (connection: SMTPConnection, done: Done) => void;

/** How long a connection waits for the next piece of work, in machine time. */
const WAITS_MS = 5_000;
/** Many servers end a connection after a hundred mails. */
const MOST_USES = 100;

/** Servers take few connections of one sender at once. */
const MOST_AT_ONCE = 10;

/** A connection that has been greeted and logged in. */
interface Open {
  readonly connection: SMTPConnection;
  /** Never resolves. Rejects when the connection is over. */
  readonly broken: Promise<never>;
  uses: number;
}

/**
 * Connections to one mail server. One that has done its work waits some seconds for more: what opens a connection (its
 * handshakes, the login, and a server's pause before it greets a stranger) costs many times what a mail costs.
 */
export class MailConnections {
  readonly #server: MailServer;
  readonly #waiting = new Map<Open, NodeJS.Timeout>();
  readonly #places = new KeyedSemaphore<"all">(MOST_AT_ONCE);
  #isClosed = false;

  constructor(server: MailServer) {
    this.#server = server;
  }

  /**
   * Does one piece of work on a connection that waits, or else on a new one. A connection may have ended while it waited, or
   * have been used up in the server's eyes: then the work is done again on a new one, as long as `isRepeatable` says so. Where many ask at once,
   * some wait for the end of others.
   *
   * @throws SmtpError when the work failed; its connection is closed then.
   */
  use(work: Work, isRepeatable: () => boolean): Promise<void> {
    return this.#places.run("all", () => this.#use(work, isRepeatable));
  }

  async #use(work: Work, isRepeatable: () => boolean): Promise<void> {
    // The one that has waited least is the least likely to have ended.
    const waiting = [...this.#waiting.keys()].at(-1);
    if (waiting) {
      this.#take(waiting);
      try {
        return await this.#workOn(waiting, work);
      } catch (error) {
        if (!isAboutConnection(error as SmtpError) || !isRepeatable()) throw error;
      }
    }
    const fresh = await open(this.#server);
    fresh.broken.catch(() => this.#take(fresh));
    await this.#workOn(fresh, work);
  }

  /** Opens a connection and closes it. @throws SmtpError when it cannot be opened. */
  async check(): Promise<void> {
    const { connection } = await open(this.#server);
    connection.quit();
  }

  /** Ends the connections that wait, and from now on each after its work. */
  close(): void {
    this.#isClosed = true;
    for (const each of [...this.#waiting.keys()]) this.#end(each);
  }

  async #workOn(each: Open, work: Work): Promise<void> {
    each.uses += 1;
    await step(each, (done) => work(each.connection, done));
    const isUsedUp = this.#isClosed || each.uses >= MOST_USES;
    if (isUsedUp) each.connection.quit();
    else this.#keep(each);
  }

  #keep(each: Open): void {
    this.#waiting.set(
      each,
      setTimeout(() => this.#end(each), WAITS_MS),
    );
  }

  #take(each: Open): void {
    clearTimeout(this.#waiting.get(each));
    this.#waiting.delete(each);
  }

  #end(each: Open): void {
    this.#take(each);
    each.connection.quit();
  }
}

async function open({ connection: options, login }: MailServer): Promise<Open> {
  const connection = new SMTPConnection(options);
  const broken = new Promise<never>((_resolve, reject) => {
    connection.once("error", reject);
    connection.once("end", () => reject(new Error("the mail server closed the connection")));
  });
  // It may end while nobody waits for it.
  broken.catch(() => {});
  const opened = { connection, broken, uses: 0 };
  await step(opened, (done) => connection.connect(done));
  if (login) await step(opened, (done) => connection.login(login, done));
  return opened;
}

async function step({ connection, broken }: Open, run: (done: Done) => void): Promise<void> {
  const ran = new Promise<void>((resolve, reject) => {
    run((error) => (error ? reject(error) : resolve()));
  });
  try {
    await Promise.race([broken, ran]);
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** No answer, or one that says "not now" to a sender, before it has heard of a receiver. */
function isAboutConnection({ responseCode, command }: SmtpError): boolean {
  if (!responseCode) return true;
  return responseCode < 500 && (command === "MAIL FROM" || command === "CONN");
}
