import type { AnswerHeaders } from "./respond.ts";

/** What a deprecated interface says of itself with every answer. */
export interface Deprecation {
  /** When its successor took its place. */
  readonly deprecated: Date;
  /** When it may be gone. */
  readonly sunset: Date;
  /** The successor's address; an interface with several sends the right one by `addSuccessor` when it knows which. */
  readonly successor: string;
}

/** Sets Deprecation (RFC 9745), Sunset (RFC 8594) and the link to the successor. */
export function addDeprecationHeaders(
  headers: AnswerHeaders,
  { deprecated, sunset, successor }: Deprecation,
): void {
  headers.Deprecation = `@${deprecated.getTime() / 1000}`;
  headers.Sunset = sunset.toUTCString();
  addSuccessor(headers, successor);
}

/** Sets the link to the successor, in place of the one that was set before. */
export function addSuccessor(headers: AnswerHeaders, successor: string): void {
  headers.Link = `<${successor}>; rel="successor-version"`;
}
