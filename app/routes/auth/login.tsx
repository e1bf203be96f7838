import type { MetaFunction } from "@remix-run/node";
import { PlainPage } from "#app/ui/plain-page.tsx";

export const meta: MetaFunction = () => [{ title: "Open Perennial from your store" }];

/** Where a visit ends that does not say which store it is about. */
export default function Login() {
  return (
    <PlainPage title="Open Perennial from your store">
      <p>
        This address was opened without a store. In your store's admin, choose Apps, then Perennial.
      </p>
    </PlainPage>
  );
}
