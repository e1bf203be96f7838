import type { MetaFunction } from "@remix-run/node";
import { PlainPage } from "#app/ui/plain-page.tsx";

export const meta: MetaFunction = () => [{ title: "Open Perennial from your store" }];

/** Where a visit ends that comes from no store's admin. */
export default function Login() {
  return (
    <PlainPage title="Open Perennial from your store">
      <p>
        This page was opened outside of your store's admin. In the admin, choose Apps, then
        Perennial.
      </p>
    </PlainPage>
  );
}
