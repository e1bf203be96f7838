/** A customer's own referrals, as the Loyalty API answers them. */
export interface Referrals {
  code: string;
  /** An address of the store's that carries the code. */
  link: string;
  /** Friends whose order may still be sent back, or is being looked at. */
  waiting: number;
  /** Friends who count. */
  counted: number;
}

/**
 * The link as the shopper gives it on: at the address at which they know the store, in their language.
 *
 * @param root path of the store's front page in the page's language.
 */
export function linkAt({ link }: Referrals, origin: string, root: string): string {
  const path = root.replace(/\/$/, "") || "/";
  return new URL(path + new URL(link).search, origin).href;
}

/** The code that an address carries; null without one. */
export function codeOf(search: string): string | null {
  const code = new URLSearchParams(search).get("ref")?.toUpperCase() ?? "";
  return /^[A-Z0-9]{6,20}$/.test(code) ? code : null;
}

/** A code that was brought along. */
export interface KeptCode {
  code: string;
  /** When its link was followed by the store's clock, in seconds since 1970. */
  followed: number;
  /** Until when the browser keeps it, in milliseconds since 1970. */
  until: number;
}

/** As the order carries it. The store holds the days of a link against its instant; a code alone counts as entered. */
export function carriedCode({ code, followed }: KeptCode): string {
  return `${code}.${followed}`;
}

/** What was kept, if it is still good. The text is the browser's, and thus may hold anything. */
export function readKept(text: string | null, now: number): KeptCode | null {
  try {
    const { code, followed, until } = JSON.parse(text ?? "");
    const isGood =
      codeOf(`?ref=${code}`) === code && Number.isInteger(followed) && Number(until) > now;
    return isGood ? { code, followed, until } : null;
  } catch {
    return null;
  }
}
