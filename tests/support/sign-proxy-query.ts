import { createHmac } from "node:crypto";

/** What the platform's app proxy adds to a forwarded request, signed as the platform signs. */
export function signProxyQuery(
  query: Record<string, string>,
  signed: { shop: string; secret: string; customerId?: number; at?: Date },
): URLSearchParams {
  const parameters: Record<string, string> = {
    ...query,
    shop: signed.shop,
    path_prefix: "/apps/service-api",
    timestamp: String(Math.floor((signed.at ?? new Date()).getTime() / 1000)),
    logged_in_customer_id: signed.customerId ? String(signed.customerId) : "",
  };
  const text = Object.keys(parameters)
    .sort()
    .map((name) => `${name}=${parameters[name]}`)
    .join("");
  const signature = createHmac("sha256", signed.secret).update(text).digest("hex");
  return new URLSearchParams({ ...parameters, signature });
}
