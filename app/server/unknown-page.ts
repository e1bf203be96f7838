/** Where the router has pages: the front door, the admin, the sign-in form, and the data of each. */
const PAGE = /^\/(?:|_root\.data|app(?:[/.].*)?|auth\/login(?:\.data)?)$/;

const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>This page does not exist</title>
<style>
main{max-width:34rem;margin:12vh auto 0;padding:0 1.5rem;font:400 1rem/1.6 system-ui,sans-serif;color:#303030}
h1{font:650 1.5rem/1.3 system-ui,sans-serif;margin:0 0 .75rem}
</style>
</head>
<body><main><h1>This page does not exist</h1><p>It may have been removed, or the address is mistyped.</p><p><a href="/">Go to the start page</a></p></main></body>
</html>
`;

/**
 * The answer to an address that no page has, or null where the router has to look. Anybody may ask for such
 * addresses without end, and a page made by the router costs nine times as much. The router would log them too.
 */
export function answerUnknownPage(path: string): Response | null {
  if (PAGE.test(path)) return null;
  return new Response(HTML, {
    status: 404,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "Cache-Control": "no-store",
    },
  });
}
