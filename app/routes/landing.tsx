import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { PlainPage } from "#app/ui/plain-page.tsx";

export const meta: MetaFunction = () => [{ title: "Perennial" }];

/** The platform opens an app at its root address: pass such a visit on, with all it needs to sign in. */
export function loader({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has("shop")) throw redirect(`/app${search}`);
  return null;
}

export default function Landing() {
  return (
    <PlainPage title="Perennial">
      <p>
        Subscriptions, memberships, store credit and retention offers for your store. Merchants open
        Perennial from their store's admin, under Apps.
      </p>
      <p>
        <a href="/docs">Documentation of the programming interfaces</a>
      </p>
    </PlainPage>
  );
}
