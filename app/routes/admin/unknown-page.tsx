import type { LoaderFunctionArgs } from "@remix-run/node";
import { openAdmin } from "./open-admin.ts";

/** Every address below `/app` that no screen has: said inside the frame, where the menu leads on. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await openAdmin({ request, context });
  throw new Response(null, { status: 404 });
}

export default function UnknownPage() {
  return null;
}
