import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import {
  Link,
  Outlet,
  useLocation,
  useNavigate,
  useNavigation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { AppProvider } from "@shopify/polaris";
import polarisStyles from "@shopify/polaris/build/esm/styles.css?url";
import englishWords from "@shopify/polaris/locales/en.json";
import { type ReactNode, useEffect, useRef, useState } from "react";
import adminStyles from "#app/ui/admin.css?url";
import { describeTrouble } from "#app/ui/describe-trouble.ts";
import { useNonce } from "#app/ui/nonce.ts";
import { PageSkeleton, skeletonKindOf } from "#app/ui/page-skeleton.tsx";
import { PolarisLink } from "#app/ui/polaris-link.tsx";
import { TroubleCard } from "#app/ui/trouble-card.tsx";
import { LocaleProvider } from "#app/ui/use-formats.ts";
import { useSlow } from "#app/ui/use-slow.ts";
import { GuideLink } from "./guide-link.tsx";
import { openAdmin } from "./open-admin.ts";
import { SearchBox } from "./search/search-box.tsx";

export const meta: MetaFunction = () => [{ title: "Perennial" }];

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: polarisStyles },
  { rel: "stylesheet", href: adminStyles },
];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { formats } = await openAdmin({ request, context });
  const { environment, signIn } = context;
  return {
    apiKey: environment.SHOPIFY_API_KEY,
    appBridgeUrl: signIn.appBridgeUrl,
    locale: formats.locale,
  };
}

/** What the shell loads from the server never changes while it is shown. */
export const shouldRevalidate = () => false;

const SKELETON_AFTER_MS = 250;

export default function AdminShell() {
  const navigation = useNavigation();
  const slow = useSlow(navigation.state === "loading", SKELETON_AFTER_MS);
  const busy = navigation.state !== "idle";
  useEffect(() => {
    if (!busy) return;
    window.shopify?.loading?.(true);
    return () => window.shopify?.loading?.(false);
  }, [busy]);
  const goingTo = navigation.location?.pathname;
  const { pathname } = useLocation();
  const isFirst = useRef(true);
  useEffect(() => {
    // The router's own restoring of places keeps them in a storage that browsers refuse to framed pages.
    if (!isFirst.current && pathname) window.scrollTo(0, 0);
    isFirst.current = false;
  }, [pathname]);
  return (
    <AdminFrame>
      {slow && goingTo && goingTo !== pathname ? (
        <PageSkeleton kind={skeletonKindOf(goingTo)} />
      ) : (
        <Outlet />
      )}
    </AdminFrame>
  );
}

/** A failed screen inside the shell, so the other screens stay reachable. */
export function ErrorBoundary() {
  return (
    <AdminFrame>
      <TroubleCard trouble={describeTrouble(useRouteError())} />
    </AdminFrame>
  );
}

/** Until the page's script has taken over, a key that is pressed would be lost: nothing takes one. */
const INERT = { inert: "" };

/** App Bridge, the menu, and Polaris. Also shown when the shell's own loader has failed. */
function AdminFrame({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("routes/admin/admin-shell");
  const navigate = useNavigate();
  const nonce = useNonce();
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  useEffect(() => {
    // How the admin asks for another page of ours, for example from its own menu.
    const follow = (event: Event) => {
      const href = event.target instanceof Element ? event.target.getAttribute("href") : null;
      if (href) navigate(href);
    };
    document.addEventListener("shopify:navigate", follow);
    return () => document.removeEventListener("shopify:navigate", follow);
  }, [navigate]);
  return (
    <>
      {data && <script nonce={nonce} src={data.appBridgeUrl} data-api-key={data.apiKey} />}
      <ui-nav-menu>
        <Link to="/app" rel="home">
          Overview
        </Link>
        <Link to="/app/customers">Customers</Link>
        <Link to="/app/subscriptions">Subscriptions</Link>
        <Link to="/app/plans">Plans</Link>
        <Link to="/app/churn/reasons">Cancellation reasons</Link>
        <Link to="/app/churn/offers">Offers</Link>
        <Link to="/app/churn/applied-offers">Applied offers</Link>
        <Link to="/app/store-credit">Store credit</Link>
        <Link to="/app/loyalty">Loyalty</Link>
        <Link to="/app/exports">Exports</Link>
        <Link to="/app/settings">Settings</Link>
      </ui-nav-menu>
      <AppProvider i18n={englishWords} linkComponent={PolarisLink}>
        <LocaleProvider value={data?.locale ?? null}>
          <header className="pn-search-bar" {...(!alive && INERT)}>
            <GuideLink />
            <SearchBox />
          </header>
          <main {...(!alive && INERT)}>{children}</main>
        </LocaleProvider>
      </AppProvider>
    </>
  );
}
