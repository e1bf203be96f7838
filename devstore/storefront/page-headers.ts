/** Headers of a page of the storefront. HTML is never cached: it may show one customer's data. */
export function pageHeaders(locale: string): Record<string, string> {
  return {
    "content-type": "text/html; charset=utf-8",
    "content-language": locale,
    "cache-control": "private, no-store",
    "content-security-policy": "frame-ancestors 'self'",
    "x-content-type-options": "nosniff",
    vary: "Cookie",
  };
}
