/** The most of a text that is logged. */
export const MAX_LOGGED_TEXT = 8_192;

const KEYS = /(?:pk_live_|shp[a-z]{2}_)[0-9A-Za-z]+/gi;
const SECRET_PARAMETERS = /([?&](?:key|signature|hmac|id_token|session)=)[^&\s"]*/gi;
/** A JSON Web Token, such as a session token. */
const TOKENS = /eyJ[\w.-]{20,}/g;

/**
 * Takes keys, signatures, tokens and e-mail addresses out of a text that may be logged, also where an
 * address writes `@` as `%40`. What is longer than {@link MAX_LOGGED_TEXT} is cut. The time is linear in
 * the length: anybody may send a long path, and it is logged when its request fails.
 */
export function redactText(text: string): string {
  return redactEmails(shorten(text))
    .replace(KEYS, "[redacted]")
    .replace(TOKENS, "[redacted]")
    .replace(SECRET_PARAMETERS, "$1[redacted]");
}

/** Cuts before the word at the limit: half of a key or of an address would not be known for one. */
function shorten(text: string): string {
  if (text.length <= MAX_LOGGED_TEXT) return text;
  let end = MAX_LOGGED_TEXT;
  while (end > 0 && !isBlank(text.charCodeAt(end))) end -= 1;
  return `${text.slice(0, end)} … [${text.length - end} more characters]`;
}

function isBlank(code: number): boolean {
  return code <= 32;
}

/** `@`, also of full width, or as an address writes it, however often it was encoded. */
const AT = /[@\uff20]|%(?:25)*40/gi;
/** A dot, or what East Asia writes for one, and two letters of any script, as they are or encoded. */
const DOMAIN_END = /[.\u3002\uff0e\uff61](?:\p{L}[\p{L}\p{M}]|%[\da-f]{2})/iu;

/**
 * Takes out the word around each `@` that has a domain after it. A word ends at the next `@`, so each
 * character is read once from the left and once from the right.
 */
function redactEmails(text: string): string {
  let redacted = "";
  let kept = 0;
  let previousEnd = 0;
  const places = Array.from(text.matchAll(AT), ({ 0: at, index }) => [index, index + at.length]);
  for (const [place, [at = 0, after = 0]] of places.entries()) {
    const next = places[place + 1]?.[0] ?? text.length;
    let start = at;
    while (start > previousEnd && isAddressPart(text.charCodeAt(start - 1))) start -= 1;
    let end = after;
    while (end < next && isAddressPart(text.charCodeAt(end))) end += 1;
    previousEnd = after;
    if (start === at || !DOMAIN_END.test(text.slice(after, end))) continue;
    redacted += `${text.slice(kept, start)}[redacted]`;
    kept = end;
    previousEnd = end;
  }
  return redacted + text.slice(kept);
}

/** Not a blank, a quotation mark, a bracket, or one of `& , / : ; = ? @ \`, which end an address in a text. */
function isAddressPart(code: number): boolean {
  return code > 32 && !ENDS_AN_ADDRESS.has(code);
}

const ENDS_AN_ADDRESS = new Set(Array.from("\"'<>()[]{}&,/:;=?@\\", (mark) => mark.charCodeAt(0)));
