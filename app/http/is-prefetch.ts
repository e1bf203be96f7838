/**
 * Whether a browser asks ahead for a page that nobody has opened yet (fetch standard, `Sec-Purpose`; older ones say
 * `Purpose`). Somebody else may have caused it, as a page that links here.
 */
export function isPrefetch({ headers }: Request): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  return purpose.toLowerCase().startsWith("prefetch");
}
