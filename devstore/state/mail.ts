/** A mail that the app has sent, as it arrived. */
export interface DevMail {
  id: number;
  /** Envelope: where it came from, and the addresses that took it. */
  sender: string;
  recipients: string[];
  subject: string;
  /** The mail's own lines, as a reader sees them. */
  from: string;
  to: string;
  replyTo: string | null;
  messageId: string | null;
  html: string | null;
  text: string | null;
  headers: { name: string; value: string }[];
  /** By the shop's clock. */
  receivedAt: string;
  /** Machine time, by which old mails go. */
  keptSince: string;
}

/** An address that takes no mail: for now (4xx), or for good (5xx). Kept for all shops under the address. */
export interface DevMailRefusal {
  id: string;
  answer: "temporary" | "permanent";
}
