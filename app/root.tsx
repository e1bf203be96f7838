import { Links, Meta, Outlet, Scripts, useRouteError } from "@remix-run/react";
import type { ReactNode } from "react";
import { describeTrouble } from "./ui/describe-trouble.ts";
import { useNonce } from "./ui/nonce.ts";
import { PlainPage } from "./ui/plain-page.tsx";

/** The document of every page, also of those that failed. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** What is shown when not even the frame of a page could be made. */
export function ErrorBoundary() {
  const trouble = describeTrouble(useRouteError());
  return (
    <PlainPage title={trouble.title}>
      <p>{trouble.advice}</p>
      <p>
        <a href="/">Go to the start page</a>
      </p>
    </PlainPage>
  );
}
