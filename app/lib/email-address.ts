import { domainToASCII, domainToUnicode } from "node:url";
import { loweredByLetter } from "./lowered-by-letter.ts";

const MAX_LENGTH = 320;
const BLANK_OR_CONTROL = /[\s\p{Cc}]/u;

/**
 * Whether a text can be somebody's address. Whose it is only the platform knows, which has taken addresses that no standard
 * allows, with two dots in a row or one before the @.
 */
export function isAddress(text: string): boolean {
  const { name, domain } = splitAddress(text);
  return name !== "" && domain !== "" && text.length <= MAX_LENGTH && !BLANK_OR_CONTROL.test(text);
}

/** An address as it was meant that was sent with a raw plus, which forms and queries read as a blank. No address has a blank. */
export function withPlus(sent: string): string {
  return sent.trim().replaceAll(" ", "+");
}

/**
 * All ways to write an address that are the same one: in lower case, composed and decomposed, its domain in Unicode, as IDNA and in letters
 * of full width (all but the last label). SQL compares lower(email) with them, and a database lowers other letters than JavaScript does: a letter by itself, so that
 * Σ is never ς and İ is i. 2 to 30 for an address, most often 2.
 */
export function addressSpellings(address: string): string[] {
  const { name, domain } = splitAddress(address.normalize("NFC"));
  const lowered = domain.toLowerCase();
  // Empty for a text that is no domain.
  const domains = [lowered, domainToASCII(lowered), domainToUnicode(lowered)].filter(
    (one) => one !== "",
  );
  if (domains.length === 0) return [address.toLowerCase()];
  const spellings = [...domains, ...domains.map(inFullWidth)].flatMap((one) =>
    loweredForms(name).map((lower) => `${lower}@${one}`),
  );
  return [...new Set(spellings.flatMap((one) => [one, one.normalize("NFD")]))];
}

/** A text in lower case as JavaScript writes it, as databases do, and with the two forms of a sigma at the end of a word. */
function loweredForms(text: string): string[] {
  const byLetter = loweredByLetter(text);
  const folded = byLetter.replaceAll("i\u0307", "i").replaceAll("ς", "σ");
  const ended = folded.replaceAll(/(?<=\p{L})σ(?!\p{L})/gu, "ς");
  return [text.toLowerCase(), byLetter, folded, ended];
}

/** A domain as keyboards of East Asia also write it: all but its last label in letters and digits of full width. */
function inFullWidth(domain: string): string {
  const lastDot = Math.max(0, domain.lastIndexOf("."));
  const wide = (sign: string) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0);
  return domain.slice(0, lastDot).replaceAll(/[a-z0-9-]/g, wide) + domain.slice(lastDot);
}

/**
 * An address, a domain or the beginning of one with its domain written the other way: in Unicode or as IDNA. Null where there is no other way.
 */
export function otherDomainForm(text: string): string | null {
  const at = text.lastIndexOf("@") + 1;
  const domain = text.slice(at);
  const other = [domainToASCII(domain), domainToUnicode(domain)].find(
    (form) => form !== "" && form !== domain,
  );
  return other ? text.slice(0, at) + other : null;
}

/** Whether two texts are the same address. */
export function isSameAddress(one: string, other: string): boolean {
  const spellings = new Set(addressSpellings(one));
  return addressSpellings(other).some((spelling) => spellings.has(spelling));
}

/** An address for the envelope of a mail: a server that knows ASCII only takes its domain too. */
export function envelopeAddress(address: string): string {
  const { name, domain } = splitAddress(address);
  return `${name}@${domainToASCII(domain) || domain}`;
}

/** Whether a mail server that knows ASCII alone can take it, its domain as IDNA. */
export function isAscii(address: string): boolean {
  const { name } = splitAddress(address);
  return Buffer.byteLength(name) === name.length;
}

/** The last @ ends the name, which may have one in quotation marks. */
export function splitAddress(address: string): { name: string; domain: string } {
  const at = address.lastIndexOf("@");
  return at < 0
    ? { name: address, domain: "" }
    : { name: address.slice(0, at), domain: address.slice(at + 1) };
}
