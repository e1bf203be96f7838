import { buffer } from "node:stream/consumers";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import type { Mailbox } from "./mailbox.ts";

const MOST_BYTES = 1024 * 1024;

/** Answers as mail servers do, with the enhanced status of RFC 3463. */
const REFUSALS = {
  temporary: { responseCode: 450, message: "4.2.1 The mailbox is busy, try again later" },
  permanent: { responseCode: 550, message: "5.1.1 There is no such mailbox" },
} as const;

/**
 * Takes mail on this machine alone, for every address, and shows it in the mailbox.
 *
 * @returns a function that closes it.
 */
export function serveMail(
  mailbox: Mailbox,
  port: number,
  onError: (error: Error) => void,
): () => void {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    size: MOST_BYTES,
    onRcptTo: ({ address }, _session, done) => {
      const refusal = mailbox.refusalOf(address);
      done(refusal === null ? null : Object.assign(new Error(), REFUSALS[refusal]));
    },
    onData: (stream, { envelope }, done) => {
      buffer(stream)
        .then(async (bytes) => {
          if (stream.sizeExceeded) {
            throw Object.assign(new Error("5.3.4 The mail is too large"), { responseCode: 552 });
          }
          mailbox.keep(await PostalMime.parse(bytes), {
            sender: envelope.mailFrom ? envelope.mailFrom.address : "",
            recipients: envelope.rcptTo.map(({ address }) => address),
          });
        })
        .then(() => done(), done);
    },
  });
  server.on("error", onError);
  server.listen(port, "127.0.0.1");
  return () => server.close();
}
